import type { SortField } from '../../src/contract/profile.ts'
import { byCodeUnit, collations, firstDisorder } from '../judging/order.ts'
import { repeats } from '../judging/pages.ts'
import { PAGE } from './discover.ts'
import type { List, ListAnswer, Pages, Person, Query } from './lists.ts'

/** The part of a service that reads lists. */
interface Lists {
  list(query: Query): Promise<List>
  get(query: Query): Promise<ListAnswer>
}

/** How many pages are requested together. --concurrency limits how many of them are in flight. */
const PAGES_AT_ONCE = 64

/** Returns every page of a list up to `maxPages`, and more after the last one while they have new persons. */
export async function readPages(service: Lists, query: Query, maxPages: number): Promise<Pages> {
  const first = await service.list(query)
  const rows = Number(query.rows ?? PAGE)
  const { total = 0 } = first
  const step = total > first.people.length && first.people.length > 0 ? first.people.length : rows
  const announced = Math.max(1, Math.ceil(total / step))
  const readable = Math.min(announced, maxPages)
  const pages = [first]
  while (pages.length < readable) {
    const next = pages.length + 1
    const length = Math.min(readable - pages.length, PAGES_AT_ONCE)
    const others = Array.from({ length }, (_, i) => service.list({ ...query, page: next + i }))
    pages.push(...(await Promise.all(others)))
  }
  const known = new Set(pages.flatMap(({ people }) => people.map(({ id }) => id)))

  // `total` may be too small: a full last page may have another one after it.
  while (
    pages.length >= announced &&
    pages.length < maxPages &&
    (pages.at(-1) as List).people.length >= step
  ) {
    const { list } = await service.get({ ...query, page: pages.length + 1 })
    if (!list?.people.some(({ id }) => !known.has(id))) break
    pages.push(list)
    for (const { id } of list.people) known.add(id)
  }
  return {
    pages,
    people: pages.flatMap(({ people }) => people),
    total: first.total,
    announced,
    capped: pages.length < announced,
  }
}

/**
 * Asks for the first and the last page, where a person whose report is decided appears, whatever the order.
 * @param expected how many pages there were before; the last of them is asked for together with the first
 */
export async function firstAndLast(
  ask: (query: Query) => Promise<ListAnswer>,
  expected = 1,
): Promise<ListAnswer[]> {
  const early = expected > 1 ? ask({ page: expected }) : undefined
  // If the first page fails, its error is the one to tell.
  early?.catch(() => {})
  const first = await ask({})
  const pages = Math.ceil((first.list?.total ?? 0) / PAGE)
  if (pages < 2) return [first]
  return [first, pages === expected && early ? await early : await ask({ page: pages })]
}

/** Returns a list of which only the first page could be read. */
export function firstPageOf(list: List): Pages {
  const announced = Math.max(1, Math.ceil((list.total ?? 0) / PAGE))
  return { pages: [list], people: list.people, total: list.total, announced, capped: announced > 1 }
}

/**
 * Returns whether persons with equal keys changed places between two pages, which they may do because nothing orders
 * them: at least one person occurs twice, and each of those has a key that occurs on both sides of a page border.
 */
export function isRestless({ pages, people }: Pages, keyOf: (person: Person) => string): boolean {
  const repeated = repeats(people, ({ id }) => id).filter(({ id }) => id !== '')
  const borders = new Set<string>()
  for (const [i, { people: later }] of pages.entries()) {
    const [last, first] = [pages[i - 1]?.people.at(-1), later[0]]
    if (last && first && keyOf(last) === keyOf(first)) borders.add(keyOf(first))
  }
  return repeated.length > 0 && repeated.every((person) => borders.has(keyOf(person)))
}

/** Returns whether a list is ordered by a field; `tied` if all its persons have the same value. */
export function orderSeen(
  { people }: List,
  field: SortField,
  descending = false,
): 'ordered' | 'disordered' | 'tied' {
  const values = people.map((person) =>
    field === 'cpf' ? person.id : field === 'nome' ? person.nome : person.stamp,
  )
  if (new Set(values).size < 2) return 'tied'
  const compares = field === 'nome' ? collations : [byCodeUnit]
  return firstDisorder(values, descending, compares) === undefined ? 'ordered' : 'disordered'
}

/** Returns whether two lists have the same order, apart from persons with equal timestamps. */
export function isSameOrder(a: List, b: List): boolean {
  const ids = (list: List) => list.people.map(({ id }) => id).join()
  const stamps = (list: List) => list.people.map(({ stamp }) => stamp)
  if (ids(a) === ids(b)) return true
  // Without `sort`, persons with equal timestamps may come in any order.
  return new Set(stamps(b)).size > 1 && stamps(a).join() === stamps(b).join()
}
