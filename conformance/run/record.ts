import {
  type Encoding,
  type Exchange,
  encodedName,
  encodingOf,
  percentEncoded,
  type Question,
} from '../client/exchange.ts'
import { type Redactor, Remark } from '../redaction/redact.ts'
import { mediaType } from '../service/media-type.ts'
import { shellLines, type Trust } from './curl.ts'
import type { RecordedExchange } from './report.ts'

/** How much of a body a report shows. */
const BODY_SHOWN = 2_000
const ITEMS_SHOWN = 3
const FIELDS_SHOWN = 40
const LEVELS_SHOWN = 8

/** Returns a request and its response as reports may show them. */
export function recordExchange(
  { question, response }: Exchange,
  baseUrl: string,
  redactor: Redactor,
  trust: Trust = {},
): RecordedExchange {
  return {
    ...shellLines(question, baseUrl, redactor, trust),
    status: response.status,
    contentType: mediaType(response.headers['content-type'], redactor) ?? null,
    body: describeBody(response, redactor),
  }
}

/** Returns method, path and query of a request, redacted. */
export function requestLine(question: Question, redactor: Redactor): string {
  return `${question.method} ${pathAndQuery(question, redactor)}`
}

function pathAndQuery(question: Question, redactor: Redactor): string {
  const { path, query = [] } = question
  const parameters = query.map(
    ([name, value]) => `${encodedName(name, question)}=${redactParameter(name, value, redactor, encodingOf(question))}`,
  )
  return redactor.ours(path) + (parameters.length > 0 ? `?${parameters.join('&')}` : '')
}

function redactParameter(name: string, value: string, redactor: Redactor, how: Encoding): string {
  const shown = name === 'cpf' || name === 'nome' ? redactor[name](value) : redactor.ours(value)
  // A pseudonym is not encoded, so that people can read it.
  return shown === value ? percentEncoded(value, how) : shown
}

/** Returns JSON redacted, and describes any other body, because personal data in it cannot be found reliably. */
export function describeBody(
  { json, text, size }: Pick<Exchange['response'], 'json' | 'text' | 'size'>,
  redactor: Redactor,
): string {
  if (json !== undefined) return cut(written(redactor.json(shorten(json))))
  if (size === 0) return '(empty)'
  const looks = /^\s*</.test(text) ? ', looks like HTML or XML' : ''
  return `(${size} bytes, not valid JSON${looks})`
}

/** How much room is left for a body. */
interface Room {
  characters: number
}

/**
 * Shortens arrays and objects to their first entries while there is room, and skips the rest without reading it. It
 * leaves strings whole, because the redactor would not find a name that is cut in two.
 */
function shorten(value: unknown, level = 0, room: Room = { characters: 2 * BODY_SHOWN }): unknown {
  room.characters -= typeof value === 'string' ? value.length : 4
  if (typeof value !== 'object' || value === null) return value
  if (level === LEVELS_SHOWN) return new Remark(Array.isArray(value) ? '[…]' : '{…}')
  const most = Array.isArray(value) ? ITEMS_SHOWN : FIELDS_SHOWN
  const names = Array.isArray(value) ? undefined : Object.keys(value)
  const length = names?.length ?? (value as unknown[]).length
  const shown: [string, unknown][] = []
  while (shown.length < Math.min(most, length) && room.characters > 0) {
    const name = names?.[shown.length] ?? String(shown.length)
    room.characters -= name.length
    shown.push([name, shorten((value as Record<string, unknown>)[name], level + 1, room)])
  }
  const rest = length - shown.length
  if (!names) {
    const entries = shown.map(([, entry]) => entry)
    return rest > 0 ? [...entries, new Remark(`… ${rest} more`)] : entries
  }
  // The remark uses the name of a field that is left out, so it replaces none that is shown.
  const left = rest > 0 ? [[names[shown.length] as string, new Remark(`… ${rest} more`)] as const] : []
  return Object.fromEntries([...shown, ...left])
}

/** Returns JSON in which our own remarks have no quotes, so that readers do not take them for the target's. */
function written(value: unknown): string {
  if (value instanceof Remark) return value.text
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, entry]) =>
    entry instanceof Remark && entry.text.endsWith(' more') ? entry.text : `${JSON.stringify(name)}:${written(entry)}`,
  )
  return `{${fields.join(',')}}`
}

function cut(text: string): string {
  return text.length > BODY_SHOWN ? `${text.slice(0, BODY_SHOWN)}…` : text
}
