import { dateNow, sleep } from '../../src/contract/real-globals.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import type { Cell } from '../model/cells.ts'
import { Undecided, unless, unlessUndecided } from '../model/judgement.ts'
import { judgeList, LIST_ASPECTS, LIST_CLAUSES, type ListAspect } from '../model/list-faults.ts'
import type { ListAnswer, Person } from '../model/lists.ts'
import { byCodeUnit, directionOf } from '../model/order.ts'
import { isSearchable } from '../model/persons.ts'
import type { Numero, Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { fieldOf, orderOf, PAGE, readAll, SORTS, type World } from '../model/world.ts'
import { queryOf, searchOfMany } from './asked.ts'
import { bodyOf, decide, decideWith, decisionsOf, type Form, mustHaveDecided } from './decided.ts'
import { askAll, check, type Judged, type Table } from './table.ts'

/** A service may show a decision so many milliseconds later. */
const LATE = 1_500
/** Two decisions within one millisecond have the same time. */
const A_TICK = 2
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|\+00:00)$/
const ZONE = 30 * 60_000
const stampOf = orderOf(undefined).keyOf

/** What the lists show before the first decision of the run, and decisions must not change. */
type Base = Awaited<ReturnType<typeof readBase>>
const bases = new WeakMap<Target, Promise<Base>>()

/** @throws {Undecided} if it cannot be read */
function baseOf(service: Service): Promise<Base> {
  const base = bases.get(service.target) ?? service.world().then(readBase)
  bases.set(service.target, base)
  return base
}

async function readBase(world: World) {
  if (!world.plain.isWhole) throw new Undecided('page-limit', 'the list has too many pages to read it after each decision')
  const [sorts, rows, text] = await Promise.all([world.sorts(), world.rows(), searchOfMany(world)])
  const byName = sorts.includes('nome') ? await world.order('nome') : undefined
  const word = text === undefined ? undefined : { text, ...(await world.expected({ nome: text })) }
  return {
    sorts,
    rows,
    direction: directionOf(world.people.map(stampOf)),
    isUtc: world.people.every(({ stamp }) => UTC.test(stamp)),
    people: world.known,
    ranks: new Map(byName?.map(({ id }, i) => [id, i])),
    word: word?.isWhole ? word : undefined,
  }
}

/** Everybody whom the list of an organization shows at a moment, by CPF. */
type Census = ReadonlyMap<string, Person>

/** @throws {Undecided} if the pages repeat or lose persons */
async function readCensus(service: Service, { sorts, rows }: Base, who: Credentials = service.keys.own): Promise<Census> {
  service.forget()
  const most = [100, 75, 50].find((one) => rows.includes(one))
  const query = sorts.includes('cpf') ? { sort: 'cpf', ...(most !== undefined && { rows: most }) } : {}
  const { people, isWhole } = await readAll(service, query, who)
  const census = new Map(people.map((person) => [person.id, person]))
  if (!isWhole || census.size < people.length) throw drifted()
  return census
}

/** Returns who has another last update, or is new. */
function movedIn(before: Census, after: Census): string[] {
  const isSame = (a: Person | undefined, b: Person) => a !== undefined && stampOf(a) === stampOf(b)
  return [...after].flatMap(([id, person]) => (isSame(before.get(id), person) ? [] : [id]))
}

const drifted = () => new Undecided('data-drift', 'the list changes without a decision')

interface Recorded {
  answers: Exchange[]
  moved?: string[]
  still?: Census
}

/**
 * Returns the answers to requests, and who moves in a list each time that they are sent; undefined if it changes by itself.
 * If nobody moved at all, it also returns what the list shows.
 */
export async function recordedBy(service: Service, who: Credentials, send: () => Promise<Exchange[]>): Promise<Recorded> {
  const read = () =>
    baseOf(service)
      .then((base) => readCensus(service, base, who), unlessUndecided)
      .catch(unlessUndecided)
  const before = await read()
  const answers = await send()
  const after = before && (await read())
  if (!before || !after) return { answers }
  const moved = movedIn(before, after)
  if (moved.length === 0) return { answers, moved, still: before }
  const rest = await read()
  await sleep(A_TICK)
  await send()
  const last = await read()
  if (!rest || !last || movedIn(after, rest).length > 0) return { answers }
  const again = movedIn(rest, last)
  return { answers, moved: moved.filter((id) => again.includes(id)) }
}

/** What a list is asked with: the filters stand for what the data has. */
interface Listing {
  filter?: 'none' | 'word' | 'cpf' | 'cpf-and-nome'
  sort?: string
  rows?: number
  /** The page of the person whose report is decided, or the last one, rather than the first one. */
  place?: 'person' | 'last'
}

const LISTINGS: Readonly<Record<string, Listing>> = {
  plain: {},
  last: { place: 'last' },
  rows: { rows: 50, place: 'person' },
  ...Object.fromEntries(SORTS.map((sort) => [`sort-${sort}`, { sort, place: 'person' } as const])),
  word: { filter: 'word', place: 'person' },
  'word-and-sort': { filter: 'word', sort: '-atualizado_em', rows: 50 },
  cpf: { filter: 'cpf' },
  'cpf-and-nome': { filter: 'cpf-and-nome' },
}

/** Returns a listing as a query, and its judge by a census; undefined if the data or the service does not allow it. */
function askedOf({ filter = 'none', sort, rows = PAGE, place }: Listing, base: Base, now: Census, decided?: Person) {
  const word = [...now.keys()].every((id) => base.people.has(id)) ? base.word : undefined
  const person = decided && isSearchable(decided.nome) ? decided : undefined
  const searches: Record<typeof filter, Query | undefined> = {
    none: {},
    word: word && { nome: word.text },
    cpf: person && { cpf: person.id },
    'cpf-and-nome': person && { cpf: person.id, nome: person.nome },
  }
  const search = searches[filter]
  if (!search || (sort !== undefined && !base.sorts.includes(sort)) || (rows !== PAGE && !base.rows.includes(rows))) return undefined
  const isMeant = ({ id }: Person) => filter === 'none' || (filter === 'word' ? word?.selected.has(id) : id === person?.id)
  const selectedIn = (census: Census) => [...census.values()].filter(isMeant)
  const at = ordered(selectedIn(now), sort, base)?.findIndex(({ id }) => id === decided?.id) ?? 0
  const page = place === 'last' ? Math.ceil(now.size / rows) : place === 'person' ? Math.floor(Math.max(0, at) / rows) + 1 : 1
  const query = queryOf({ filter: search, sort, rows, page })
  const judge = (census: Census, answer: ListAnswer) => {
    const selected = new Map(selectedIn(census).map((one) => [one.id, one]))
    const people = ordered([...selected.values()], sort, base)
    const window = people?.slice((page - 1) * rows, page * rows)
    const busca = filter === 'none' ? { value: '' } : filter === 'word' ? word?.busca : undefined
    const rest = { known: census, order: orderOf(sort), isWhole: true, total: selected.size, shownBy: [] }
    return judgeList({ page, rows, selected, people, window, busca, ...rest }, answer)
  }
  return { query, judge }
}

/** Returns persons in an order; undefined if only the service knows it. */
function ordered(people: Person[], sort: string | undefined, { direction = 'either', ranks }: Base): Person[] | undefined {
  const field = fieldOf(sort ?? 'atualizado_em')
  const isUnknown = sort === undefined ? direction === 'either' : field === 'nome' && people.some(({ id }) => !ranks.has(id))
  if (people.length > 1 && isUnknown) return undefined
  const { keyOf } = orderOf(field)
  const rankOf = ({ id }: Person) => ranks.get(id) ?? 0
  const compare = (a: Person, b: Person) => (field === 'nome' ? rankOf(a) - rankOf(b) : byCodeUnit(keyOf(a), keyOf(b)))
  const isDown = sort === undefined ? direction === 'descending' : sort.startsWith('-')
  return people.toSorted((a, b) => (isDown ? compare(b, a) : compare(a, b)))
}

/** A decision, and the lists that are asked for right after it and later. A second one on a report is the opposite of the first. */
type Step = readonly [after: string, report: 0 | 1, aprovar: boolean, form: Form, right: string, later: readonly string[]]
const STEPS: readonly Step[] = [
  ['approval', 0, true, 'emoji', 'sort--cpf', Object.keys(LISTINGS)],
  ['rejection', 1, false, 'plain', 'word', ['plain', 'sort-nome', 'word', 'cpf']],
  ['second-decision', 0, false, 'plain', 'cpf', ['plain', 'cpf-and-nome']],
  ['decision-with-emoji', 1, true, 'emoji', 'last', []],
]

type Aspect = ListAspect | 'gone' | 'update' | 'beside' | 'stamp' | 'apart'
const STAMP = '2.1-atualizado_em 4.1-1 1-1-order'
const PAGES = '4.1-2 2.2-total 2.2-itens 4.1-page 4.1-rows 4.1-4 2.2-atual 2.2-linhas 2.2-busca 2.1-nome 2.1-cpf'
const PAGED = 'status total paginacao busca window item'
const [ALL, ASPECTS] = [Object.values(LIST_CLAUSES).join(' '), LIST_ASPECTS.join(' ')]
const APART = { needs: ['other-token'] as const, should: 'Each organization has reports of its own.' }
const ofLists = (lists: RegExp) => ({ of: ({ when, list = '' }: Cell) => when === 'later' && lists.test(list) })

export const decidedLists: Table<Aspect> = {
  name: 'lists after decisions',
  risk: 'w2',
  steady: true,
  needs: ['report'],
  axes: {
    after: [...STEPS.map(([after]) => after), 'other-organization'],
    list: [...Object.keys(LISTINGS), 'everybody'],
    when: ['later', 'right-after'],
  },
  aspects: [...LIST_ASPECTS, 'gone', 'update', 'beside', 'stamp', 'apart'],
  clauses: { ...LIST_CLAUSES, gone: '4.1-2 1-1', update: STAMP, beside: STAMP, stamp: STAMP, apart: '4.1-2 1-1' },
  checks: [
    check('CELL-44', '2.1-atualizado_em', 'stamp', 'returns the time of a decision in the same form as before, in UTC'),
    check('CELL-45', '4.1-1 1-1-order', 'order', 'keeps the order by last update after a decision', ofLists(/^(?!.*sort)/)),
    check('CELL-47', '4.1-sort', 'order window', 'keeps sorted lists in order after a decision', ofLists(/sort/)),
    check('CELL-58', '4.1-cpf 4.1-nome 4.1-2', 'selection', 'finds the same persons after a decision', ofLists(/^(word|cpf.*)$/)),
    check('CELL-62', PAGES, PAGED, 'shows a list after a decision as before', ofLists(/^(?!.*sort)/)),
    check('MEM-11', ALL, ASPECTS, 'answers a list right after a decision as before it or later', { of: ({ when }) => when !== 'later' }),
    check('CELL-52', '4.1-2 1-1', 'gone', 'lists everybody after a decision', { should: 'The person was queried all the same.' }),
    check('CELL-53', `4.2-2 ${STAMP}`, 'update', 'updates a report by every decision, or by none', { should: 'A decision is an update.' }),
    check('CELL-57', STAMP, 'beside', 'updates one person by a decision on one report', { should: 'A report is about one person.' }),
    check('ORG-10', `4.1-2 1-1 ${STAMP}`, 'apart', "changes no organization's list when another one decides a report", APART),
  ],
  async ask(service) {
    const base = await baseOf(service)
    if (base.people.size === 0) throw new Undecided('thin-data', 'the list is empty', 'seed a person')
    const tour: Tour = { base, now: await readCensus(service, base), waits: true, looks: [] }
    // Pages lose persons: other tables judge them.
    if ([...base.people.keys()].some((id) => !tour.now.has(id))) throw drifted()
    const [a, b = a] = service.reports as [Numero, Numero?]
    const looks: (Judged<Aspect>[] | undefined)[] = []
    for (const step of STEPS) looks.push(await look(service, tour, step, step[1] === 0 ? a : b).catch(unlessUndecided))
    const judged = looks.flatMap((look) => look ?? [])
    judged.push(...(await otherDecides(service, base)))
    await mustHaveDecided(service)
    if (!looks.includes(undefined)) judged.push(...judgeBeside(tour))
    if (judged.length === 0) throw drifted()
    return judged
  },
}

interface Tour {
  base: Base
  now: Census
  /** Whether a moment may help: lists that are wrong stay wrong. */
  waits: boolean
  looks: { report: Numero; moved: readonly string[]; exchange: Exchange }[]
}

async function look(service: Service, tour: Tour, step: Step, report: Numero): Promise<Judged<Aspect>[]> {
  const { base, now: before, looks } = tour
  const [after, , aprovar, form, right, later] = step
  await sleep(A_TICK)
  const last = decisionsOf(service).findLast((one) => one.report === report && one.status === 200)
  const exchange = await decideWith(service, report, last ? !last.aprovar : aprovar, form)
  if (exchange.response.status !== 200) {
    tour.now = await readCensus(service, base)
    return []
  }
  const known = looks.find((one) => one.report === report && one.moved.length === 1)?.moved[0]
  const asked = askedOf(LISTINGS[right] as Listing, base, before, before.get(known ?? ''))
  const first = asked && (await service.again(asked.query))
  const see = async () => {
    const now = await readCensus(service, base)
    const moved = movedIn(before, now)
    const person = now.get(known ?? moved[0] ?? '')
    const cases = later.map((list) => ({ cell: { after, list, when: 'later' } }))
    const lists = await askAll<(typeof cases)[number], Aspect>(cases, async ({ cell: { list } }) => {
      const asked = askedOf(LISTINGS[list] as Listing, base, now, person)
      if (!asked) return undefined
      const answer = await service.again(asked.query)
      return { ...asked.judge(now, answer), exchanges: [answer.exchange] }
    })
    return { now, moved, lists, isFaulty: lists.some(({ faults }) => faults.length > 0) }
  }
  let seen = await see()
  if (tour.waits && (seen.isFaulty || seen.moved.length === 0)) {
    await sleep(LATE)
    seen = await see()
    tour.waits = !seen.isFaulty && seen.moved.length > 0
  }
  const { now, moved, lists, isFaulty } = seen
  tour.now = now
  if (isFaulty && movedIn(now, await readCensus(service, base)).length > 0) throw drifted()
  const isMoving = looks.some((one) => one.moved.length > 0)
  looks.push({ report, moved, exchange })
  const gone = [...before.keys()].filter((id) => !now.has(id)).length
  lists.push(judgeOne('gone', after, gone === 0, 'everybody who was listed before', `${gone} missing`, exchange))
  // Whole seconds may be the same.
  if (isMoving && [...now.values()].some(({ stamp }) => /\.\d*[1-9]/.test(stamp)))
    lists.push(judgeOne('update', after, moved.length > 0, 'another atualizado_em, as at first', 'the same', exchange))
  const stamps = moved.map((id) => (now.get(id) as Person).stamp)
  const isUtc = stamps.every((stamp) => UTC.test(stamp)) && !(stamps.length === 1 && isOfAnotherZone(stamps[0] as string, exchange))
  if (base.isUtc && stamps.length > 0)
    lists.push(judgeOne('stamp', after, isUtc, 'UTC in the form of before', 'another time or form', exchange))
  if (!asked || !first || moved.length > 1) return lists
  const [was, is] = [asked.judge(before, first), asked.judge(now, first)]
  const cell = { after, list: right, when: 'right-after' }
  return [...lists, { cell, ...(was.faults.length === 0 ? was : is), exchanges: [exchange, first.exchange] }]
}

/** Returns whether a time is off by whole half-hours from that of an answer. */
function isOfAnotherZone(stamp: string, { response }: Exchange): boolean {
  const told = Date.parse(String(response.headers.date))
  const off = Date.parse(stamp) - (Number.isNaN(told) ? dateNow() : told)
  const zones = Math.round(off / ZONE)
  return zones !== 0 && Math.abs(zones) <= 28 && Math.abs(off - zones * ZONE) <= ZONE / 30
}

function judgeOne(aspect: Aspect, after: string, isRight: boolean, expected: string, actual: string, exchange: Exchange): Judged<Aspect> {
  const cell = { after, list: 'everybody', when: 'later' }
  return { cell, faults: unless(isRight, aspect, expected, actual), shown: [aspect], exchanges: [exchange] }
}

/** Judges whether two decisions moved one and the same person besides that of the report. */
function judgeBeside({ looks }: Tour): Judged<Aspect>[] {
  const moving = looks.filter(({ moved }) => moved.length > 0)
  const several = moving.filter(({ moved }) => moved.length > 1)
  const faulty = several.find(({ moved, report }, i) =>
    several.slice(i + 1).some((other) => {
      const both = other.moved.filter((id) => moved.includes(id))
      return both.length > (other.report === report ? 1 : 0)
    }),
  )
  const [shown] = faulty ? [faulty] : moving.slice(1)
  if (!shown) return []
  const [expected, actual] = ['another atualizado_em for one person', 'for the same other person, too']
  return [judgeOne('beside', 'approval', !faulty, expected, actual, shown.exchange)]
}

async function otherDecides(service: Service, base: Base): Promise<Judged<Aspect>[]> {
  const { foreignReport, keys } = service
  const { other } = keys
  if (!foreignReport || !other) return []
  const after = 'other-organization'
  let first: ListAnswer | undefined
  const { answers, moved, still } = await recordedBy(service, keys.own, async () => {
    const approved = await decide(service, foreignReport, bodyOf(true), { authorization: other })
    const rejected = await decide(service, foreignReport, bodyOf(false), { authorization: other })
    first ??= await service.again()
    return [approved, rejected]
  })
  const accepted = answers.find(({ response }) => response.status === 200)
  if (!accepted || !moved) return []
  const apart = judgeOne('apart', after, moved.length === 0, 'nobody moves in the list', 'somebody moved, each of two times', accepted)
  const asked = still && askedOf({}, base, still)
  if (!asked || !first) return [apart]
  return [
    apart,
    { cell: { after, list: 'plain', when: 'right-after' }, ...asked.judge(still, first), exchanges: [accepted, first.exchange] },
  ]
}
