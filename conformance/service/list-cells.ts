import type { SortField } from '../../src/contract/profile.ts'
import type { Exchange } from '../client/exchange.ts'
import { type Axes, type Cell, coveringCells, isWanted } from '../judging/cells.ts'
import { Undecided } from '../judging/judgement.ts'
import { foldName } from '../judging/order.ts'
import { PAGE } from './discover.ts'
import type { List, ListAnswer, Pages, Person, Query } from './lists.ts'
import { absentCpf, type NameKind, personsByKind } from './persons.ts'
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
const ROWS = [25, 50, 75, 100]
/** Every value that the data and the service could allow, the plainest first. Names of cells never change. */
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
  ],
  order: ['none', ...FIELDS.flatMap((field) => [field, `-${field}`])],
  rows: ['none', ...ROWS.map(String)],
  place: ['first', 'second', 'middle', 'last'],
  page: ['none', 'given'],
  parameters: ['in-order', 'reversed'],
  blank: ['%20', '+'],
} as const satisfies Axes
/** How many cells are requested together. --concurrency limits how many of them are in flight. */
const AT_ONCE = 32

/** The filters of a query: what is asked, and whom the same search selects without other parameters. */
interface Filter {
  query: Query
  people: ReadonlySet<string>
  busca: unknown
  shownBy: readonly Exchange[]
}

/** Asks cells of filter × order × rows × place, so that all pairs and all triples of filter, order and place occur. */
export async function askListCells(service: Service): Promise<ListCells> {
  const absent: string[] = []
  const filters = await findFilters(service, absent)
  const orders = await findOrders(service, absent)
  const sizes = await findRows(service, absent)
  const axes: Axes = {
    ...listAxes,
    filter: [...filters.keys()],
    order: [...orders.keys()],
    rows: ['none', ...sizes.map(String)],
  }
  if (orders.size === 0)
    throw new Undecided('thin-data', 'persons with equal keys move between pages in every order')
  const plus = await findPlus(service, filters, absent)
  const cells = coveringCells(axes, {
    strength: 2,
    groups: [['filter', 'order', 'place']],
    allows: ({ filter, rows, place, page, blank }) => {
      if (blank === '+' && !plus.has(filter)) return false
      if (page === 'none' && place !== undefined && place !== 'first') return false
      const { people } = filters.get(filter ?? 'none') as Filter
      const length = Math.ceil(people.size / rowsOf(rows))
      return place === undefined || pageAt(place, length) !== undefined
    },
  }).filter((cell) => isWanted(cell, service.wantedCells))
  if (cells.length === 0)
    throw new Undecided(
      'thin-data',
      'the data of the target allows none of the cells that --only and --skip leave',
    )
  const ask = async (cell: Cell): Promise<AskedCell> => {
    const filter = filters.get(cell.filter as string) as Filter
    const order = orders.get(cell.order as string) as ReadOrder
    const people = order.people.filter(({ id }) => filter.people.has(id))
    const rows = rowsOf(cell.rows)
    const page = pageAt(cell.place as string, Math.ceil(people.length / rows)) ?? 1
    const parameters = Object.entries({
      ...(cell.page === 'given' && { page }),
      ...(cell.rows !== 'none' && { rows }),
      ...filter.query,
      ...(order.sort !== undefined && { sort: order.sort }),
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
        busca: filter.busca,
        order,
        shownBy: [...filter.shownBy, ...order.shownBy].slice(0, 2),
      },
    }
  }
  const asked: AskedCell[] = []
  for (let from = 0; from < cells.length; from += AT_ONCE) {
    asked.push(...(await Promise.all(cells.slice(from, from + AT_ONCE).map(ask))))
  }
  return { asked, absent }
}

function rowsOf(rows: string | undefined): number {
  return rows === undefined || rows === 'none' ? PAGE : Number(rows)
}

/** Returns the page at a place of a list with so many pages; undefined if another place has the same page. */
function pageAt(place: string, length: number): number | undefined {
  if (place === 'first') return 1
  if (place === 'second') return length >= 2 ? 2 : undefined
  if (place === 'last') return length >= 3 ? length : undefined
  return length >= 4 ? Math.ceil((length + 2) / 2) : undefined
}

async function findFilters(service: Service, absent: string[]): Promise<Map<string, Filter>> {
  const filters = new Map<string, Filter>()
  const all = await service.everyone()
  filters.set('none', filterOf({}, all))
  const { named, leadingZero, people, commonWords, complete } = await service.facts()
  const add = async (name: string, query: Query | undefined, hits: readonly Person[] | undefined) => {
    const found = query && (await readable(service, query))
    const isRight = hits === undefined || hits.length === found?.people.length
    if (query !== undefined && found !== undefined && !found.capped && isRight) {
      filters.set(name, filterOf(query, found))
    } else absent.push(`filter:${name}`)
  }
  const word = await longSearch(service, commonWords)
  await add('word', word === undefined ? undefined : { nome: word }, undefined)
  const kinds = personsByKind(named)
  for (const kind of ['plain', ...KINDS] as const) {
    // The person is far down the list, where a search that looks at the first page only does not find it.
    const nome = kinds.get(kind)?.at(-1)?.nome
    await add(kind, nome === undefined ? undefined : { nome }, undefined)
  }
  const someone = people.find(({ id }) => id !== '' && !id.startsWith('0'))
  const zeros = people.find(({ id }) => id.startsWith('00')) ?? leadingZero
  const both = kinds.get('plain')?.at(-1)
  await add('cpf', someone && { cpf: someone.id }, someone && [someone])
  await add('cpf-with-zeros', zeros && { cpf: zeros.id }, zeros && [zeros])
  await add('cpf-and-nome', both && { cpf: both.id, nome: both.nome }, both && [both])
  await add('cpf-of-nobody', complete ? { cpf: absentCpf(people) } : undefined, [])
  await add('nome-of-nobody', { nome: service.gibberish(12) }, [])
  return filters
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

/** Returns the filters whose search finds the same when + stands for a blank. */
async function findPlus(
  service: Service,
  filters: ReadonlyMap<string, Filter>,
  absent: string[],
): Promise<ReadonlySet<string | undefined>> {
  const withBlank = [...filters].filter(([, { query }]) => String(query.nome ?? '').includes(' '))
  const [first] = withBlank
  const found = first && (await service.get(first[1].query, { blank: '+' })).list
  if (found !== undefined && found.people.length > 0)
    return new Set([undefined, ...withBlank.map(([name]) => name)])
  absent.push('blank:+')
  return new Set()
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

/** Returns a part of names that finds several pages but not everybody, or as many as can be. */
async function longSearch(service: Service, commonWords: readonly string[]): Promise<string | undefined> {
  const { size } = await service.facts()
  let best: { nome: string; total: number } | undefined
  for (const nome of [...commonWords.slice(0, 2), 'a', 'e']) {
    const { list } = await service.get({ nome })
    const total = list?.total ?? 0
    if (total >= size || total <= (best?.total ?? 1)) continue
    best = { nome, total }
    if (total > 3 * PAGE) break
  }
  return best?.nome
}

interface ReadOrder extends Order {
  people: readonly Person[]
  shownBy: readonly Exchange[]
}

/** Returns every order that the service knows, with everybody in it. */
async function findOrders(service: Service, absent: string[]): Promise<Map<string, ReadOrder>> {
  const orders = new Map<string, ReadOrder>()
  const { size } = await service.facts()
  const add = async (name: string, sort: string | undefined, keyOf: Order['keyOf']) => {
    const pages = await service.pages(sort === undefined ? {} : { sort })
    const { people } = pages
    // Who changes places between two pages may be on both or on none.
    if (new Set(people.map(({ id }) => id)).size !== size || people.length !== size) {
      return absent.push(`order:${name}`)
    }
    return orders.set(name, {
      sort,
      keyOf,
      people,
      shownBy: pages.pages.slice(0, 1).map(({ exchange }) => exchange),
    })
  }
  await add('none', undefined, instantOf)
  for (const field of FIELDS) {
    for (const sort of [field, `-${field}`]) {
      if (await service.sortsBy(field)) await add(sort, sort, keys[field])
      else absent.push(`order:${sort}`)
    }
  }
  return orders
}

const instantOf = ({ stamp }: Person) => stamp.replace(/\+00:00$/, 'Z')
const keys = {
  atualizado_em: instantOf,
  cpf: ({ id }: Person) => id,
  nome: ({ nome }: Person) => foldName(nome),
}

/** Returns the values of rows that the service honours for the list without other parameters. */
async function findRows(service: Service, absent: string[]): Promise<number[]> {
  const answers = await Promise.all(ROWS.map((rows) => service.get({ rows })))
  return ROWS.filter((rows, i) => {
    const isHonoured = answers[i]?.list?.linhas === rows
    if (!isHonoured) absent.push(`rows:${rows}`)
    return isHonoured
  })
}
