import { withoutAccents } from '../../src/contract/without-accents.ts'

/** A run of letters in a text, as written and as compared. */
export interface Token {
  /** Its place in the text. */
  at: number
  end: number
  raw: string
  folded: string
  /** Whether it is the first or the last part of a word in camel case, such as `nomeDaPessoa`. */
  isFirst: boolean
  isLast: boolean
}

/** Stands for letters with accents that an encoding error destroyed. */
export const LOST = '\ufffd'

const LETTERS = /[\p{L}\p{M}]+/gu
const ASCII_LETTERS = /[a-z]+/gi
const ASCII = /^[\0-\x7f]*$/
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})/u
const ASCII_CAMEL = /[a-z][A-Z]/

/** Returns the words of a text, and each part of camel case as its own word. */
export function tokensOf(text: string): Token[] {
  const isAscii = ASCII.test(text)
  const tokens: Token[] = []
  for (const { 0: word, index } of text.matchAll(isAscii ? ASCII_LETTERS : LETTERS)) {
    const parts = isAscii && !ASCII_CAMEL.test(word) ? [word] : word.split(CAMEL)
    let at = index
    for (let i = 0; i < parts.length; i++) {
      const raw = parts[i] as string
      const end = at + raw.length
      const [isFirst, isLast] = [i === 0, i === parts.length - 1]
      tokens.push({ at, end, raw, folded: fold(raw), isFirst, isLast })
      at = end
    }
  }
  return tokens
}

/** Words in which any character outside ASCII and any question mark may be a destroyed letter. */
const MAYBE_LETTERS = /(?:[a-z]|[^\0-\x7f]|\?)+/gi

/** Like {@link tokensOf} for a text with destroyed accents: {@link LOST} replaces each run of other characters. */
export function lossyTokensOf(text: string): Token[] {
  if (!/[^\0-\x7f]|[a-z]\?|\?[a-z]/i.test(text)) return []
  return Array.from(text.matchAll(MAYBE_LETTERS), ({ 0: raw, index }) => {
    const folded = raw.toLowerCase().replace(/[^a-z]+/g, LOST)
    return { at: index, end: index + raw.length, raw, folded, isFirst: true, isLast: true }
  })
}

/** The plain letters of those that Unicode normalization does not decompose. */
const OVERDRAWN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th' },
}

/** A cache of folded words, bounded because a hostile target may send any number of them. */
const folds = new Map<string, string>()
const FOLDS_KEPT = 20_000

/** Returns a word in lower case without accents. */
export function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  const known = folds.get(word)
  if (known !== undefined) return known
  const folded = withoutAccents(word.toUpperCase().normalize('NFKD'))
    .toLowerCase()
    .replace(/[øđðħłŧæœþ]/g, (letter) => OVERDRAWN[letter] as string)
  if (word.length > 60) return folded
  if (folds.size >= FOLDS_KEPT) folds.clear()
  folds.set(word, folded)
  return folded
}

/** Returns a word as {@link lossyTokensOf} reads it after its accents were destroyed. */
export function lossy(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\0-\x7f]+/g, LOST)
}
