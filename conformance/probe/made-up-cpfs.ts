import { checkDigits, cpfAt } from '../../src/contract/cpf.ts'
import type { Chance } from './chance.ts'

/** Positions of the generator that are looked at, as many as one dataset may use. */
const REACH = 2_000_000
/** The generator has CPFs with more leading zeros, but too few to look for them. */
const ZEROS_GENERATED = 3
/** Nine digits cannot all be zeros. */
const MOST_ZEROS = 8

/**
 * Returns a made-up CPF for each given one, with as many leading zeros and in the same order, which decides between
 * equal times. They come from the generator of fixtures, so that they do not look like those of real people.
 */
export function madeUpCpfs(cpfs: readonly string[], chance: Chance): ReadonlyMap<string, string> {
  const given = [...new Set(cpfs)].sort()
  const known = new Set(given)
  const wanted = new Map<number, number>()
  for (const cpf of given) wanted.set(zerosOf(cpf), (wanted.get(zerosOf(cpf)) ?? 0) + 1)

  const made = new Map<number, string[]>([...wanted.keys()].map((zeros) => [zeros, []]))
  let missing = given.filter((cpf) => zerosOf(cpf) <= ZEROS_GENERATED).length
  const take = (cpf: string) => {
    const own = made.get(zerosOf(cpf))
    if (own === undefined || own.length === wanted.get(zerosOf(cpf)) || known.has(cpf)) return
    known.add(cpf)
    own.push(cpf)
    if (zerosOf(cpf) <= ZEROS_GENERATED) missing--
  }
  const seed = chance.whole(1, 9_999)
  for (let i = 0; missing > 0 && i < REACH; i++) take(cpfAt(seed, i))
  for (const zeros of made.keys()) {
    for (let left = REACH; (made.get(zeros) as string[]).length < (wanted.get(zeros) as number); left--) {
      if (left === 0) throw new Error('No CPF could be made up that is not in the list.')
      const base = `${'0'.repeat(zeros)}${chance.whole(1, 9)}${chance.digits(MOST_ZEROS - zeros)}`
      take(base + checkDigits(base))
    }
  }
  const inOrder = [...made.values()].flat().sort()
  return new Map(given.map((cpf, i) => [cpf, inOrder[i] as string]))
}

function zerosOf(cpf: string): number {
  const zeros = /^0*/.exec(cpf.padStart(11, '0')) as RegExpExecArray
  return Math.min(zeros[0].length, MOST_ZEROS)
}
