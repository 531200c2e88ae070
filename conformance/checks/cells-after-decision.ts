import { counted } from '../../src/contract/counted.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import type { Exchange } from '../client/exchange.ts'
import { type Axes, type Cell, coveringCells } from '../judging/cells.ts'
import { Undecided } from '../judging/judgement.ts'
import { PLACES, pageAt, rowsOf } from '../service/list-axes.ts'
import type { ListAnswer, Person, Query } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide, decideAny } from './first-decisions.ts'
import { type AskedCell, judgeCells } from './judge-cells.ts'
import { printOf } from './list-print.ts'
import { instant, ordersBy, PAGES } from './listed.ts'
import { A_TICK, LATE, looks } from './looks.ts'
import { firstDisorderBy, sortKeys } from './sorted.ts'

const FIELDS = ['atualizado_em', 'cpf', 'nome'] as const
type Field = (typeof FIELDS)[number]
/** Orders in which a search by cpf is asked, which finds one person, and one by nome with rows. */
const ORDERS_OF_ONE: readonly string[] = ['none', '-cpf']
const axes = {
  filter: ['none', 'nome', 'cpf', 'cpf-and-nome'],
  order: ['none', ...FIELDS.flatMap((field) => [field, `-${field}`])],
  rows: ['none', '50', '100'],
  place: PLACES,
} as const satisfies Axes

/** A list that was read before a decision and after it. */
interface Reread extends AskedCell {
  query: Query
  before: ListAnswer
  after: ListAnswer
}

interface Around {
  decided: Exchange
  lists: readonly Reread[]
  person: Person
  /** Everybody after the decision, in the order without sort. */
  everyone: readonly Person[]
  /** The total of that list. */
  total: number | undefined
  /** Whether the same persons are listed as before. */
  isSameSet: boolean
}

/** The checks of lists that are not compared with what a decision did. */
const LISTS = [
  ...PAGES,
  ...['PAG-04', 'PAG-13', 'PAG-14', 'PAG-15', 'PAG-16', 'MEM-01'],
  ...['CELL-01', 'CELL-02', 'CELL-03', 'CELL-04', 'CELL-06', 'CELL-07', 'CELL-08', 'CELL-09'],
  ...['CELL-44', 'CELL-46', 'CELL-47'],
]
const SAME = 'the same persons and the same total as before a decision'
const CURRENT = 'the last update and the place that the list without parameters shows after a decision'

/** What a decision does to one list, it does to all of them, whatever they are asked with. */
export const cellsAfterDecision: readonly Check[] = [
  {
    id: 'CELL-62',
    clause: [
      '4.1-2',
      '2.2-total',
      '2.2-itens',
      '4.1-3',
      '4.1-sort',
      '4.1-rows',
      '4.1-page',
      '4.1-nome',
      '4.1-cpf',
    ],
    level: 'required',
    risk: 'w2',
    rests: [...LISTS, 'PAG-10', 'CELL-52'],
    needs: ['report', 'one-person'],
    title: 'lists the same persons after a decision as before it, whatever the parameters',
    async run(service) {
      return judgeAll(service, SAME, (around, list) =>
        around.isSameSet ? listChange(list, around) : undefined,
      )
    },
  },
  {
    id: 'CELL-63',
    clause: ['2.1-atualizado_em', '4.1-1', '1-1-order', '4.1-sort'],
    level: 'conditional',
    risk: 'w2',
    reading: 'search-is-current',
    rests: [...LISTS, 'ORD-01', 'SORT-02', 'CELL-45', 'CELL-58', 'CELL-62'],
    needs: ['report', 'one-person'],
    title: 'shows the same last updates after a decision, whatever the parameters',
    run: (service) => judgeAll(service, CURRENT, (around, list) => stampFault(around.everyone, list)),
  },
]

/** @throws {Violation} for the lists that have the fault, and still have it after a moment */
async function judgeAll(
  service: Service,
  expected: string,
  faultOf: (around: Around, list: Reread) => string | undefined,
): Promise<string> {
  const around = await service.once('lists around a decision', () => askAround(service))
  if (around.lists.some((list) => faultOf(around, list) !== undefined)) {
    await sleep(LATE)
    const late = await rereadAll(service, around)
    judgeCells(late.lists, expected, (list) => faultOf(late, list))
  }
  return counted(around.lists.length, 'list')
}

async function askAround(service: Service): Promise<Around> {
  const [first, second] = service.reports as [Numero, Numero | undefined]
  const person = (await looks(service))[0]?.person
  if (!person) throw new Undecided('branch-not-taken', 'no decision shows whose last update it changes')
  // The person of the first report is then no longer the newest, so that every list has to move the person.
  if (second) await decide(service, second, LEGAL_BODY)
  const { people, total, capped } = await service.pages()
  if (capped) throw new Undecided('page-limit', 'the list has more pages than --max-pages allows')
  const queries = await queriesFor(service, person, people.length)
  const before = await Promise.all(queries.map(({ query }) => service.again(query)))
  await sleep(A_TICK)
  const { exchange: decided } = await decideAny(service, first, LEGAL_REJECTION)
  if (decided.response.status !== 200)
    throw new Undecided('branch-not-taken', `the decision returned ${decided.response.status}`)
  const lists = queries.map(({ cell, query }, i): Reread => {
    const answer = before[i] as ListAnswer
    return { axes, cell, query, exchange: answer.exchange, before: answer, after: answer }
  })
  return rereadAll(service, {
    decided,
    lists: lists.filter((list) => list.before.list !== undefined),
    person,
    everyone: people,
    total,
    isSameSet: true,
  })
}

/** Reads everybody and then every list again. @throws {Undecided} if the list changes meanwhile */
async function rereadAll(service: Service, around: Around): Promise<Around> {
  const own = { authorization: service.keys.own }
  const { lines } = await printOf(service, own)
  const { people: everyone, total } = await service.pages()
  const after = await Promise.all(around.lists.map(({ query }) => service.again(query)))
  if ((await printOf(service, own)).lines !== lines)
    throw new Undecided('data-drift', 'the list changed while it was read after a decision')
  const known = new Set(around.everyone.map(({ id }) => id))
  return {
    ...around,
    everyone,
    total,
    isSameSet: known.size === everyone.length && everyone.every(({ id }) => known.has(id)),
    lists: around.lists.map((list, i) => {
      const answer = after[i] as ListAnswer
      return { ...list, after: answer, exchange: answer.exchange }
    }),
  }
}

async function queriesFor(
  service: Service,
  { id: cpf, nome }: Person,
  size: number,
): Promise<{ cell: Cell; query: Query }[]> {
  const sortable = await Promise.all(FIELDS.map((field) => ordersBy(service, field)))
  const orders = FIELDS.flatMap((field, i) => (sortable[i] ? [field, `-${field}`] : []))
  const sizes: string[] = []
  // A service may have a maximum for rows.
  for (const rows of axes.rows.slice(1))
    if ((await service.get({ rows })).list?.linhas === Number(rows)) sizes.push(rows)
  const isFound = cpf !== '' && nome !== ''
  const filters: Readonly<Record<string, Query>> = {
    none: {},
    ...(isFound && { nome: { nome }, cpf: { cpf }, 'cpf-and-nome': { cpf, nome } }),
  }
  const cells = coveringCells(
    { ...axes, filter: Object.keys(filters), order: ['none', ...orders], rows: ['none', ...sizes] },
    {
      strength: 2,
      groups: [['filter', 'order', 'rows']],
      // Whom a decision moves to the beginning is missing there if a list is not moved.
      parts: ['none', '-atualizado_em'].flatMap((order) =>
        ['none', ...sizes].map((rows) => ({ filter: 'none', order, rows, place: 'first' })),
      ),
      allows({ filter, order, rows, place }) {
        const isSearch = filter !== undefined && filter !== 'none'
        const isFew = order === undefined || ORDERS_OF_ONE.includes(order)
        const hasRows = rows !== undefined && rows !== 'none'
        if (isSearch && place !== undefined && place !== 'first') return false
        if (isSearch && filter !== 'nome' && !isFew) return false
        if (isSearch && hasRows && (filter !== 'nome' || !isFew || rows === '100')) return false
        return place === undefined || pageAt(place, Math.ceil(size / rowsOf(rows))) !== undefined
      },
    },
  )
  return cells.map((cell) => {
    const { filter = 'none', order, rows, place = 'first' } = cell
    const page = pageAt(place, Math.ceil(size / rowsOf(rows))) ?? 1
    return {
      cell,
      query: {
        ...filters[filter],
        ...(order !== 'none' && { sort: order }),
        ...(rows !== 'none' && { rows }),
        ...(place !== 'first' && { page }),
      } as Query,
    }
  })
}

/** Returns the field of the order of a cell, unless that is the last update, which a decision changes. */
function steadyField({ order = 'none' }: Cell): Field | undefined {
  const field = order.replace('-', '') as Field
  return field === 'cpf' || field === 'nome' ? field : undefined
}

/** Returns what a decision took from a list or added to it. */
export function listChange(
  { cell, before, after }: Pick<Reread, 'cell' | 'before' | 'after'>,
  { person, total }: Pick<Around, 'person' | 'total'>,
): string | undefined {
  const [was, is] = [before.list, after.list]
  if (!was) return undefined
  if (!is) return String(after.status)
  if (is.total !== was.total) return `total ${is.total} instead of ${was.total}`
  if (is.people.length !== was.people.length)
    return `${counted(is.people.length, 'person')} instead of ${was.people.length}`
  if (cell.filter === 'none' && is.total !== total) return `total ${is.total} instead of ${total}`
  const isWhole = cell.filter !== 'none' && (is.total ?? 0) <= is.people.length
  const isListed = ({ people }: typeof is) => people.some(({ id }) => id === person.id)
  if (isWhole && isListed(was) && !isListed(is)) return 'nobody whose report was decided'
  const field = steadyField(cell)
  if (field === undefined) return undefined
  const { coarse } = sortKeys[field]
  const isSame = is.people.every((person, i) => coarse(person) === coarse(was.people[i] as Person))
  return isSame ? undefined : 'other persons'
}

/** Returns what a list shows otherwise than the list of everybody. */
export function stampFault(
  everyone: readonly Person[],
  { cell, query, after: { list } }: Pick<Reread, 'cell' | 'query' | 'after'>,
): string | undefined {
  if (!list) return undefined
  const known = new Map(everyone.map((person) => [person.id, instant(person)]))
  const isOther = (person: Person) => known.has(person.id) && known.get(person.id) !== instant(person)
  if (list.people.some(isOther)) return 'another atualizado_em'
  const { filter = 'none', order = 'none', rows } = cell
  if (steadyField(cell) !== undefined) return undefined
  if (order !== 'none') {
    const disorder = firstDisorderBy(list.people, 'atualizado_em', order.startsWith('-'))
    if (disorder !== undefined) return `another order from person ${disorder + 1} on`
  }
  const shown = new Set(list.people.map(({ id }) => id))
  const of = filter === 'none' ? everyone : everyone.filter(({ id }) => shown.has(id))
  const stamps = of.map(instant)
  if (order !== 'none') stamps.sort()
  if (order.startsWith('-')) stamps.reverse()
  // The list may have another number of pages than when the query was made.
  const page = Number(query.page ?? 1)
  const at = stamps
    .slice((page - 1) * rowsOf(rows), page * rowsOf(rows))
    .findIndex((stamp, i) => list.people[i] && stamp !== instant(list.people[i]))
  return at < 0 ? undefined : `another order from person ${at + 1} on`
}
