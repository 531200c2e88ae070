/** The bits of a digit, and from how many rows on the digits are worth their tables. */
const BITS = 16
const DIGITS = 2 ** BITS
const MANY = 20_000

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
  const other = new Uint32Array(rows.length)
  const counts = new Uint32Array(DIGITS)
  for (let unit = 1; unit < 2 ** 53; unit *= DIGITS) sortByDigit(rows, other, counts, key, unit)
}

function sortByDigit(
  rows: Uint32Array,
  other: Uint32Array,
  counts: Uint32Array,
  key: Float64Array,
  unit: number,
): void {
  counts.fill(0)
  for (let i = 0; i < rows.length; i++) {
    const digit = Math.floor((key[rows[i] as number] as number) / unit) % DIGITS
    counts[digit] = (counts[digit] as number) + 1
  }
  const [first] = rows as unknown as [number]
  // Where all have the same digit, nothing moves.
  if (counts[Math.floor((key[first] as number) / unit) % DIGITS] === rows.length) return
  let start = 0
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = counts[digit] as number
    counts[digit] = start
    start += count
  }
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const digit = Math.floor((key[row] as number) / unit) % DIGITS
    const place = counts[digit] as number
    other[place] = row
    counts[digit] = place + 1
  }
  rows.set(other)
}
