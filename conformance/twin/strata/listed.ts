import { isSearchable } from '../../service/persons.ts'
import type { Draw } from './stratum.ts'

/** The persons on a page of a list without `rows`. */
export const PAGE = 25

/** Returns how many pages the list has. */
export function pagesOf({ data }: Draw): number {
  return Math.max(1, Math.ceil(data.people.length / PAGE))
}

/** Returns one entry of a list; undefined if it is empty. */
export function oneOf<T>({ chance }: Draw, list: readonly T[]): T | undefined {
  return list.length === 0 ? undefined : chance.pick(list)
}

/** Returns the CPF of a listed person. */
export function cpfIn(draw: Draw, isWanted: (cpf: string) => boolean = () => true): string | undefined {
  return oneOf(
    draw,
    draw.data.people.map(({ id }) => id).filter((cpf) => cpf.length === 11 && isWanted(cpf)),
  )
}

/** Returns the name of a listed person. */
export function nameIn(draw: Draw, isWanted: (nome: string) => boolean = () => true): string | undefined {
  return oneOf(
    draw,
    draw.data.people.map(({ nome }) => nome).filter((nome) => isSearchable(nome) && isWanted(nome)),
  )
}

/** Returns the words of a listed name with at least so many words. */
export function wordsIn(draw: Draw, least = 1): string[] | undefined {
  return nameIn(draw, (nome) => nome.split(' ').length >= least)?.split(' ')
}

/** Returns letters that no listed name contains. */
export function gibberish({ chance, data }: Draw, length = chance.whole(6, 12)): string {
  for (;;) {
    const made = chance.letters(length)
    if (!data.people.some(({ nome }) => nome.toLowerCase().includes(made))) return made
  }
}

/** Returns a number of rows that the interface allows and the target does not limit. */
export function legalRows({ chance, profile }: Draw): number {
  const most = Math.min(profile.rowsMaximum ?? 250, 250)
  return PAGE * chance.whole(1, Math.max(1, Math.floor(most / PAGE)))
}
