import { dateNow } from './real-globals.ts'

/** Tells the time of a world: that of the machine, unless its operator set another. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: dateNow }

/** Returns the time of a clock as the headers `Date` and `Retry-After` have it. */
export function httpDate(at: number): string {
  return new Date(at).toUTCString()
}
