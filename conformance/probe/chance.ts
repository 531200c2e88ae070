/** Numbers that are drawn from a seed: the same seed draws the same numbers. */
export interface Chance {
  /** Returns a whole number from `least` to `most`. */
  whole(least: number, most: number): number
  /** Returns true once in so many times. */
  once(times: number): boolean
  /** @throws {RangeError} if the list is empty */
  pick<T>(list: readonly T[]): T
  /** Returns so many different entries of a list in the order in which they were drawn. */
  some<T>(list: readonly T[], count: number): T[]
  /** Returns lower-case letters. */
  letters(length: number): string
  /** Returns digits. */
  digits(length: number): string
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[whole(0, list.length - 1)] as T
  }
  const textOf = (signs: string, length: number) =>
    Array.from({ length }, () => signs[whole(0, signs.length - 1)]).join('')
  return {
    whole,
    pick,
    once: (times) => whole(1, times) === 1,
    some(list, count) {
      const left = [...list]
      const drawn = []
      while (drawn.length < count && left.length > 0) drawn.push(...left.splice(whole(0, left.length - 1), 1))
      return drawn
    },
    letters: (length) => textOf(ALPHABET, length),
    digits: (length) => textOf('0123456789', length),
  }
}

/** Returns a seed for a part of the work, so that parts do not depend on how much another part has drawn. */
export function seedOf(seed: number, part: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
