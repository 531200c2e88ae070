/** Numbers that are drawn from a seed: the same seed draws the same numbers. */
export interface Chance {
  whole(least: number, most: number): number
  /** Returns true once in so many times. */
  once(times: number): boolean
  /** @throws {RangeError} if the list is empty */
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  letters(length: number): string
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
  return {
    whole,
    pick,
    once: (times) => whole(1, times) === 1,
    shuffled(list) {
      const left = [...list]
      return list.flatMap(() => left.splice(whole(0, left.length - 1), 1))
    },
    letters: (length) => Array.from({ length }, () => pick([...ALPHABET])).join(''),
  }
}
