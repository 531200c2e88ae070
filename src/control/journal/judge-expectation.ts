import { type Entry, isInFlight } from './entry.ts'
import type { Expected } from './expectation.ts'
import type { Matching, MatchResult } from './matcher.ts'
import type { Tally } from './tallies.ts'

/** The part of the journal that a verification looks at. */
export interface JournalExcerpt {
  /** What is kept of the scope, and what is in flight, in the order of arrival. */
  entries: readonly Entry[]
  /** What was dropped or cleared of it. */
  dropped: readonly Tally[]
  /** Only what arrived after it counts. */
  since: number
}

/** What came of an expectation. */
export interface Judgement {
  verdict: 'met' | 'not-met' | 'not-yet'
  /** Those that count. */
  matched: Entry[]
  /** What went against it: too many, or too late. */
  against: Entry[]
  /** How many of those that were dropped count, too. */
  sure: number
  /** What it lacks: `after` for an exchange that must come before. */
  lacks: 'count' | 'after' | 'order' | 'none-after' | undefined
  /** Exchanges that were dropped, and that could change this. */
  gap: number
  /** Exchanges that have no answer yet or whose answer is not kept, and that could change this. */
  unsure: Entry[]
}

/**
 * Judges what is there now. `not-met` stays so, whatever comes; `met` may end if the expectation forbids exchanges.
 */
export function judgeExpectation(expected: Expected, { entries, dropped, since }: JournalExcerpt): Judgement {
  const { matching, after, noneAfter, least, most } = expected
  const fits = entries.map((entry) => matching.fits(entry))
  const all = entries.filter((_, i) => fits[i] === 'yes')
  const opened = after && openedBy(after, entries)
  const matched = after ? all.filter(({ arrived }) => opened !== undefined && arrived > opened) : all
  const last = matched.at(-1)
  const isLate = (entry: Entry) => last && entry.arrived > last.arrived && noneAfter?.fits(entry) === 'yes'
  const late = entries.filter(isLate)
  const sure = after || noneAfter ? 0 : sumOf(dropped, (tally) => fitOf(tally, matching, since) === 'yes')
  const needsOrder = after !== undefined || noneAfter !== undefined
  const gap = sumOf(dropped, (tally) =>
    [matching, after, noneAfter].some((one) => {
      const fit = one === undefined ? 'no' : fitOf(tally, one, since)
      return fit === 'unknown' || (fit === 'yes' && needsOrder)
    }),
  )
  const unsure = entries.filter((entry, i) => {
    if (fits[i] === 'unknown' || noneAfter?.fits(entry) === 'unknown') return true
    // One in flight comes before nothing.
    return entry.answered > 0 && after?.fits(entry) === 'unknown'
  })
  const judged = { matched, sure, gap, unsure }
  if (matched.length + sure > most) return { ...judged, verdict: 'not-met', against: matched, lacks: 'count' }
  if (after && opened === undefined) return { ...judged, verdict: 'not-yet', against: [], lacks: 'after' }
  if (matched.length + sure < least) {
    const early = all.filter((entry) => !matched.includes(entry))
    const lacks = early.length > 0 ? 'order' : 'count'
    return { ...judged, verdict: 'not-yet', against: early, lacks }
  }
  // A later one that counts would be the last.
  if (late.length > 0) return { ...judged, verdict: 'not-yet', against: late, lacks: 'none-after' }
  return { ...judged, verdict: 'met', against: [], lacks: undefined }
}

/** Returns the place of the first answer that a matcher fits. */
function openedBy(after: Matching, entries: readonly Entry[]): number | undefined {
  const places = entries.filter((entry) => entry.answered > 0 && after.fits(entry) === 'yes')
  return places.length === 0 ? undefined : Math.min(...places.map(({ answered }) => answered))
}

/** What began before the mark and ended after it is counted together. */
function fitOf(tally: Tally, matching: Matching, since: number): MatchResult {
  const fit = matching.fitsDropped(tally)
  return fit === 'yes' && tally.firstId <= since ? 'unknown' : fit
}

function sumOf(tallies: readonly Tally[], isWanted: (tally: Tally) => boolean): number {
  return tallies.reduce((sum, tally) => sum + (isWanted(tally) ? tally.count : 0), 0)
}

export function inFlight(entries: readonly Entry[]): Entry[] {
  return entries.filter(isInFlight)
}
