import { OperatorError } from '../operator/operator-error.ts'

/** A value, or a promise of it: what a store answers at once or later. */
export type Soon<T> = T | Promise<T>

/** Calls back with a value. A value that is there is not waited for, because a promise costs a turn of the event loop. */
export function whenThere<T, R>(value: Soon<T>, use: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/**
 * Returns a value that must be there at once.
 * @throws {OperatorError} when the store answers later
 */
export function atOnce<T>(value: Soon<T>): T {
  if (!(value instanceof Promise)) return value
  value.catch(() => {})
  throw new OperatorError('This works only on data in memory or in a state folder. Start without --store.')
}
