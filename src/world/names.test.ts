import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { knobs } from '../contract/knobs.ts'
import { aName, aNameMatch, collations, naiveCollate, naiveMatches } from '../testing/model.ts'
import type { Columns } from './columns.ts'
import { ordersIn } from './in-memory.ts'
import { matches, searchOf } from './match.ts'
import { nameRanks } from './names.ts'
import { Orders } from './orders.ts'
import { sortByKey, upTo } from './sort-by-key.ts'
import type { Collation, NameMatch } from './store.ts'
import { wordsOf } from './words.ts'

const test = suite('names')

const anyName = fc.oneof(
  { weight: 4, arbitrary: aName },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['a\u0001 b', 'a b', 'a\tb', 'İ', 'ΑΣ Σ', "a'b", 'ab', 'a-b', 'A b', '', ' ', 'a ', ' a', 'a  b'],
      ...['"', 'a\\b', '\\"', '\\ud83d', 'a\u0301 \u0301b'],
    ),
  },
)
const names = fc.array(anyName, { maxLength: 60 })

/** An organization that queried persons of these names, in this order. */
function columnsWith(names: readonly string[]): Columns {
  const pessoas = names.map((nome, i) => ({ cpf: String(i).padStart(11, '0'), nome }))
  const relatorios = pessoas.map(({ cpf }, i) => ({
    numero: `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`,
    ...{ organizacao: 'a', cpf, atualizado_em: '2025-01-01T00:00:00.000Z' },
  }))
  return ordersIn({ organizacoes: [{ id: 'a', nome: 'A', token: 't' }], pessoas, relatorios }).columns
}

function assertOrder(names: readonly string[], collation: Collation): void {
  const columns = columnsWith(names)
  const ranks = nameRanks(columns, wordsOf(columns), collation)
  const compare = (a: number, b: number) => naiveCollate(names[a] as string, names[b] as string, collation)
  const expected = [...names.keys()].sort((a, b) => compare(a, b) || a - b)
  const order = { by: 'nome', descending: false, collation } as const
  assert.equal([...new Orders(columns).everyone(0, order)], expected)
  for (const [i, a] of expected.entries()) {
    const b = expected[i + 1]
    if (b === undefined) break
    assert.is((ranks[b] as number) - (ranks[a] as number), compare(a, b) === 0 ? 0 : 1)
  }
}

for (const collation of collations) {
  test(`the order of ${collation} is that of comparing every pair`, () => {
    fc.assert(
      fc.property(names, (names) => assertOrder(names, collation)),
      { seed: 39, numRuns: 200 },
    )
  })

  test(`${collation} orders every letter of Latin-1 and its marks as comparing pairs does`, () => {
    const letters = Array.from({ length: 0x17f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i))
    assertOrder(
      letters.flatMap((letter) => [`a${letter}a`, `A${letter}`, `a${letter} b`, letter]),
      collation,
    )
  })
}

test('names that differ only far behind, or begin with letters of no key, are told apart', () => {
  const long = 'ana da silva dos santos '.repeat(20)
  const ends = ['b', 'á', 'B', 'a', 'b', 'li 李', `ana ${'b '.repeat(40)}李`]
  assertOrder([...ends.map((end) => long + end), `王 ${long}a`, `李 ${long}b`], 'pt-BR')
})

test('code points beyond sixteen bits come after all others, in their own order', () => {
  assertOrder(['\u{103ff}', '\u{103fe}', '\u{10000}', '\uffff', '\ue000', 'z'], 'code-point')
})

const aSearch = fc.record({
  text: anyName,
  matching: fc.constantFrom<NameMatch['matching'][]>(...knobs.nomeMatching.choices),
  folding: fc.constantFrom<NameMatch['folding'][]>(...knobs.nomeFolding.choices),
})
test('a search finds what comparing every name finds', () => {
  fc.assert(
    fc.property(names, fc.oneof(aNameMatch, aSearch), (names, match) => {
      const expected = [...names.keys()].filter((row) => naiveMatches(names[row] as string, match))
      const what = JSON.stringify({ names, match })
      assert.equal([...new Orders(columnsWith(names)).found(0, match)], expected, what)
      for (const name of names)
        assert.is(matches(name, searchOf(match)), naiveMatches(name, match), `${name} ${what}`)
    }),
    { seed: 39, numRuns: 1_000 },
  )
})

test('digit by digit gives what comparing pairs gives, and keeps the order of equal ones', () => {
  const aNumber = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
  fc.assert(
    fc.property(fc.array(aNumber, { maxLength: 60 }), (numbers) => {
      const [one, other] = [upTo(numbers.length), upTo(numbers.length)]
      const key = Float64Array.from(numbers)
      sortByKey(one, key, 1)
      sortByKey(other, key, Number.POSITIVE_INFINITY)
      assert.equal(one, other)
      const expected = [...numbers.keys()].sort(
        (a, b) => (numbers[a] as number) - (numbers[b] as number) || a - b,
      )
      assert.equal([...one], expected)
    }),
    { seed: 39, numRuns: 60 },
  )
})

test.run()
