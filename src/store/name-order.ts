import type { Compare } from './ranking.ts'
import { sortByKey } from './sort-by-key.ts'
import type { Collation } from './store.ts'
import type { Words } from './words.ts'

/** The order of rows by name. */
export interface NameOrder {
  /** All rows, ascending by name. */
  rows: Uint32Array
  /** The rank of each row; equal names have the same rank. */
  ranks: Uint32Array
}

/** The name of each row. */
export interface Names {
  readonly length: number
  at(row: number): string | undefined
}

/**
 * Orders rows by name.
 * @param names the name of each row
 * @param words the words of these names
 * @param compareEqual orders rows with equal names, by default by their number
 */
export function orderNames(
  names: Names,
  words: Words,
  collation: Collation,
  compareEqual?: Compare,
): NameOrder {
  const { key, compare: compareNames } = plans[collation](words)
  const compare: Compare = (a, b) => {
    const name = names.at(a) as string
    const other = names.at(b) as string
    return name === other ? 0 : compareNames(name, other)
  }
  const rows = sorted(names.length, key, (a, b) => compare(a, b) || (compareEqual ?? byNumber)(a, b))
  const ranks = new Uint32Array(names.length)
  let rank = 0
  for (let i = 1; i < rows.length; i++) {
    const [before, row] = [rows[i - 1] as number, rows[i] as number]
    if (!isTied(key, before, row) || compare(before, row) !== 0) rank++
    ranks[row] = rank
  }
  return { rows, ranks }
}

const byNumber: Compare = (a, b) => a - b

/**
 * Sorts by numbers first, because a comparison of names costs a hundred times as much. Rows without such a number are
 * sorted by themselves, and then merged into the others.
 */
function sorted(count: number, key: Float64Array, compare: Compare): Uint32Array {
  const all = new Uint32Array(count)
  let numbered = 0
  for (let row = 0; row < count; row++) if (!Number.isNaN(key[row])) all[numbered++] = row
  const plain = all.subarray(0, numbered)
  sortByKey(plain, key)
  for (let start = 0; start < plain.length; ) {
    let end = start + 1
    while (end < plain.length && isTied(key, plain[start] as number, plain[end] as number)) end++
    if (end > start + 1) plain.subarray(start, end).sort(compare)
    start = end
  }
  if (numbered === count) return plain
  const others = new Uint32Array(count - numbered)
  for (let row = 0, i = 0; row < count; row++) if (Number.isNaN(key[row])) others[i++] = row
  others.sort(compare)
  return merged(plain, others, compare)
}

/** Returns whether the numbers of two rows leave their order open. */
function isTied(key: Float64Array, a: number, b: number): boolean {
  // NaN is tied with everything.
  return !((key[a] as number) < (key[b] as number) || (key[a] as number) > (key[b] as number))
}

function merged(one: Uint32Array, other: Uint32Array, compare: Compare): Uint32Array {
  const all = new Uint32Array(one.length + other.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < all.length; at++) {
    const isOne = j === other.length || (i < one.length && compare(one[i] as number, other[j] as number) <= 0)
    all[at] = (isOne ? one[i++] : other[j++]) as number
  }
  return all
}

type CompareNames = (a: string, b: string) => number

/** How names are ordered. */
interface Plan {
  /** A number of each row that orders names as far as they differ; NaN where it cannot. */
  key: Float64Array
  /** Compares names whose numbers are equal, or one of which has none. */
  compare: CompareNames
}

/**
 * Intl.Collator needs most of a minute to order a million names. But most pairs differ in their plain letters, and names
 * consist of few distinct words. So the words are ordered once, and names by the numbers of their first words.
 */
const plans: Record<Collation, (words: Words) => Plan> = {
  'pt-BR': inPortuguese,
  'code-point': (words) => byCodePoint(words, (text) => text),
  'case-blind': (words) => byCodePoint(words, withoutCase),
}

const nameComparators: Record<Collation, () => CompareNames> = {
  'pt-BR': () => new Intl.Collator('pt-BR').compare,
  'code-point': () => compareCodePoints,
  'case-blind': () => (a, b) => compareCodePoints(withoutCase(a), withoutCase(b)),
}

/** Returns how two names are compared that are not among those of an order. */
export function nameComparison(collation: Collation): CompareNames {
  return nameComparators[collation]()
}

function withoutCase(name: string): string {
  return name.toLowerCase()
}

/** Below a space, which divides words, and therefore not ordered by the words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const BELOW_SPACE = /[\0-\x1f]/

function byCodePoint(words: Words, fold: (text: string) => string): Plan {
  const folded = words.words.map((word) => {
    const letters = fold(word)
    return BELOW_SPACE.test(letters) ? undefined : letters
  })
  const key = wordKeys(words, folded, compareCodePoints)
  return { key, compare: (a, b) => compareCodePoints(fold(a), fold(b)) }
}

function inPortuguese(words: Words): Plan {
  const { compare } = new Intl.Collator('pt-BR')
  const letters = words.words.map(plainLetters)
  return {
    key: wordKeys(words, letters, compareUnits),
    compare: (a, b) => {
      const [x, y] = [plainLetters(a), plainLetters(b)]
      // Only the collator can order other letters.
      const isPlain = x !== undefined && y !== undefined
      return (isPlain ? compareUnits(x, y) : 0) || compare(a, b)
    },
  }
}

/** Compares texts by their UTF-16 code units. */
export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Returns a number for each name that orders it by its first words; NaN if the name has a word that cannot be ordered.
 * @param letters what orders each word
 */
function wordKeys(
  { ids, ends }: Words,
  letters: readonly (string | undefined)[],
  compare: CompareNames,
): Float64Array {
  const inOrder = [...new Set(letters)].filter((word) => word !== undefined).sort(compare)
  const placeOf = new Map<string | undefined, number>(inOrder.map((word, place) => [word, place + 1]))
  const places = Float64Array.from(letters, (word) => placeOf.get(word) ?? Number.NaN)

  const base = inOrder.length + 1
  const wordsInKey = Math.floor(53 / Math.log2(base + 1))
  const keys = new Float64Array(ends.length)
  let start = 0
  for (let row = 0; row < ends.length; row++) {
    const end = ends[row] as number
    let key = 0
    for (let i = 0; i < wordsInKey; i++) {
      key = key * base + (start + i < end ? (places[ids[start + i] as number] as number) : 0)
    }
    // A later word that cannot be ordered makes the key NaN, too, because the key cannot order such a name.
    for (let i = start + wordsInKey; i < end; i++) key += 0 * (places[ids[i] as number] as number)
    keys[row] = key
    start = end
  }
  return keys
}

const NOT_PLAIN = /[^a-z '.-]/
const ACCENTS = /[\u0300-\u036f]/g
/** Space, hyphen, full stop and apostrophe sort before all letters, in this order. */
const PUNCTUATION: Record<string, string> = { ' ': '\u0001', '-': '\u0002', '.': '\u0003', "'": '\u0004' }

/**
 * Returns a name without accents and capitals, comparable by code unit; undefined if it has other than Latin letters.
 */
function plainLetters(name: string): string | undefined {
  const plain = name.normalize('NFD').replace(ACCENTS, '').toLowerCase()
  if (NOT_PLAIN.test(plain)) return undefined
  return plain.replace(/[ '.-]/g, (mark) => PUNCTUATION[mark] as string)
}

/** Compares two strings by code point. Surrogates encode code points above U+FFFF, so they sort last. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return weight(x) - weight(y)
  }
  return a.length - b.length
}

function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
