const DIGITS = Buffer.from('0123456789abcdef')
/** Where the eight digits of each word of a UUID are. */
const PLACES = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [9, 10, 11, 12, 14, 15, 16, 17],
  [19, 20, 21, 22, 24, 25, 26, 27],
  [28, 29, 30, 31, 32, 33, 34, 35],
] as const
const uuid = Buffer.from('00000000-0000-0000-0000-000000000000')

/** Returns the UUID of four words. It is cut from bytes, because a joined string is joined anew by whoever reads it. */
export function uuidOf(words: ArrayLike<number>): string {
  for (let n = 0; n < 4; n++) {
    const places = PLACES[n] as readonly number[]
    for (let i = 7, rest = words[n] as number; i >= 0; i--, rest >>>= 4) {
      uuid[places[i] as number] = DIGITS[rest & 15] as number
    }
  }
  return uuid.toString('latin1', 0, 36)
}
