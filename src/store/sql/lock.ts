/** Locks organizations, always in the same order; decisions on them wait. */
export const LOCK_ALL = 'SELECT k, seq FROM {organizations} WHERE k = ANY($1) ORDER BY k FOR UPDATE'

/** The organizations of a world: their ids, and their numbers in the database. */
export type Numbers = ReadonlyMap<string, number>
