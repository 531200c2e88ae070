import { counted } from '../../src/contract/counted.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { repeats } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import type { List, Pages, Person } from '../service/lists.ts'
import type { Service } from '../service/service.ts'

/** The check of pages that every check of whole lists relies on. */
export const PAGES = ['PAG-11'] as const

/** The check of headers that every check with parameters relies on. */
export const HEADERS = ['HDR-01'] as const

/** Returns the timestamp with `Z` for `+00:00`, so that both spellings of UTC compare as strings. */
export function instant({ stamp }: Person): string {
  return stamp.replace(/\+00:00$/, 'Z')
}

export function ids({ people }: { people: readonly Person[] }): string[] {
  return people.map(({ id }) => id)
}

/** Returns the exchange with a place of the list, and the one before it if the place is the first on its page. */
export function exchangesAt({ pages }: Pages, place: number | undefined) {
  let from = 0
  for (const [i, list] of pages.entries()) {
    const to = from + list.people.length
    if ((place ?? 0) < to)
      return [...(place === from && pages[i - 1] ? [(pages[i - 1] as List).exchange] : []), list.exchange]
    from = to
  }
  return pages.slice(-1).map(({ exchange }) => exchange)
}

/** Returns the first exchange of each list, which is enough to repeat the request. */
export function ends(...lists: readonly Pages[]) {
  return lists.flatMap(({ pages }) => pages.slice(0, 1).map(({ exchange }) => exchange))
}

/** @throws {Violation} of the reading `total-counts-selection`, since what `total` counts is an inference */
export function mustCount({ total, exchange }: List, right: number): void {
  if (total === undefined || total === right) return
  throw new Violation(`total "${right}"`, `total ${total}`, [exchange], 'total-counts-selection')
}

/** Returns the first, the middle and the last person with a CPF. */
export function spread(people: readonly Person[]): Person[] {
  const known = people.filter(({ id }) => id !== '')
  const places = new Set([0, Math.floor(known.length / 2), known.length - 1])
  return [...places].flatMap((place) => known[place] ?? [])
}

/** Returns the persons who have the same name as a person before them. */
export async function homonyms(service: Service): Promise<Person[]> {
  return repeats((await service.facts()).named, ({ nome }) => nome)
}

export async function namedPerson(service: Service): Promise<Person> {
  const person = (await service.facts()).named[0]
  if (!person) throw new Undecided('thin-data', 'no person has a name that can be searched for')
  return person
}

/** Returns how many persons a search found, as far as its first page shows. */
export function found({ people }: List): string {
  if (people.length === 0) return 'nobody'
  return people.length >= PAGE ? `at least ${PAGE} persons` : counted(people.length, 'person')
}
