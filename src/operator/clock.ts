import { dateNow } from '../contract/real-globals.ts'

/** Tells the time of a world: that of the machine, unless its operator set another. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: dateNow }
