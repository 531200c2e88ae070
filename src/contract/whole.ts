import { randomUUID } from 'node:crypto'

/** A whole number; a bigint where all digits count of one that JavaScript would round. */
export type Whole = number | bigint

/** Returns a sum with all of its digits. */
export function plus(whole: Whole, other: number): Whole {
  return typeof whole === 'bigint' ? whole + BigInt(other) : whole + other
}

/** Returns what remains of a whole number that is divided by another one, with its sign. */
export function restOf(whole: Whole, step: number): number {
  return typeof whole === 'bigint' ? Number(whole % BigInt(step)) : whole % step
}

/** Stands before the digits of a bigint; no client knows it. */
const MARK = randomUUID()
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')

/** Returns a value as JSON. A bigint becomes a number with all of its digits, which `JSON.stringify` cannot write. */
export function toJson(value: unknown): string {
  // `JSON.stringify` is slower for a number. Infinity, which `rows` may be, becomes null in both.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  let isMarked = false
  const json = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== 'bigint') return one
    isMarked = true
    return MARK + String(one)
  })
  return isMarked ? json.replace(MARKED, '$1') : json
}
