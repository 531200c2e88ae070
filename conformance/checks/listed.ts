import { Undecided, Violation } from '../judging/judgement.ts'
import { repeats } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import { count } from '../service/evidence.ts'
import type { List, Pages, Person } from '../service/lists.ts'
import type { Service } from '../service/service.ts'

/** What is said of whole lists takes for granted that their pages hold together. */
export const PAGES = ['PAG-11'] as const

/** What is asked with parameters takes for granted that they may be sent as documented. */
export const HEADERS = ['HDR-01'] as const

/** A timestamp that compares as a text, with either spelling of UTC. */
export function instant({ stamp }: Person): string {
  return stamp.replace(/\+00:00$/, 'Z')
}

export function ids({ people }: { people: readonly Person[] }): string[] {
  return people.map(({ id }) => id)
}

/** The page on which a place of a list is, and the one before it where the place is its first. */
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

/** The first answers of lists: enough to ask them again. */
export function ends(...lists: readonly Pages[]) {
  return lists.flatMap(({ pages }) => pages.slice(0, 1).map(({ exchange }) => exchange))
}

/** What `total` counts is an inference. */
export function mustCount({ total, exchange }: List, right: number): void {
  if (total === undefined || total === right) return
  throw new Violation(`total "${right}"`, `total ${total}`, [exchange], 'total-counts-selection')
}

/** A first, a middle and a last one of those that are known. */
export function spread(people: readonly Person[]): Person[] {
  const known = people.filter(({ id }) => id !== '')
  const places = new Set([0, Math.floor(known.length / 2), known.length - 1])
  return [...places].flatMap((place) => known[place] ?? [])
}

/** Those who bear the name of somebody before them. */
export async function homonyms(service: Service): Promise<Person[]> {
  return repeats((await service.facts()).named, ({ nome }) => nome)
}

export async function namedPerson(service: Service): Promise<Person> {
  const person = (await service.facts()).named[0]
  if (!person) throw new Undecided('thin-data', 'nobody has a name that can be asked for')
  return person
}

/** How many persons a search found, as far as its first page shows. */
export function found({ people }: List): string {
  if (people.length === 0) return 'nobody'
  return people.length >= PAGE ? `${PAGE} persons or more` : count(people.length, 'person')
}
