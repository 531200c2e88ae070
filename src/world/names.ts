import { compareUnits } from '../contract/compare-units.ts'
import { type Columns, haveSameName, nameOf } from './columns.ts'
import { folds } from './match.ts'
import { sortByKey, upTo } from './sort-by-key.ts'
import type { Collation } from './store.ts'
import type { Words } from './words.ts'

type Compare = (a: string, b: string) => number

/** How names are ordered (knob nomeCollation). */
export const compareNames: Record<Collation, Compare> = {
  'pt-BR': (a, b) => portuguese.compare(a, b),
  'code-point': compareCodePoints,
  'case-blind': (a, b) => compareCodePoints(a.toLowerCase(), b.toLowerCase()),
}

const portuguese = new Intl.Collator('pt-BR')

/** What of a word orders names by code point; undefined where the word cannot order them. */
const letters: Record<Collation, (word: string) => string | undefined> = {
  'pt-BR': plainLetters,
  'code-point': aboveSpace,
  'case-blind': (word) => aboveSpace(word.toLowerCase()),
}

/**
 * Returns the rank of each person by name; names that compare as equal have the same one. A collator takes most of a
 * minute for a million names. But most pairs differ in their plain letters, and names consist of few words: these are
 * ordered once, and names by the places of their first words.
 */
export function nameRanks(columns: Columns, words: Words, collation: Collation): Uint32Array {
  const compare = compareNames[collation]
  const byName = (a: number, b: number) =>
    haveSameName(columns, a, b) ? 0 : compare(nameOf(columns, a), nameOf(columns, b))
  const keys = wordKeys(words, collation)
  const order = upTo(keys.length)
  sortByKey(order, keys)
  const ranks = new Uint32Array(keys.length)
  let rank = 0
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && keys[order[end] as number] === keys[order[start] as number]) end++
    const tied = order.subarray(start, end)
    if (tied.length > 1) tied.sort(byName)
    for (let i = 0; i < tied.length; i++) {
      const person = tied[i] as number
      if (i === 0 ? start > 0 : byName(tied[i - 1] as number, person) !== 0) rank++
      ranks[person] = rank
    }
    start = end
  }
  return ranks
}

/** Returns a number of each name that orders it as far as its first words do; 0 for all if a word cannot be ordered. */
function wordKeys({ words, ids, ends }: Words, collation: Collation): Float64Array {
  const keys = new Float64Array(ends.length)
  const lettersOf = words.map(letters[collation])
  if (lettersOf.includes(undefined)) return keys
  const compare = collation === 'pt-BR' ? compareUnits : compareCodePoints
  const inOrder = [...new Set(lettersOf as string[])].sort(compare)
  const placeOf = new Map(inOrder.map((word, place) => [word, place + 1]))
  const places = Float64Array.from(lettersOf as string[], (word) => placeOf.get(word) as number)
  const base = inOrder.length + 1
  const wordsInKey = Math.floor(53 / Math.log2(base + 1))
  let start = 0
  for (let person = 0; person < ends.length; person++) {
    const end = ends[person] as number
    let key = 0
    for (let i = 0; i < wordsInKey; i++)
      key = key * base + (start + i < end ? (places[ids[start + i] as number] as number) : 0)
    keys[person] = key
    start = end
  }
  return keys
}

/** Below a space, which divides words, and therefore not ordered by the words. */
const BELOW_SPACE = /[^ -\uffff]/

function aboveSpace(word: string): string | undefined {
  return BELOW_SPACE.test(word) ? undefined : word
}

const NOT_PLAIN = /[^a-z '.-]/
/** Space, hyphen, full stop and apostrophe sort before all letters, in this order. */
const PUNCTUATION: Record<string, string> = { ' ': '\u0001', '-': '\u0002', '.': '\u0003', "'": '\u0004' }

/** Returns a word without accents and capitals, as pt-BR orders it; undefined if it has other than Latin letters. */
function plainLetters(word: string): string | undefined {
  const plain = folds['case-and-accents'](word)
  if (NOT_PLAIN.test(plain)) return undefined
  return plain.replace(/[ '.-]/g, (mark) => PUNCTUATION[mark] as string)
}

/** Compares two texts by code point. Surrogates encode code points above U+FFFF, so they sort last. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return weight(x) - weight(y)
  }
  return a.length - b.length
}

function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
