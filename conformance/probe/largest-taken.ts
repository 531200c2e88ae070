/** The range in which to search for the largest number that a service accepts. */
export interface Between {
  /** A number that is accepted. */
  least: number
  /** A larger number that is not accepted. */
  most: number
  /** The distance between two candidates; 1 by default. `most - least` is a multiple of it. */
  step?: number
  /** Limits that services have, in ascending order. */
  likely: readonly number[]
  /** Numbers that may be the limit. */
  hints?: readonly number[]
}

/**
 * Finds the largest number that is accepted, with few requests if it is a likely one. It assumes that every number above
 * one that is not accepted is not accepted, either.
 */
export async function largestTaken(
  isTaken: (size: number) => Promise<boolean>,
  { least, most, step = 1, likely, hints = [] }: Between,
): Promise<number> {
  let [low, high] = [least, most]
  const look = async (size: number) => {
    if (size <= low || size >= high) return
    if (await isTaken(size)) low = size
    else high = size
  }
  for (const hint of hints) {
    await look(hint)
    if (low === hint) await look(hint + step)
  }
  for (;;) {
    const between = likely.filter((size) => size > low && size < high)
    const middle = between[Math.floor(between.length / 2)]
    if (middle === undefined) break
    await look(middle)
  }
  await look(low + step)
  await look(high - step)
  while (high - low > step) await look(low + Math.max(1, Math.floor((high - low) / 2 / step)) * step)
  return low
}
