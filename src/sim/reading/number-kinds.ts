import type { parameterTable } from '../../contract/parameter-table.ts'
import { restOf, type Whole } from '../../contract/whole.ts'

/** A kind of `page` or `rows` that its text tells. */
export type NumberKind = Exclude<
  keyof typeof parameterTable.page,
  | ('zero' | 'negative-zero' | 'negative' | 'repeated')
  | ('beyond-64-bits' | 'above-limit' | 'beyond-end' | 'beyond-nobody')
>

/** Numbers as the frameworks read them: decimal, with whitespace around them, not hexadecimal. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i
/** Most values are plain, and need no further look. */
const PLAIN = /^[1-9]\d{0,8}$/
const INFINITY = /^[+-]?Infinity$/
/** Digits of any script. */
const DIGITS = /^[+-]?\p{Nd}+$/u
/** Digits in groups, as Python and Ruby write them. */
const UNDERSCORES = /^[+-]?\d+(_\d+)+$/
const LARGE = 2 ** 31
const NONE: readonly NumberKind[] = []

/**
 * Returns the kinds of a text in the order in which they are judged, none for a plain number. A text that is a number
 * can have several: ` +1.50` has blanks around, a sign and a fraction. Any other text has one.
 */
export function numberKindsOf(text: string): readonly NumberKind[] {
  if (PLAIN.test(text)) return NONE
  if (text === '') return ['empty']
  const core = text.trim()
  if (core === '') return ['blank']
  if (!NUMBER.test(text)) {
    if (/^[+-]?0x[\da-f]+$/i.test(core)) return ['hexadecimal']
    if (UNDERSCORES.test(core)) return ['underscores']
    if (INFINITY.test(core)) return ['infinity']
    if (DIGITS.test(core)) return ['other-digits']
    return /^[+-]?\d/.test(core) ? ['tail'] : ['word']
  }
  const value = Number(text)
  const kinds: NumberKind[] = []
  if (core !== text) kinds.push(text === `${core}\n` ? 'newline' : 'padded')
  if (core.startsWith('+')) kinds.push('plus')
  if (/^[+-]?0\d/.test(core)) kinds.push('leading-zeros')
  if (/e/i.test(core)) kinds.push('exponent')
  else if (core.includes('.') && Number.isInteger(value)) kinds.push('point')
  if (Number.isFinite(value) && !Number.isInteger(value)) kinds.push('fraction')
  else if (!Number.isSafeInteger(value)) kinds.push('huge')
  else if (Math.abs(value) >= LARGE) kinds.push('large')
  return kinds
}

/** Returns the number that a text is read as; undefined where it is read as none. */
export function readAs(
  text: string,
  how: 'number' | 'integer' | 'up' | 'nearest' | 'digits' | 'zero',
): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const read = {
    number: () => Math.floor(value),
    integer: () => Number.parseInt(text, 10),
    zero: () => Number.parseInt(text, 10) || 0,
    up: () => Math.ceil(value),
    nearest: () => Math.round(value),
    digits: () => Number.parseInt(withPlainDigits(text.replaceAll('_', '')), 10),
  }[how]()
  return Number.isFinite(read) ? read : undefined
}

/** Writes the digits of other scripts as those of ASCII. */
function withPlainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    // The digits of a script come one after the other, and some scripts do, too.
    let before = digit.codePointAt(0) as number
    const own = before
    while (DIGIT.test(String.fromCodePoint(before - 1))) before--
    return String((own - before) % 10)
  })
}

const DIGIT = /\p{Nd}/u

/** A whole number with no more digits than Python reads. */
const WHOLE = /^\s*[+-]?\d{1,4300}\s*$/

/** Returns a number with all of its digits, unless it is written as a fraction or a power, or has too many digits. */
export function readExactly(text: string): Whole {
  return WHOLE.test(text) ? BigInt(text.trim().replace(/^\+/, '')) : Number(text)
}

/** Returns whether a text is a whole number of any size that is a multiple of another one. */
export function isMultiple(text: string, step: number): boolean {
  return WHOLE.test(text) && restOf(readExactly(text), step) === 0
}

const OF_64_BITS = 2n ** 63n

/** Returns whether a whole number has more than 64 bits with its sign. */
export function isBeyond64Bits(text: string): boolean {
  const whole = readExactly(text)
  return whole >= OF_64_BITS || whole < -OF_64_BITS
}

const LARGEST = { int32: 2n ** 31n - 1n, int64: OF_64_BITS - 1n } as const

/** Returns a number, or the largest or the smallest one of so many bits in place of one beyond. */
export function saturated(text: string, bits: keyof typeof LARGEST): Whole {
  const whole = readExactly(text)
  const [most, least] = [LARGEST[bits], -LARGEST[bits] - 1n]
  const within = whole > most ? most : whole < least ? least : whole
  return Number.isSafeInteger(Number(within)) ? Number(within) : within
}

/** Returns the number that a text says, whether or not it is taken; undefined for any other text. */
export function numberSaid(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
