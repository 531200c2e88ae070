/** A value, or a promise of it. */
export type Soon<T> = T | Promise<T>

/** Calls back with a value. A value that is there is not waited for, because a promise costs a turn of the event loop. */
export function whenThere<T, R>(value: Soon<T>, use: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
