import type { SortField } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import type { List, Person } from './lists.ts'
import { byCodeUnit, collations, directionOf, firstDisorder, foldName } from './order.ts'
import { isSearchable } from './persons.ts'
import type { Query } from './questions.ts'
import type { Service } from './service.ts'

/** The persons on a page of a request without `rows`. */
export const PAGE = ROWS_STEP
const FIELDS = ['atualizado_em', 'cpf', 'nome'] as const satisfies readonly SortField[]
export const SORTS = FIELDS.flatMap((field) => [field, `-${field}`])
const ROWS = [50, 75, 100, 125, 150, 200, 1000]

/** What an answer to a legal query must contain, as other lists of the run imply it. Undefined is not known. */
export interface Expected {
  page: number
  rows: number
  /** Whom the query selects, by CPF. */
  selected: ReadonlyMap<string, Person>
  /** Whether `selected` has all of them. */
  isWhole: boolean
  total: number | undefined
  /** The same persons in the order of the query. */
  people: readonly Person[] | undefined
  /** The persons of the page. */
  window: readonly Person[] | undefined
  /** The value of `busca`, where the search alone shows it. */
  busca: { value: unknown } | undefined
  order: Order
  /** The persons as the plain list shows them. */
  known: ReadonlyMap<string, Person>
  /** Lists that show what is expected. */
  shownBy: readonly Exchange[]
}

export interface Order {
  sort: string | undefined
  /** Persons with equal keys may come in any order. */
  keyOf: (person: Person) => string
}

/** Every page of one list. */
export interface Reading {
  query: Query
  pages: readonly List[]
  people: readonly Person[]
  total: number
  /** Whether all pages were read. */
  isWhole: boolean
  /** Whether the persons who were updated last are on the last page. */
  isAscending: boolean
}

const keys: Record<SortField, (person: Person) => string> = {
  atualizado_em: ({ stamp }) => stamp.replace(/\+00:00$/, 'Z'),
  cpf: ({ id }) => id,
  nome: ({ nome }) => foldName(nome),
}

export const fieldOf = (sort: string): SortField => sort.replace('-', '') as SortField
export const orderOf = (sort: string | undefined): Order => ({
  sort,
  keyOf: keys[sort === undefined ? 'atualizado_em' : fieldOf(sort)],
})

/** Everybody whom the list of one organization shows, and what follows from that for any legal query. */
export class World {
  readonly service: Service
  readonly who: Credentials
  /** The list without parameters. */
  readonly plain: Reading
  readonly people: readonly Person[]
  readonly known: ReadonlyMap<string, Person>
  readonly size: number
  /** The persons whose name can be searched for. */
  readonly named: readonly Person[]
  readonly #memory = new Map<string, Promise<unknown>>()

  constructor(service: Service, who: Credentials, plain: Reading) {
    this.service = service
    this.who = who
    this.plain = plain
    this.people = plain.people
    this.known = new Map(plain.people.map((person) => [person.id, person]))
    this.size = Math.max(plain.total, this.known.size)
    this.named = plain.people.filter(({ nome }) => isSearchable(nome))
  }

  /** Returns every page of a list, read once. @throws {Undecided} if a page is no list */
  read(query: Query): Promise<Reading> {
    return this.#once(`read ${JSON.stringify(query)}`, () => readAll(this.service, query, this.who))
  }

  /** Returns the values of `rows` that the plain list honours, without the default. */
  rows(): Promise<readonly number[]> {
    return this.#once('rows', async () => {
      const answers = await Promise.all(ROWS.map((rows) => this.service.get({ rows }, { authorization: this.who })))
      return ROWS.filter((rows, i) => answers[i]?.list?.linhas === rows)
    })
  }

  /** Returns the values of `sort` that order the list. A service may ignore or refuse any of them. */
  sorts(): Promise<readonly string[]> {
    return this.#once('sorts', async () => {
      const sorted = await Promise.all(
        FIELDS.map(async (field) => ((await this.#sortsBy(field)) ? [field, `-${field}`] : [])),
      )
      return sorted.flat()
    })
  }

  async #sortsBy(field: SortField): Promise<boolean> {
    const [up, down] = await Promise.all(
      [field, `-${field}`].map((sort) => this.service.get({ sort }, { authorization: this.who })),
    )
    if (!up?.list) return false
    const plain = this.plain.pages[0] as List
    const isPlain = (list: List | undefined) => list === undefined || isSameOrder(list, plain)
    if (isPlain(up.list) && isPlain(down?.list)) return false
    // If all timestamps are equal, the plain list has no order to compare with.
    const isTied = new Set(plain.people.map(({ stamp }) => stamp)).size < 2
    return (
      !isTied ||
      !isDisordered(up.list, field, false) ||
      (down?.list !== undefined && !isDisordered(down.list, field, true))
    )
  }

  /** Returns everybody in an order; undefined if persons with equal keys move between its pages so that some are lost. */
  order(sort: string | undefined): Promise<readonly Person[] | undefined> {
    return this.#once(`order ${sort}`, async () => {
      const honoured = await this.rows()
      const rows = [100, 75, 50].find((rows) => honoured.includes(rows))
      const query = {
        ...(sort !== undefined && { sort }),
        ...(rows !== undefined && sort !== undefined && { rows }),
      }
      const { people } = await this.read(query)
      const isWhole = people.length === this.people.length && new Set(people.map(({ id }) => id)).size === people.length
      return isWhole || !this.plain.isWhole ? people : byRanks(this.people, people, orderOf(sort).keyOf)
    })
  }

  /**
   * Returns what a list must contain that the interface allows.
   * @param filter the part of the query that selects
   * @throws {Undecided} if the lists from which that follows cannot be read
   */
  async expected(filter: Query, sort?: string, rows: number = PAGE, page = 1): Promise<Expected> {
    const isFiltered = Object.keys(filter).length > 0
    const alone = isFiltered ? await this.#selection(filter) : this.plain
    const order = orderOf(sort)
    const all = (await this.order(sort)) ?? []
    const selected = new Map(alone.people.map((person) => [person.id, this.known.get(person.id) ?? person]))
    const isWhole = alone.isWhole
    const people = all.filter(({ id }) => selected.has(id))
    const isPlaced = this.plain.isWhole && people.length === selected.size
    const first = alone.pages[0] as List
    return {
      page,
      rows,
      selected: isWhole || isFiltered ? selected : this.known,
      isWhole,
      total: isWhole ? selected.size : alone.total,
      people: isPlaced ? people : undefined,
      window: isPlaced ? people.slice((page - 1) * rows, page * rows) : undefined,
      busca: { value: isFiltered ? first.result.busca : '' },
      order,
      known: this.known,
      shownBy: [first.exchange],
    }
  }

  /** Returns whom a filter selects: a CPF and a name select the person whom each of them selects. */
  async #selection(filter: Query): Promise<Reading> {
    if (filter.cpf === undefined || filter.nome === undefined) return this.read(filter)
    const [byCpf, byName, both] = await Promise.all([
      this.read({ cpf: filter.cpf }),
      this.read({ nome: filter.nome }),
      this.service.list(filter, { authorization: this.who }),
    ])
    const people = byCpf.people.filter(({ id }) => byName.people.some((person) => person.id === id))
    return { query: filter, pages: [both], people, total: people.length, isWhole: true, isAscending: false }
  }

  #once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#memory.get(name) as Promise<T> | undefined
    if (known) return known
    const result = work()
    this.#memory.set(name, result)
    return result
  }
}

/** Reads the list of an organization. @throws {Undecided} if it is none, or if its pages repeat or lose persons */
export async function readWorld(service: Service, who: Credentials): Promise<World> {
  return new World(service, who, await readAll(service, {}, who))
}

/** Reads every page of a list up to a limit, and one more if a full last page may hide it. */
export async function readAll(service: Service, query: Query, who: Credentials): Promise<Reading> {
  const how = { authorization: who }
  const first = await service.list(query, how)
  const rows = Number(query.rows ?? PAGE)
  const total = first.total ?? first.people.length
  const announced = Math.max(1, Math.ceil(total / rows))
  const numbers = Array.from({ length: Math.min(announced, service.mostPages) - 1 }, (_, i) => i + 2)
  const pages = [first, ...(await Promise.all(numbers.map((page) => service.list({ ...query, page }, how))))]
  const people = pages.flatMap(({ people }) => people)
  const isAscending = directionOf(people.map(({ stamp }) => stamp)) === 'ascending'
  return { query, pages, people, total, isWhole: pages.length >= announced, isAscending }
}

/** Returns everybody in the order of the keys of a list that lost some; undefined if it also lost a key. */
function byRanks(
  everyone: readonly Person[],
  read: readonly Person[],
  keyOf: (person: Person) => string,
): readonly Person[] | undefined {
  const ranks = new Map<string, number>()
  for (const person of read) if (!ranks.has(keyOf(person))) ranks.set(keyOf(person), ranks.size)
  if (!everyone.every((person) => ranks.has(keyOf(person)))) return undefined
  const rankOf = (person: Person) => ranks.get(keyOf(person)) as number
  return everyone.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Returns whether two readings show the same persons with the same values. */
export function sameWorld(a: World, b: World): boolean {
  const print = ({ people, plain }: World) =>
    JSON.stringify([plain.total, people.map(({ id, nome, stamp }) => `${id} ${nome} ${stamp}`).sort()])
  return print(a) === print(b)
}

/** Returns whether two lists have the same order, apart from persons with equal timestamps. */
function isSameOrder(a: List, b: List): boolean {
  const ids = (list: List) => list.people.map(({ id }) => id).join()
  const stamps = (list: List) => list.people.map(({ stamp }) => stamp)
  return ids(a) === ids(b) || (new Set(stamps(b)).size > 1 && stamps(a).join() === stamps(b).join())
}

/** Returns whether persons are out of order by a field under every plausible collation. */
export function isDisordered({ people }: Pick<List, 'people'>, field: SortField, descending: boolean): boolean {
  return disorderAt(people, field, descending) !== undefined
}

/** Returns the first place that is out of order. */
export function disorderAt(people: readonly Person[], field: SortField, descending: boolean): number | undefined {
  const values = people.map((person) => (field === 'nome' ? person.nome : keys[field](person)))
  return firstDisorder(values, descending, field === 'nome' ? collations : [byCodeUnit])
}
