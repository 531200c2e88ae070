import { counted } from '../../src/contract/counted.ts'
import type { SortField } from '../../src/contract/profile.ts'
import { type Axes, type Cell, coveringCells, nameOf } from '../judging/cells.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { byCodeUnit, directionOf } from '../judging/order.ts'
import { firstDifference } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import { kind } from '../service/format.ts'
import { type List, type ListAnswer, numberOf, type Person, type Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import { ORDERS } from './hidden-persons.ts'
import { firstDirection, instant, ordersBy } from './listed.ts'
import { firstDisorderBy } from './sorted.ts'
import { mustHold, onlyIn, type Side, turned, wholeSides } from './two-organizations.ts'

/** The contexts in which a list must not contain persons of the other organization. */
export const listAxes: Axes = {
  place: ['first', 'last', 'beyond', 'far-beyond'],
  order: ORDERS,
  rows: ['25', '100', '150'],
  filter: ['none', 'word', 'letter'],
  asker: ['own', 'other'],
}

/** Each organization is asked in every order with every number of rows. */
export const listCells = coveringCells(listAxes, {
  strength: 2,
  groups: [
    ['rows', 'place', 'asker'],
    ['order', 'rows', 'asker'],
  ],
})

/** A list that one of two organizations was asked for, in one context. */
export interface AskedAs {
  cell: Cell
  mine: Side
  theirs: Side
  query: Query
  answer: ListAnswer
}

/** Asks every cell once for all checks that judge the answers. */
export function askedCells(service: Service): Promise<AskedAs[]> {
  return service.whileSteady('lists of two organizations', async () => {
    const both = await wholeSides(service)
    const words = { own: wordOf(both[0], both[1]), other: wordOf(both[1], both[0]) }
    return Promise.all(
      listCells.map(async (cell) => {
        const [mine, theirs] = (cell.asker === 'own' ? both : turned(both)) as [Side, Side]
        const query = queryOf(cell, mine, words[mine.name])
        return { cell, mine, theirs, query, answer: await service.get(query, mine.how) }
      }),
    )
  })
}

function queryOf({ place, order, rows, filter }: Cell, { list }: Side, word: string): Query {
  const last = Math.max(1, Math.ceil(list.people.length / Number(rows)))
  const page = { first: 1, last, beyond: last + 1, 'far-beyond': last + 40 }[place as string] ?? 1
  return {
    ...(filter === 'word' && { nome: word }),
    ...(filter === 'letter' && { nome: 'a' }),
    ...(rows !== '25' && { rows: rows as string }),
    ...(order !== 'none' && { sort: order as string }),
    ...(page !== 1 && { page }),
  }
}

/** Returns the most frequent word in the names that only the other side has, if possible one that both sides have. */
function wordOf(mine: Side, theirs: Side): string {
  const known = new Set(mine.list.people.flatMap(({ nome }) => nome.split(/\s+/)))
  const counts = new Map<string, number>()
  const foreign = onlyIn(theirs, mine)
  for (const { nome } of foreign.length > 0 ? foreign : mine.list.people) {
    for (const word of new Set(nome.split(/\s+/))) {
      if (word.length > 2) counts.set(word, (counts.get(word) ?? 0) + (known.has(word) ? 1_000 : 1))
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'Silva'
}

/** @throws {Violation} if a list of the other organization breaks a rule that the lists of this one keep */
export async function answersOtherAlike(service: Service): Promise<string> {
  const asked = (await askedCells(service)).filter(({ mine }) => mine.name === 'other')
  const seen = asked.filter(({ cell }) => cell.place === 'first' || cell.place === 'last')
  let judged = 0
  for (const one of seen) {
    const fault = await faultOf(service, one)
    if (fault) {
      await mustHold(service, one.mine)
      const [expected, actual] = fault
      throw new Violation(`${expected} (${nameOf(one.cell, listAxes)})`, actual, [one.answer.exchange])
    }
    if (one.answer.list) judged++
  }
  if (judged === 0)
    throw new Undecided('blocked', 'no list of the other organization with parameters was returned')
  return `${counted(judged, 'list')} of the other organization`
}

type Fault = readonly [expected: string, actual: string]

async function faultOf(service: Service, asked: AskedAs): Promise<Fault | undefined> {
  const { query, answer } = asked
  const { list, status } = answer
  const { page = 1, rows } = query
  // The maximum of rows is not shown, so an organization may have one of its own.
  const isCapped = rows !== undefined && (!list || (list.linhas < Number(rows) && list.linhas % PAGE === 0))
  if (isCapped) return undefined
  if (!list) {
    // A service may refuse a value, but then it refuses it to everybody.
    const own = await service.get(query)
    return own.list ? ['a list, as for this organization', String(status)] : undefined
  }
  if (numberOf(list.paginacao.atual) !== Number(page))
    return [`atual ${page}`, `atual ${kind(list.paginacao.atual)}`]
  const linhas = (await service.get(rows === undefined ? {} : { rows })).list?.linhas
  if (linhas !== undefined && list.linhas !== linhas)
    return [`linhas ${linhas}, as for this organization`, `linhas ${kind(list.paginacao.linhas)}`]
  const isOrdered = query.sort === undefined || (await ordersBy(service, fieldOf(asked.cell)))
  return (
    (await orderFault(service, asked, list)) ?? windowFault(asked, list, isOrdered) ?? itemFault(asked, list)
  )
}

async function orderFault(
  service: Service,
  { cell, query }: AskedAs,
  list: List,
): Promise<Fault | undefined> {
  if (query.sort === undefined) {
    const usual = await firstDirection(service)
    const direction = directionOf(list.people.map(instant))
    const isUsual = direction === 'either' || usual === 'either' || direction === usual
    if (direction !== undefined && isUsual) return undefined
    return [`atualizado_em ${usual}, as for this organization`, direction ?? 'it changes direction']
  }
  const field = fieldOf(cell)
  if (!(await ordersBy(service, field))) return undefined
  const disorder = firstDisorderBy(list.people, field, isDescending(cell))
  return disorder === undefined
    ? undefined
    : [`the order of sort=${query.sort}`, `person ${disorder + 1} belongs before person ${disorder}`]
}

/**
 * Judges which persons of the whole list are on a page of it.
 * @param isOrdered whether the service has the order that was asked for; it may ignore a field
 */
function windowFault({ cell, mine, query }: AskedAs, list: List, isOrdered: boolean): Fault | undefined {
  const { people, pages } = mine.list
  if (cell.filter !== 'none') return undefined
  if (list.total !== undefined && list.total !== people.length)
    return [`total ${people.length}`, `total ${list.total}`]
  const start = (Number(query.page ?? 1) - 1) * list.linhas
  const size = Math.max(0, Math.min(list.linhas, people.length - start))
  if (list.people.length !== size) return [counted(size, 'person'), counted(list.people.length, 'person')]
  const isByCpf = pages[0]?.exchange.question.query?.some(([name]) => name === 'sort')
  // The order of names is the one of a collation that is not known.
  if (!isOrdered || fieldOf(cell) === 'nome' || (query.sort === undefined && isByCpf)) return undefined
  const keyOf = fieldOf(cell) === 'cpf' ? ({ id }: Person) => id : instant
  const window = inOrderOf(cell, people, keyOf).slice(start, start + size)
  const place = firstDifference(window, list.people, keyOf, ({ id }) => id, start > 0)
  return place === undefined
    ? undefined
    : ['the persons of the page', `other persons from person ${place + 1} on`]
}

function itemFault({ mine }: AskedAs, list: List): Fault | undefined {
  const known = new Map(mine.list.people.map((person) => [person.id, person]))
  const isChanged = list.people.some((person) => {
    const same = known.get(person.id)
    return same !== undefined && (same.nome !== person.nome || instant(same) !== instant(person))
  })
  return isChanged ? ['each person as in its whole list', 'another nome or atualizado_em'] : undefined
}

function fieldOf({ order = 'none' }: Cell): SortField {
  return order === 'none' ? 'atualizado_em' : (order.replace('-', '') as SortField)
}

function isDescending({ order = 'none' }: Cell): boolean {
  return order.startsWith('-')
}

/** Returns the whole list in the order of a cell; one without sort keeps the order of the list. */
function inOrderOf(cell: Cell, people: readonly Person[], keyOf: (person: Person) => string) {
  if (cell.order === 'none') return people
  const sign = isDescending(cell) ? -1 : 1
  return people.toSorted((a, b) => sign * byCodeUnit(keyOf(a), keyOf(b)))
}
