import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import type { ListKey, Order } from '../store/store.ts'
import { createListRequests } from './list-request.ts'

const test = suite('requests of lists')

const question = { page: 1, rows: 25, cpf: undefined, nome: undefined, sort: [] as ListKey[] }
const requestsOf = (profile: PartialProfile = {}) => createListRequests(completeProfile(profile))
const key = (by: ListKey['by'], descending = false): ListKey => ({ by, descending })

const numbers: [sent: number | bigint, page: number, rows: number][] = [
  [3, 3, 3],
  [2n ** 70n, 2 ** 70, 2 ** 70],
  [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  // Without rows, one is asked for, to count all.
  [0, 0, 1],
]
for (const [sent, page, rows] of numbers) {
  test(`${sent} is asked for as a finite number`, () => {
    const request = requestsOf().requestOf({ ...question, page: sent, rows: sent })
    assert.equal([request.page, request.rows], [page, rows])
  })
}

const ties = { ordering: { ties: 'newest' } } as const
const orders: [says: string, profile: PartialProfile, sort: ListKey[], order: Partial<Order>][] = [
  ['no field', {}, [], { by: 'atualizado_em', descending: true, isStored: false, ties: [] }],
  ['a field', {}, [key('nome')], { by: 'nome', descending: false, ties: [] }],
  ['a field, backwards', {}, [key('nome', true)], { by: 'nome', descending: true, ties: [] }],
  [
    'a field with ties',
    { dialect: ties },
    [key('cpf', true)],
    { by: 'cpf', descending: true, ties: [{ by: 'atualizado_em', descending: true }] },
  ],
  [
    'two fields',
    {},
    [key('nome'), key('cpf', true)],
    { by: 'nome', ties: [{ by: 'cpf', descending: true }] },
  ],
  ['the dataset', {}, [key('stored')], { by: 'atualizado_em', isStored: true }],
]
for (const [says, profile, sort, expected] of orders) {
  test(`a list sorted by ${says} is asked for in that order, again and again`, () => {
    const { requestOf, keysOf } = requestsOf(profile)
    // Orders of one field are made once: others that come between change nothing.
    for (const other of [sort, [key('cpf')], [], [key('nome', true)], sort])
      requestOf({ ...question, sort: other })
    const { order } = requestOf({ ...question, sort })
    assert.equal({ ...order, ...expected }, order)
    const [first] = keysOf(sort)
    assert.equal(first, { by: order.by, descending: order.descending })
  })
}

test.run()
