import { type Clock, systemClock } from '../operator/clock.ts'

/** How long lives what a test sets and forgets, milliseconds. */
export const DEFAULT_TTL = 600_000

/** Until when a fault or a plan lives. */
export interface Life {
  /** When it was set, by its clock. */
  began: number
  /** Milliseconds since 1970, by its clock. */
  ends: number
  clock: Clock
}

/**
 * Returns the life of what is set now. A time to live that somebody chose goes by the clock of the world; the one that
 * ends what a killed test left behind goes by the machine's, so that a test that moves its clock keeps its faults.
 * @param ttl milliseconds; null for ever; undefined for the default
 */
export function lifeOf(ttl: number | null | undefined, world: Clock, machine: Clock = systemClock): Life {
  const clock = ttl === undefined ? machine : world
  const began = clock.now()
  return { began, ends: ttl === null ? Number.POSITIVE_INFINITY : began + (ttl ?? DEFAULT_TTL), clock }
}

function isOver({ ends, clock }: Life): boolean {
  return clock.now() >= ends
}

/** Returns those that are not over. */
export function living<T extends { life: Life }>(entries: readonly T[]): readonly T[] {
  return entries.some(({ life }) => isOver(life)) ? entries.filter(({ life }) => !isOver(life)) : entries
}

/** Returns the end as ISO 8601 in UTC; null for never. */
export function endOf({ ends }: Life): string | null {
  return Number.isFinite(ends) ? new Date(ends).toISOString() : null
}
