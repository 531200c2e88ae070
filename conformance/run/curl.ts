import { printable } from '../../src/contract/printable.ts'
import { shellQuoted } from '../../src/contract/shell-word.ts'
import {
  type Credentials,
  encodedName,
  encodedPath,
  encodingOf,
  lastSegment,
  percentEncoded,
  type Question,
} from '../client/exchange.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { RunSettings } from './options.ts'

/** Which certificates curl accepts. */
export type Trust = Partial<Pick<RunSettings, 'insecure' | 'inShell'>>

export interface ShellLines {
  /** Variables that a reader fills in, and comments on what the command cannot say. */
  sets: string[]
  /** The command. It reads the token from where the operator keeps it. */
  curl: string
}

/** The most characters of a body in a command. */
const BODY_SHOWN = 1_000

/** Returns the lines that repeat a request. Persons are pseudonyms in them unless `--reveal` is set. */
export function shellLines(
  question: Question,
  baseUrl: string,
  redactor: Redactor,
  { insecure, inShell }: Trust = {},
): ShellLines {
  const { method, contentType, accept, acceptEncoding, acceptLanguage, ifNoneMatch, authorization } = question
  const { body, chunked } = question
  const notes: string[] = []
  const header = (name: string, value: string | null | undefined) =>
    value === undefined ? [] : [`-H ${word(value === null ? `${name}:` : `${name}: ${value}`)}`]
  const curl = [
    // With -X HEAD, curl would wait for a body.
    `curl -s${method === 'HEAD' ? ' -I' : method === 'GET' && body === undefined ? '' : ` -X ${method}`}`,
    ...(insecure ? ['-k'] : []),
    ...(inShell?.ca === undefined ? [] : [`--cacert ${shellQuoted(inShell.ca)}`]),
    ...authorizationOf(authorization, notes),
    // Without this header, curl would send a body as a form.
    ...header('Content-Type', body === undefined ? contentType : (contentType ?? null)),
    ...header('Accept', accept),
    ...header('Accept-Encoding', acceptEncoding),
    ...header('Accept-Language', acceptLanguage),
    ...header('If-None-Match', ifNoneMatch),
    ...(chunked ? ["-H 'Transfer-Encoding: chunked'"] : []),
    ...(body === undefined ? [] : [`--data-raw ${bodyOf(body, redactor, notes)}`]),
    word(redactor.ours(baseUrl) + pathAndQuery(question, redactor, notes)),
  ].join(' ')
  const reports = Array.from(new Set(curl.match(LABEL)), (label) => {
    const [, number] = /_(\d+)$/.exec(label) ?? []
    return `${label.slice(1)}=  # ${number === undefined ? 'the report of --foreign-report' : `report ${number} of --report`}`
  })
  return { sets: [...reports, ...new Set(notes)], curl }
}

/** Returns the path and the query of a request, redacted. */
export function pathAndQuery(question: Question, redactor: Redactor, notes: string[] = []): string {
  const how = encodingOf(question)
  const [above, last] = lastSegment(question.path)
  const label = redactor.ours(last)
  const path = label === last ? encodedPath(question) : above + label
  const parameters = (question.query ?? []).map(([name, value]) => {
    const isPerson = name === 'cpf' || name === 'nome'
    const shown = isPerson ? redactor[name](value) : redactor.ours(value)
    if (isPerson && shown !== value) notes.push(`# ${shown}: ${redactor.placeOf(value) ?? 'see --reveal'}`)
    // A pseudonym is not encoded, so that people can read it.
    return `${encodedName(name, how)}=${shown === value ? percentEncoded(value, how) : shown}`
  })
  return redactor.ours(path) + (parameters.length > 0 ? `?${parameters.join('&')}` : '')
}

function authorizationOf({ value, label, inShell }: Credentials, notes: string[]): string[] {
  if (value === undefined) return []
  // curl sends an empty value only if the header ends in a semicolon.
  if (value === '') return ["-H 'Authorization;'"]
  if (inShell === undefined) notes.push(`# ${label}: ${label.replace(/[$_]+/g, ' ').trim().toLowerCase()}`)
  return [`-H "Authorization: ${inShell ?? label}"`]
}

function bodyOf(body: string, redactor: Redactor, notes: string[]): string {
  const shown = redactor.ours(body)
  if (shown.length <= BODY_SHOWN) return word(shown)
  notes.push(`# the body was ${body.length} characters long; its end is left out here`)
  return word(`${shown.slice(0, BODY_SHOWN)}…`)
}

const LABEL = /\$(?:REPORT_\d+|FOREIGN_REPORT)\b/g

/** Returns a text as one word of a shell, without a line break, in which report numbers are variables. */
function word(text: string): string {
  const labels = text.match(LABEL) ?? []
  const pieces = text.split(LABEL).map((piece) => (piece === '' ? '' : literal(piece)))
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
