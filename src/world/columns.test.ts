import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromByteText } from '../contract/bytes.ts'
import type { Dataset, Relatorio } from '../contract/dataset.ts'
import { ANY_CHARACTER } from '../testing/any-character.ts'
import { naiveList } from '../testing/model.ts'
import { sourceOf } from '../testing/source-of.ts'
import { Cache } from './cache.ts'
import {
  columnsOf,
  cpfOf,
  findPerson,
  findReport,
  findRow,
  givenOf,
  nameOf,
  numberOf,
  organizationOf,
} from './columns.ts'
import { Orders } from './orders.ts'
import { writeTime } from './page-text.ts'
import { readNumber, writeNumber } from './report-numbers.ts'
import { itemsOf, type ListRequest, type Organization } from './store.ts'
import { World } from './world.ts'

const test = suite('columns')

const BEGIN = Date.UTC(2025, 0, 1)
const numeroOf = (i: number) => `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

const aText = fc.string({ minLength: 1, maxLength: 18, unit: ANY_CHARACTER })
const aCpf = fc.oneof(
  fc.stringMatching(/^[0-9]{11}$/),
  fc.stringMatching(/^[0-9]{1,18}$/),
  fc.constantFrom('0', '00', '/', ':', '0/', '9:'),
  aText,
)

test('every person and report is found, whatever CPF and name, in any order of the data', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(aCpf, { maxLength: 30 }),
      fc.array(aText, { minLength: 30, maxLength: 30 }),
      fc.array(fc.record({ k: fc.nat(3), person: fc.nat(29), code: fc.nat(3), isCapital: fc.boolean() }), {
        maxLength: 50,
      }),
      (cpfs, names, reports) => {
        const organizacoes = [0, 1, 2, 3].map((k) => ({ id: `${k}`, nome: 'A', token: `${k}` }))
        const pessoas = cpfs.map((cpf, i) => ({ cpf, nome: names[i] as string }))
        const relatorios = reports.flatMap(({ k, person, code, isCapital }, i) => {
          const cpf = cpfs[person]
          if (cpf === undefined) return []
          const numero = isCapital ? numeroOf(0xabcd00 + i).toUpperCase() : numeroOf(0xabcd00 + (i >> 1) * 2)
          const atualizado_em = new Date(BEGIN + code).toISOString()
          const report = { numero, organizacao: `${k}`, cpf, atualizado_em }
          return code === 0 ? [report] : [{ ...report, aprovar: code === 1, mensagem: `${code}` }]
        })
        const unique = relatorios.filter(
          (one, i) => relatorios.findIndex(({ numero }) => numero === one.numero) === i,
        )
        const dataset: Dataset = { organizacoes, pessoas, relatorios: unique }
        const columns = columnsOf(sourceOf(dataset))
        const sorted = pessoas.toSorted((a, b) => (a.cpf < b.cpf ? -1 : 1))
        for (const [person, { cpf, nome }] of sorted.entries()) {
          assert.is(findPerson(columns, cpf), person)
          assert.equal([cpfOf(columns, person), nameOf(columns, person)], [cpf, nome])
        }
        for (const cpf of ['', '0', '00', '5', 'x', '000000000000000', '0000000000000000'])
          assert.is(findPerson(columns, cpf) === -1, !cpfs.includes(cpf), cpf)
        for (const [i, report] of unique.entries()) {
          const { numero, organizacao, cpf, aprovar, mensagem }: Relatorio = report
          assert.equal([findReport(columns, numero), numberOf(columns, i)], [i, numero])
          const row = columns.rowOf[i] as number
          assert.is(organizationOf(columns, row), Number(organizacao))
          assert.is(findRow(columns, Number(organizacao), findPerson(columns, cpf)), row)
          assert.equal(givenOf(columns, i), aprovar === undefined ? null : { aprovar, mensagem })
        }
        for (const numero of ['x', numeroOf(1), numeroOf(0xabcd00).toUpperCase(), numeroOf(0xabcd01)])
          assert.is(findReport(columns, numero) === -1, !unique.some((one) => one.numero === numero), numero)
        const order = { by: 'nome', descending: true, collation: 'code-point' } as const
        for (const data of [dataset, { ...dataset, pessoas: pessoas.toReversed() }]) {
          const world = new World(new Orders(columnsOf(sourceOf(data))))
          for (const organization of world.organizations) {
            const listed = world.list(organization, { page: 1, rows: 99, order })
            const expected = naiveList(dataset, organization.id, { page: 1, rows: 99, order })
            const items = itemsOf(listed).map((item) => JSON.parse(fromByteText(item)))
            assert.equal({ items, total: listed.total }, expected)
          }
        }
      },
    ),
    { seed: 39, numRuns: 200 },
  )
})

test('an organization without persons, and data without any, list nobody', () => {
  for (const organizacoes of [[], [{ id: 'a', nome: 'A', token: 't' }]]) {
    const world = new World(new Orders(columnsOf(sourceOf({ organizacoes, pessoas: [], relatorios: [] }))))
    world.orders.prepare('pt-BR', 'case')
    assert.ok(world.isAsGiven)
    for (const organization of world.organizations) {
      for (const by of ['cpf', 'nome', 'atualizado_em'] as const) {
        const request: ListRequest = {
          ...{ page: 1, rows: 25, order: { by, descending: false, collation: 'pt-BR' } },
          nome: { text: 'a', matching: 'contains', folding: 'case' },
        }
        assert.equal(world.list(organization, request), { text: '', ends: [], total: 0 })
      }
      assert.equal([organization.persons, world.undecided(organization, 9)], [0, []])
    }
  }
})

test('thousands of organizations, each with a person', () => {
  const ids = Array.from({ length: 3_000 }, (_, k) => `org-${k}`)
  const pessoas = ids.map((id, k) => ({ cpf: String(k).padStart(11, '0'), nome: id }))
  const relatorios = pessoas.map(({ cpf, nome }, k) => ({
    ...{ numero: numeroOf(k), organizacao: nome, cpf, atualizado_em: '2025-01-01T00:00:00.000Z' },
  }))
  const organizacoes = ids.map((id) => ({ id, nome: id, token: id }))
  const world = new World(new Orders(columnsOf(sourceOf({ organizacoes, pessoas, relatorios }))))
  for (const [k, organization] of world.organizations.entries()) {
    assert.is(organization.persons, 1)
    assert.equal(world.undecided(organization, 2), [numeroOf(k)])
  }
  world.apply({ event: 'checkpoint', name: 'x' })
  world.apply({ event: 'remove', numero: numeroOf(7) })
  world.apply({ event: 'restore', name: 'x' })
  assert.is(world.organizations[7]?.persons, 1)
})

test('tens of thousands of persons, sorted digit by digit, page as plain arrays do', () => {
  const pessoas = Array.from({ length: 24_000 }, (_, i) => ({
    cpf: String((i * 7_654_321) % 99_999_989).padStart(11, '0'),
    nome: `${['Ana', 'Ãna', 'ana', 'Rui'][i % 4]} ${i % 97} ${['Silva', 'Souza'][i % 2]}`,
  }))
  const relatorios = pessoas.map(({ cpf }, i) => ({
    ...{ numero: numeroOf((i * 7_919) % 24_000), organizacao: 'a', cpf },
    atualizado_em: new Date(BEGIN + ((i * 104_729) % 5_000) * 1_000_000).toISOString(),
  }))
  const dataset = { organizacoes: [{ id: 'a', nome: 'A', token: 't' }], pessoas, relatorios }
  const world = new World(new Orders(columnsOf(sourceOf(dataset))))
  const [organization] = world.organizations as [Organization]
  const updates = new Map(relatorios.map(({ cpf, atualizado_em }) => [cpf, atualizado_em]))
  const persons = pessoas.map((person) => ({ ...person, atualizado_em: updates.get(person.cpf) as string }))
  const { compare } = new Intl.Collator('pt-BR')
  for (const by of ['cpf', 'nome', 'atualizado_em'] as const) {
    for (const descending of [false, true]) {
      const value = by === 'nome' ? compare : (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
      const sorted = persons.toSorted(
        (a, b) => (descending ? -1 : 1) * value(a[by], b[by]) || (a.cpf < b.cpf ? -1 : 1),
      )
      for (const text of [undefined, 'rui 1', 'ana 96 silva', 'souza']) {
        const meant = sorted.filter(({ nome }) => nome.toLowerCase().includes(text ?? ''))
        const request: ListRequest = {
          ...{ page: 3, rows: 50, order: { by, descending, collation: 'pt-BR' } },
          ...(text && { nome: { text, matching: 'contains', folding: 'case' } }),
        }
        const listed = world.list(organization, request)
        assert.is(listed.total, meant.length)
        assert.equal(
          itemsOf(listed).map((item) => JSON.parse(fromByteText(item))),
          meant.slice(100, 150),
        )
      }
    }
  }
})

test('a report number is a UUID in any case', () => {
  const bytes = new Uint8Array(16)
  const numero = '0123abCD-ef00-4000-8000-00000000000F'
  assert.ok(writeNumber(numero, bytes, 0))
  assert.is(readNumber(bytes, 0), numero.toLowerCase())
  const others = [numero.slice(1), `${numero}0`, numero.replace('-', '0'), numero.replace('a', 'g')]
  for (const other of [...others, numero.replace('a', 'ā'), ''])
    assert.not(writeNumber(other, bytes, 0), other)
})

test('a time is written as Date does', () => {
  const aStamp = fc.integer({ min: Date.UTC(-5), max: Date.UTC(12_000) })
  fc.assert(
    fc.property(aStamp, (stamp) => {
      const bytes = Buffer.alloc(40)
      const end = writeTime(new DataView(bytes.buffer, bytes.byteOffset, 40), 3, stamp)
      assert.is(bytes.toString('latin1', 3, end), new Date(stamp).toISOString())
    }),
    { seed: 39, numRuns: 6_000 },
  )
})

test('a cache forgets what was not used for longest, and keeps what is too large for it', () => {
  const cache = new Cache<number[]>(5, ({ length }) => length)
  const made: string[] = []
  const get = (key: string, size: number) =>
    cache.get(key, () => {
      made.push(key)
      return Array<number>(size).fill(0)
    })
  for (const [key, size] of [
    ['a', 2],
    ['b', 2],
    ['a', 2],
    ['c', 2],
    ['a', 2],
    ['b', 2],
    ['d', 9],
    ['d', 9],
    ['a', 2],
  ] as const)
    get(key, size)
  assert.equal(made, ['a', 'b', 'c', 'b', 'd', 'a'])
  cache.keep(({ length }) => length > 2)
  get('a', 2)
  assert.equal(made.slice(6), ['a'])
})

test.run()
