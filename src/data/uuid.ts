const DIGITS = Buffer.from('0123456789abcdef')
/** Where the eight digits of each word of a UUID are. */
const PLACES = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [9, 10, 11, 12, 14, 15, 16, 17],
  [19, 20, 21, 22, 24, 25, 26, 27],
  [28, 29, 30, 31, 32, 33, 34, 35],
] as const
/** The value of each hexadecimal digit, by its character code. */
const HEX = Int8Array.from({ length: 256 }, (_, code) =>
  code < 48 ? -1 : '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

/** Returns the four 32-bit words of a UUID in letters of either case. */
export function wordsOf(text: string): [number, number, number, number] {
  return [wordOf(text, 0), wordOf(text, 1), wordOf(text, 2), wordOf(text, 3)]
}

function wordOf(text: string, n: 0 | 1 | 2 | 3): number {
  let word = 0
  for (const place of PLACES[n]) word = (word << 4) | (HEX[text.charCodeAt(place)] as number)
  return word >>> 0
}

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
