/**
 * How JSON is written. All answers mean the same in each style, but their bytes differ, and so do their lengths. By
 * default, JSON is compact: no spaces, and no escapes that JSON does not require.
 */
export interface JsonStyle {
  /** A colon with the spaces around it. */
  colon?: (typeof colons)[number]
  /** A comma with the space after it. */
  comma?: (typeof commas)[number]
  /** `spaced`: a space follows each opening bracket and precedes each closing one, unless they enclose nothing. */
  brackets?: 'spaced'
  /** The indentation of each level: each value is on a line of its own. */
  indent?: string
  /** What follows the body. */
  end?: (typeof ends)[number]
  /** Characters beyond ASCII are escaped, such as `é` as `\u00e9`, with hexadecimal digits of this case. */
  nonAscii?: DigitCase
  /** Only characters beyond U+FFFF are escaped, as two escapes each, with digits of this case, like Jackson and .NET. */
  pairs?: DigitCase
  /** Characters that are escaped by their code, such as `<` as `\u003c`. */
  signs?: string
  /** The case of the hexadecimal digits of `signs`. */
  signDigits?: DigitCase
  /** `escaped`: `/` is written as `\/`. */
  slash?: 'escaped'
  /** `escaped`: U+FFFD is written as `\ufffd` if it replaces bytes that are not UTF-8, like in Go. */
  replaced?: 'escaped'
}

export const colons = [': ', ' : ', ' :'] as const
export const commas = [', '] as const
export const ends = ['\n', '\r\n'] as const
export const digitCases = ['lower-case', 'upper-case'] as const
export type DigitCase = (typeof digitCases)[number]

/** The characters that some encoders escape although JSON does not require it. */
export const escapableSigns = '"&\'+<=>`\x7f\u2028\u2029'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const ARRAY = 0x5b
const OBJECT = 0x7b

/** Returns a function that writes compact JSON in a style. */
export function jsonWriter(style: JsonStyle): (compact: string) => string {
  const { colon = ':', comma = ',', brackets, indent, end = '' } = style
  const escaped = escapeFor(style)
  if (colon === ':' && comma === ',' && !brackets && indent === undefined && escaped === undefined)
    return (compact) => compact + end
  const blank = brackets && indent === undefined ? ' ' : ''
  const lineOf = (depth: number) => (indent === undefined ? '' : `\n${indent.repeat(depth)}`)

  return (compact) => {
    let out = ''
    let from = 0
    let depth = 0
    const replace = (at: number, by: string) => {
      out += compact.slice(from, at) + by
      from = at + 1
    }
    for (let at = 0; at < compact.length; at++) {
      const code = compact.charCodeAt(at)
      if (code === QUOTE) {
        const last = closingQuoteAt(compact, at)
        if (escaped) {
          out += compact.slice(from, at + 1) + escaped(compact.slice(at + 1, last))
          from = last
        }
        at = last
      } else if (code === COLON) replace(at, colon)
      else if (code === COMMA) replace(at, comma + lineOf(depth))
      else if (code === ARRAY || code === OBJECT) {
        // In ASCII, `]` and `}` come two places after `[` and `{`.
        if (compact.charCodeAt(at + 1) === code + 2) at++
        else replace(at, compact.charAt(at) + blank + lineOf(++depth))
      } else if (code === ARRAY + 2 || code === OBJECT + 2)
        replace(at, blank + lineOf(--depth) + compact.charAt(at))
    }
    return out + compact.slice(from) + end
  }
}

/** Returns the place of the quote that ends the string which begins at a place. */
export function closingQuoteAt(json: string, begin: number): number {
  for (let at = begin + 1; ; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE || at >= json.length) return at
    if (code === BACKSLASH) at++
  }
}

/** Stands for bytes that are not UTF-8. */
export const REPLACEMENT = '\ufffd'

/** Half of a character beyond U+FFFF. */
export const SURROGATE = /[\ud800-\udfff]/

/** What a style may escape, and the escapes that compact JSON has already. */
const CANDIDATES = /\\(?:u[\da-f]{4}|[^u])|[&'+/<=>`\x7f-\uffff]/g

/** Returns what escapes the inside of a string; undefined if nothing more is escaped than JSON asks for. */
function escapeFor({
  nonAscii,
  pairs,
  signs = '',
  signDigits,
  slash,
  replaced,
}: JsonStyle): ((text: string) => string) | undefined {
  if (!nonAscii && !pairs && signs === '' && !slash && !replaced) return undefined
  const own = replaced ? signs + REPLACEMENT : signs
  const isOwn = (sign: string) => own.includes(sign)
  const escaped = (sign: string) => {
    const digits = isOwn(sign) ? signDigits : (nonAscii ?? pairs)
    const hex = sign.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${digits === 'upper-case' ? hex.toUpperCase() : hex}`
  }
  const isUpper = (nonAscii ?? pairs ?? signDigits) === 'upper-case'
  return (text) =>
    text.replace(CANDIDATES, (found) => {
      if (found === '\\"') return signs.includes('"') ? escaped('"') : found
      if (found.startsWith('\\u')) return isUpper ? `\\u${found.slice(2).toUpperCase()}` : found
      if (found.startsWith('\\')) return found
      if (found === '/') return slash ? '\\/' : found
      const isEscaped = isOwn(found) || (nonAscii && found > '\x7f') || (pairs && SURROGATE.test(found))
      return isEscaped ? escaped(found) : found
    })
}
