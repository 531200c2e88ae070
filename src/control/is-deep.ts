/** Recursion into deeper values may overflow the stack, and nobody means to nest so deep. */
const DEEPEST = 200

/** Returns whether a JSON value is nested too deep for recursion. */
export function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
