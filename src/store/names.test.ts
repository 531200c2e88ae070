import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../testing/deep.ts'
import { aName, aNameMatch, collations, naiveCollate, naiveMatches } from '../testing/model.ts'
import { nameMatches, searchKey } from './name-match.ts'
import { orderNames } from './name-order.ts'
import { NameSearch } from './name-search.ts'
import type { NameMatch } from './store.ts'
import { splitWords } from './words.ts'

const test = suite('names')
const names = fc.array(aName, { maxLength: 60 })

for (const collation of collations) {
  test(`the order of ${collation} is that of comparing every pair`, () => {
    fc.assert(
      fc.property(names, (names) => {
        const { rows, ranks } = orderNames(names, splitWords(names), collation)
        const expected = [...names.keys()].sort(
          (a, b) => naiveCollate(names[a] as string, names[b] as string, collation) || a - b,
        )
        assert.equal([...rows], expected)
        for (const [i, a] of expected.entries()) {
          const b = expected[i + 1]
          if (b === undefined) break
          const same = naiveCollate(names[a] as string, names[b] as string, collation) === 0
          assert.is((ranks[b] as number) - (ranks[a] as number), same ? 0 : 1)
        }
      }),
      { numRuns: times(200, 400) },
    )
  })
}

test('names that differ only far behind are told apart there', () => {
  const long = 'ana da silva dos santos '.repeat(20)
  const names = ['b', 'á', 'B', 'a', 'b', 'li 李', `ana ${'b '.repeat(40)}李`].map((end) => long + end)
  const { rows } = orderNames(names, splitWords(names), 'pt-BR')
  const expected = [...names.keys()].sort(
    (a, b) => naiveCollate(names[a] as string, names[b] as string, 'pt-BR') || a - b,
  )
  assert.equal([...rows], expected)
})

test('names that begin with letters of no key are told apart by these, not by what is far behind', () => {
  const long = 'ana da silva '.repeat(30)
  const names = [`王 ${long}a`, `李 ${long}b`]
  assert.equal([...orderNames(names, splitWords(names), 'pt-BR').rows], [1, 0])
})

test('every letter of Latin-1 and its marks stands where the collator puts it', () => {
  const letters = Array.from({ length: 0x17f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i))
  const names = letters.flatMap((letter) => [`a${letter}a`, `A${letter}`, `a${letter} b`, letter])
  for (const collation of collations) {
    const { rows } = orderNames(names, splitWords(names), collation)
    const expected = [...names.keys()].sort(
      (a, b) => naiveCollate(names[a] as string, names[b] as string, collation) || a - b,
    )
    assert.equal(
      [...rows].map((row) => names[row]),
      expected.map((row) => names[row]),
      collation,
    )
  }
})

test('a search finds what comparing every name finds', () => {
  fc.assert(
    fc.property(names, aNameMatch, (names, match) => {
      const search = new NameSearch(names, splitWords(names), match.folding)
      const expected = [...names.keys()].filter((row) => naiveMatches(names[row] as string, match))
      assert.equal([...search.select(match)], expected, JSON.stringify({ names, match }))
      for (const name of names) assert.is(nameMatches(name, match), naiveMatches(name, match))
    }),
    { numRuns: times(1_000, 2_000) },
  )
})

test('a search of several words takes the first and the last as its way of matching does', () => {
  const names = ['Ana Silva', 'Ana Souza', 'Joana Silva']
  const found: [matching: NameMatch['matching'], text: string, ...rows: number[]][] = [
    ['contains', 'na sil', 0, 2],
    ['contains', 'ana silva', 0, 2],
    ['prefix', 'ana s', 0, 1],
    ['prefix', 'ana silva', 0],
    ['word', 'ana silva', 0],
    ['word', 'silva', 0, 2],
    ['word', 'silv'],
    ['word', 'ana sil'],
    ['exact', 'ana silva', 0],
    ['words', 'sil an', 0, 2],
    ['words', ' ', 0, 1, 2],
    ['whole-words', 'silva  ana', 0],
    ['whole-words', 'ana sil'],
    ['text-at-word', 'ana sil', 0],
    ['text-at-word', 'sil', 0, 2],
    ['text-at-word', 'oana'],
    ['text-at-word', 'a silva'],
  ]
  const search = new NameSearch(names, splitWords(names), 'case')
  for (const [matching, text, ...rows] of found) {
    const match = { text, matching, folding: 'case' } as const
    assert.equal([...search.select(match)], rows, `${matching} ${text}`)
    const one = [...names.keys()].filter((row) => nameMatches(names[row] as string, match))
    assert.equal(one, rows, `${matching} ${text}`)
  }
})

test('code points beyond the sixteen bits stand behind all others, and in their own order', () => {
  const names = ['\u{103ff}', '\u{103fe}', '\u{10000}', '\uffff', '\ue000', 'z']
  assert.equal([...orderNames(names, splitWords(names), 'code-point').rows], [5, 4, 3, 2, 1, 0])
})

test('searches that find the same by their folding are one', () => {
  const match = { text: 'SILVA', matching: 'contains', folding: 'case' } as const
  assert.is(searchKey(match), searchKey({ ...match, text: 'silva' }))
  assert.is.not(searchKey(match), searchKey({ ...match, folding: 'none' }))
  assert.is.not(searchKey(match), searchKey({ ...match, matching: 'word' }))
})

test.run()
