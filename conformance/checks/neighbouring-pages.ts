import { counted } from '../../src/contract/counted.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { firstRepeat } from '../judging/pages.ts'
import { type AskedListCell, askListCells } from '../service/list-cells.ts'
import type { List, Person, Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { waitForAll } from './judge-cells.ts'
import { HEADERS, ids, PAGES } from './listed.ts'

/** One list in one context: its cells, each of which is a page of it. */
type Context = readonly [AskedListCell, ...AskedListCell[]]

/** Two neighbouring pages of a list, on both of which there are persons with the value at their border. */
interface Border {
  context: Context
  /** The first of the two pages. */
  page: number
}

/** How often two pages must be the same before what they show is not a coincidence. */
const TIMES = 2

/** How many pairs with equal values must be in the same order: by chance, that happens in one of 64 services. */
const ENOUGH = 6

/** Persons with equal values may come in any order, but it must be one order for all pages of a list. */
export const neighbouringPages: readonly Check[] = [
  {
    id: 'CELL-59',
    clause: ['4.1-page', '4.1-sort', '4.1-rows', '4.1-3', '2.2-itens'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'pages-partition',
    rests: [
      ...HEADERS,
      ...PAGES,
      'PAG-14',
      'CELL-01',
      'CELL-02',
      'CELL-04',
      'CELL-06',
      'CELL-07',
      'CELL-08',
      'CELL-09',
    ],
    needs: ['two-pages'],
    title:
      'shows each person once even if a page break is between persons with equal values, whatever the other parameters',
    async run(service) {
      const { asked } = await service.whileSteady('list cells', () => askListCells(service))
      const borders = contextsOf(asked).flatMap(bordersToAsk)
      if (borders.length === 0)
        throw new Undecided('thin-data', 'no page break is between persons with equal values')
      const answers = await waitForAll(borders.map((border) => isMoving(service, border, asked)))
      const moving = answers.filter(Boolean).length
      const told = `${counted(borders.length, 'page break')} between persons with equal values`
      return moving === 0 ? told : `${told}, who move at ${moving} of them`
    },
  },
]

function contextsOf(asked: readonly AskedListCell[]): Context[] {
  const contexts = new Map<string, [AskedListCell, ...AskedListCell[]]>()
  for (const one of asked) {
    const { filter, order, rows, blank } = one.cell
    if (!one.answer.list || blank !== '%20') continue
    const name = JSON.stringify([filter, order, rows])
    const context = contexts.get(name)
    if (context) context.push(one)
    else contexts.set(name, [one])
  }
  return [...contexts.values()]
}

/** Returns the borders of which both pages were asked, and one of which a page was, for a list without search. */
function bordersToAsk(context: Context): Border[] {
  const [{ cell, expected }] = context
  const { people, rows, order } = expected
  const pages = new Set(context.map(({ expected }) => expected.page))
  const known: Border[] = []
  const half: Border[] = []
  for (let page = 1; page * rows < people.length; page++) {
    const [before, after] = [people[page * rows - 1], people[page * rows]] as [Person, Person]
    if (order.keyOf(before) !== order.keyOf(after)) continue
    const asked = [page, page + 1].filter((one) => pages.has(one)).length
    if (asked === 2) known.push({ context, page })
    else if (asked === 1 && cell.filter === 'none') half.push({ context, page })
  }
  return known.length > 0 ? known : half.slice(0, 1)
}

/**
 * Judges two pages. Returns whether persons on them change places each time that they are asked for.
 * @throws {Violation} if somebody is on both pages or on neither, and the pages are the same each time
 */
async function isMoving(service: Service, border: Border, asked: readonly AskedListCell[]): Promise<boolean> {
  const [{ answer }] = border.context
  const given = Object.fromEntries(answer.exchange.question.query ?? [])
  const read = async (page: number, isAgain: boolean): Promise<List[]> => {
    const known = border.context.find(({ expected }) => expected.page === page)
    const query: Query = { ...given, page }
    const list = isAgain
      ? (await service.again(query)).list
      : (known?.answer.list ?? (await service.get(query)).list)
    return list ? [list] : []
  }
  const readBoth = async (isAgain: boolean) =>
    (await Promise.all([border.page, border.page + 1].map((page) => read(page, isAgain)))).flat()
  const first = await readBoth(false)
  const fault = faultOf(first, border)
  if (fault === undefined) return false
  for (let times = 0; times < TIMES; times++) {
    const again = await readBoth(true)
    if (faultOf(again, border) !== fault || lineOf(again) !== lineOf(first)) return true
  }
  throw new Violation(
    `each person with equal values once on pages ${border.page} and ${border.page + 1}`,
    `${fault}, ${TIMES + 1} times out of ${TIMES + 1}`,
    first.map(({ exchange }) => exchange),
    hasOneOrder(border, asked) ? undefined : 'soft',
  )
}

/**
 * Returns whether persons with equal values stand in one order everywhere else. A service without such an order may have
 * another one for every query.
 */
function hasOneOrder({ context: [{ cell, expected }] }: Border, asked: readonly AskedListCell[]): boolean {
  const whole = asked.find((one) => one.cell.order === cell.order && one.cell.filter === 'none')
  const places = new Map((whole?.expected.people ?? []).map(({ id }, place) => [id, place]))
  const { keyOf } = expected.order
  let alike = 0
  for (const { cell: one, answer } of asked) {
    const isRead = one.filter === 'none' && one.rows === 'none'
    if (one.order !== cell.order || one.rows === cell.rows || isRead) continue
    for (const [i, person] of (answer.list?.people ?? []).entries()) {
      const before = answer.list?.people[i - 1]
      if (!before || keyOf(before) !== keyOf(person)) continue
      const [earlier, later] = [places.get(before.id), places.get(person.id)]
      if (earlier === undefined || later === undefined) continue
      if (earlier > later) return false
      alike++
    }
  }
  return alike >= ENOUGH
}

function lineOf(lists: readonly List[]): string {
  return lists.flatMap(ids).join()
}

function faultOf(lists: readonly List[], { context, page }: Border): string | undefined {
  if (lists.length < 2) return undefined
  const [{ expected }] = context
  const { people, rows, order } = expected
  const shown = lists.flatMap(ids).filter((id) => id !== '')
  if (firstRepeat(shown) !== undefined) return 'a person on both pages'
  const key = order.keyOf(people[page * rows] as Person)
  const tied = [...people.entries()].filter(([, person]) => order.keyOf(person) === key)
  const isWhole = tied.every(([place]) => place >= (page - 1) * rows && place < (page + 1) * rows)
  const seen = new Set(shown)
  const missing = tied.filter(([, { id }]) => id !== '' && !seen.has(id)).length
  return isWhole && missing > 0 ? `${counted(missing, 'person')} on neither page` : undefined
}
