import { checks } from '../checks/index.ts'
import type { BaselineFault, Report, Result } from './report.ts'
import { ConformanceUsageError } from './selection.ts'

/** A known failure. It does not fail the run until it expires or passes. */
export interface BaselineEntry {
  id: string
  /** Why the failure is accepted for now. */
  reason: string
  /** The last day on which it is accepted, `YYYY-MM-DD`. */
  expires: string
}

/** Days until an entry of a new baseline expires. */
const GRACE = 90
const DAY = 86_400_000

/**
 * Reads a baseline: a JSON array of `{ id, reason, expires }`.
 * @throws {ConformanceUsageError} that names the invalid entry
 */
export function readBaseline(text: string): BaselineEntry[] {
  const refuse = (says: string): never => {
    throw new ConformanceUsageError(
      `The baseline cannot be read: ${says}. --write-baseline writes a valid one.`,
    )
  }
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch (error) {
    return refuse(`it is not valid JSON (${(error as Error).message})`)
  }
  if (!Array.isArray(entries)) return refuse('it is not an array of { id, reason, expires }')
  return checkBaseline(entries as BaselineEntry[])
}

/** @throws {ConformanceUsageError} that names the invalid entry */
export function checkBaseline(entries: readonly BaselineEntry[]): BaselineEntry[] {
  const seen = new Set<string>()
  return entries.map((entry, i) => {
    const { id, reason, expires } = entry ?? {}
    const refuse = (says: string) => {
      throw new ConformanceUsageError(`Entry ${i + 1} of the baseline (${id ?? 'without id'}): ${says}.`)
    }
    if (!checks.some((check) => check.id === id)) refuse('unknown check id')
    if (seen.has(id)) refuse('the baseline has another entry for this id')
    if (typeof reason !== 'string' || reason.trim() === '') refuse('reason is missing')
    if (expires === undefined) refuse('expires is missing: give the last day as YYYY-MM-DD')
    if (!/^\d{4}-\d\d-\d\d$/.test(expires) || Number.isNaN(Date.parse(expires))) {
      refuse('expires must be a date, YYYY-MM-DD')
    }
    seen.add(id)
    return { id, reason, expires }
  })
}

/** Marks the failures that the baseline contains and that have not expired. */
export function applyBaseline(
  results: readonly Result[],
  entries: readonly BaselineEntry[],
  today: string,
): Result[] {
  return results.map((result) => {
    const entry = entries.find(({ id }) => id === result.id)
    if (!entry || result.verdict !== 'fail' || entry.expires < today) return result
    return { ...result, known: { reason: entry.reason, expires: entry.expires } }
  })
}

/** Returns the entries whose check passes now and those that have expired. */
export function baselineFaults(
  results: readonly Result[],
  entries: readonly BaselineEntry[],
  today: string,
): BaselineFault[] {
  return entries.flatMap(({ id, expires }): BaselineFault[] => {
    const verdict = results.find((candidate) => candidate.id === id)?.verdict
    if (verdict === 'pass')
      return [{ id, fault: 'stale', says: `${id} passes now: remove its entry from the baseline` }]
    if (expires >= today) return []
    const now = verdict === 'fail' ? 'it still fails' : 'this run did not decide it'
    const says = `${id} expired on ${expires}, and ${now}: fix it or renew its entry`
    return [{ id, fault: 'expired', says }]
  })
}

/**
 * Returns a baseline of all failures of a report.
 * @param before an older baseline; entries of checks that still fail keep their reason and day
 */
export function baselineOf(
  { results, startedAt }: Report,
  before: readonly BaselineEntry[] = [],
): BaselineEntry[] {
  const expires = new Date(Date.parse(startedAt) + GRACE * DAY).toISOString().slice(0, 10)
  return results
    .filter(({ verdict, newer }) => verdict === 'fail' && !newer)
    .map(
      ({ id, finding, known }) =>
        before.find((entry) => entry.id === id) ?? {
          id,
          reason:
            known?.reason ??
            `known since ${startedAt.slice(0, 10)}: expected ${finding?.expected}, got ${finding?.actual}`,
          expires: known?.expires ?? expires,
        },
    )
}
