import type { SortField } from '../../src/contract/profile.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Axes } from '../judging/cells.ts'
import { unlessUndecided } from '../judging/judgement.ts'
import { foldName } from '../judging/order.ts'
import { PAGE } from './discover.ts'
import { type List, numberOf, type Pages, type Person, type Query } from './lists.ts'
import { fewWithAllKinds, type NameKind, personsByKind, plainPerson } from './persons.ts'
import { cpfOfNobody, lettersOfNobody, longSearch } from './searches.ts'
import type { Service } from './service.ts'

/** Kinds of names that are also combined with every order. */
const KINDS: readonly NameKind[] = [
  'apostrophe',
  'cedilla',
  'tilde',
  'accent',
  'hyphen',
  'plus',
  'percent',
  'ampersand',
]
const FIELDS = ['atualizado_em', 'cpf', 'nome'] as const satisfies readonly SortField[]
const ROWS = [25, 50, 75, 100, 125, 150, 200, 1000]
export const PLACES = ['first', 'second', 'middle', 'last'] as const
/** Every value that the data and the service could allow, the plainest first. The names are pinned. */
export const listAxes = {
  filter: [
    'none',
    'word',
    'plain',
    ...KINDS,
    'cpf',
    'cpf-with-zeros',
    'cpf-and-nome',
    'cpf-of-nobody',
    'nome-of-nobody',
    'cpf-with-zeros-and-nome',
    'cpf-and-five-words',
  ],
  order: ['none', ...FIELDS.flatMap((field) => [field, `-${field}`])],
  rows: ['none', ...ROWS.map(String)],
  place: [...PLACES, 'beyond'],
  page: ['none', 'given'],
  parameters: ['in-order', 'reversed'],
  blank: ['%20', '+'],
} as const satisfies Axes

/** Returns how many rows a value of the axis stands for. */
export function rowsOf(rows: string | undefined): number {
  return rows === undefined || rows === 'none' ? PAGE : Number(rows)
}

/** The filters of a query: what is asked, and whom the same search selects without other parameters. */
export interface Filter {
  query: Query
  people: ReadonlySet<string>
  busca: unknown
  shownBy: readonly Exchange[]
}

export interface Order {
  sort: string | undefined
  /** Persons with the same key may change places. */
  keyOf: (person: Person) => string
}

/** Finds out whether the service answers a page after the last one with an empty page of the same list. */
export function findEnds(service: Service): Promise<Found<true>> {
  return findAll({ beyond: true }, async () => {
    const { size } = await service.facts()
    const page = pageAt('beyond', Math.ceil(size / PAGE)) as number
    const { list } = await service.get({ page })
    const isEmpty = list?.people.length === 0 && list.total === size
    return isEmpty && numberOf(list?.paginacao.atual) === page ? true : undefined
  })
}

/** Returns the page at a place of a list with so many pages; undefined if another place has the same page. */
export function pageAt(place: string, length: number): number | undefined {
  if (place === 'first') return 1
  if (place === 'second') return length >= 2 ? 2 : undefined
  if (place === 'last') return length >= 3 ? length : undefined
  if (place === 'beyond') return Math.max(1, length) + 1
  return length >= 4 ? Math.ceil((length + 2) / 2) : undefined
}

/** Reads the searches whose answers are known beforehand, or that find somebody. */
export async function findFilters(service: Service): Promise<Found<Filter>> {
  const { named, leadingZero, people } = await service.facts()
  const kinds = personsByKind(named)
  const nameOfKind = (kind: NameKind): Search | undefined => {
    const nome = kinds.get(kind)?.at(-1)?.nome
    return nome === undefined ? undefined : { query: { nome } }
  }
  const one = (person: Person | undefined, query: (person: Person) => Query): Search | undefined =>
    person && { query: query(person), hits: 1 }
  const together = fewWithAllKinds(named, KINDS)
  const plain = plainPerson(named)
  const word = await longSearch(service)
  const cpf = ({ id }: Person) => ({ cpf: id })
  const both = (person: Person | undefined): Search | undefined => person && { query: {}, person }
  const searches: Record<string, Search | undefined> = {
    none: { query: {} },
    word: word === undefined ? undefined : { query: { nome: word } },
    plain: plain && { query: { nome: plain.nome } },
    ...Object.fromEntries(
      KINDS.map((kind) => {
        const nome = together.get(kind)?.nome
        return [kind, nome === undefined ? undefined : { query: { nome }, otherwise: nameOfKind(kind) }]
      }),
    ),
    cpf: one(
      people.find(({ id }) => /^[1-9]/.test(id)),
      cpf,
    ),
    'cpf-with-zeros': one(people.find(({ id }) => id.startsWith('00')) ?? leadingZero, cpf),
    'cpf-and-nome': both(plain),
    'cpf-of-nobody': { query: { cpf: await cpfOfNobody(service) }, hits: 0 },
    'nome-of-nobody': { query: { nome: await lettersOfNobody(service) }, hits: 0 },
    'cpf-with-zeros-and-nome': both(
      named.find(({ id }) => id.startsWith('00')) ?? named.findLast(({ id }) => id.startsWith('0')),
    ),
    'cpf-and-five-words': both(kinds.get('five-words')?.at(-1)),
  }
  const find = async ({ query, hits, person, otherwise }: Search): Promise<Filter | undefined> => {
    if (person) return filterOfBoth(service, person)
    const found = await unlessUndecided(service.everyone(query))
    const isKnown = found && !found.capped && (hits ?? found.people.length) === found.people.length
    if (isKnown) return filterOf(query, found)
    return otherwise && find(otherwise)
  }
  return findAll(searches, find)
}

interface Search {
  query: Query
  /** How many persons it must find. */
  hits?: number
  /** What is searched for if this finds no list. */
  otherwise?: Search | undefined
  /** The person for whom both parameters are given, who is selected if each of them alone selects the person. */
  person?: Person
}

/** Returns the filter by CPF and name of a person, whatever it finds, if the service finds the person by each alone. */
async function filterOfBoth(service: Service, person: Person): Promise<Filter | undefined> {
  const { id: cpf, nome } = person
  const [byCpf, byName] = await Promise.all(
    [{ cpf }, { nome }].map((query) => unlessUndecided(service.everyone(query))),
  )
  const isFound = [byCpf, byName].every((found) => found?.people.some(({ id }) => id === cpf))
  if (!isFound || byCpf?.people.length !== 1) return undefined
  const query = { cpf, nome }
  // Refused now and then, its busca is still the same each time.
  const alone = await service.get(query)
  const answer = alone.list ? alone : await service.again(query)
  return {
    query,
    people: new Set([cpf]),
    busca: answer.list?.result.busca,
    shownBy: (byCpf.pages as List[]).slice(0, 1).map(({ exchange }) => exchange),
  }
}

/** What was found by name, and the names of the rest. */
export interface Found<T> {
  found: Map<string, T>
  absent: string[]
}

/** Searches for several values concurrently and returns the results in their order. */
async function findAll<S, T>(
  sought: Readonly<Record<string, S | undefined>>,
  find: (one: S) => Promise<T | undefined>,
): Promise<Found<T>> {
  const results = await Promise.all(
    Object.entries(sought).map(
      async ([name, one]) => [name, one === undefined ? undefined : await find(one)] as const,
    ),
  )
  return {
    found: new Map(results.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))),
    absent: results.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  }
}

/** Finds out whether + stands for a space in a query. */
export function findBlanks(service: Service, filters: ReadonlyMap<string, Filter>): Promise<Found<true>> {
  const search = [...filters.values()].find((filter) => hasBlank(filter) && filter.people.size > 0)
  return findAll({ '+': search }, async ({ query }) => {
    const { list } = await service.get(query, { blank: '+' })
    return list !== undefined && list.people.length > 0 ? true : undefined
  })
}

export function hasBlank({ query }: Filter): boolean {
  return String(query.nome ?? '').includes(' ')
}

function filterOf(query: Query, { people, pages }: Pages): Filter {
  const first = pages[0] as List
  return {
    query,
    people: new Set(people.map(({ id }) => id)),
    busca: first.result.busca,
    shownBy: [first.exchange],
  }
}

export interface ReadOrder extends Order {
  people: readonly Person[]
  shownBy: readonly Exchange[]
}

/** Reads everybody in each order that the service knows. */
export async function findOrders(service: Service): Promise<Found<ReadOrder>> {
  const { size } = await service.facts()
  const sorts = FIELDS.flatMap((field) => [field, `-${field}`].map((sort) => ({ sort, field })))
  const sought: Record<string, { sort?: string; field?: SortField }> = {
    none: {},
    ...Object.fromEntries(sorts.map((one) => [one.sort, one])),
  }
  return findAll(sought, async ({ sort, field }) => {
    if (field !== undefined && !(await service.sortsBy(field))) return undefined
    const { people: read, pages } = await service.pages(sort === undefined ? {} : { sort })
    const keyOf = field === undefined ? instantOf : keys[field]
    // A person who changes places between two pages may be on both or on neither.
    const isWhole = new Set(read.map(({ id }) => id)).size === size && read.length === size
    const people = isWhole ? read : inOrderOf(read, (await service.everyone()).people, keyOf)
    return people && { sort, keyOf, people, shownBy: pages.slice(0, 1).map(({ exchange }) => exchange) }
  })
}

/** Returns everybody in the order of the keys of a list that lost some of them; undefined if it also lost a key. */
function inOrderOf(
  read: readonly Person[],
  everyone: readonly Person[],
  keyOf: (person: Person) => string,
): readonly Person[] | undefined {
  const ranks = new Map<string, number>()
  for (const person of read) if (!ranks.has(keyOf(person))) ranks.set(keyOf(person), ranks.size)
  if (!everyone.every((person) => ranks.has(keyOf(person)))) return undefined
  const rankOf = (person: Person) => ranks.get(keyOf(person)) as number
  return everyone.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Finds the values of rows that the service honours for the list without other parameters. */
export function findRows(service: Service): Promise<Found<number>> {
  return findAll(Object.fromEntries(ROWS.map((rows) => [rows, rows])), async (rows) => {
    const { list } = await service.get({ rows })
    return list?.linhas === rows ? rows : undefined
  })
}

const instantOf = ({ stamp }: Person) => stamp.replace(/\+00:00$/, 'Z')
const keys = {
  atualizado_em: instantOf,
  cpf: ({ id }: Person) => id,
  nome: ({ nome }: Person) => foldName(nome),
}
