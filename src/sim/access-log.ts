import type { IncomingMessage, ServerResponse } from 'node:http'
import { printable } from '../contract/printable.ts'
import { dateNow, performance } from '../contract/real-globals.ts'
import { queryIn, withoutQuery } from '../contract/url.ts'
import { UUID } from '../contract/wire.ts'
import {
  holdsToken,
  isBeforeValue,
  isHarmless,
  isNameOfField,
  type Known,
  MASK,
  NOBODY,
} from '../service/words.ts'
import type { Organization } from '../store/store.ts'
import { sentUrl } from './base-path.ts'
import { type Because, type Cause, callerOf, causesOf } from './causes/cause.ts'
import { causes as reasons } from './causes/causes.ts'
import { originForm } from './causes/route.ts'

/** What the log gets about an answered request. Bytes that never became a request have only a status and causes. */
export interface LoggedAnswer {
  request?: IncomingMessage
  status: number
  /** Milliseconds from the first header to the last byte. */
  ms?: number
  organization?: Organization | undefined
  causes?: Because
}

/** Called for each answered request. */
export type AccessLog = (answered: LoggedAnswer) => void

/** A request and its answer, without persons, tokens or control characters. */
export interface LogRecord {
  /** When it was answered, ISO 8601 in UTC. */
  time: string
  method: string
  /** Parts that may identify a person are replaced by `***`. */
  path: string
  status: number
  ms: number
  /** The id of the authenticated organization. */
  organization: string | null
  /** The reasons for an unusual answer. */
  causes: readonly Cause[]
}

/** The query parameters that are shown, and the values that cannot contain a person. All others are masked. */
const SHOWN: Record<string, RegExp> = {
  page: /^-?\d{0,9}$/,
  rows: /^-?\d{0,9}$/,
  sort: /^-?(cpf|nome|atualizado_em)?$/,
  cpf: /^$/,
  nome: /^$/,
}
/** No ordinary request has a longer path. */
const LONGEST_PATH = 500

/**
 * Creates an access log with one line a request; the pretty form adds a line for each cause. It never contains headers.
 * @param write receives the text for one request, without the final line break
 * @param known the persons and tokens to mask
 */
export function createAccessLog(
  format: 'pretty' | 'json',
  write: (text: string) => void,
  known?: Known,
): AccessLog {
  const textOf = format === 'json' ? jsonLine : prettyLines
  return (answered) => write(textOf(recordOf(answered, known)))
}

/** Returns the record of a request. The causes are found here, not while the request is answered. */
export function recordOf(
  { request, status, ms = 0, organization, causes }: LoggedAnswer,
  known: Known = NOBODY,
): LogRecord {
  return {
    time: now(),
    method: request?.method ?? '-',
    path: request?.url === undefined ? '-' : maskedPath(sentUrl(request.url), known),
    status,
    ms: Math.round(ms * 10) / 10,
    organization: organization === undefined ? null : printable(organization.id),
    causes: told(causes, known),
  }
}

/** Returns the causes. An error while finding them is logged as a cause, so that the service keeps running. */
function told(causes: Because | undefined, known: Known): readonly Cause[] {
  try {
    return causes?.(known) ?? []
  } catch (error) {
    return [reasons.service.untold((error as Error).name)]
  }
}

/** The fields of the first cause are at the top level, so that `jq 'select(.knob == "rowsOffGrid")'` finds them. */
function jsonLine({ causes: [first, ...others], ...record }: LogRecord): string {
  return JSON.stringify({ ...record, ...first, ...(others.length > 0 && { others }) })
}

function prettyLines({ time, method, path, status, ms, organization, causes }: LogRecord): string {
  const line = `${timeOfDay(time)} ${method} ${path} ${status} ${ms} ms ${organization ?? '-'}`
  return causes.reduce((text, cause) => `${text}\n${causeLine(cause)}`, line)
}

function causeLine({ step, reason, remedy }: Cause): string {
  return `             ${step}: ${reason}.${remedy === undefined ? '' : ` ${remedy}`}`
}

/** Under load, many requests share a millisecond, and most share a second with the previous one. */
let millisecond = { at: 0, time: '' }
let second = { time: '-', shown: '' }

function now(): string {
  const at = dateNow()
  if (at !== millisecond.at) millisecond = { at, time: new Date(at).toISOString() }
  return millisecond.time
}

/** Returns the local time of a line, for the person who reads the log. */
function timeOfDay(time: string): string {
  if (!time.startsWith(second.time)) {
    // sv-SE writes HH:MM:SS.
    second = { time: time.slice(0, 19), shown: new Date(time).toLocaleTimeString('sv-SE') }
  }
  return second.shown + time.slice(19, 23)
}

/** The conventional status for a client that closed the connection before the answer (nginx). */
const CLIENT_WENT_AWAY = 499

/** Logs a response when it closes, with the caller and the causes that the handlers recorded. */
export function logWhenOver(accessLog: AccessLog, response: ServerResponse): void {
  const start = performance.now()
  response.once('close', () => accessLog(answered(response, performance.now() - start)))
}

function answered({ req: request, headersSent, statusCode }: ServerResponse, ms: number): LoggedAnswer {
  const isAnswered = headersSent || statusCode !== 200
  return {
    request,
    status: isAnswered ? statusCode : CLIENT_WENT_AWAY,
    ms,
    organization: callerOf(request),
    causes: (known) => [...causesOf(request, known), ...(isAnswered ? [] : [reasons.request.abandoned()])],
  }
}

/** Returns a path without values that may identify a person: known routes and names of fields are kept. */
export function maskedPath(url: string, known: Known = NOBODY): string {
  const whole = originForm(url)
  const path = withoutQuery(whole)
  let isValue = false
  const segments = path.split('/').map((segment, i, all) => {
    isValue ||= i > 0 && isBeforeValue(all[i - 1] as string)
    if (UUID.test(segment)) return all[i - 1] === 'validar' && all[i - 2] === 'relatorios' ? segment : MASK
    return segment === '' || isShown(segment, isValue, known) ? segment : MASK
  })
  const masked = segments.join('/')
  const parameters = queryIn(whole).split('&')
  const shown = parameters.map((parameter) => maskedParameter(parameter, known)).join('&')
  const all = path === whole ? masked : `${masked}?${shown}`
  // A token may have a / or an & in it, or consist of digits.
  if (holdsToken(all, known)) return MASK
  return all.length > LONGEST_PATH ? `${all.slice(0, LONGEST_PATH)}…` : all
}

/** The segments of nearly every path. */
const SEGMENTS = new Set(['pessoas', 'relatorios', 'validar'])

/** @param isValue whether the segment may be a value, not only a name */
function isShown(segment: string, isValue: boolean, known: Known): boolean {
  if (SEGMENTS.has(segment)) return true
  if (isHarmless(segment)) return !known.hasToken(segment)
  return !isValue && isNameOfField(formDecodedOrEmpty(segment), known)
}

function maskedParameter(parameter: string, known: Known): string {
  const [name = '', value] = parameter.split('=', 2)
  if (!Object.hasOwn(SHOWN, name)) {
    const isShown = name === '' || isNameOfField(formDecodedOrEmpty(name).replace(/^(amp;)+/, ''), known)
    return !isShown ? MASK : value ? `${name}=${MASK}` : parameter
  }
  return SHOWN[name]?.test(value ?? '') ? parameter : `${name}=${MASK}`
}

/** Returns an empty string for invalid percent-encoding, which no field has. */
function formDecodedOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
