/**
 * Whether to ask for everything. `npm test` draws fewer random cases and starts fewer simulators than that, so that it
 * takes minutes less; a run with coverage, as in CI, and DEEP=1 ask for all of them.
 */
export const isDeep = process.env.DEEP === '1'

/** How often a property or a loop runs: seldom in a daily run, often in a deep one. */
export function times(daily: number, deep: number): number {
  return isDeep ? deep : daily
}

/**
 * Returns every n-th case, beginning with another one in each run.
 * @param deep the step of a deep run; by default, it asks for all of them
 */
export function everyFew<T>(cases: readonly T[], daily: number, deep = 1): readonly T[] {
  const step = times(daily, deep)
  const first = Math.floor(Math.random() * Math.min(step, cases.length))
  return cases.filter((_, i) => i % step === first)
}
