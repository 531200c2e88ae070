import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Person } from '../service/lists.ts'
import { createChance, seedOf } from './chance.ts'
import { instantOf } from './data.ts'
import { madeUpCpfs } from './made-up-cpfs.ts'
import { MadeUpNames } from './made-up-names.ts'
import { shapesOf } from './name-shape.ts'

/** A fixture as `pessoas-sim --fixture` reads it. */
export interface FixtureLike {
  descricao: string
  pessoas: { nome: string; cpf: string; atualizado_em: string }[]
}

/**
 * Returns a fixture with the shape of a list and with none of its persons: as many of them, the same ties and order of
 * updates relative to now, homonyms, forms of names and leading zeros. The names and CPFs are made up.
 * @param now milliseconds since 1970, from which times are counted back
 * @throws {Error} if a person of the list would be in it
 */
export function fixtureLike(people: readonly Person[], seed: number, now: number): FixtureLike {
  const cpfs = madeUpCpfs(people.map(whole), createChance(seedOf(seed, 'cpf')))
  const names = madeUpNamesOf(people, seed)
  const times = relativeTimes(
    people.map(({ stamp }) => stamp),
    now,
  )
  const pessoas = people.map(({ id, stamp }, i) => ({
    nome: names[i] as string,
    cpf: cpfs.get(whole({ id })) as string,
    atualizado_em: times.get(stamp) as string,
  }))
  requireStrangers(people, pessoas)
  return { descricao: `${people.length} made-up persons, in the shape of a list that was read.`, pessoas }
}

/** Returns a CPF with the leading zeros that a service may have lost. */
function whole({ id }: Pick<Person, 'id'>): string {
  return id.padStart(11, '0')
}

/** Returns a name for each person. Homonyms stay homonyms, and all others are different. */
function madeUpNamesOf(people: readonly Person[], seed: number): string[] {
  const given = people.map(({ nome }) => nome)
  const source = new MadeUpNames(given, createChance(seedOf(seed, 'nome')))
  const shapes = shapesOf(given)
  const made = new Map<string, string>()
  return given.map((nome, i) => {
    const known = made.get(nome) ?? source.make(shapes[i] as NonNullable<(typeof shapes)[number]>)
    made.set(nome, known)
    return known
  })
}

const SECOND = 1_000
/** Units of a relative time and the longest time back that six digits can say. */
const UNITS = [
  { letter: 's', length: SECOND },
  { letter: 'm', length: 60 * SECOND },
  { letter: 'h', length: 3_600 * SECOND },
].map((unit) => ({ ...unit, most: unit.length * 999_999 }))

/**
 * Returns each time as a fixture says it relative to its start. Equal times stay equal, and different ones stay
 * different and in order, although a unit may be longer than the time between them.
 */
function relativeTimes(stamps: readonly string[], now: number): ReadonlyMap<string, string> {
  const known = [...new Set(stamps)].map((stamp) => [stamp, instantOf(stamp)] as const)
  const newestFirst = known.sort((a, b) => (Number.isNaN(a[1]) ? 1 : Number.isNaN(b[1]) ? -1 : b[1] - a[1]))
  let before: { instant: number; back: number; text: string } | undefined
  const times = new Map<string, string>()
  for (const [stamp, instant] of newestFirst) {
    const isSame = before !== undefined && (instant === before.instant || Number.isNaN(instant))
    if (!isSame) {
      const least = before === undefined ? Number.NEGATIVE_INFINITY : before.back + 1
      const back = Math.max(now - instant, least)
      before = { instant, ...written(back, least) }
    }
    times.set(stamp, before?.text ?? '-1d')
  }
  return times
}

/** Returns a time back in the shortest unit that can say it, at least so far back. */
function written(back: number, least: number): { back: number; text: string } {
  const unit = UNITS.find(({ most }) => Math.abs(back) < most) ?? (UNITS.at(-1) as (typeof UNITS)[number])
  const rounded = Math.round(back / unit.length)
  const count = rounded * unit.length < least ? Math.ceil(least / unit.length) : rounded
  return { back: count * unit.length, text: `${count < 0 ? '+' : '-'}${Math.abs(count)}${unit.letter}` }
}

/** @throws {Error} if a person of the list is in the fixture */
function requireStrangers(people: readonly Person[], pessoas: FixtureLike['pessoas']): void {
  const fold = (text: string) => withoutAccents(text).toLowerCase()
  const names = new Set(people.map(({ nome }) => fold(nome)))
  const cpfs = new Set(people.map(whole))
  const isKnown = pessoas.some(({ nome, cpf }) => names.has(fold(nome)) || cpfs.has(cpf))
  if (isKnown) throw new Error('The fixture would contain a person of the list, so it was not made.')
}
