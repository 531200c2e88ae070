import { withoutAccents } from '../contract/without-accents.ts'
import type { Compare } from './ranking.ts'
import type { Collation } from './store.ts'
import type { Words } from './words.ts'

/** The order of rows by name. */
export interface NameOrder {
  /** All rows, ascending by name. */
  rows: Uint32Array
  /** The rank of each row; equal names have the same rank. */
  ranks: Uint32Array
}

/**
 * Orders rows by name.
 * @param names the name of each row
 * @param words the words of these names
 * @param compareEqual orders rows with equal names, by default by their number
 */
export function orderNames(
  names: readonly string[],
  words: Words,
  collation: Collation,
  compareEqual: Compare = (a, b) => a - b,
): NameOrder {
  const compare = comparators[collation](names, words)
  const rows = Uint32Array.from(names.keys()).sort((a, b) => compare(a, b) || compareEqual(a, b))
  const ranks = new Uint32Array(names.length)
  let rank = 0
  for (let i = 1; i < rows.length; i++) {
    if (compare(rows[i - 1] as number, rows[i] as number) !== 0) rank++
    ranks[rows[i] as number] = rank
  }
  return { rows, ranks }
}

type CompareNames = (a: string, b: string) => number

const comparators: Record<Collation, (names: readonly string[], words: Words) => Compare> = {
  'pt-BR': comparePortuguese,
  'code-point': (names) => (a, b) => compareCodePoints(names[a] as string, names[b] as string),
  'case-blind': (names) => byCodePoint(names.map(withoutCase)),
  folded: (names) => byCodePoint(names.map(foldedName)),
  'capitals-first': (names) => byCollator(names, CAPITALS_FIRST),
  'without-blanks': (names) => byCollator(names, WITHOUT_BLANKS),
  'without-blanks-exact': (names) => {
    const compare = byCollator(names, WITHOUT_BLANKS)
    return (a, b) => compare(a, b) || compareCodePoints(names[a] as string, names[b] as string)
  },
  letters: (names) => byCollator(names, LETTERS),
}

const nameComparators: Record<Collation, () => CompareNames> = {
  'pt-BR': () => collator().compare,
  'code-point': () => compareCodePoints,
  'case-blind': () => (a, b) => compareCodePoints(withoutCase(a), withoutCase(b)),
  folded: () => (a, b) => compareCodePoints(foldedName(a), foldedName(b)),
  'capitals-first': () => collator(CAPITALS_FIRST).compare,
  'without-blanks': () => collator(WITHOUT_BLANKS).compare,
  'without-blanks-exact': () => {
    const { compare } = collator(WITHOUT_BLANKS)
    return (a, b) => compare(a, b) || compareCodePoints(a, b)
  },
  letters: () => collator(LETTERS).compare,
}

/** Returns how two names are compared that are not among those of an order. */
export function nameComparison(collation: Collation): CompareNames {
  return nameComparators[collation]()
}

const CAPITALS_FIRST: Intl.CollatorOptions = { caseFirst: 'upper' }
const LETTERS: Intl.CollatorOptions = { sensitivity: 'base' }
const WITHOUT_BLANKS: Intl.CollatorOptions = { ignorePunctuation: true }

function collator(options?: Intl.CollatorOptions): Intl.Collator {
  return new Intl.Collator('pt-BR', options)
}

function withoutCase(name: string): string {
  return name.toLowerCase()
}

function foldedName(name: string): string {
  return withoutAccents(name).toLowerCase()
}

function byCodePoint(keys: readonly string[]): Compare {
  return (a, b) => compareCodePoints(keys[a] as string, keys[b] as string)
}

function byCollator(names: readonly string[], options: Intl.CollatorOptions): Compare {
  const { compare } = collator(options)
  return (a, b) => compare(names[a] as string, names[b] as string)
}

/**
 * Returns a comparison in the collation of pt-BR. Intl.Collator needs most of a minute to order a million names. But
 * most pairs differ in their plain letters, and names consist of few distinct words. So it orders the words once, and
 * compares names by the numbers of their first words before it asks the collator.
 */
function comparePortuguese(names: readonly string[], words: Words): Compare {
  const { compare } = collator()
  const { keys, wordsInKey } = wordKeys(words)
  return (a, b) => {
    const x = keys[a] as number
    const y = keys[b] as number
    // Both comparisons are false for NaN, the key of a name with letters that only the collator can order.
    if (x < y) return -1
    if (x > y) return 1
    const name = names[a] as string
    const other = names[b] as string
    if (name === other) return 0
    if (x === y)
      return comparePlain(afterWords(name, wordsInKey), afterWords(other, wordsInKey)) || compare(name, other)
    return compare(name, other)
  }
}

/** Returns a number for each name that orders it by its first words; NaN if the name has a letter that is not Latin. */
function wordKeys({ words, ids, ends }: Words): { keys: Float64Array; wordsInKey: number } {
  const letters = words.map(plainLetters)
  const inOrder = [...new Set(letters)].filter((word) => word !== undefined).sort()
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
    // A later word that is not Latin makes the key NaN, too, because the key cannot order such a name.
    for (let i = start + wordsInKey; i < end; i++) key += 0 * (places[ids[i] as number] as number)
    keys[row] = key
    start = end
  }
  return { keys, wordsInKey }
}

/** Returns a name without its first words. */
function afterWords(name: string, count: number): string {
  return name.split(' ').slice(count).join(' ')
}

function comparePlain(a: string, b: string): number {
  const x = plainLetters(a) as string
  const y = plainLetters(b) as string
  return x < y ? -1 : x > y ? 1 : 0
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
