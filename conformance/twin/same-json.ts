/** Returns whether two values are the same to the letter as JSON, the order of fields included. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
