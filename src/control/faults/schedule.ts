import { TokenBucket } from './bucket.ts'
import type { FaultRule } from './rule.ts'

/** What a fault remembers of one key. */
export interface KeyMemory {
  calls: number
  strikes: number
  /** The call that was struck last, and when; 0 before the first. */
  lastCall: number
  lastAt: number
  bucket?: TokenBucket
}

export function newKeyMemory(): KeyMemory {
  return { calls: 0, strikes: 0, lastCall: 0, lastAt: 0 }
}

/** Whether the fault strikes; for a rate limit, the milliseconds until it would not. */
export interface StrikeDecision {
  isStruck: boolean
  wait: number
}

const SPARED: StrikeDecision = { isStruck: false, wait: 0 }

/**
 * Judges a call that was counted.
 * @param share draws a number from 0 to below 1
 */
export function decideStrike(
  rule: FaultRule,
  memory: KeyMemory,
  at: number,
  share: () => number,
): StrikeDecision {
  const { when = {}, strikes = Number.POSITIVE_INFINITY, fault } = rule
  if (!isTurn(when, memory.calls) || memory.strikes >= strikes || isResting(rule, memory, at)) return SPARED
  if (when.share !== undefined && share() >= when.share) return SPARED
  if (fault.kind !== 'rate-limit') return { isStruck: true, wait: 0 }
  const { perSecond, burst = Math.max(1, Math.ceil(perSecond)) } = fault
  memory.bucket ??= new TokenBucket(perSecond, burst, at)
  const wait = memory.bucket.take(at)
  return { isStruck: wait > 0, wait }
}

function isTurn({ calls, from, every }: NonNullable<FaultRule['when']>, call: number): boolean {
  if (calls !== undefined && !calls.includes(call)) return false
  const first = from ?? every ?? 1
  return call >= first && (call - first) % (every ?? 1) === 0
}

function isResting({ rest = {} }: FaultRule, memory: KeyMemory, at: number): boolean {
  const { strikes, calls, lastCall } = memory
  if (strikes === 0) return false
  if (rest.calls !== undefined && calls - lastCall <= rest.calls) return true
  // A clock may be set back: it would rest until the time of the strike came again.
  memory.lastAt = Math.min(memory.lastAt, at)
  return rest.time !== undefined && at - memory.lastAt < rest.time
}

/** Returns whether a time is in the window of a fault that was set at another. */
export function isInWindow(
  { after, before }: NonNullable<FaultRule['when']>,
  set: number,
  at: number,
): boolean {
  const momentOf = (given: number | string) => (typeof given === 'number' ? set + given : Date.parse(given))
  if (after !== undefined && at < momentOf(after)) return false
  return before === undefined || at < momentOf(before)
}
