import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aName, aNameMatch } from '../../testing/model.ts'
import { nameMatches } from '../name-match.ts'
import { FoldedWords } from '../name-search.ts'
import type { NameMatch } from '../store.ts'
import { splitWords } from '../words.ts'
import { markRows, NAMES_PART, namePartsOf } from './names.ts'

const test = suite('names as numbers of words')

const aText = fc.array(fc.oneof(aName, fc.constantFrom('', 'a', 'A', 'á', 's', 'da', 'Silva')), {
  minLength: 1,
  maxLength: 4,
})
const aMatch = fc.record({
  match: aNameMatch,
  text: aText.map((words) => words.join(' ')),
  matching: fc.constantFrom(
    'contains',
    'prefix',
    'word',
    'exact',
    'words',
    'whole-words',
    'word-beginnings',
    'text-at-word',
  ),
})

async function marks(names: readonly string[], nome: NameMatch): Promise<number[] | null> {
  const split = splitWords(names)
  const folded = new FoldedWords(split.words, nome.folding, () => 1)
  const { parts } = folded.plan(nome)
  if (parts === undefined) return null
  const marked = new Uint8Array(names.length)
  const found = await markRows([...namePartsOf(split)], folded.idOf, parts, marked)
  assert.is(found, marked.filter(Boolean).length)
  return [...marked]
}

test('any search finds the same names by their words as by their letters', async () => {
  let matched = 0
  const names = fc.array(
    aText.map((words) => words.join(' ')),
    { minLength: 1, maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(names, aMatch, fc.nat(), async (names, { match, text, matching }, pick) => {
      // A part of one of the names, or any text.
      const one = names[pick % names.length] as string
      const from = pick % (one.length + 1)
      const part = one.slice(from, from + 1 + (pick % 9))
      for (const some of [text, part, one]) {
        const nome = { ...match, text: some, matching } as NameMatch
        const found = await marks(names, nome)
        const expected = names.map((name) => Number(nameMatches(name, nome)))
        if (found !== null) assert.equal(found, expected, JSON.stringify([names, nome]))
        matched += found === null ? 0 : expected.filter(Boolean).length
      }
    }),
    { numRuns: 500 },
  )
  assert.ok(matched > 500)
})

test('few words take two bytes each, many take four, and parts follow each other', async () => {
  const few = [...namePartsOf(splitWords(Array.from({ length: NAMES_PART + 3 }, (_, i) => `a ${i % 7}`)))]
  assert.equal(
    few.map((part) => [part.BYTES_PER_ELEMENT, part.length]),
    [
      [2, 3 * NAMES_PART],
      [2, 9],
    ],
  )
  const names = Array.from({ length: 0x1_0001 }, (_, i) => `w${i} x`)
  const many = [...namePartsOf(splitWords(names))]
  assert.equal(
    many.map((part) => part.BYTES_PER_ELEMENT),
    [4, 4],
  )
  const nome = { text: `w${NAMES_PART + 1} x`, matching: 'contains', folding: 'none' } as NameMatch
  assert.equal(
    (await marks(names, nome))?.flatMap((mark, row) => (mark === 1 ? [row] : [])),
    [NAMES_PART + 1],
  )
})

test('a text of more parts than there are bits is found by its letters', async () => {
  const nome = { text: 'a '.repeat(31), matching: 'contains', folding: 'none' } as NameMatch
  assert.is(await marks(['a'], nome), null)
})

test.run()
