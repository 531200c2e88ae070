import { decodedOrSame } from './decoded.ts'
import { groupBy } from './group-by.ts'
import { jsonValue } from './json-value.ts'
import { plus, toJson, type Whole } from './whole.ts'
import { withoutAccents } from './without-accents.ts'

/**
 * A JSON value with slots such as `{text}` in its strings and keys. A string that is one slot alone becomes its value,
 * with its type. A slot can have a form: `{total:number}`, `{atual:text}`, `{nome:upper-case}`, `{nome:lower-case}`,
 * `{key:capital}`, `{value:length}`, `{body:last-place}` (of its last character, from 0), `{value:without-dash}` (without a dash at its beginning), `{value:trimmed}`, `{value:unspaced}` (without any blanks, as Spring reads numbers), `{uuid:long}` (with what an earlier version of its parser adds), `{uuid-java:thrown}` (with the class of the exception before it), `{path:without-slash}` (without a slash at its end), `{cpf:masked}`, `{json:pretty}`, `{json:printed}` (as Yup prints it), `{json:parsed}`
 * (the value itself), `{json:python}` and `{json:javascript}` (as these languages make a text of it), `{keys:html}` (with the escapes of hapi),
 * `{cpf:partly-masked}` (its middle digits only), `{nome:first-word}`, `{nome:last-word}`, `{nome:initials}`, `{nome:two-initials}` (of the first and the last word), `{nome:without-accents}`,
 * `{atualizado_em:date}`, `{atualizado_em:brazilian-date}` (31/12/2026), `{atualizado_em:milliseconds}` and `{atualizado_em:seconds}` (since 1970),
 * `{character:quoted}` (with escapes), `{value:go}` and `{keys:go}` (as Go writes a text between double quotes), `{path:encoded}` (with `%25` for a `%` that begins no escape), `{path:decoded}` (without escapes), `{position:next}` and `{limit:before}` (a number plus or minus one),
 * `{tem_mais:not}` (the opposite), `{primeira:or-null}` (null for 0), `{link.proxima.mantida:relative}` (a URL without its origin) and `:query` (its query with the `?`). A slot that is null
 * can become something else: `:or-empty`, `:or-zero`, `:or-false`, `:json` (the value as JSON). A text with a link that leads nowhere is null.
 * A field whose slot is null is left out with a `?` in it: `{proxima?}`.
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

/** What an element of a list has that is repeated for each fault. */
const SLOT_OF_ONE_FAULT = /\{(key|text|own\.[\w.-]+)\}/

/** What earlier versions of the parser of UUIDs in Rust say beside an odd character. */
const EXPECTED_OF_UUIDS = 'expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-]'

/** What may follow the name of a slot after a colon. A slot with exactly that name goes before its form. */
const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
  number: wholeOf,
  text: (value) => textOf(value),
  'upper-case': (value) => textOf(value).toUpperCase(),
  'lower-case': (value) => textOf(value).toLowerCase(),
  'without-slash': (value) => textOf(value).replace(/(?<=.)\/$/, ''),
  'without-dash': (value) => textOf(value).replace(/^-/, ''),
  trimmed: (value) => textOf(value).trim(),
  unspaced: (value) => textOf(value).replace(/\s+/g, ''),
  long: (value) => textOf(value).replace(/^(invalid character: )(?=found)/, `$1${EXPECTED_OF_UUIDS}, `),
  thrown: (value) => thrownByJava(textOf(value)),
  capital: (value) => textOf(value).replace(/^./su, (first) => first.toUpperCase()),
  length: (value) => textOf(value).length,
  'last-place': (value) => Math.max(0, textOf(value).length - 1),
  pretty: (value) => prettyJson(textOf(value)),
  printed: (value) => printedJson(textOf(value)),
  python: (value) => PYTHON_CONSTANTS.get(textOf(value)) ?? pythonOf(parsedJson(textOf(value))),
  javascript: (value) => javascriptOf(parsedJson(textOf(value))),
  html: (value) => (Array.isArray(value) ? value.map((one) => htmlOf(textOf(one))) : htmlOf(textOf(value))),
  quoted: (value) => goRune(textOf(value)),
  go: (value) => (Array.isArray(value) ? value.map((one) => goText(textOf(one))) : goText(textOf(value))),
  parsed: (value) => parsedJson(textOf(value)),
  decoded: (value) => decodedOrSame(textOf(value)),
  encoded: (value) => textOf(value).replace(/%(?![\da-f]{2})/gi, '%25'),
  not: (value) => value !== true,
  'or-null': (value) => (value === 0 ? null : value),
  'or-empty': (value) => value,
  'or-zero': (value) => value,
  'or-false': (value) => value,
  json: (value) => toJson(value),
  relative: (value) => textOf(value).replace(/^[a-z]+:\/\/[^/?]*/i, ''),
  query: (value) => textOf(value).replace(/^[^?]*/, ''),
  next: (value) => plus(wholeOf(value), 1),
  before: (value) => plus(wholeOf(value), -1),
  masked: (value) => textOf(value).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'),
  'partly-masked': (value) =>
    textOf(value).replace(/^\d{3}(\d{3})(\d{3})\d{2}$/, (_, a, b) => `***.${a}.${b}-**`),
  'first-word': (value) => wordsIn(value)[0] ?? '',
  'last-word': (value) => wordsIn(value).at(-1) ?? '',
  initials: (value) => initialsOf(wordsIn(value)),
  'two-initials': (value) => initialsOf([wordsIn(value).at(0) ?? '', wordsIn(value).slice(1).at(-1) ?? '']),
  'without-accents': (value) => withoutAccents(textOf(value)),
  date: (value) => textOf(value).slice(0, 10),
  'brazilian-date': (value) => textOf(value).replace(/^(\d{4})-(\d\d)-(\d\d).*$/s, '$3/$2/$1'),
  milliseconds: (value) => instantOf(value),
  seconds: (value) => Math.floor(instantOf(value) / 1_000),
}

/** Returns the message of an exception of Java about a UUID, as the exception itself is told. */
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

/** What forms make of a slot that is null; it stays null in any other form. */
const ofNull: Readonly<Record<string, unknown>> = {
  'or-empty': '',
  'or-zero': 0,
  'or-false': false,
  json: 'null',
}

/** A text with the URL of a page. */
const LINK = /\{(link\.[^{}?]*)(\??)\}/

/** The value of a field that is left out. */
const ABSENT = Symbol('absent')

/**
 * Returns a template with the values of its slots. A string that is one slot alone becomes its value, whatever the type;
 * in other strings and in keys, values become text. A slot without a value stays as it is written.
 * @param each the slots of each of several things, which go before `slots`: a list whose only element contains `{key}`,
 *   `{text}` or a slot such as `{own.code}` is repeated for each thing, and an object whose only key contains `{key}` for each key among them
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

/** Returns JSON as Yup prints it: in lines, with all that is no list and no object as a string, and with quotes around strings before. */
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

/** Returns a value as Python writes it in a text. */
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

/** What JSON does not have, and Python reads in it. */
const PYTHON_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'inf'],
  ['-Infinity', '-inf'],
])

/** Returns a value as JavaScript makes a text of it. */
function javascriptOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (one === null ? '' : javascriptOf(one))).join()
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\xa0': '&nbsp;', '¢': '&cent;', '£': '&pound;', '¤': '&curren;', '©': '&copy;', '®': '&reg;' },
}

/** Returns a text with the escapes of hapi, which leave only letters, digits and a few signs, and divide pairs. */
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

/** What Go does not print as it is, such as a space that does not break. */
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

/** Returns what JSON says, or the text itself if it is no JSON, or so deep that walking through it could fail. */
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
