import { withoutAccents } from '../../src/contract/without-accents.ts'

/** Pure functions that judge an order. They allow for equal keys and assume no single collation of names. */

export type Compare = (a: string, b: string) => number

export const byCodeUnit: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Letters that some collations treat as the plain letter, although Unicode normalization does not decompose them. */
const OVERDRAWN: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', ħ: 'h', ł: 'l' }
const withoutAsciiCase = (text: string): string => text.replace(/[A-Z]+/g, (found) => found.toLowerCase())
const plain = (text: string): string => withoutAccents(text).toLowerCase()
const withoutPunctuation = (text: string): string => text.replace(/[\p{P}\p{S}\p{Z}\p{C}]/gu, '')
const withoutMarks = (text: string): string => text.replace(/[\p{P}\p{S}\p{C}]/gu, '')
const withoutHyphens = (text: string): string => text.replace(/['’-]/g, '')
const ptBR = new Intl.Collator('pt-BR', { sensitivity: 'base' }).compare
const ptBRWithoutPunctuation = new Intl.Collator('pt-BR', { sensitivity: 'base', ignorePunctuation: true })
const through =
  (fold: (text: string) => string): Compare =>
  (a, b) =>
    byCodeUnit(fold(a), fold(b))

/**
 * Every plausible order of names: by code unit, by code point, without case, without accents, without both, without
 * punctuation, with or without spaces, and pt-BR by letters only, so that names with the same letters are equal, also
 * blind to hyphens and apostrophes, as SQL Server is.
 */
export const collations: readonly Compare[] = [
  byCodeUnit,
  byCodePoint,
  through((text) => text.toLowerCase()),
  through((text) => text.toUpperCase()),
  through(withoutAsciiCase),
  through(withoutAccents),
  through(plain),
  through((text) => withoutMarks(plain(text))),
  through((text) => withoutPunctuation(text).toLowerCase()),
  through(foldName),
  ptBR,
  ptBRWithoutPunctuation.compare,
  (a, b) => ptBR(withoutHyphens(a), withoutHyphens(b)),
]

export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Returns the same string for names that some collation treats as equal, so they may come in either order. */
export function foldName(nome: string): string {
  return withoutPunctuation(plain(nome.normalize('NFKC').toUpperCase())).replace(
    /[æœøðđħł]/g,
    (letter) => OVERDRAWN[letter] as string,
  )
}

/**
 * Returns the first place that is out of order: the index of the later of two neighbours.
 * @param compares a pair is out of order only if every one of them says so
 */
export function firstDisorder(
  values: readonly string[],
  descending: boolean,
  compares: readonly Compare[],
): number | undefined {
  for (let i = 1; i < values.length; i++) {
    const [earlier, later] = [values[i - 1] as string, values[i] as string]
    const wrong = (compare: Compare) => (descending ? compare(earlier, later) < 0 : compare(earlier, later) > 0)
    if (compares.every(wrong)) return i
  }
  return undefined
}

/** Returns the direction of values; undefined if they change it; `either` if all values are equal. */
export function directionOf(values: readonly string[]): 'ascending' | 'descending' | 'either' | undefined {
  const ascends = firstDisorder(values, false, [byCodeUnit]) === undefined
  const descends = firstDisorder(values, true, [byCodeUnit]) === undefined
  if (ascends && descends) return 'either'
  return ascends ? 'ascending' : descends ? 'descending' : undefined
}
