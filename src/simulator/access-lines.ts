import { printable } from '../contract/printable.ts'
import { dateNow } from '../contract/real-globals.ts'
import { maskedPath } from '../operator/masked-path.ts'
import { type Known, NOBODY } from '../operator/words.ts'
import type { AccessLog, LoggedAnswer } from '../server/access-log.ts'
import { sentUrl } from '../server/base-path.ts'
import type { Cause } from '../service/why.ts'

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
  return (answered) => write(textOf(recordOf(answered, explain, known)))
}

/** Returns the record of a request. The causes are found here, not while the request is answered. */
export function recordOf(answered: LoggedAnswer, explain: Explain, known: Known = NOBODY): LogRecord {
  const { request, status, ms = 0, organization } = answered
  return {
    time: new Date(dateNow()).toISOString(),
    method: request?.method ?? '-',
    path: request?.url === undefined ? '-' : maskedPath(sentUrl(request.url), known),
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

/** Returns the local time of a line, for the person who reads the log. */
function timeOfDay(time: string): string {
  const at = new Date(time)
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()]
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + time.slice(19, 23)
}
