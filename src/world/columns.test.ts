import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromByteText } from '../contract/bytes.ts'
import { Cache } from './cache.ts'
import { worldOf } from './in-memory.ts'
import { writeTime } from './page-text.ts'
import { readNumber, writeNumber } from './report-numbers.ts'
import { itemsOf, type ListRequest, type Organization } from './store.ts'

const test = suite('columns')

const BEGIN = Date.UTC(2025, 0, 1)
const numeroOf = (i: number) => `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

test('an organization without persons, and data without any, list nobody', () => {
  for (const organizacoes of [[], [{ id: 'a', nome: 'A', token: 't' }]]) {
    const world = worldOf({ organizacoes, pessoas: [], relatorios: [] })
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

test('thousands of persons, sorted digit by digit, page as plain arrays do', () => {
  const pessoas = Array.from({ length: 8_000 }, (_, i) => ({
    cpf: String((i * 7_654_321) % 99_999_989).padStart(11, '0'),
    nome: `${['Ana', 'Ãna', 'ana', 'Rui'][i % 4]} ${i % 97} ${['Silva', 'Souza'][i % 2]}`,
  }))
  const relatorios = pessoas.map(({ cpf }, i) => ({
    ...{ numero: numeroOf((i * 7_919) % 8_000), organizacao: 'a', cpf },
    atualizado_em: new Date(BEGIN + ((i * 104_729) % 5_000) * 1_000_000).toISOString(),
  }))
  const dataset = { organizacoes: [{ id: 'a', nome: 'A', token: 't' }], pessoas, relatorios }
  const world = worldOf(dataset)
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
  const bytes = Buffer.alloc(16)
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
    { seed: 39, numRuns: 1_000 },
  )
})

test('a cache forgets what was not used for longest, and keeps what is too large for it', () => {
  const cache = new Cache<number>(9, (size) => size)
  const made: string[] = []
  const get = (key: string, size: number) =>
    cache.get(key, () => {
      made.push(key)
      return size
    })
  for (const key of 'a b a c d a e f g a b'.split(' ')) get(key, 2)
  assert.equal(made.splice(0).join(' '), 'a b c d e f g b')
  for (const key of 'hh') get(key, 10)
  assert.equal(made.splice(0), ['h'])
  cache.keep((size) => size < 10)
  get('h', 10)
  assert.equal(made, ['h'])
})

test.run()
