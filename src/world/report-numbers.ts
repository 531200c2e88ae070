import { Buffer } from 'node:buffer'
import { sortByKey, upTo } from './sort-by-key.ts'

/** The bytes of a report number: it is a UUID. */
export const NUMBER_BYTES = 16

const DIGIT_OF = new Uint8Array(256).fill(255)
for (let digit = 0; digit < 16; digit++) {
  DIGIT_OF[digit.toString(16).charCodeAt(0)] = digit
  DIGIT_OF[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const DASH = '-'.charCodeAt(0)
/** Where each byte begins in the text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const DASHES = [8, 13, 18, 23]
const LENGTH = 36

/** Writes the bytes of a report number, and returns whether the text is a UUID. */
export function writeNumber(text: string, bytes: Uint8Array, at: number): boolean {
  if (text.length !== LENGTH) return false
  for (let i = 0; i < DASHES.length; i++) if (text.charCodeAt(DASHES[i] as number) !== DASH) return false
  for (let i = 0; i < NUMBER_BYTES; i++) {
    const place = PLACES[i] as number
    const [high, low] = [digitAt(text, place), digitAt(text, place + 1)]
    if (high > 15 || low > 15) return false
    bytes[at + i] = high * 16 + low
  }
  return true
}

function digitAt(text: string, place: number): number {
  const code = text.charCodeAt(place)
  return code > 255 ? 255 : (DIGIT_OF[code] as number)
}

/** Returns bytes as the text of a report number, in lower case. */
export function readNumber(bytes: Uint8Array, at: number): string {
  let text = ''
  for (let i = 0; i < NUMBER_BYTES; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-'
    text += HEX[bytes[at + i] as number]
  }
  return text
}

/** Returns the order of numbers by their bytes. The first ones tell most apart; those that a person wrote may need all. */
export function numberOrder(bytes: Uint8Array): Uint32Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const keys = new Float64Array(bytes.length / NUMBER_BYTES)
  const sorted = (order: Uint32Array, from: number, count: number) => {
    for (let i = 0; i < keys.length; i++) keys[i] = view.readUIntBE(i * NUMBER_BYTES + from, count)
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
export function compareNumber(bytes: Uint8Array, number: number, sought: Uint8Array): number {
  const at = number * NUMBER_BYTES
  for (let i = 0; i < NUMBER_BYTES; i++) {
    const difference = (bytes[at + i] as number) - (sought[i] as number)
    if (difference !== 0) return difference
  }
  return 0
}
