import type { EffectOf } from './rule.ts'

/** Returns a token bucket, which is full: each call takes a token, and they come back at a steady rate. */
export function createBucket({
  perSecond,
  burst = Math.max(1, Math.ceil(perSecond)),
}: EffectOf<'rate-limit'>) {
  let tokens = burst
  let counted = Number.POSITIVE_INFINITY
  /** Takes a token; returns 0 if there was one, else the milliseconds until there is. */
  return (now: number): number => {
    // A clock may be set back: what is in the bucket stays.
    tokens = Math.min(burst, tokens + (Math.max(0, now - counted) * perSecond) / 1000)
    counted = now
    // Thirds of a token add up to a little less than one.
    if (tokens <= 1 - 1e-9) return ((1 - tokens) * 1000) / perSecond
    tokens = Math.max(0, tokens - 1)
    return 0
  }
}
