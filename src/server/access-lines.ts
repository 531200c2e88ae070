import { printable } from '../contract/printable.ts'
import { dateNow } from '../contract/real-globals.ts'
import type { Why } from '../contract/why.ts'
import { translate } from '../messages/translate.ts'
import { type Known, NOBODY } from '../operator/words.ts'
import type { Organization } from '../world/store.ts'
import type { AccessLog, LoggedAnswer } from './access-log.ts'
import { sentUrl } from './base-path.ts'
import { maskedPath } from './masked-path.ts'

/** Says why, without the persons and tokens that are known. */
export type Explain = (answered: LoggedAnswer, known: Known) => readonly Why[]

/** A request and its answer, without persons, tokens or control characters. */
export interface LogRecord {
  /** When it was answered, ISO 8601 in UTC. */
  time: string
  method: string
  /** Parts that may identify a person are replaced by `***`. */
  path: string
  status: number
  ms: number
  /** The handle of the authenticated organization, as in the journal: its id, or `ID~N` in a separate world. */
  organization: string | null
  /** The reasons for an unusual answer. */
  causes: readonly Why[]
}

/** The persons and tokens to mask, and the handles of organizations, which are their ids otherwise. */
type Logged = Known & { handleOf?(organization: Organization): string }

/**
 * Creates an access log with one line a request; the pretty form adds a line for each cause. It never contains headers.
 * @param write receives the text for one request, without the final line break
 */
export function createAccessLog(
  format: 'pretty' | 'json',
  write: (text: string) => void,
  explain: Explain,
  known?: Logged,
): AccessLog {
  const textOf = format === 'json' ? jsonLine : prettyLines
  const mask = createMask(known)
  return (answered) => write(textOf(recordOf(answered, explain, known, mask)))
}

/** No second has more different paths that are worth keeping. */
const PATHS = 1_000

/** Returns what masks URLs, each once a second: clients ask for the same ones, and persons and tokens come and go. */
function createMask(known: Known | undefined): (url: string, now: number) => string {
  const masked = new Map<string, string>()
  let second = 0
  return (url, now) => {
    if (Math.floor(now / 1_000) !== second || masked.size === PATHS) masked.clear()
    second = Math.floor(now / 1_000)
    const path = masked.get(url) ?? maskedPath(sentUrl(url), known)
    masked.set(url, path)
    return path
  }
}

/** Returns the record of a request. The causes are found here, not while the request is answered. */
export function recordOf(
  answered: LoggedAnswer,
  explain: Explain,
  known: Logged = NOBODY,
  mask = createMask(known),
): LogRecord {
  const { request, status, ms = 0, organization } = answered
  const now = dateNow()
  return {
    time: `${timesOf(now).utc}.${String(now % 1_000).padStart(3, '0')}Z`,
    method: request?.method ?? '-',
    path: request?.url === undefined ? '-' : mask(request.url, now),
    status,
    ms: Math.round(ms * 10) / 10,
    organization: organization ? printable(known.handleOf?.(organization) ?? organization.id) : null,
    causes: causesOf(answered, explain, known),
  }
}

/** An error while finding causes is logged as one, so that the service keeps running. */
function causesOf(answered: LoggedAnswer, explain: Explain, known: Known): readonly Why[] {
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
  const local = timesOf(Date.parse(time)).local + time.slice(19, 23)
  const line = `${local} ${method} ${path} ${status} ${ms} ms ${organization ?? '-'}`
  return causes.reduce((text, cause) => `${text}\n${causeLine(cause)}`, line)
}

function causeLine({ step, reason, remedy }: Why): string {
  const advice = remedy === undefined ? '' : ` ${translate(remedy)}`
  return `             ${translate(step)}: ${translate(reason)}.${advice}`
}

/** The latest second in UTC and as the local time, which thousands of lines share. */
let latest = { second: Number.NaN, utc: '', local: '' }

function timesOf(now: number): typeof latest {
  const second = Math.floor(now / 1_000)
  if (second === latest.second) return latest
  const at = new Date(second * 1_000)
  latest = { second, utc: at.toISOString().slice(0, 19), local: at.toTimeString().slice(0, 8) }
  return latest
}
