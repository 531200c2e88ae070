import type { SortField } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { Undecided, unlessUndecided } from './judgement.ts'
import { type List, type ListAnswer, numberOf, type Person } from './lists.ts'
import { byCodeUnit, collations, directionOf, firstDisorder, foldName } from './order.ts'
import { absentCpf, isSearchable, repeats } from './persons.ts'
import type { How, Query } from './questions.ts'

export const PAGE = ROWS_STEP
const FIELDS = ['atualizado_em', 'cpf', 'nome'] as const satisfies readonly SortField[]
export const SORTS = FIELDS.flatMap((field) => [field, `-${field}`])
export const ROWS = [50, 75, 100, 1000]

export interface ListReader {
  readonly mostPages: number
  get(query?: Query, how?: How): Promise<ListAnswer>
  list(query?: Query, how?: How): Promise<List>
  plain(who: Credentials): Promise<Reading>
  gibberish(length: number): string
}

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

export interface Reading {
  query: Query
  pages: readonly List[]
  people: readonly Person[]
  total: number
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
const byId = (people: readonly Person[]) => new Map(people.map((person) => [person.id, person]))

/** Returns the page at a place of a list with so many pages; undefined if another place has the same page. */
export function pageAt(place: string, length: number): number | undefined {
  if (place === 'first') return 1
  if (place === 'second') return length >= 2 ? 2 : undefined
  if (place === 'last') return length >= 3 ? length : undefined
  return place === 'beyond' ? Math.max(1, length) + 1 : undefined
}

/** Everybody whom the list of one organization shows, and what follows from that for any legal query. */
export class World {
  readonly service: ListReader
  readonly who: Credentials
  readonly plain: Reading
  /** Everybody who was read, once, in the order of the plain list. */
  readonly people: readonly Person[]
  readonly known: ReadonlyMap<string, Person>
  readonly size: number
  /** Whether everybody was read. */
  readonly isWhole: boolean
  readonly named: readonly Person[]
  /** A CPF and a name that nobody has, the same for all tables. */
  readonly nobody: { cpf: string; nome: string }
  readonly #memory = new Map<string, Promise<unknown>>()

  /** @param people everybody, if persons with equal timestamps move between the pages so that some are missing on them */
  constructor(service: ListReader, who: Credentials, plain: Reading, people = plain.people) {
    this.service = service
    this.who = who
    this.plain = plain
    this.people = people
    this.known = byId(people)
    this.size = Math.max(plain.total, this.known.size)
    this.isWhole = plain.isWhole && people.length >= plain.total
    this.nobody = { cpf: absentCpf(people), nome: service.gibberish(32) }
    this.named = people.filter(({ nome }) => isSearchable(nome))
  }

  /** Returns every page of a list, read once. @throws {Undecided} if a page is no list */
  read(query: Query): Promise<Reading> {
    return this.#once(`read ${JSON.stringify(query)}`, () => readAll(this.service, query, this.who))
  }

  /** Returns the values of `rows` with which the plain list has so many persons, without the default. */
  rows(): Promise<readonly number[]> {
    return this.#once('rows', async () => {
      const answers = await Promise.all(ROWS.map((rows) => this.service.get({ rows }, { authorization: this.who })))
      const isHonoured = (rows: number, list: List | undefined) =>
        list?.linhas === rows && byId(list.people).size === Math.min(rows, this.size)
      return ROWS.filter((rows, i) => isHonoured(rows, answers[i]?.list))
    })
  }

  /** Returns whether the page after the last one is an empty page of the same list, which the interface leaves open. */
  ends(): Promise<boolean> {
    return this.#once('ends', async () => {
      const page = Math.max(1, Math.ceil(this.size / PAGE)) + 1
      const { list } = await this.service.get({ page }, { authorization: this.who })
      return list?.people.length === 0 && numberOf(list.paginacao.atual) === page
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
    const sorts = [field, `-${field}`]
    const [up, down] = await Promise.all(sorts.map((sort) => this.service.get({ sort }, { authorization: this.who })))
    if (!up?.list) return false
    const plain = this.plain.pages[0] as List
    const isPlain = (list: List | undefined) => list === undefined || isSameOrder(list, plain)
    if (isPlain(up.list) && isPlain(down?.list)) return false
    // If all timestamps are equal, the plain list has no order to compare with.
    const isTied = new Set(plain.people.map(({ stamp }) => stamp)).size < 2
    const isDown = down?.list !== undefined && !isDisordered(down.list.people, `-${field}`)
    return !isTied || isDown || !isDisordered(up.list.people, field)
  }

  /** Returns everybody in an order; undefined if no list shows it, because names have many orders. */
  order(sort: string | undefined): Promise<readonly Person[] | undefined> {
    return this.#once(`order ${sort}`, async () => {
      if (sort === undefined) return this.people
      if (!this.isWhole) return undefined
      const field = fieldOf(sort)
      const up = field === 'nome' ? await this.#byName() : inOrder(this.people, field)
      return sort.startsWith('-') ? up?.toReversed() : up
    })
  }

  /** Returns everybody as sort=nome lists them; undefined if its pages repeat persons or are out of order. */
  async #byName(): Promise<readonly Person[] | undefined> {
    const { people } = (await this.read({ sort: 'nome' }).catch(unlessUndecided)) ?? { people: [] }
    const isEverybody = people.length === this.people.length && byId(people).size === people.length
    return isEverybody && !isDisordered(people, 'nome') ? people : undefined
  }

  /**
   * Returns what a list must contain that the interface allows.
   * @param filter the part of the query that selects
   * @throws {Undecided} if the lists from which that follows cannot be read
   */
  async expected(filter: Query, sort?: string, rows: number = PAGE, page = 1): Promise<Expected> {
    const isFiltered = Object.keys(filter).length > 0
    const alone = isFiltered ? await this.#selection(filter) : this.plain
    const found = new Map(alone.people.map((person) => [person.id, this.known.get(person.id) ?? person]))
    const selected = isFiltered ? found : this.known
    const isWhole = isFiltered ? isWholeInItself(alone) : this.isWhole
    const inOrder = (await this.order(sort))?.filter(({ id }) => selected.has(id))
    const people = isWhole && inOrder?.length === selected.size ? inOrder : undefined
    // Of a longer list, the persons of the first pages are known.
    const isRead = inOrder !== undefined && !isFiltered && inOrder.length >= page * rows
    const isAlone = isFiltered && sort === undefined && isWhole
    const placed = people ?? (isRead ? inOrder : isAlone ? [...selected.values()] : undefined)
    const first = alone.pages[0] as List
    return {
      page,
      rows,
      selected,
      isWhole,
      // What a list that contradicts itself counts is not known.
      total: isFiltered && contradictions(alone).some(({ check }) => check === 'PAG-10') ? undefined : alone.total,
      people,
      window: placed?.slice((page - 1) * rows, page * rows),
      busca: { value: isFiltered ? first.result.busca : '' },
      order: orderOf(sort),
      known: this.known,
      shownBy: [first.exchange],
    }
  }

  /** Returns what a list of exactly these persons, in this order, must contain. */
  only(people: readonly Person[], sort?: string, rows: number = PAGE, page = 1): Expected {
    const window = people.slice((page - 1) * rows, page * rows)
    const list = { page, rows, selected: byId(people), isWhole: true, total: people.length, people, window }
    return { ...list, busca: undefined, order: orderOf(sort), known: this.known, shownBy: [] }
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
    if (!isWholeInItself(byCpf) || !isWholeInItself(byName))
      throw new Undecided('blocked', 'the search by cpf or by nome alone does not show whom it selects')
    return { query: filter, pages: [both], people, total: people.length, isWhole: true, isAscending: false }
  }

  #once<T>(name: string, work: () => Promise<T>): Promise<T> {
    return once(this.#memory, name, work) as Promise<T>
  }
}

/** Returns what is kept under a key, or what the work gives, which is kept from then on. */
export function once<Key, Value>(memory: Map<Key, Value>, key: Key, work: () => Value): Value {
  const known = memory.get(key) ?? work()
  memory.set(key, known)
  return known
}

/** Returns what the list of an organization shows. @throws {Undecided} if it is none, or if its pages contradict each other */
export async function readWorld(service: ListReader, who: Credentials): Promise<World> {
  const plain = await service.plain(who)
  const [wrong] = contradictions(plain)
  if ((plain.pages[0] as List).total === undefined)
    throw new Undecided('blocked', 'total contains no number: see PAG-02')
  if (wrong) throw new Undecided('blocked', `the pages of the list contradict each other: see ${wrong.check}`)
  if (byId(plain.people).size === plain.people.length) return new World(service, who, plain)
  // Persons with equal timestamps move between the pages. CPFs differ, so that nobody moves in their order.
  const byCpf = await readAll(service, { sort: 'cpf' }, who).catch(unlessUndecided)
  const up = inOrder([...byId([...plain.people, ...(byCpf?.people ?? [])]).values()], 'atualizado_em')
  return new World(service, who, plain, plain.isAscending ? up : up.toReversed())
}

function inOrder(people: readonly Person[], field: SortField): Person[] {
  return people.toSorted((a, b) => byCodeUnit(keys[field](a), keys[field](b)))
}

/** A page on which a list contradicts itself, and the check that tells it. */
interface Contradiction {
  check: 'PAG-10' | 'PAG-11'
  page: number
  expected: string
  actual: string
}

/** Returns what is wrong with the pages of a list in themselves: their sizes, and who is on two of them. */
export function contradictions({ pages, query }: Pick<Reading, 'pages' | 'query'> & Partial<Reading>): Contradiction[] {
  const { total } = pages[0] as List
  const rows = Number(query.rows ?? PAGE)
  const { keyOf } = orderOf(query.sort as string | undefined)
  // A CPF is nobody else's, so that nobody ties in their order.
  const isTied = (person: Person) =>
    !/^-?cpf$/.test(String(query.sort)) &&
    pages.some(({ people: [first] }, i) => {
      const last = pages[i - 1]?.people.at(-1)
      return first && last && keyOf(first) === keyOf(person) && keyOf(last) === keyOf(person)
    })
  const before = new Set<string>()
  const found: Contradiction[] = []
  for (const [i, { people }] of pages.entries()) {
    const at = (check: Contradiction['check'], expected: string, actual: string) =>
      found.push({ check, page: i + 1, expected, actual })
    const size = Math.min(rows, Math.max(0, (total ?? 0) - i * rows))
    if (total !== undefined && people.length !== size)
      at('PAG-10', `${size} persons, as total ${total} implies`, String(people.length))
    const known = people.filter(({ id }) => id !== '')
    const own = repeats(known, ({ id }) => id)
    const twice = known.filter(({ id }) => before.has(id))
    // Nothing orders persons with equal keys, so that they may move between two requests.
    if (own.length > 0 || !twice.every(isTied)) at('PAG-11', 'every person once', `${own.length + twice.length} twice`)
    for (const { id } of known) before.add(id)
  }
  return found
}

/** Returns whether a list was read to its end and shows as many persons, each once, as it counts. */
function isWholeInItself({ isWhole, people, total }: Reading): boolean {
  return isWhole && people.length === total && byId(people).size === total
}

/** Reads every page of a list up to the limit. @throws {Undecided} if a page is no list */
export async function readAll(service: ListReader, query: Query, who: Credentials, isInTurn = false): Promise<Reading> {
  const how = { authorization: who }
  const first = await service.list(query, how)
  const rows = Number(query.rows ?? PAGE)
  const total = first.total ?? first.people.length
  const announced = Math.max(1, Math.ceil(total / rows))
  const numbers = Array.from({ length: Math.min(announced, service.mostPages) - 1 }, (_, i) => i + 2)
  const pages = [first]
  if (isInTurn) for (const page of numbers) pages.push(await service.list({ ...query, page }, how))
  else pages.push(...(await Promise.all(numbers.map((page) => service.list({ ...query, page }, how)))))
  const people = pages.flatMap(({ people }) => people)
  const isAscending = directionOf(people.map(({ stamp }) => stamp)) === 'ascending'
  return { query, pages, people, total, isWhole: pages.length >= announced, isAscending }
}

/** Returns whether two readings of a list show the same: persons with equal timestamps may change places. */
export function isSameReading(a: Reading, b: Reading): boolean {
  const stamps = ({ total, people }: Reading) => [total, ...people.map(({ stamp }) => stamp)].join()
  const known = byId(a.people)
  const isSame = ({ id, nome, stamp }: Person, one = known.get(id)) => one?.nome === nome && one.stamp === stamp
  return stamps(a) === stamps(b) && b.people.every((person) => !known.has(person.id) || isSame(person))
}

/** Returns whether two lists have the same order, apart from persons with equal timestamps. */
function isSameOrder(a: List, b: List): boolean {
  const ids = (list: List) => list.people.map(({ id }) => id).join()
  const stamps = (list: List) => list.people.map(({ stamp }) => stamp)
  return ids(a) === ids(b) || (new Set(stamps(b)).size > 1 && stamps(a).join() === stamps(b).join())
}

/** Whether `sort` forbids an order under every plausible collation. A person without the field has no place in it. */
export function isDisordered(all: readonly Person[], sort: string): boolean {
  const field = fieldOf(sort)
  const people = all.filter(({ raw }) => raw[field] !== undefined)
  const values = people.map((person) => (field === 'nome' ? person.nome : keys[field](person)))
  return firstDisorder(values, sort.startsWith('-'), field === 'nome' ? collations : [byCodeUnit]) !== undefined
}
