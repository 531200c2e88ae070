import { compareUnits } from '../contract/compare-units.ts'
import { type Columns, haveSameName, nameOf } from './columns.ts'
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
  const keys = wordKeys(words, collation)
  const compare = compareNames[collation]
  const count = keys.length
  const byName = (a: number, b: number) =>
    haveSameName(columns, a, b) ? 0 : compare(nameOf(columns, a), nameOf(columns, b))
  const isTied = (a: number, b: number) =>
    !((keys[a] as number) < (keys[b] as number) || (keys[a] as number) > (keys[b] as number))
  const order = merged(sortedByKey(keys, isTied, byName), withoutKey(keys, byName), byName)
  const ranks = new Uint32Array(count)
  let rank = 0
  for (let i = 1; i < count; i++) {
    const [before, person] = [order[i - 1] as number, order[i] as number]
    if (!isTied(before, person) || byName(before, person) !== 0) rank++
    ranks[person] = rank
  }
  return ranks
}

type ComparePersons = (a: number, b: number) => number

/** Returns the persons with a key, by their keys and then by their names. */
function sortedByKey(
  keys: Float64Array,
  isTied: (a: number, b: number) => boolean,
  compare: ComparePersons,
): Uint32Array {
  const order = upTo(keys.length).filter((person) => !Number.isNaN(keys[person]))
  sortByKey(order, keys)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && isTied(order[start] as number, order[end] as number)) end++
    if (end > start + 1) order.subarray(start, end).sort(compare)
    start = end
  }
  return order
}

function withoutKey(keys: Float64Array, compare: ComparePersons): Uint32Array {
  return upTo(keys.length)
    .filter((person) => Number.isNaN(keys[person]))
    .sort(compare)
}

function merged(one: Uint32Array, other: Uint32Array, compare: ComparePersons): Uint32Array {
  if (other.length === 0) return one
  const all = new Uint32Array(one.length + other.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < all.length; at++) {
    const isOne = j === other.length || (i < one.length && compare(one[i] as number, other[j] as number) <= 0)
    all[at] = (isOne ? one[i++] : other[j++]) as number
  }
  return all
}

/** Returns a number of each name that orders it as far as its first words do; NaN if a word cannot be ordered. */
function wordKeys({ words, ids, ends }: Words, collation: Collation): Float64Array {
  const lettersOf = words.map(letters[collation])
  const compare = collation === 'pt-BR' ? compareUnits : compareCodePoints
  const inOrder = [...new Set(lettersOf)].filter((word) => word !== undefined).sort(compare)
  const placeOf = new Map<string | undefined, number>(inOrder.map((word, place) => [word, place + 1]))
  const places = Float64Array.from(lettersOf, (word) => placeOf.get(word) ?? Number.NaN)
  const base = inOrder.length + 1
  const wordsInKey = Math.floor(53 / Math.log2(base + 1))
  const keys = new Float64Array(ends.length)
  let start = 0
  for (let person = 0; person < ends.length; person++) {
    const end = ends[person] as number
    let key = 0
    for (let i = 0; i < wordsInKey; i++)
      key = key * base + (start + i < end ? (places[ids[start + i] as number] as number) : 0)
    // A later word that cannot be ordered makes the key NaN, too, because the key cannot order such a name.
    for (let i = start + wordsInKey; i < end; i++) key += 0 * (places[ids[i] as number] as number)
    keys[person] = key
    start = end
  }
  return keys
}

/** Below a space, which divides words, and therefore not ordered by the words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const BELOW_SPACE = /[\0-\x1f]/

function aboveSpace(word: string): string | undefined {
  return BELOW_SPACE.test(word) ? undefined : word
}

const NOT_PLAIN = /[^a-z '.-]/
const ACCENTS = /[\u0300-\u036f]/g
/** Space, hyphen, full stop and apostrophe sort before all letters, in this order. */
const PUNCTUATION: Record<string, string> = { ' ': '\u0001', '-': '\u0002', '.': '\u0003', "'": '\u0004' }

/** Returns a word without accents and capitals, as pt-BR orders it; undefined if it has other than Latin letters. */
function plainLetters(word: string): string | undefined {
  const plain = word.normalize('NFD').replace(ACCENTS, '').toLowerCase()
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
