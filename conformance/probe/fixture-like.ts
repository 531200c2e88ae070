import { hasCheckDigits } from '../../src/contract/cpf.ts'
import type { Person } from '../model/lists.ts'
import { instantOf } from './data.ts'

/** A fixture as `pessoas-sim --fixture` reads it. */
export interface FixtureLike {
  descricao: string
  pessoas: { nome: string; cpf?: string; atualizado_em?: string }[]
}

/**
 * Returns a fixture with the shape of a list and with none of its persons: as many of them, homonyms, forms of names, and
 * the same ties and order of updates relative to now.
 * @param now milliseconds since 1970, from which times are counted back
 * @throws {Error} if a person of the list would be in it
 */
export async function fixtureLike(
  people: readonly Person[],
  seed: number,
  now: number,
): Promise<FixtureLike> {
  // It loads many names, which few runs need.
  const { anonymize } = await import('../../src/data/anonymize.ts')
  const times = relativeTimes(
    people.map(({ stamp }) => stamp),
    now,
  )
  const given = people.map(({ id, nome, stamp }) => {
    // A service may have lost leading zeros.
    const cpf = id.padStart(11, '0')
    return { nome, ...(hasCheckDigits(cpf) && { cpf }), atualizado_em: times.get(stamp) ?? '-1d' }
  })
  const { pessoas } = anonymize(given, seed)
  const known = new Set(given.flatMap(({ nome, cpf }) => [nome.toLowerCase(), cpf]))
  if (pessoas.some(({ nome, cpf = '-' }) => known.has(nome.toLowerCase()) || known.has(cpf)))
    throw new Error('The fixture would contain a person of the list, so it was not made.')
  return { descricao: `${people.length} made-up persons, in the shape of a list that was read.`, pessoas }
}

/** Units of a relative time and the longest time back that six digits can say. */
const UNITS = (
  [
    ['s', 1_000],
    ['m', 60_000],
    ['h', 3_600_000],
  ] as const
).map(([letter, length]) => ({ letter, length, most: length * 999_999 }))

/**
 * Returns each time as a fixture says it relative to its start. Equal times stay equal, and different ones stay
 * different and in order, although a unit may be longer than the time between them.
 */
function relativeTimes(stamps: readonly string[], now: number): ReadonlyMap<string, string> {
  const instants = stamps.map(instantOf).filter((instant) => !Number.isNaN(instant))
  const newestFirst = [...new Set(instants)].sort((a, b) => b - a)
  const texts = new Map<number, string>()
  let least = Number.NEGATIVE_INFINITY
  for (const instant of newestFirst) {
    const back = Math.max(now - instant, least)
    const { letter, length } =
      UNITS.find(({ most }) => Math.abs(back) < most) ?? (UNITS.at(-1) as (typeof UNITS)[number])
    const rounded = Math.round(back / length)
    const count = rounded * length < least ? Math.ceil(least / length) : rounded
    least = count * length + 1
    texts.set(instant, `${count < 0 ? '+' : '-'}${Math.abs(count)}${letter}`)
  }
  return new Map(
    stamps.flatMap((stamp) => {
      const text = texts.get(instantOf(stamp))
      return text === undefined ? [] : [[stamp, text] as const]
    }),
  )
}
