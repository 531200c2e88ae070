import { createHash } from 'node:crypto'
import {
  closingQuoteAt,
  colons,
  escapableSigns,
  type JsonStyle,
  jsonWriter,
  REPLACEMENT,
} from '../../src/contract/json-style.ts'

/** How the JSON of an answer is written where it is not compact. */
export interface Spelling {
  /** The style, as far as this answer shows it. */
  style: JsonStyle
  /** Of the text, where it is written in no such style, such as with `1.0` for 1. */
  digest?: string
}

/** Longer texts are not looked at: the suite reads lists of many megabytes. */
const MOST_LOOKED_AT = 1_048_576

/**
 * @param json the value of the text
 * @returns undefined for compact JSON
 */
export function spellingOf(text: string, json: unknown): Spelling | undefined {
  if (text.length > MOST_LOOKED_AT) return undefined
  const compact = JSON.stringify(json)
  if (compact === text) return undefined
  const style = styleIn(text)
  if (jsonWriter(style)(compact) === text) return { style }
  return { style, digest: createHash('sha256').update(text).digest('base64') }
}

/** Returns whether JSON that is written so is what a style would write. */
export function isWrittenIn(style: JsonStyle, json: unknown, spelling: Spelling | undefined): boolean {
  if (spelling?.digest !== undefined) return false
  const compact = JSON.stringify(json)
  return jsonWriter(style)(compact) === jsonWriter(spelling?.style ?? {})(compact)
}

function styleIn(text: string): JsonStyle {
  const { colon, comma, indent } = blanksIn(text)
  const end = text.endsWith('\r\n') ? '\r\n' : text.endsWith('\n') ? '\n' : undefined
  return {
    ...(colon !== undefined && { colon }),
    ...(comma && { comma: ', ' as const }),
    ...(/^[[{] [^ ]/.test(text) && { brackets: 'spaced' as const }),
    ...(indent !== undefined && { indent }),
    ...(end !== undefined && { end }),
    ...escapesIn(text),
  }
}

/** Looks at the first colon and the first comma outside of strings, and at the first line. */
function blanksIn(text: string) {
  const indent = /^[[{]\r?\n( {1,8}|\t)/.exec(text)?.[1]
  let colon: string | undefined
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '"') at = closingQuoteAt(text, at)
    else if (sign === ':' && colon === undefined) {
      colon = (text.charAt(at - 1) === ' ' ? ' :' : ':') + (text.charAt(at + 1) === ' ' ? ' ' : '')
    } else if (sign === ',') {
      return { colon: colons.find((one) => one === colon), comma: text.charAt(at + 1) === ' ', indent }
    }
  }
  return { colon: colons.find((one) => one === colon), comma: false, indent }
}

const ESCAPES = /\\(?:u([\da-fA-F]{4})|.)/g

function escapesIn(text: string): JsonStyle {
  const signs = new Set<string>()
  let hasSlash = false
  const cases = { ascii: '', others: '', replaced: '' }
  for (const [found, hex] of text.matchAll(ESCAPES)) {
    if (found === '\\/') hasSlash = true
    if (hex === undefined) continue
    const sign = String.fromCharCode(Number.parseInt(hex, 16))
    const isSign = escapableSigns.includes(sign)
    if (isSign) signs.add(sign)
    if (isSign) cases.ascii += hex
    else if (sign === REPLACEMENT) cases.replaced += hex
    else if (sign > '\x7f') cases.others += hex
  }
  // Go escapes it by itself, and in small digits; others with all that is beyond ASCII.
  const isReplaced = cases.others === '' && digitCaseOf(cases.replaced) === 'lower-case'
  const beyond = isReplaced ? '' : cases.others + cases.replaced
  const digits = beyond === '' ? undefined : digitCaseOf(beyond)
  // Of a text without other letters beyond ASCII, nobody knows whether those would be escaped, too.
  const arePairs = /^(?:d[89a-f].{2})+$/i.test(beyond) && /[^\0-\x7f]/.test(text)
  const [nonAscii, pairs] = arePairs ? [undefined, digits] : [digits]
  // Line separators are escaped with all that is beyond ASCII, or by themselves.
  const own = [...signs].filter((sign) => nonAscii === undefined || sign <= '\x7f')
  return {
    ...(nonAscii && { nonAscii }),
    ...(pairs && { pairs }),
    ...(own.length > 0 && { signs: inOrder(own) }),
    ...(own.length > 0 && digitCaseOf(cases.ascii) === 'upper-case' && { signDigits: 'upper-case' as const }),
    ...(hasSlash && { slash: 'escaped' as const }),
    ...(isReplaced && cases.replaced !== '' && { replaced: 'escaped' as const }),
  }
}

function digitCaseOf(hex: string): NonNullable<JsonStyle['nonAscii']> {
  return /[A-F]/.test(hex) ? 'upper-case' : 'lower-case'
}

/** Returns signs in the order of their codes, each once. */
export function inOrder(signs: Iterable<string>): string {
  return [...new Set(signs)].sort().join('')
}
