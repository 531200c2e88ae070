import type { SortField } from '../../src/contract/profile.ts'
import type { Exchange } from '../client/exchange.ts'
import { type Axes, type Cell, coveringCells, isWanted } from '../judging/cells.ts'
import { Undecided } from '../judging/judgement.ts'
import { foldName } from '../judging/order.ts'
import { PAGE } from './discover.ts'
import { type List, type ListAnswer, numberOf, type Pages, type Person, type Query } from './lists.ts'
import { absentCpf, fewWithAllKinds, type NameKind, personsByKind, plainPerson } from './persons.ts'
import type { Service } from './service.ts'

/** A cell of the list that was asked, its answer, and what the answer must contain. */
export interface AskedCell {
  cell: Cell
  answer: ListAnswer
  expected: Expected
}

/** What other lists of the run imply for a cell. */
export interface Expected {
  page: number
  rows: number
  /** The persons that the filter selects, in the order of the cell. */
  people: readonly Person[]
  /** The persons of the page. */
  window: readonly Person[]
  /** Every person of the list without parameters, by id. */
  known: ReadonlyMap<string, Person>
  /** `busca` of the same search without other parameters. */
  busca: unknown
  order: Order
  /** Lists that show what is expected. */
  shownBy: readonly Exchange[]
}

export interface Order {
  sort: string | undefined
  /** Persons with the same key may change places. */
  keyOf: (person: Person) => string
}

export interface ListCells {
  asked: readonly AskedCell[]
  /** Values of axes that the data or the service does not allow. */
  absent: readonly string[]
}

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
const ROWS = [25, 50, 75, 100, 125, 150, 200]
/** Values of rows that are asked without search and order only: the others cover the rest. */
const LARGE: readonly string[] = ['125', '150', '200']
/** The filter with which a page after the last one is also asked in every order and with rows. */
const ENDED = 'word'
/** Orders in which a filter is asked that is like another one. */
const FEW_ORDERS: readonly string[] = ['none', 'cpf', '-nome']
const PLACES = ['first', 'second', 'middle', 'last'] as const
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
/** How many cells are requested together. --concurrency limits how many of them are in flight. */
const AT_ONCE = 32
/** The searches of which the first one that finds four pages is asked in every order and place. */
const LETTERS = ['a', 'e', 'i', 'o', 's', 'da']

/** The filters of a query: what is asked, and whom the same search selects without other parameters. */
interface Filter {
  query: Query
  people: ReadonlySet<string>
  busca: unknown
  shownBy: readonly Exchange[]
}

/**
 * Asks cells of filter × order × rows × place, in which all pairs occur, all triples with filter and place, and
 * everybody in every order with every number of rows.
 */
export async function askListCells(service: Service): Promise<ListCells> {
  const { complete } = await service.facts()
  if (!complete) throw new Undecided('page-limit', 'the list has more pages than --max-pages allows')
  const [filters, orders, sizes, ends] = await Promise.all([
    findFilters(service),
    findOrders(service),
    findRows(service),
    findEnds(service),
  ])
  if (orders.found.size === 0) {
    throw new Undecided('thin-data', 'persons with equal keys move between pages in every order')
  }
  const blanks = await findBlanks(service, filters.found)
  const likes = withSameQuery(filters.found)
  const axes: Axes = {
    ...listAxes,
    filter: [...likes.keys()],
    order: [...orders.found.keys()],
    rows: ['none', ...sizes.found.keys()],
    place: [...PLACES, ...ends.found.keys()],
    blank: ['%20', ...blanks.found.keys()],
  }
  const absent = Object.entries({
    filter: filters,
    order: orders,
    rows: sizes,
    place: ends,
    blank: blanks,
  }).flatMap(([axis, found]) => found.absent.map((value) => `${axis}:${value}`))
  const filterOfCell = (filter: string | undefined) => filters.found.get(filter ?? 'none') as Filter
  const known = new Map((await service.everyone()).people.map((person) => [person.id, person]))
  const cells = coveringCells(axes, {
    strength: 2,
    groups: [
      ['filter', 'order', 'place'],
      ['filter', 'rows', 'place'],
    ],
    parts: longInEveryOrder(axes),
    chosen: readAlready(axes, filters.found),
    allows: ({ filter, order, rows, place, page, blank }) => {
      const isPlain = [order, rows].every((value) => value === undefined || value === 'none')
      // Nobody is on such a page, so there is no order to see, but total and busca are.
      if (place === 'beyond' && !isPlain && filter !== undefined && filter !== ENDED) return false
      const isPlainList = [filter, order].every((value) => value === undefined || value === 'none')
      if (rows !== undefined && LARGE.includes(rows) && !isPlainList) return false
      if (filter === 'cpf-and-five-words') {
        const isFew = order === undefined || FEW_ORDERS.includes(order)
        if (!isFew || (rows !== undefined && rows !== 'none')) return false
      }
      if (blank === '+' && filter !== undefined && !hasBlank(filterOfCell(filter))) return false
      if (page === 'none' && place !== undefined && place !== 'first') return false
      const length = Math.ceil(filterOfCell(filter).people.size / rowsOf(rows))
      return place === undefined || pageAt(place, length) !== undefined
    },
  })
    // One answer is judged for every filter that has its query.
    .flatMap((cell) => (likes.get(cell.filter as string) ?? []).map((filter) => ({ ...cell, filter })))
    .filter((cell) => isWanted(cell, service.wantedCells))
  if (cells.length === 0)
    throw new Undecided(
      'thin-data',
      'the data of the target allows none of the cells that --only and --skip leave',
    )
  const ask = async (cell: Cell): Promise<AskedCell> => {
    const filter = filterOfCell(cell.filter)
    const order = orders.found.get(cell.order as string) as ReadOrder
    const people = order.people.filter(({ id }) => filter.people.has(id))
    const rows = rowsOf(cell.rows)
    const page = pageAt(cell.place as string, Math.ceil(people.length / rows)) ?? 1
    // In the order in which pages of a list are read, so that a page that was read answers its cell, too.
    const parameters = Object.entries({
      ...filter.query,
      ...(order.sort !== undefined && { sort: order.sort }),
      ...(cell.rows !== 'none' && { rows }),
      ...(cell.page === 'given' && { page }),
    })
    if (cell.parameters === 'reversed') parameters.reverse()
    return {
      cell,
      answer: await service.get(Object.fromEntries(parameters), cell.blank === '+' ? { blank: '+' } : {}),
      expected: {
        page,
        rows,
        people,
        window: people.slice((page - 1) * rows, page * rows),
        known,
        busca: filter.busca,
        order,
        shownBy: [...filter.shownBy, ...order.shownBy].slice(0, 2),
      },
    }
  }
  const asked: AskedCell[] = []
  const waiting = cells.entries()
  const askInTurn = async () => {
    for (const [i, cell] of waiting) asked[i] = await ask(cell)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn))
  return { asked, absent }
}

/** Returns the names of filters by the first of them that has the same query. */
function withSameQuery(filters: ReadonlyMap<string, Filter>): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [name, { query }] of filters) {
    const asked = JSON.stringify(query)
    const first = [...names.keys()].find((one) => JSON.stringify(filters.get(one)?.query) === asked)
    names.set(first ?? name, [...(names.get(first ?? name) ?? []), name])
  }
  return names
}

/** Returns the cells that are asked in the same way where whole lists are read, or where the values of axes are found. */
function readAlready(axes: Axes, filters: ReadonlyMap<string, Filter>): Cell[] {
  const { filter = [], order = [], rows = [], place = [] } = axes
  const at = (cell: Cell): Cell => ({
    filter: 'none',
    order: 'none',
    rows: 'none',
    place: 'first',
    page: cell.place === undefined || cell.place === 'first' ? 'none' : 'given',
    parameters: 'in-order',
    blank: '%20',
    ...cell,
  })
  const pages = place.filter((one) => one !== 'beyond')
  const reversed = { page: 'given', parameters: 'reversed' }
  const hits = (name: string) => filters.get(name)?.people.size ?? 0
  return [
    ...order.flatMap((order) => pages.map((place) => at({ order, place }))),
    ...filter
      .slice(1)
      .flatMap((name) => (hits(name) > PAGE ? pages : ['first']).map((place) => at({ filter: name, place }))),
    ...rows.slice(1).map((rows) => at({ rows })),
    ...['none', 'cpf'].flatMap((order) => [
      at({ order, rows: '50', page: 'given' }),
      at({ order, rows: '50', place: 'second' }),
    ]),
    at({ order: '-cpf', rows: '50', place: 'second' }),
    at({ place: 'beyond' }),
    // SORT-14, PAG-19 and CPF-07 ask these.
    ...(hits('plain') > 1 ? order.slice(1) : []).map((order) => at({ filter: 'plain', order })),
    at({ filter: 'plain', order: 'cpf', rows: '25', ...reversed }),
    at({ filter: 'plain', order: '-cpf', rows: '50', ...reversed }),
    at({ filter: 'cpf', order: 'cpf', rows: '25', ...reversed }),
  ].filter((cell) => Object.entries(cell).every(([axis, value]) => axes[axis]?.includes(value)))
}

/** Returns every order of everybody with every number of rows that has a second page, on which a cut shows, too. */
function longInEveryOrder({ order = [], rows = [] }: Axes): Cell[] {
  const long = rows.filter((one) => rowsOf(one) > PAGE && !LARGE.includes(one))
  return order.flatMap((order) => long.map((rows) => ({ filter: 'none', order, rows, place: 'second' })))
}

function rowsOf(rows: string | undefined): number {
  return rows === undefined || rows === 'none' ? PAGE : Number(rows)
}

/** Finds out whether the service answers a page after the last one with an empty page of the same list. */
function findEnds(service: Service): Promise<Found<true>> {
  return findAll({ beyond: true }, async () => {
    const { size } = await service.facts()
    const page = pageAt('beyond', Math.ceil(size / PAGE)) as number
    const { list } = await service.get({ page })
    const isEmpty = list?.people.length === 0 && list.total === size
    return isEmpty && numberOf(list?.paginacao.atual) === page ? true : undefined
  })
}

/** Returns the page at a place of a list with so many pages; undefined if another place has the same page. */
function pageAt(place: string, length: number): number | undefined {
  if (place === 'first') return 1
  if (place === 'second') return length >= 2 ? 2 : undefined
  if (place === 'last') return length >= 3 ? length : undefined
  if (place === 'beyond') return Math.max(1, length) + 1
  return length >= 4 ? Math.ceil((length + 2) / 2) : undefined
}

/** Reads the searches whose answers are known beforehand, or that find somebody. */
async function findFilters(service: Service): Promise<Found<Filter>> {
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
    const found = await readable(service, query)
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
  const [byCpf, byName] = await Promise.all([readable(service, { cpf }), readable(service, { nome })])
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
interface Found<T> {
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

/** Returns a CPF that nobody in the list has, the same as long as the list is. */
export function cpfOfNobody(service: Service): Promise<string> {
  return service.whileSteady('cpf of nobody', async () => absentCpf((await service.facts()).people))
}

/** Returns letters that no name contains, the same for the whole run. */
export function lettersOfNobody(service: Service): Promise<string> {
  return service.once('letters of nobody', async () => service.gibberish(32))
}

/** Returns what a search finds; undefined if it returns no list. */
async function readable(service: Service, query: Query): Promise<Pages | undefined> {
  try {
    return await service.everyone(query)
  } catch (error) {
    if (error instanceof Undecided) return undefined
    throw error
  }
}

/** Finds out whether + stands for a blank in a query. */
function findBlanks(service: Service, filters: ReadonlyMap<string, Filter>): Promise<Found<true>> {
  const search = [...filters.values()].find((filter) => hasBlank(filter) && filter.people.size > 0)
  return findAll({ '+': search }, async ({ query }) => {
    const { list } = await service.get(query, { blank: '+' })
    return list !== undefined && list.people.length > 0 ? true : undefined
  })
}

function hasBlank({ query }: Filter): boolean {
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

/**
 * Returns a part of names that finds four pages of persons, so that a list that forgets the search has many others: of
 * those that seem to find so many the one for the fewest. If none does, the part that finds the most.
 */
export function longSearch(service: Service): Promise<string | undefined> {
  return service.whileSteady('long search', async () => {
    const { size, named, commonWords } = await service.facts()
    const names = named.map(({ nome }) => foldName(nome))
    const hits = (text: string) => names.filter((name) => name.includes(foldName(text))).length
    const texts = [...commonWords.slice(0, 2), ...LETTERS].map((text) => ({ text, hits: hits(text) }))
    const [enough, few] = [texts.filter(isLong), texts.filter((one) => !isLong(one))]
    let most: { text: string; total: number } | undefined
    for (const { text } of [
      ...enough.sort((a, b) => a.hits - b.hits),
      ...few.sort((a, b) => b.hits - a.hits),
    ]) {
      const total = (await service.get({ nome: text })).list?.total ?? 0
      if (total <= 1 || total >= size) continue
      if (total > 3 * PAGE) return text
      if (total > (most?.total ?? 0)) most = { text, total }
    }
    return most?.text

    function isLong({ hits }: { hits: number }): boolean {
      return hits > 3 * PAGE && hits < named.length
    }
  })
}

interface ReadOrder extends Order {
  people: readonly Person[]
  shownBy: readonly Exchange[]
}

/** Reads everybody in each order that the service knows. */
async function findOrders(service: Service): Promise<Found<ReadOrder>> {
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
function findRows(service: Service): Promise<Found<number>> {
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
