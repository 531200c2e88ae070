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

/** Work in steps, some of which may have to wait: `yield* got(x)` is the value of `x`. */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>

export function* got<T>(value: Soon<T>): Steps<T> {
  return (value instanceof Promise ? yield value : value) as T
}

/** Runs steps: at once, up to the first value that is not there yet. */
export function run<T>(steps: Steps<T>): Soon<T> {
  const first = steps.next()
  return first.done ? first.value : runLater(steps, first.value)
}

async function runLater<T>(steps: Steps<T>, first: Promise<unknown>): Promise<T> {
  for (let waited = first; ; ) {
    const goOn = await waited.then(
      (value) => () => steps.next(value),
      (error: unknown) => () => steps.throw(error),
    )
    const next = goOn()
    if (next.done) return next.value
    waited = next.value
  }
}
