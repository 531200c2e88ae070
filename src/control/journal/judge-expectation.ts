import { type Entry, isInFlight, type Owner } from './entry.ts'
import type { Expected } from './expectation.ts'
import type { Matching } from './matcher.ts'

/** The part of the journal that a verification looks at. */
export interface JournalExcerpt {
  /** What is kept of the scope, and what is in flight, in the order of arrival. */
  entries: readonly Entry[]
  /** Whose exchanges were dropped or cleared of it. */
  losers: readonly Owner[]
}

/** What came of an expectation. */
export interface Judgement {
  verdict: 'met' | 'not-met' | 'not-yet'
  /** Those that count. */
  matched: Entry[]
  /** What went against it: too many, or too late. */
  against: Entry[]
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
export function judgeExpectation(expected: Expected, { entries, losers }: JournalExcerpt): Judgement {
  const { matching, after, noneAfter, least, most } = expected
  const fits = entries.map((entry) => matching.fits(entry))
  const all = entries.filter((_, i) => fits[i] === 'yes')
  const opened = after && openedBy(after, entries)
  const matched = after ? all.filter(({ arrived }) => opened !== undefined && arrived > opened) : all
  const last = matched.at(-1)
  const isLate = (entry: Entry) => last && entry.arrived > last.arrived && noneAfter?.fits(entry) === 'yes'
  const late = entries.filter(isLate)
  const gap = countLost(
    losers.filter((owner) => [matching, after, noneAfter].some((one) => one?.mayFit(owner))),
  )
  const unsure = entries.filter((entry, i) => {
    if (fits[i] === 'unknown' || noneAfter?.fits(entry) === 'unknown') return true
    // One in flight comes before nothing.
    return entry.answered > 0 && after?.fits(entry) === 'unknown'
  })
  const judged = { matched, gap, unsure }
  if (matched.length > most) return { ...judged, verdict: 'not-met', against: matched, lacks: 'count' }
  if (after && opened === undefined) return { ...judged, verdict: 'not-yet', against: [], lacks: 'after' }
  if (matched.length < least) {
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

/** Returns how many exchanges were dropped of some owners. */
export function countLost(losers: readonly Owner[]): number {
  return losers.reduce((sum, { lost }) => sum + lost.count, 0)
}

export function inFlight(entries: readonly Entry[]): Entry[] {
  return entries.filter(isInFlight)
}
