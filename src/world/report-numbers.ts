import type { Buffer } from 'node:buffer'
import { UUID } from '../contract/wire.ts'
import { sortByKey, upTo } from './sort-by-key.ts'

/** The bytes of a report number: it is a UUID. */
export const NUMBER_BYTES = 16

/** Writes the bytes of a report number, and returns whether the text is a UUID. */
export function writeNumber(text: string, bytes: Buffer, at: number): boolean {
  if (!UUID.test(text)) return false
  const [low, middle, version] = [text.slice(0, 8), text.slice(9, 13), text.slice(14, 18)]
  bytes.write(low + middle + version + text.slice(19, 23) + text.slice(24), at, 'hex')
  return true
}

/** Returns bytes as the text of a report number, in lower case. */
export function readNumber(bytes: Buffer, at: number): string {
  const digits = bytes.toString('hex', at, at + NUMBER_BYTES)
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Returns the order of numbers by their bytes. The first ones tell most apart; those that a person wrote may need all. */
export function numberOrder(bytes: Buffer): Uint32Array {
  const keys = new Float64Array(bytes.length / NUMBER_BYTES)
  const sorted = (order: Uint32Array, from: number, count: number) => {
    for (let i = 0; i < keys.length; i++) keys[i] = bytes.readUIntBE(i * NUMBER_BYTES + from, count)
    sortByKey(order, keys)
    return order
  }
  const order = sorted(upTo(keys.length), 0, 6)
  for (let i = 1; i < order.length; i++) {
    if (keys[order[i] as number] === keys[order[i - 1] as number])
      return sorted(sorted(sorted(upTo(keys.length), 11, 5), 6, 5), 0, 6)
  }
  return order
}

/** Compares a number among others with one by itself. */
export function compareNumber(bytes: Buffer, number: number, sought: Buffer): number {
  const at = number * NUMBER_BYTES
  for (let i = 0; i < NUMBER_BYTES; i++) {
    const difference = (bytes[at + i] as number) - (sought[i] as number)
    if (difference !== 0) return difference
  }
  return 0
}
