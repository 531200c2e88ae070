import { checks } from '../checks/index.ts'
import { type Axes, cellOf, faultOfPattern, matchesCell } from '../judging/cells.ts'
import type { BaselineFault, Report, Result } from './report.ts'
import { ConformanceUsageError } from './selection.ts'

/** A known failure. It does not fail the run until it expires or passes. */
export interface BaselineEntry {
  /** The id of a check, or `ID@CELLS` for failures in these cells only, such as `CELL-06@order:-nome/filter:*`. */
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
    throw new ConformanceUsageError(`The baseline cannot be read: ${says}. --write-baseline writes a valid one.`)
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
    const refuse = (says: string): never => {
      throw new ConformanceUsageError(
        `Entry ${i + 1} of the baseline (${id ?? 'without id'}): ${says}${says.endsWith('?') ? '' : '.'}`,
      )
    }
    const [check = '', pattern] = String(id).split(/@(.*)/s)
    const { axes } =
      checks.find((candidate) => candidate.id === check) ?? refuse(`unknown check id${hintOfCheck(check)}`)
    if (pattern !== undefined) {
      if (!axes) refuse(`${check} has no cells: use the id without @${pattern}`)
      const fault = faultOfPattern(pattern, axes as Axes)
      if (fault !== undefined) refuse(fault)
    }
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

/** Returns the check that was meant, as a question: its topic and its number, however they are written. */
function hintOfCheck(given: string): string {
  const [, topic, number] = /^([a-z]+)[ _-]?(\d+)$/i.exec(given.trim()) ?? []
  if (topic === undefined || number === undefined) return ''
  const id = `${topic.toUpperCase()}-${String(Number(number)).padStart(2, '0')}`
  return checks.some((check) => check.id === id) ? `: did you mean ${id}?` : ''
}

/** Marks the failures that the baseline contains and that have not expired. */
export function applyBaseline(results: readonly Result[], entries: readonly BaselineEntry[], today: string): Result[] {
  return results.map((result) => {
    if (result.verdict !== 'fail') return result
    const valid = entries.filter(({ id, expires }) => checkOf(id) === result.id && expires >= today)
    const whole = valid.find(({ id }) => id === result.id)
    const { failing = [] } = result.cells ?? {}
    const owners = failing.map((cell) => valid.find(({ id }) => covers(id, cell)))
    const [first] = owners
    const entry = whole ?? (owners.includes(undefined) ? undefined : first)
    if (!entry) return result
    return { ...result, known: { reason: entry.reason, expires: entry.expires } }
  })
}

/** Returns the id of the check of an entry. */
function checkOf(id: string): string {
  return id.split('@')[0] as string
}

/** Returns whether an entry accepts the failure of a cell. */
function covers(id: string, cell: string): boolean {
  const [check, pattern] = id.split(/@(.*)/s)
  const axes = checks.find((candidate) => candidate.id === check)?.axes
  return pattern !== undefined && axes !== undefined && matchesCell(pattern, cellOf(cell, axes))
}

/** Returns the entries whose check passes now and those that have expired. */
export function baselineFaults(
  results: readonly Result[],
  entries: readonly BaselineEntry[],
  today: string,
): BaselineFault[] {
  return entries.flatMap(({ id, expires }): BaselineFault[] => {
    const { verdict, cells } = results.find((candidate) => candidate.id === checkOf(id)) ?? {}
    const wasAsked = !id.includes('@') || cells?.asked.some((cell) => covers(id, cell))
    const isFailing = id.includes('@') ? cells?.failing?.some((cell) => covers(id, cell)) : verdict === 'fail'
    if ((verdict === 'pass' || verdict === 'fail') && wasAsked && !isFailing)
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
export function baselineOf({ results, startedAt }: Report, before: readonly BaselineEntry[] = []): BaselineEntry[] {
  const expires = new Date(Date.parse(startedAt) + GRACE * DAY).toISOString().slice(0, 10)
  return results
    .filter(({ verdict, newer }) => verdict === 'fail' && !newer)
    .flatMap(({ id: check, finding, known, cells }) => {
      const whole = before.find((entry) => entry.id === check)
      if (whole) return whole
      const ids = cells?.failed?.map(({ cell }) => `${check}@${cell}`) ?? [check]
      return ids.map(
        (id) =>
          before.find((entry) => entry.id === id) ?? {
            id,
            reason:
              known?.reason ??
              `known since ${startedAt.slice(0, 10)}: expected ${finding?.expected}, got ${finding?.actual}`,
            expires: known?.expires ?? expires,
          },
      )
    })
}
