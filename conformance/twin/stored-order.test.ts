import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Person } from '../service/lists.ts'
import { hasHomonyms, isFlipping, storedOrder } from './stored-order.ts'

const test = suite('the order in which persons are stored')

const person = (id: string, nome: string, stamp: string) =>
  ({ id, nome, stamp, raw: {} }) as unknown as Person
const a = person('1', 'Ana', '2026-01-03')
const b = person('2', 'Ana', '2026-01-02')
const c = person('3', 'Caio', '2026-01-02')
const ids = (people: readonly Person[]) => people.map(({ id }) => id).join('')

test('agrees with both lists', () => {
  assert.is(ids(storedOrder([a, b, c], [b, a, c])), '231')
  assert.is(ids(storedOrder([a, b, c], [a, b, c])), '123')
})

test('may have its ties reversed in a list that begins with the newest', () => {
  const d = person('4', 'Caio', '2026-01-02')
  assert.is(ids(storedOrder([a, c, d], [a, d, c])), '143')
})

test('is that of the list where both lists contradict each other, or one has others', () => {
  const [d, e, f] = [
    person('4', 'Caio', '2026-01-02'),
    person('5', 'Duda', '2026-01-01'),
    person('6', 'Duda', '2026-01-01'),
  ]
  assert.is(ids(storedOrder([c, d, e, f], [d, c, e, f])), '3456')
  assert.is(ids(storedOrder([a, c], [d, a, c])), '13')
})

test('is told by names that differ in accents and capitals only, where that agrees', () => {
  const [d, e] = [person('4', 'JOSÉ', '2026-01-05'), person('5', 'jose', '2026-01-04')]
  assert.is(hasHomonyms([d, e]), true)
  assert.is(ids(storedOrder([d, e, a], [e, d, a])), '514')
})

test('has ties reversed first in a list that begins with the newest, where orders turn them', () => {
  const d = person('4', 'Duda', '2026-01-02')
  assert.is(isFlipping([a, b, c, d], [d, c, b, a]), true)
  assert.is(isFlipping([a, b, c, d], [d, c, a, b]), false)
  assert.is(isFlipping([a, c], []), false)
  assert.is(ids(storedOrder([a, c, d], [a, c, d], true)), '143')
  assert.is(ids(storedOrder([c, d, a], [a, c, d], true)), '341')
})

test('matters where names are equal', () => {
  assert.is(hasHomonyms([a, b]), true)
  assert.is(hasHomonyms([a, c]), false)
})

test.run()
