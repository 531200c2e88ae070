import { checks } from '../checks/index.ts'
import type { BaselineFault, Report, Result } from './report.ts'
import { ConformanceUsageError } from './selection.ts'

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** A known failure. It does not fail the run until it expires or passes. */
export interface BaselineEntry {
  id: string
  /** Why the failure is accepted for now. */
  reason: string
  /** The last day on which it is accepted, `YYYY-MM-DD`. */
  expires?: string
}

/** @throws {ConformanceUsageError} for text that is not a JSON array of `{ id, reason, expires? }` */
export function readBaseline(text: string): BaselineEntry[] {
  try {
    return checkBaseline(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ConformanceUsageError(`The baseline is not valid JSON (${error.message}).`)
  }
}

/** @throws {ConformanceUsageError} that names the invalid entry */
export function checkBaseline(entries: readonly BaselineEntry[]): BaselineEntry[] {
  if (!Array.isArray(entries)) throw new ConformanceUsageError('The baseline is not an array.')
  for (const [i, { id, reason, expires }] of entries.map((entry) => entry ?? {}).entries()) {
    const fault =
      (!checks.some((check) => check.id === id) && 'unknown check id; --list shows every id') ||
      (entries.findIndex((entry) => entry.id === id) < i && 'the baseline has another entry for this id') ||
      ((typeof reason !== 'string' || reason.trim() === '') && 'reason is missing') ||
      (expires !== undefined && !DAY.test(expires) && 'expires must be a date, YYYY-MM-DD')
    if (fault) throw new ConformanceUsageError(`Entry ${i + 1} of the baseline (${id ?? 'without id'}): ${fault}.`)
  }
  return [...entries]
}

/** Marks the failures that the baseline contains and that have not expired. */
export function applyBaseline(results: readonly Result[], entries: readonly BaselineEntry[], today: string): Result[] {
  const valid = entries.filter(({ expires = today }) => expires >= today)
  return results.map((result) => {
    const entry = valid.find(({ id }) => id === result.id)
    if (!entry || result.verdict !== 'fail') return result
    const { id, ...known } = entry
    return { ...result, known }
  })
}

/** Returns the entries whose check passes now and those that have expired. */
export function baselineFaults(
  results: readonly Result[],
  entries: readonly BaselineEntry[],
  today: string,
): BaselineFault[] {
  return entries.flatMap(({ id, expires = today }): BaselineFault[] => {
    const verdict = results.find((result) => result.id === id)?.verdict
    if (verdict === 'pass')
      return [{ id, fault: 'stale', says: `${id} passes now: remove its entry from the baseline` }]
    const now = verdict === 'fail' ? 'it still fails' : 'this run did not decide it'
    const says = `${id} expired on ${expires}, and ${now}: fix it or renew its entry`
    return expires >= today ? [] : [{ id, fault: 'expired', says }]
  })
}

/** Returns a baseline of all failures of a report. Those that an older one has keep their entry. */
export function baselineOf({ results, startedAt }: Report, before: readonly BaselineEntry[] = []) {
  const since = `known since ${startedAt.slice(0, 10)}`
  const entryOf = ({ id, detail, known }: Result): BaselineEntry =>
    // The file is for a repository, so it has no pseudonyms.
    before.find((entry) => entry.id === id) ?? {
      id,
      ...(known ?? { reason: `${since}: ${detail.replace(/\b(cpf|nome)#[\da-f]+/g, '$1')}` }),
    }
  return results.filter(({ verdict }) => verdict === 'fail').map(entryOf)
}
