import { decodedOrSame } from './decoded.ts'
import { groupBy } from './group-by.ts'
import { jsonValue } from './json-value.ts'
import { plus, toJson, type Whole } from './whole.ts'
import { withoutAccents } from './without-accents.ts'

/**
 * A JSON value with slots. `{name}` in a string or a key is replaced by the value of the slot. A string that is only one
 * slot becomes its value, with its type. A slot can have a form, such as `{total:number}`: see `forms`. A slot that is
 * null stays null in every form that `ofNull` does not name. A string that contains a link, such as `{link.proxima}`, is
 * null if that page does not exist. A field that would be null is left out if its slot has a `?`, as in `{proxima?}`.
 */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [key: string]: Template }

/** The values of slots, by name. One may be a getter, so that only what a template asks for is worked out. */
export type Slots = Readonly<Record<string, unknown>>

/** `{total}`, or with a form after a colon: `{total:number}`. */
const SLOT = /\{(\w[\w.-]*(?::\w[\w-]*)?)\??\}/g
const ONE_SLOT = /^\{(\w[\w.-]*(?::\w[\w-]*)?)(\??)\}$/

/** Returns whether a text has slots. */
export function hasSlots(text: string): boolean {
  return text.search(SLOT) !== -1
}

/** Returns whether each slot of a text has a value, be it null. */
export function hasValues(text: string, slots: Slots): boolean {
  return Array.from(text.matchAll(SLOT), ([, name]) => name as string).every(
    (name) => slotValue(name, slots) !== undefined,
  )
}

/** Returns whether a slot of a text is null. */
export function hasNull(text: string, slots: Slots): boolean {
  return Array.from(text.matchAll(SLOT), ([, name]) => name as string).some(
    (name) => slotValue(name, slots) === null,
  )
}

/** The slots that make an element of a list one that is repeated for each fault. */
const SLOT_OF_ONE_FAULT = /\{(key|text|own\.[\w.-]+)\}/

/** What earlier versions of the UUID parser of Rust add to their message about an odd character. */
const EXPECTED_OF_UUIDS = 'expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-]'

/** What may follow the name of a slot after a colon. A slot whose own name contains the colon, such as `opaque:uuid`, comes first. */
const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
  /** A number, with its type. */
  number: wholeOf,
  /** A string, in JSON, too. */
  text: (value) => textOf(value),
  'upper-case': (value) => textOf(value).toUpperCase(),
  'lower-case': (value) => textOf(value).toLowerCase(),
  /** Without a slash at the end; `/` stays. */
  'without-slash': (value) => textOf(value).replace(/(?<=.)\/$/, ''),
  /** Without a dash at the beginning. */
  'without-dash': (value) => textOf(value).replace(/^-/, ''),
  trimmed: (value) => textOf(value).trim(),
  /** Without any whitespace, as Spring reads numbers. */
  unspaced: (value) => textOf(value).replace(/\s+/g, ''),
  /** The message about a UUID as earlier versions of the Rust parser write it. */
  long: (value) => textOf(value).replace(/^(invalid character: )(?=found)/, `$1${EXPECTED_OF_UUIDS}, `),
  /** The message of Java about a UUID, after the class of its exception. */
  thrown: (value) => thrownByJava(textOf(value)),
  /** With a capital at the beginning. */
  capital: (value) => textOf(value).replace(/^./su, (first) => first.toUpperCase()),
  length: (value) => textOf(value).length,
  /** The place of the last character, from 0. */
  'last-place': (value) => Math.max(0, textOf(value).length - 1),
  /** JSON in lines. */
  pretty: (value) => prettyJson(textOf(value)),
  /** JSON as Yup prints it. */
  printed: (value) => printedJson(textOf(value)),
  /** A JSON value as Python writes it in a string. */
  python: (value) => PYTHON_CONSTANTS.get(textOf(value)) ?? pythonOf(parsedJson(textOf(value))),
  /** A JSON value as JavaScript converts it to a string. */
  javascript: (value) => javascriptOf(parsedJson(textOf(value))),
  /** With the escapes of hapi. */
  html: (value) => (Array.isArray(value) ? value.map((one) => htmlOf(textOf(one))) : htmlOf(textOf(value))),
  /** A character as Go writes it between single quotes. */
  quoted: (value) => goRune(textOf(value)),
  /** As Go writes a string between double quotes. */
  go: (value) => (Array.isArray(value) ? value.map((one) => goText(textOf(one))) : goText(textOf(value))),
  /** The JSON value itself. */
  parsed: (value) => parsedJson(textOf(value)),
  /** Without percent-encoding. */
  decoded: (value) => decodedOrSame(textOf(value)),
  /** With `%25` for each `%` that does not begin an escape. */
  encoded: (value) => textOf(value).replace(/%(?![\da-f]{2})/gi, '%25'),
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
  relative: (value) => textOf(value).replace(/^[a-z]+:\/\/[^/?]*/i, ''),
  /** Only the query of a URL, with its `?`. */
  query: (value) => textOf(value).replace(/^[^?]*/, ''),
  /** A number plus one. */
  next: (value) => plus(wholeOf(value), 1),
  /** A number minus one. */
  before: (value) => plus(wholeOf(value), -1),
  /** A CPF as `123.456.789-09`. */
  masked: (value) => textOf(value).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'),
  /** A CPF as `***.456.789-**`. */
  'partly-masked': (value) =>
    textOf(value).replace(/^\d{3}(\d{3})(\d{3})\d{2}$/, (_, a, b) => `***.${a}.${b}-**`),
  'first-word': (value) => wordsIn(value)[0] ?? '',
  'last-word': (value) => wordsIn(value).at(-1) ?? '',
  initials: (value) => initialsOf(wordsIn(value)),
  /** Those of the first and the last word. */
  'two-initials': (value) => initialsOf([wordsIn(value).at(0) ?? '', wordsIn(value).slice(1).at(-1) ?? '']),
  'without-accents': (value) => withoutAccents(textOf(value)),
  date: (value) => textOf(value).slice(0, 10),
  /** As `31/12/2026`. */
  'brazilian-date': (value) => textOf(value).replace(/^(\d{4})-(\d\d)-(\d\d).*$/s, '$3/$2/$1'),
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
  return textOf(value)
    .split(/\s+/)
    .filter((word) => word !== '')
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => [...word][0]?.toUpperCase() ?? '').join('')
}

/** Returns when a time is, in milliseconds since 1970. */
function instantOf(value: unknown): number {
  return Date.parse(textOf(value).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** What a slot that is null becomes in these forms; in any other form it stays null. */
const ofNull: Readonly<Record<string, unknown>> = {
  'or-empty': '',
  'or-zero': 0,
  'or-false': false,
  json: 'null',
}

/** The slot of a link to a page in a string. */
const LINK = /\{(link\.[^{}?]*)(\??)\}/

/** The value of a field that is left out. */
const ABSENT = Symbol('absent')

/**
 * Returns a template with the values of its slots. A string that is only one slot becomes its value, with its type; in
 * other strings and in keys, values are converted to strings. A slot without a value stays as it is written.
 * @param each slots of several things, such as faults; those of a thing override `slots`. In a list with a single element
 *   that contains `{key}`, `{text}` or a slot such as `{own.code}`, this element is repeated for each thing. In an object
 *   with a single key that contains `{key}`, this field is repeated for each key among the things.
 */
export function render(template: Template, slots: Slots, each: readonly Slots[] = []): unknown {
  if (typeof template === 'string') return filled(template, slots)
  if (typeof template !== 'object' || template === null) return template
  if (isList(template)) {
    const [only] = template
    if (template.length !== 1 || each.length === 0 || !SLOT_OF_ONE_FAULT.test(JSON.stringify(only)))
      return template.map((element) => render(element, slots, each))
    return each.map((one) => render(only as Template, { ...slots, ...one }, [one]))
  }
  const entries = Object.entries(template)
  const [first] = entries
  if (first === undefined || entries.length > 1 || each.length === 0 || !first[0].includes('{key}'))
    return withoutAbsent(entries.map(([key, value]) => [textIn(key, slots), render(value, slots, each)]))
  const [key, value] = first
  return Object.fromEntries(
    [...groupBy(each, (one) => textIn(key, { ...slots, ...one }))].map(([name, group]) => [
      name,
      render(value, { ...slots, ...group[0] }, group),
    ]),
  )
}

/** Fills the slots of a text. Braces in a value that the client sent are not read as slots. */
export function textWith(template: string, slots: Slots): string {
  return String(render(template, slots))
}

/** Returns an object without its absent fields, which is absent itself if no field is left. */
function withoutAbsent(entries: readonly (readonly [string, unknown])[]): unknown {
  const left = entries.filter(([, value]) => value !== ABSENT)
  return left.length === 0 && entries.length > 0 ? ABSENT : Object.fromEntries(left)
}

function isList(template: Template): template is readonly Template[] {
  return Array.isArray(template)
}

function filled(template: string, slots: Slots): unknown {
  const alone = ONE_SLOT.exec(template)
  if (alone === null) {
    const [, link, mark] = LINK.exec(template) ?? []
    if (link === undefined || slotValue(link, slots) !== null) return textIn(template, slots)
    return mark === '' ? null : ABSENT
  }
  const value = slotValue(alone[1] as string, slots)
  if (value === null && alone[2] !== '') return ABSENT
  return value === undefined ? template : value
}

function textIn(template: string, slots: Slots): string {
  if (!template.includes('{')) return template
  return template.replace(SLOT, (written, name: string) => {
    const value = slotValue(name, slots)
    return value === undefined ? written : textOf(value)
  })
}

function slotValue(name: string, slots: Slots): unknown {
  if (Object.hasOwn(slots, name)) return slots[name]
  const [base, form] = name.split(':') as [string, string?]
  if (form === undefined || !Object.hasOwn(slots, base) || !Object.hasOwn(forms, form)) return undefined
  const value = slots[base]
  if (value === null) return Object.hasOwn(ofNull, form) ? ofNull[form] : null
  return value === undefined ? value : forms[form]?.(value)
}

/** Returns a value as a number; a bigint as it is, with all of its digits. */
function wholeOf(value: unknown): Whole {
  return typeof value === 'bigint' ? value : Number(value)
}

/** Returns JSON in lines; any other text as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Returns JSON as Yup prints it: in lines, with every value other than an object or array as a string, and strings quoted once more. */
function printedJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return String(printedPart(value))
    const printed = JSON.stringify(value, (_, one) => printedPart(one), 2)
    return printed
  } catch {
    return text
  }
}

function printedPart(value: unknown): unknown {
  if (typeof value === 'string') return `"${value}"`
  return typeof value === 'object' && value !== null ? value : String(value)
}

/** Returns a value as Python writes it in a string. */
function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
    const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')
    return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`
  }
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  const fields = Object.entries(value).map(([name, one]) => `${pythonOf(name)}: ${pythonOf(one)}`)
  return `{${fields.join(', ')}}`
}

/** Constants that Python accepts in JSON, although JSON does not have them. */
const PYTHON_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'inf'],
  ['-Infinity', '-inf'],
])

/** Returns a value as JavaScript converts it to a string. */
function javascriptOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (one === null ? '' : javascriptOf(one))).join()
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\xa0': '&nbsp;', '¢': '&cent;', '£': '&pound;', '¤': '&curren;', '©': '&copy;', '®': '&reg;' },
}

/** Returns a string with the escapes of hapi, which keeps letters, digits and some punctuation, and escapes each half of a surrogate pair. */
function htmlOf(text: string): string {
  return text.replace(/[^\w .,:-]/g, (sign) => {
    const code = sign.charCodeAt(0)
    return NAMED[sign] ?? (code < 256 ? `&#x${code.toString(16).padStart(2, '0')};` : `&#${code};`)
  })
}

/** Returns a character as Go writes it between single quotes. */
function goRune(text: string): string {
  return text === '"' ? text : JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")
}

const GO_ESCAPES: Readonly<Record<string, string>> = { '\x07': '\\a', '\v': '\\v' }

/** The characters that Go escapes, such as a no-break space. */
const NOT_PRINTED = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu

/** Returns a text as Go writes it between double quotes. */
function goText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\u00([01]\w)/g, (_, hex: string) => {
      const sign = String.fromCharCode(Number.parseInt(hex, 16))
      return GO_ESCAPES[sign] ?? `\\x${hex}`
    })
    .replace(NOT_PRINTED, goEscape)
}

function goEscape(sign: string): string {
  const code = sign.codePointAt(0) as number
  const hex = code.toString(16)
  if (code < 0x80) return `\\x${hex}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** Returns the value of JSON, or the string itself if it is not valid JSON, or nested so deeply that recursion could fail. */
function parsedJson(text: string): unknown {
  const value = levelsOf(text) > LEVELS ? undefined : jsonValue(text)
  return value === undefined ? text : value
}

/** How many levels of JSON are read: a client may send 50,000 in a small body. */
const LEVELS = 200

/** Returns how many levels JSON has. */
function levelsOf(text: string): number {
  let [level, deepest, isInside] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (sign === '"') isInside = !isInside
    else if (isInside) i += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++level)
    else if (sign === ']' || sign === '}') level--
  }
  return deepest
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : String(value)
}
