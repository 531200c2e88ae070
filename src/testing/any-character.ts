import fc from 'fast-check'

/** Halves of pairs, which are no characters of their own. */
const HALVES = { from: 0xd800, count: 0x800 }

/**
 * Any character, for `unit` of `fc.string`. It draws as `binary` does, for which fast-check lists all 1.1 million
 * characters first: half a second and 100 MB in each process.
 */
export const ANY_CHARACTER = fc.nat(0x10ffff - HALVES.count).map(
  (n) => String.fromCodePoint(n < HALVES.from ? n : n + HALVES.count),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) as number) : Number.NaN
    if (character !== String.fromCodePoint(code)) throw new Error('it is not one character')
    return code < HALVES.from ? code : code - HALVES.count
  },
)
