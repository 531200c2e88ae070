import { decodedOrSame } from './decoded.ts'
import { parsedJson } from './parsed-json.ts'
import {
  goRune,
  goText,
  htmlOf,
  javascriptOfJson,
  prettyJson,
  printedJson,
  pythonOfJson,
} from './printed-values.ts'
import { plus, toJson, type Whole } from './whole.ts'
import { withoutAccents } from './without-accents.ts'

/** What earlier versions of the UUID parser of Rust add to their message about an odd character. */
const EXPECTED_OF_UUIDS = 'expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-]'

/** What may follow the name of a slot after a colon. A slot whose own name contains the colon, such as `opaque:uuid`, comes first. */
const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
  /** A number, with its type. */
  number: wholeOf,
  /** A string, in JSON, too. */
  text: (value) => slotText(value),
  'upper-case': (value) => slotText(value).toUpperCase(),
  'lower-case': (value) => slotText(value).toLowerCase(),
  /** Without a slash at the end; `/` stays. */
  'without-slash': (value) => slotText(value).replace(/(?<=.)\/$/, ''),
  /** Without a dash at the beginning. */
  'without-dash': (value) => slotText(value).replace(/^-/, ''),
  trimmed: (value) => slotText(value).trim(),
  /** Without any whitespace, as Spring reads numbers. */
  unspaced: (value) => slotText(value).replace(/\s+/g, ''),
  /** The message about a UUID as earlier versions of the Rust parser write it. */
  long: (value) => slotText(value).replace(/^(invalid character: )(?=found)/, `$1${EXPECTED_OF_UUIDS}, `),
  /** The message of Java about a UUID, after the class of its exception. */
  thrown: (value) => thrownByJava(slotText(value)),
  /** With a capital at the beginning. */
  capital: (value) => slotText(value).replace(/^./su, (first) => first.toUpperCase()),
  length: (value) => slotText(value).length,
  /** The place of the last character, from 0. */
  'last-place': (value) => Math.max(0, slotText(value).length - 1),
  /** JSON in lines. */
  pretty: (value) => prettyJson(slotText(value)),
  /** JSON as Yup prints it. */
  printed: (value) => printedJson(slotText(value)),
  /** A JSON value as Python writes it in a string. */
  python: (value) => pythonOfJson(slotText(value)),
  /** A JSON value as JavaScript converts it to a string. */
  javascript: (value) => javascriptOfJson(slotText(value)),
  /** With the escapes of hapi. */
  html: (value) =>
    Array.isArray(value) ? value.map((one) => htmlOf(slotText(one))) : htmlOf(slotText(value)),
  /** A character as Go writes it between single quotes. */
  quoted: (value) => goRune(slotText(value)),
  /** As Go writes a string between double quotes. */
  go: (value) => (Array.isArray(value) ? value.map((one) => goText(slotText(one))) : goText(slotText(value))),
  /** The JSON value itself. */
  parsed: (value) => parsedJson(slotText(value)),
  /** Without percent-encoding. */
  decoded: (value) => decodedOrSame(slotText(value)),
  /** With `%25` for each `%` that does not begin an escape. */
  encoded: (value) => slotText(value).replace(/%(?![\da-f]{2})/gi, '%25'),
  /** The opposite of a boolean. */
  not: (value) => value !== true,
  /** Null for 0. */
  'or-null': (value) => (value === 0 ? null : value),
  /** These three change only null: see `ofNull`. */
  'or-empty': (value) => value,
  'or-zero': (value) => value,
  'or-false': (value) => value,
  /** The value as JSON. */
  json: (value) => toJson(value),
  /** A URL without its origin. */
  relative: (value) => slotText(value).replace(/^[a-z]+:\/\/[^/?]*/i, ''),
  /** Only the query of a URL, with its `?`. */
  query: (value) => slotText(value).replace(/^[^?]*/, ''),
  /** A number plus one. */
  next: (value) => plus(wholeOf(value), 1),
  /** A number minus one. */
  before: (value) => plus(wholeOf(value), -1),
  /** A CPF as `123.456.789-09`. */
  masked: (value) => slotText(value).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'),
  /** A CPF as `***.456.789-**`. */
  'partly-masked': (value) =>
    slotText(value).replace(/^\d{3}(\d{3})(\d{3})\d{2}$/, (_, a, b) => `***.${a}.${b}-**`),
  'first-word': (value) => wordsIn(value)[0] ?? '',
  'last-word': (value) => wordsIn(value).at(-1) ?? '',
  initials: (value) => initialsOf(wordsIn(value)),
  /** Those of the first and the last word. */
  'two-initials': (value) => initialsOf([wordsIn(value).at(0) ?? '', wordsIn(value).slice(1).at(-1) ?? '']),
  'without-accents': (value) => withoutAccents(slotText(value)),
  date: (value) => slotText(value).slice(0, 10),
  /** As `31/12/2026`. */
  'brazilian-date': (value) => slotText(value).replace(/^(\d{4})-(\d\d)-(\d\d).*$/s, '$3/$2/$1'),
  /** Since 1970. */
  milliseconds: (value) => instantOf(value),
  /** Since 1970. */
  seconds: (value) => Math.floor(instantOf(value) / 1_000),
}

/** Returns a message of Java about a UUID as `toString()` of its exception writes it. */
function thrownByJava(message: string): string {
  return `java.lang.${/^(?:Error at |$)/.test(message) ? 'NumberFormat' : 'IllegalArgument'}Exception: ${message}`
}

function wordsIn(value: unknown): string[] {
  return slotText(value)
    .split(/\s+/)
    .filter((word) => word !== '')
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => [...word][0]?.toUpperCase() ?? '').join('')
}

/** Returns when a time is, in milliseconds since 1970. */
function instantOf(value: unknown): number {
  return Date.parse(slotText(value).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** What a slot that is null becomes in these forms; in any other form it stays null. */
const ofNull: Readonly<Record<string, unknown>> = {
  'or-empty': '',
  'or-zero': 0,
  'or-false': false,
  json: 'null',
}

/** Returns the value of a slot in a form; undefined for an unknown form, and for a slot without a value. */
export function formOf(value: unknown, form: string): unknown {
  if (!Object.hasOwn(forms, form)) return undefined
  if (value === null) return Object.hasOwn(ofNull, form) ? ofNull[form] : null
  return value === undefined ? value : forms[form]?.(value)
}

/** Returns the value of a slot as a string. */
export function slotText(value: unknown): string {
  return Array.isArray(value) ? value.map(slotText).join(', ') : String(value)
}

/** Returns a value as a number; a bigint as it is, with all of its digits. */
function wholeOf(value: unknown): Whole {
  return typeof value === 'bigint' ? value : Number(value)
}
