import type { EffectOf } from './rule.ts'

const LONGEST = 60_000

/**
 * Returns how long a delay is, in milliseconds.
 * @param draw returns a number from 0 to below 1 for each purpose
 */
export function delayOf(
  { fixed, uniform, logNormal }: EffectOf<'latency'>,
  draw: (purpose: string) => number,
): number {
  if (uniform !== undefined) {
    const [least, most] = uniform
    return Math.round(least + draw('delay') * (most - least))
  }
  if (logNormal === undefined) return fixed ?? 0
  const { median, sigma, most = LONGEST } = logNormal
  // Box and Muller; 1 - draw is never 0.
  const normal =
    Math.sqrt(-2 * Math.log(1 - draw('delay'))) * Math.cos(2 * Math.PI * draw('delay, its angle'))
  return Math.round(Math.min(most, median * Math.exp(sigma * normal)))
}
