import type { Exchange } from '../client/exchange.ts'
import { type Axes, type Cell, coveringCells, isWanted } from '../judging/cells.ts'
import { Undecided } from '../judging/judgement.ts'
import { PAGE } from './discover.ts'
import {
  type Filter,
  findBlanks,
  findEnds,
  findFilters,
  findOrders,
  findRows,
  hasBlank,
  listAxes,
  type Order,
  PLACES,
  pageAt,
  type ReadOrder,
  rowsOf,
} from './list-axes.ts'
import type { ListAnswer, Person } from './lists.ts'
import type { Service } from './service.ts'

/** A cell of the list that was asked, its answer, and what the answer must contain. */
export interface AskedListCell {
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

export interface ListCells {
  asked: readonly AskedListCell[]
  /** Values of axes that the data or the service does not allow. */
  absent: readonly string[]
}

/** Large values of rows are asked without search and order, and besides that in these cells only, to save requests. */
const LARGE: Readonly<Record<string, readonly Cell[]>> = {
  '125': [{ filter: 'word', order: '-nome' }],
  '150': [{ filter: 'cpf', order: 'nome' }],
  '200': [
    { filter: 'word', order: 'cpf' },
    { filter: 'none', order: '-cpf' },
  ],
  '1000': [{ filter: 'none', order: '-nome' }],
}
/** The filter with which a page after the last one is also asked in every order and with rows. */
const ENDED = 'word'
/** The only cell of such a page that has another filter and also order or rows. */
const ENDED_TOO: Cell = { filter: 'cpf', order: '-nome', rows: '50' }
/** The orders that are asked with a filter that is similar to another one. */
const FEW_ORDERS: readonly string[] = ['none', 'cpf', '-nome']
/** How many cells are requested together. --concurrency limits how many of them are in flight. */
const AT_ONCE = 32
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
      if (place === 'beyond' && !isPlain && filter !== undefined && filter !== ENDED) {
        if (!isWithin({ filter, ...(order && { order }), ...(rows && { rows }) }, ENDED_TOO)) return false
      }
      const isPlainList = [filter, order].every((value) => value === undefined || value === 'none')
      const lists = rows === undefined ? undefined : LARGE[rows]
      if (lists && !isPlainList) {
        const list = { ...(filter && { filter }), ...(order && { order }) }
        if ((place ?? 'first') !== 'first' || !lists.some((one) => isWithin(list, one))) return false
      }
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
  const ask = async (cell: Cell): Promise<AskedListCell> => {
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
  const asked: AskedListCell[] = []
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
  const long = rows.filter((one) => rowsOf(one) > PAGE && !Object.hasOwn(LARGE, one))
  return order.flatMap((order) => long.map((rows) => ({ filter: 'none', order, rows, place: 'second' })))
}

/** Returns whether every value of a part is that of another one. */
function isWithin(part: Cell, other: Cell): boolean {
  return Object.entries(part).every(([axis, value]) => other[axis] === value)
}
