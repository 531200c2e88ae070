import { printable } from '../../src/contract/printable.ts'
import { shellQuoted } from '../../src/contract/shell-word.ts'
import { encodedName, encodedPath, lastSegment, percentEncoded, type Question } from '../client/exchange.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { RunSettings } from './options.ts'

/** Which certificates curl accepts, and how a shell gets the credentials. */
export type Trust = Partial<Pick<RunSettings, 'insecure' | 'inShell'>>

export interface ShellLines {
  /** The variables of the command that a reader fills in, and where a reader finds its persons. */
  sets: string[]
  /** The command. It reads the token from where the operator keeps it. */
  curl: string
}

const BODY_SHOWN = 1_000
const REPORT = /\$(?:REPORT_\d+|FOREIGN_REPORT)\b/g

/** Returns the lines that repeat a request. Persons are pseudonyms in them unless `--reveal` is set. */
export function shellLines(
  question: Question,
  baseUrl: string,
  redactor: Redactor,
  { insecure, inShell }: Trust = {},
): ShellLines {
  const { method, contentType, accept, acceptEncoding, acceptLanguage, authorization, body, chunked } = question
  const header = (name: string, value: string | null | undefined) =>
    value === undefined ? [] : [`-H ${word(value === null ? `${name}:` : `${name}: ${value}`)}`]
  const curl = [
    // With -X HEAD, curl would wait for a body.
    `curl -s${method === 'HEAD' ? ' -I' : method === 'GET' && body === undefined ? '' : ` -X ${method}`}`,
    ...(insecure ? ['-k'] : []),
    ...(inShell?.ca === undefined ? [] : [`--cacert ${shellQuoted(inShell.ca)}`]),
    // curl sends an empty value only if the header ends in a semicolon.
    ...(authorization.value === '' ? ["-H 'Authorization;'"] : []),
    ...(authorization.value ? [`-H "Authorization: ${authorization.inShell ?? authorization.label}"`] : []),
    // Without this header, curl would send a body as a form.
    ...header('Content-Type', body === undefined ? contentType : (contentType ?? null)),
    ...header('Accept', accept),
    ...header('Accept-Encoding', acceptEncoding),
    ...header('Accept-Language', acceptLanguage),
    ...header('Transfer-Encoding', chunked && 'chunked'),
    ...(body === undefined ? [] : [`--data-raw ${word(shortened(redactor.ours(body)))}`]),
    word(redactor.ours(baseUrl) + pathAndQuery(question, redactor)),
  ].join(' ')
  const reports = Array.from(new Set(curl.match(REPORT)), (label) => {
    const [, number] = /_(\d+)$/.exec(label) ?? []
    return [label, number === undefined ? 'the report of --foreign-report' : `report ${number} of --report`] as const
  })
  const { label, words } = authorization
  const variables = label.startsWith('$') && words !== undefined ? [...reports, [label, words] as const] : reports
  const people = (question.query ?? []).flatMap(([name, value]) => {
    const shown = name === 'cpf' || name === 'nome' ? redactor[name](value) : value
    return shown === value ? [] : [`# ${shown}: ${redactor.placeOf(value) ?? 'see --reveal'}`]
  })
  return { sets: [...variables.map(([variable, what]) => `${variable.slice(1)}=  # ${what}`), ...people], curl }
}

export function pathAndQuery(question: Question, redactor: Redactor): string {
  const [above, last] = lastSegment(question.path)
  const label = redactor.ours(last)
  const path = label === last ? encodedPath(question) : above + label
  const parameters = (question.query ?? []).map(([name, value]) => {
    const shown = name === 'cpf' || name === 'nome' ? redactor[name](value) : redactor.ours(value)
    // A pseudonym is not encoded, so that people can read it.
    return `${encodedName(name, question)}=${shown === value ? percentEncoded(value, question) : shown}`
  })
  return redactor.ours(path) + (parameters.length > 0 ? `?${parameters.join('&')}` : '')
}

function shortened(body: string): string {
  return body.length <= BODY_SHOWN ? body : `${body.slice(0, BODY_SHOWN)}… (${body.length} characters)`
}

/** Returns a text as one word of a shell, without a line break, in which report numbers are variables. */
function word(text: string): string {
  const labels = text.match(REPORT) ?? []
  const pieces = text.split(REPORT).map((piece) => (piece === '' ? '' : literal(piece)))
  return pieces.map((piece, i) => (labels[i] ? `${piece}"${labels[i]}"` : piece)).join('') || "''"
}

function literal(text: string): string {
  if (printable(text) === text) return shellQuoted(text)
  const bytes = Array.from(Buffer.from(text), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c
      ? `\\x${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte),
  )
  return `$'${bytes.join('')}'`
}
