import { printable } from '../contract/printable.ts'
import { dateNow } from '../contract/real-globals.ts'
import { type Known, NOBODY } from '../operator/words.ts'
import type { Cause } from '../service/why.ts'
import type { AccessLog, LoggedAnswer } from './access-log.ts'
import { sentUrl } from './base-path.ts'
import { maskedPath } from './masked-path.ts'

/** Says why, without the persons and tokens that are known. */
export type Explain = (answered: LoggedAnswer, known: Known) => readonly Cause[]

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

/**
 * Creates an access log with one line a request; the pretty form adds a line for each cause. It never contains headers.
 * @param write receives the text for one request, without the final line break
 * @param known the persons and tokens to mask
 */
export function createAccessLog(
  format: 'pretty' | 'json',
  write: (text: string) => void,
  explain: Explain,
  known?: Known,
): AccessLog {
  const textOf = format === 'json' ? jsonLine : prettyLines
  const paths = new Paths(known)
  return (answered) => write(textOf(recordOf(answered, explain, known, paths)))
}

/** No second has more different paths that are worth keeping. */
const PATHS = 1_000

/** Masks paths, each once a second: clients ask for the same ones, and persons and tokens come and go. */
class Paths {
  readonly #known: Known | undefined
  readonly #masked = new Map<string, string>()
  #second = 0

  constructor(known: Known | undefined) {
    this.#known = known
  }

  masked(url: string, now: number): string {
    const second = Math.floor(now / 1_000)
    if (second !== this.#second || this.#masked.size === PATHS) this.#masked.clear()
    this.#second = second
    const known = this.#masked.get(url)
    if (known !== undefined) return known
    const masked = maskedPath(sentUrl(url), this.#known)
    this.#masked.set(url, masked)
    return masked
  }
}

/** Returns the record of a request. The causes are found here, not while the request is answered. */
export function recordOf(
  answered: LoggedAnswer,
  explain: Explain,
  known: Known = NOBODY,
  paths = new Paths(known),
): LogRecord {
  const { request, status, ms = 0, organization } = answered
  const now = dateNow()
  return {
    time: timeText(now),
    method: request?.method ?? '-',
    path: request?.url === undefined ? '-' : paths.masked(request.url, now),
    status,
    ms: Math.round(ms * 10) / 10,
    organization: organization === undefined ? null : printable(organization.id),
    causes: causesOf(answered, explain, known),
  }
}

/** An error while finding causes is logged as one, so that the service keeps running. */
function causesOf(answered: LoggedAnswer, explain: Explain, known: Known): readonly Cause[] {
  if (answered.faults.length === 0) return []
  try {
    return explain(answered, known)
  } catch (error) {
    const reason = `the cause could not be determined (${(error as Error).name})`
    return [
      { step: 'service', code: 'service.untold', reason, remedy: 'Please report it, with the request.' },
    ]
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

/** The latest second as ISO 8601 in UTC, and its local time: thousands of lines share it. */
let latest = { second: Number.NaN, utc: '', local: '' }

function latestOf(second: number): typeof latest {
  if (second === latest.second) return latest
  const at = new Date(second * 1_000)
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()]
  const local = parts.map((part) => String(part).padStart(2, '0')).join(':')
  latest = { second, utc: at.toISOString().slice(0, 20), local }
  return latest
}

function timeText(now: number): string {
  const second = Math.floor(now / 1_000)
  return `${latestOf(second).utc}${String(now - second * 1_000).padStart(3, '0')}Z`
}

/** Returns the local time of a line, for the person who reads the log. */
function timeOfDay(time: string): string {
  return latestOf(Math.floor(Date.parse(time) / 1_000)).local + time.slice(19, 23)
}
