import { counted } from '../../src/contract/counted.ts'
import type { SortField } from '../../src/contract/profile.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { directionOf } from '../judging/order.ts'
import { firstDifference, firstRepeat, repeats } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import { pagesRead } from '../service/evidence.ts'
import { kind } from '../service/format.ts'
import type { List, Pages, Person, Query } from '../service/lists.ts'
import { isRestless } from '../service/pages.ts'
import { plainPerson } from '../service/persons.ts'
import { longSearch } from '../service/searches.ts'
import type { Service } from '../service/service.ts'

type Direction = ReturnType<typeof directionOf>

/** The check of pages that every check of whole lists relies on. */
export const PAGES = ['PAG-11'] as const

/** The check of headers that every check with parameters relies on. */
export const HEADERS = ['HDR-01'] as const

/** Returns the timestamp with `Z` for `+00:00`, so that both spellings of UTC compare as strings. */
export function instant({ stamp }: Person): string {
  return stamp.replace(/\+00:00$/, 'Z')
}

/** Returns whether a last update is in whole seconds, so that two decisions within one second look the same. */
export function isWholeSecond({ stamp }: Person): boolean {
  return !/\.\d*[1-9]/.test(stamp)
}

/** Names that every search by the whole name finds, whatever it does with signs and short words. */
export const PLAIN_NAME = /^\p{L}{3,}(?: \p{L}{3,}){1,5}$/u

/** Returns whether a page has everybody whom its list selects. */
export function isWhole({ people, total, linhas }: List): boolean {
  return people.length < (linhas ?? PAGE) || people.length === total
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
  const { named } = await service.facts()
  const person = plainPerson(named) ?? named[0]
  if (!person) throw new Undecided('thin-data', 'no person has a name that can be searched for')
  return person
}

/** Checks that the pages of a list contain every person once. Returns what was read. */
export async function partition(service: Service, query: Query): Promise<string> {
  const pages = await service.pages(query)
  const repeat = firstRepeat(ids(pages).filter((id) => id !== ''))
  if (repeat !== undefined) {
    // Without sort, persons with equal timestamps may change places between two pages.
    const isExcused = query.sort === undefined && isRestless(pages, instant)
    if (isExcused && (await service.sortsBy('cpf'))) {
      return `${await partition(service, { ...query, sort: 'cpf' })} under sort=cpf; without sort, persons with equal timestamps move between pages`
    }
    const where = pages.pages.filter((list) => ids(list).includes(repeat)).map(({ exchange }) => exchange)
    throw new Violation(
      'every person at most once',
      `${service.redactor.cpf(repeat)} twice, on ${counted(where.length, 'page')}`,
      where.slice(0, 2),
      isExcused ? 'soft' : undefined,
    )
  }
  const announced = pages.total ?? 0
  if (!pages.capped && pages.people.length < announced) {
    throw new Violation(
      `${announced} persons on the pages`,
      counted(pages.people.length, 'person'),
      ends(pages),
      query.nome === undefined ? undefined : 'total-counts-selection',
    )
  }
  return `${pagesRead(pages)}, 0 repeats`
}

/** @throws {Undecided} when `rows=50` is rejected, because it may exceed the maximum, which is not documented */
export async function rowsOf50(service: Service, query: Query = {}, page: Query = {}): Promise<List> {
  const { list, status } = await service.get({ ...query, rows: 50, ...page })
  if (!list)
    throw new Undecided(
      'branch-not-taken',
      `rows=50 returned ${status}, and the interface does not show the maximum`,
    )
  return list
}

/** Compares one page of 50 with the two pages of 25 that it must contain, with or without a sort. */
export async function sameWindow(service: Service, page: number, order: Query = {}): Promise<string> {
  const wide = await rowsOf50(service, order, { page })
  if (wide.linhas !== 50) throw new Undecided('blocked', 'rows=50 is not honoured: see PAG-14')
  const { size } = await service.facts()
  const narrow: List[] = []
  for (const k of [2 * page - 1, 2 * page]) {
    // The interface does not show what a page after the last one contains.
    if ((k - 1) * PAGE < size) narrow.push(await service.list({ ...order, ...(k > 1 && { page: k }) }))
  }
  const right = narrow.flatMap(({ people }) => people)
  const keyOf = order.sort ? ({ id }: Person) => id : instant
  // If persons with equal keys changed places at the border of two pages, only the order of the keys can be compared.
  const isMoved = [right, wide.people].some((people) => firstRepeat(ids({ people })) !== undefined)
  const place = firstDifference(right, wide.people, keyOf, isMoved ? keyOf : ({ id }) => id, page > 1)
  must(
    place === undefined,
    `the persons of pages ${2 * page - 1} and ${2 * page} of rows=25`,
    `other persons from person ${(place ?? 0) + 1} on`,
    wide.exchange,
    ...narrow.map(({ exchange }) => exchange),
  )
  return counted(wide.people.length, 'person')
}

export async function requireSort(service: Service, field: SortField): Promise<void> {
  if (!(await service.sortsBy(field))) {
    throw new Undecided(
      'branch-not-taken',
      `sort=${field} is rejected or ignored, and the interface does not show which fields are allowed`,
    )
  }
}

/** Returns whether the service ordered by a field when that was first asked in this run. */
export function ordersBy(service: Service, field: SortField): Promise<boolean> {
  return service.once(`orders by ${field}`, () => service.sortsBy(field))
}

/** Returns the direction of the list without sort when it was first read in this run. */
export function firstDirection(service: Service): Promise<Direction> {
  return service.once('direction', async () => directionOf((await service.pages()).people.map(instant)))
}

/** Returns a name, or a part of one, that finds at least `hits` persons; prefers rare names for few hits. */
export async function nameWithHits(service: Service, hits: number): Promise<string> {
  const { commonWords, named } = await service.facts()
  const homonym = (await homonyms(service))[0]?.nome
  const rare = [plainPerson(named)?.nome, homonym, ...commonWords.slice(-2).reverse()]
  const frequent = [...commonWords.slice(0, 3), 'a', homonym]
  const isLong = hits > PAGE
  for (const nome of isLong ? [await longSearch(service), ...frequent] : [...rare, ...frequent]) {
    if (nome === undefined) continue
    const { list } = await service.get({ nome })
    if (!list) continue
    if (list.people.length >= Math.min(hits, PAGE) && (hits <= PAGE || (list.total ?? 0) >= hits)) return nome
  }
  throw new Undecided(
    'thin-data',
    `none of the names tried finds at least ${hits} persons; seed more persons with the same name`,
  )
}

/** Queries that many services refuse. */
export const BAD_QUERIES: readonly Query[] = [{ page: 0 }, { rows: 24 }, { cpf: 'abc' }, { campo: 1 }]

/** Compares the list without parameters with the list for a parameter that repeats the default. */
export async function samePage(service: Service, query: Query): Promise<string> {
  const without = await service.list()
  const { list, status, exchange } = await service.get(query)
  must(status === 200, '200', status, exchange)
  if (!list) throw new Undecided('blocked', 'the answer is not a list')
  for (const field of ['atual', 'linhas', 'total']) {
    const [a, b] = [without.paginacao[field], list.paginacao[field]]
    must(
      a === b,
      `the same ${field} as without the parameter`,
      `${field} is ${kind(b)}`,
      without.exchange,
      exchange,
    )
  }
  const place = firstDifference(without.people, list.people, instant, ({ id }) => id)
  must(
    place === undefined,
    'the same persons',
    `other persons from person ${(place ?? 0) + 1} on`,
    without.exchange,
    exchange,
  )
  return counted(list.people.length, 'person')
}
