/** Returns the time of a clock as the headers `Date` and `Retry-After` have it. */
export function httpDate(at: number): string {
  return new Date(at).toUTCString()
}
