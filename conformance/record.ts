import type { Exchange, Question } from './exchange.ts'
import type { Redactor } from './redact.ts'
import type { RecordedExchange } from './report.ts'

/** How much of a body is worth showing. */
const BODY_SHOWN = 2_000
const ITEMS_SHOWN = 3

/** One request and its response as reports may show them. */
export function record(
  { question, response }: Exchange,
  baseUrl: string,
  redactor: Redactor,
): RecordedExchange {
  const contentType = response.headers['content-type']
  return {
    curl: curl(question, baseUrl, redactor),
    status: response.status,
    contentType: typeof contentType === 'string' ? redactor.theirs(contentType) : null,
    body: describeBody(response.json, response.text, redactor),
  }
}

function curl(question: Question, baseUrl: string, redactor: Redactor): string {
  const { method, contentType, authorization, body } = question
  const url = redactor.ours(baseUrl) + pathAndQuery(question, redactor)
  return [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`}`,
    authorization.value === undefined ? '' : `-H "Authorization: ${authorization.label}"`,
    contentType === undefined ? '' : `-H 'Content-Type: ${contentType}'`,
    body === undefined
      ? ''
      : `-d ${quoted(body.length > BODY_SHOWN ? `${body.slice(0, BODY_SHOWN)}…` : body)}`,
    quoted(url),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Method, path and query of a request. */
export function requestLine(question: Question, redactor: Redactor): string {
  return `${question.method} ${pathAndQuery(question, redactor)}`
}

function pathAndQuery({ path, query = [] }: Question, redactor: Redactor): string {
  const parameters = query.map(([name, value]) => `${name}=${redactParameter(name, value, redactor)}`)
  return redactor.ours(path) + (parameters.length > 0 ? `?${parameters.join('&')}` : '')
}

function redactParameter(name: string, value: string, redactor: Redactor): string {
  if (name === 'cpf') return redactor.cpf(value)
  if (name === 'nome') return redactor.nome(value)
  return encodeURIComponent(value)
}

/** What is not JSON may hold anybody, so that it is described and not quoted. */
function describeBody(json: unknown, text: string, redactor: Redactor): string {
  if (json !== undefined) return cut(JSON.stringify(redactor.json(shorten(json))))
  if (text === '') return '(empty)'
  const looks = /^\s*</.test(text) ? ' that looks like HTML or XML' : ''
  return `(${Buffer.byteLength(text)} bytes${looks}, no JSON)`
}

/** Lists by their first entries. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, ITEMS_SHOWN).map(shorten)
    return value.length > ITEMS_SHOWN ? [...shown, { [`… ${value.length - ITEMS_SHOWN} more`]: null }] : shown
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shorten(entry)]))
}

function cut(text: string): string {
  return text.length > BODY_SHOWN ? `${text.slice(0, BODY_SHOWN)}…` : text
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
