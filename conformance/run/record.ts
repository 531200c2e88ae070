import type { Exchange, Question } from '../client/exchange.ts'
import { type Redactor, Remark } from '../redaction/redact.ts'
import { pathAndQuery, shellLines, type Trust } from './curl.ts'
import type { RecordedExchange } from './report.ts'

const BODY_SHOWN = 2_000
const ITEMS_SHOWN = 2
const FIELDS_SHOWN = 40
const VALUES_SHOWN = 200

export function recordExchange(
  { question, response }: Exchange,
  baseUrl: string,
  redactor: Redactor,
  trust: Trust = {},
): RecordedExchange {
  const type = response.headers['content-type']
  return {
    ...shellLines(question, baseUrl, redactor, trust),
    status: response.status,
    contentType: typeof type === 'string' ? redactor.theirs(type) : null,
    body: describeBody(response, redactor),
  }
}

export function requestLine(question: Question, redactor: Redactor): string {
  return `${question.method} ${pathAndQuery(question, redactor)}`
}

/** Returns JSON redacted, and describes any other body, because personal data in it cannot be found reliably. */
export function describeBody(
  { json, text, size }: Pick<Exchange['response'], 'json' | 'text' | 'size'>,
  redactor: Redactor,
): string {
  if (json !== undefined) {
    const shown = written(redactor.json(shorten(json)))
    return shown.length > BODY_SHOWN ? `${shown.slice(0, BODY_SHOWN)}…` : shown
  }
  if (size === 0) return '(empty)'
  return `(${size} bytes, not valid JSON${/^\s*</.test(text) ? ', looks like HTML or XML' : ''})`
}

/** Shortens arrays and objects to their first entries, and leaves strings whole, because a part of a name may be left. */
function shorten(value: unknown, room = { values: VALUES_SHOWN }): unknown {
  room.values--
  if (typeof value !== 'object' || value === null) return value
  if (room.values < 0) return new Remark(Array.isArray(value) ? '[…]' : '{…}')
  if (Array.isArray(value)) {
    const shown = value.slice(0, ITEMS_SHOWN).map((entry) => shorten(entry, room))
    const rest = value.length - shown.length
    return rest > 0 ? [...shown, new Remark(`… ${rest} more`)] : shown
  }
  const fields = Object.entries(value)
  const shown = fields.slice(0, FIELDS_SHOWN).map(([name, entry]) => [name, shorten(entry, room)])
  // The remark uses the name of a field that is left out, so it replaces none that is shown.
  const [left] = fields.slice(FIELDS_SHOWN)
  const rest = left ? [[left[0], new Remark(`… ${fields.length - FIELDS_SHOWN} more`)]] : []
  return Object.fromEntries([...shown, ...rest])
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
