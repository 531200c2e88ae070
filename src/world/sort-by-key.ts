/** The bits of a digit, and from how many rows on the digits are worth their tables. */
const BITS = 16
const DIGITS = 2 ** BITS
const MANY = 20_000

/** Returns whole numbers one after the other; an iterator would take ten times as long. */
export function upTo(count: number, first = 0): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(count)
  for (let i = 0; i < count; i++) all[i] = first + i
  return all
}

/**
 * Sorts rows by whole numbers from 0 below 2^53, keeping the order of equal ones: digit by digit, because a comparison a
 * pair takes ten times as long for millions.
 * @param key the number of each row
 * @param many from how many rows on; for fewer, pairs are compared
 */
export function sortByKey(rows: Uint32Array, key: Float64Array, many = MANY): void {
  if (rows.length < many) {
    rows.sort((a, b) => (key[a] as number) - (key[b] as number))
    return
  }
  let most = 0
  for (let i = 0; i < rows.length; i++) most = Math.max(most, key[rows[i] as number] as number)
  let from = rows
  let to = new Uint32Array(rows.length)
  const counts = new Uint32Array(DIGITS)
  for (let unit = 1; unit <= most; unit *= DIGITS) {
    if (sortByDigit(from, to, counts, key, unit)) [from, to] = [to, from] as [typeof to, typeof to]
  }
  if (from !== rows) rows.set(from)
}

/** @returns false if all have the same digit, so that nothing moves */
function sortByDigit(
  from: Uint32Array,
  to: Uint32Array,
  counts: Uint32Array,
  key: Float64Array,
  unit: number,
): boolean {
  counts.fill(0)
  // The operator takes the low bits of a number of any size.
  const digitOf = (row: number) => ((key[row] as number) / unit) & (DIGITS - 1)
  for (let i = 0; i < from.length; i++) (counts[digitOf(from[i] as number)] as number)++
  if (counts[digitOf(from[0] as number)] === from.length) return false
  let start = 0
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = counts[digit] as number
    counts[digit] = start
    start += count
  }
  for (let i = 0; i < from.length; i++) {
    const row = from[i] as number
    to[(counts[digitOf(row)] as number)++] = row
  }
  return true
}
