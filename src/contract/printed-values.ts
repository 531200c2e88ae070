import { parsedJson } from './parsed-json.ts'

// How other languages and libraries write a value.

/** Returns JSON in lines; any other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Returns JSON as Yup prints it: in lines, with every value other than an object or array as a string, and strings quoted once more. */
export function printedJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return String(printedPart(value))
    return JSON.stringify(value, (_, one) => printedPart(one), 2)
  } catch {
    return text
  }
}

function printedPart(value: unknown): unknown {
  if (typeof value === 'string') return `"${value}"`
  return typeof value === 'object' && value !== null ? value : String(value)
}

/** Returns a JSON value as Python writes it in a string. */
export function pythonOfJson(json: string): string {
  return PYTHON_CONSTANTS.get(json) ?? pythonOf(parsedJson(json))
}

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

/** Returns a JSON value as JavaScript converts it to a string. */
export function javascriptOfJson(json: string): string {
  return javascriptOf(parsedJson(json))
}

function javascriptOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (one === null ? '' : javascriptOf(one))).join()
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\xa0': '&nbsp;', '¢': '&cent;', '£': '&pound;', '¤': '&curren;', '©': '&copy;', '®': '&reg;' },
}

/** Returns a string with the escapes of hapi, which keeps letters, digits and some punctuation, and escapes each half of a surrogate pair. */
export function htmlOf(text: string): string {
  return text.replace(/[^\w .,:-]/g, (sign) => {
    const code = sign.charCodeAt(0)
    return NAMED[sign] ?? (code < 256 ? `&#x${code.toString(16).padStart(2, '0')};` : `&#${code};`)
  })
}

/** Returns a character as Go writes it between single quotes. */
export function goRune(text: string): string {
  return text === '"' ? text : JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'")
}

const GO_ESCAPES: Readonly<Record<string, string>> = { '\x07': '\\a', '\v': '\\v' }

/** The characters that Go escapes, such as a no-break space. */
const NOT_PRINTED = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu

/** Returns a text as Go writes it between double quotes. */
export function goText(text: string): string {
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
