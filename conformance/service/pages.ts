import type { SortField } from '../../src/contract/profile.ts'
import { byCodeUnit, collations, firstDisorder } from '../judging/order.ts'
import { repeats } from '../judging/pages.ts'
import { PAGE } from './discover.ts'
import type { List, ListAnswer, Pages, Person, Query } from './lists.ts'

/** Where lists are asked for. */
interface Lists {
  list(query: Query): Promise<List>
  get(query: Query): Promise<ListAnswer>
}

/** So many pages are asked for before the first of them has come; how many are on their way is another matter. */
const PAGES_AT_ONCE = 64

/** Every page of a list, up to so many, and behind the last one for as long as there is somebody new. */
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

  // `total` cannot vouch for itself: behind a full page there may be another.
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

/** What can be said of a list of which only the first page is answered. */
export function firstPageOf(list: List): Pages {
  const announced = Math.max(1, Math.ceil((list.total ?? 0) / PAGE))
  return { pages: [list], people: list.people, total: list.total, announced, capped: announced > 1 }
}

/**
 * Whether persons who tie have changed places between two pages, as they may where nothing orders them: somebody
 * stands there twice, and whoever does has the key of a border between pages.
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

/** Whether a list is seen to be ordered by a field; `tied` where all its persons are alike in it. */
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

/** Whether two lists are one list, as far as those who tie can tell. */
export function isSameOrder(a: List, b: List): boolean {
  const ids = (list: List) => list.people.map(({ id }) => id).join()
  const stamps = (list: List) => list.people.map(({ stamp }) => stamp)
  if (ids(a) === ids(b)) return true
  // Ties may move in the order that comes without `sort`.
  return new Set(stamps(b)).size > 1 && stamps(a).join() === stamps(b).join()
}
