import { withoutAccents } from '../contract/without-accents.ts'
import type { Compare } from './ranking.ts'
import { sortByKeys } from './sort-by-keys.ts'
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
  const { keys, compare: compareNames } = plans[collation](words)
  const compare: Compare = (a, b) => {
    const name = names.at(a) as string
    const other = names.at(b) as string
    return name === other ? 0 : compareNames(name, other)
  }
  const rows = sorted(names.length, keys, (a, b) => compare(a, b) || (compareEqual ?? byNumber)(a, b))
  const ranks = new Uint32Array(names.length)
  let rank = 0
  for (let i = 1; i < rows.length; i++) {
    const [before, row] = [rows[i - 1] as number, rows[i] as number]
    if (!isTied(keys, before, row) || compare(before, row) !== 0) rank++
    ranks[row] = rank
  }
  return { rows, ranks }
}

const byNumber: Compare = (a, b) => a - b

/**
 * Sorts by numbers first, because a comparison of names costs a hundred times as much. Rows without such a number are
 * sorted by themselves, and then merged into the others.
 */
function sorted(count: number, keys: readonly Float64Array[], compare: Compare): Uint32Array {
  const [first] = keys as [Float64Array]
  const all = new Uint32Array(count)
  let numbered = 0
  for (let row = 0; row < count; row++) if (!Number.isNaN(first[row])) all[numbered++] = row
  const plain = all.subarray(0, numbered)
  sortByKeys(plain, keys)
  for (let start = 0; start < plain.length; ) {
    let end = start + 1
    while (end < plain.length && isTied(keys, plain[start] as number, plain[end] as number)) end++
    if (end > start + 1) plain.subarray(start, end).sort(compare)
    start = end
  }
  if (numbered === count) return plain
  const others = new Uint32Array(count - numbered)
  for (let row = 0, i = 0; row < count; row++) if (Number.isNaN(first[row])) others[i++] = row
  others.sort(compare)
  return merged(plain, others, compare)
}

/** Returns whether the numbers of two rows leave their order open. */
function isTied(keys: readonly Float64Array[], a: number, b: number): boolean {
  for (const key of keys) {
    // NaN is tied with everything.
    if ((key[a] as number) < (key[b] as number) || (key[a] as number) > (key[b] as number)) return false
  }
  return true
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
  /** Numbers of each row, the first counting most, that order names as far as they differ; NaN where they cannot. */
  keys: readonly Float64Array[]
  /** Compares names whose numbers are equal, or one of which has none. */
  compare: CompareNames
}

const CAPITALS_FIRST: Intl.CollatorOptions = { caseFirst: 'upper' }
const LETTERS: Intl.CollatorOptions = { sensitivity: 'base' }
const WITHOUT_BLANKS: Intl.CollatorOptions = { ignorePunctuation: true }

/**
 * Intl.Collator needs most of a minute to order a million names. But most pairs differ in their plain letters, and names
 * consist of few distinct words. So the words are ordered once, and names by the numbers of their first words.
 */
const plans: Record<Collation, (words: Words) => Plan> = {
  'pt-BR': (words) => inPortuguese(words),
  'code-point': (words) => byCodePoint(words, (text) => text),
  'case-blind': (words) => byCodePoint(words, withoutCase),
  folded: (words) => byCodePoint(words, foldedName),
  'capitals-first': (words) => inPortuguese(words, CAPITALS_FIRST),
  'without-blanks': (words) => withoutBlanks(words),
  'without-blanks-exact': (words) => ({ ...withoutBlanks(words), compare: exactWithoutBlanks() }),
  letters: (words) => byLetters(words),
  decomposed: (words) => byCodePoint(words, decomposed),
}

const nameComparators: Record<Collation, () => CompareNames> = {
  'pt-BR': () => collator().compare,
  'code-point': () => compareCodePoints,
  'case-blind': () => (a, b) => compareCodePoints(withoutCase(a), withoutCase(b)),
  folded: () => (a, b) => compareCodePoints(foldedName(a), foldedName(b)),
  'capitals-first': () => collator(CAPITALS_FIRST).compare,
  'without-blanks': () => collator(WITHOUT_BLANKS).compare,
  'without-blanks-exact': exactWithoutBlanks,
  letters: () => collator(LETTERS).compare,
  decomposed: () => (a, b) => compareCodePoints(decomposed(a), decomposed(b)),
}

/** Returns how two names are compared that are not among those of an order. */
export function nameComparison(collation: Collation): CompareNames {
  return nameComparators[collation]()
}

function collator(options?: Intl.CollatorOptions): Intl.Collator {
  return new Intl.Collator('pt-BR', options)
}

function exactWithoutBlanks(): CompareNames {
  const { compare } = collator(WITHOUT_BLANKS)
  return (a, b) => compare(a, b) || compareCodePoints(a, b)
}

function withoutCase(name: string): string {
  return name.toLowerCase()
}

function foldedName(name: string): string {
  return withoutAccents(name).toLowerCase()
}

/** A letter and its accents, which have code points behind those of all letters of Latin. */
function decomposed(name: string): string {
  return name.normalize('NFD').toLowerCase()
}

/** Below a space, which divides words, and therefore not ordered by the words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const BELOW_SPACE = /[\0-\x1f]/

function byCodePoint(words: Words, fold: (text: string) => string): Plan {
  const folded = words.words.map((word) => {
    const letters = fold(word)
    return BELOW_SPACE.test(letters) ? undefined : letters
  })
  const { keys } = wordKeys(words, folded, compareCodePoints)
  return { keys: [keys], compare: (a, b) => compareCodePoints(fold(a), fold(b)) }
}

function inPortuguese(words: Words, options?: Intl.CollatorOptions): Plan {
  const { compare } = collator(options)
  const letters = words.words.map(plainLetters)
  const { keys } = wordKeys(words, letters, compareUnits)
  return {
    keys: [keys],
    compare: (a, b) => {
      const [x, y] = [plainLetters(a), plainLetters(b)]
      // Only the collator can order other letters.
      const isPlain = x !== undefined && y !== undefined
      return (isPlain ? compareUnits(x, y) : 0) || compare(a, b)
    },
  }
}

/** As in Portuguese, but names whose plain letters are the same are equal. */
function byLetters(words: Words): Plan {
  const { compare } = collator(LETTERS)
  return {
    keys: inPortuguese(words).keys,
    compare: (a, b) => {
      const [x, y] = [plainLetters(a), plainLetters(b)]
      return x === undefined || y === undefined ? compare(a, b) : compareUnits(x, y)
    },
  }
}

/** Compares texts by their UTF-16 code units. */
export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Eleven letters of 26, and none, are a number below 2^53. */
const LETTERS_IN_KEY = 11

function withoutBlanks({ words, ids, ends }: Words): Plan {
  const { compare } = collator(WITHOUT_BLANKS)
  const letters = words.map((word) => plainLetters(word)?.replace(NOT_LETTERS, ''))
  const keys = [new Float64Array(ends.length), new Float64Array(ends.length)]
  for (let row = 0, start = 0; row < ends.length; row++) {
    const end = ends[row] as number
    let text: string | undefined = ''
    for (let i = start; i < end && text !== undefined; i++) {
      const more: string | undefined = letters[ids[i] as number]
      text = more === undefined ? undefined : text + more
    }
    for (const [part, key] of keys.entries()) key[row] = lettersKey(text, part * LETTERS_IN_KEY)
    start = end
  }
  return { keys, compare }
}

function lettersKey(text: string | undefined, from: number): number {
  if (text === undefined) return Number.NaN
  let key = 0
  for (let i = from; i < from + LETTERS_IN_KEY; i++)
    key = key * 27 + (i < text.length ? text.charCodeAt(i) - 96 : 0)
  return key
}

/**
 * Returns a number for each name that orders it by its first words; NaN if the name has a word that cannot be ordered.
 * @param letters what orders each word
 */
function wordKeys(
  { ids, ends }: Words,
  letters: readonly (string | undefined)[],
  compare: CompareNames,
): { keys: Float64Array } {
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
  return { keys }
}

const NOT_PLAIN = /[^a-z '.-]/
const NOT_LETTERS = /[^a-z]/g
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
