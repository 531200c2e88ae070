/** A run of letters in a text, as it stands and as it is compared. */
export interface Token {
  /** Where it stands in the text. */
  at: number
  end: number
  raw: string
  folded: string
  /** Whether another one follows, or goes before, without anything between them: the parts of `nomeDaPessoa`. */
  isFirst: boolean
  isLast: boolean
}

/** Stands for what is left of letters with accents where they were lost. */
export const LOST = '\ufffd'

const LETTERS = /[\p{L}\p{M}]+/gu
const ASCII_LETTERS = /[a-z]+/gi
const ASCII = /^[\0-\x7f]*$/
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})/u
const ASCII_CAMEL = /[a-z][A-Z]/

/** The words of a text, the parts of camel case each on its own. */
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

/** What may be a letter with an accent that was lost or mixed up: anything beyond ASCII, and question marks. */
const MAYBE_LETTERS = /(?:[a-z]|[^\0-\x7f]|\?)+/gi

/** As {@link tokensOf} for a text whose accents were lost: each run of what is no letter of ASCII is {@link LOST}. */
export function lossyTokensOf(text: string): Token[] {
  if (!/[^\0-\x7f]|[a-z]\?|\?[a-z]/i.test(text)) return []
  return Array.from(text.matchAll(MAYBE_LETTERS), ({ 0: raw, index }) => {
    const folded = raw.toLowerCase().replace(/[^a-z]+/g, LOST)
    return { at: index, end: index + raw.length, raw, folded, isFirst: true, isLast: true }
  })
}

/** What letters that no normalization takes apart are drawn over. */
const OVERDRAWN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th' },
}

/** Words that were folded, as many as a hostile target likes, but not all at once. */
const folds = new Map<string, string>()
const FOLDS_KEPT = 20_000

/** Blind to case and accents. */
export function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  const known = folds.get(word)
  if (known !== undefined) return known
  const folded = word
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øđðħłŧæœþ]/g, (letter) => OVERDRAWN[letter] as string)
  if (word.length > 60) return folded
  if (folds.size >= FOLDS_KEPT) folds.clear()
  folds.set(word, folded)
  return folded
}

/** A word as {@link lossyTokensOf} reads it where its accents were lost; itself where it has none. */
export function lossy(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\0-\x7f]+/g, LOST)
}
