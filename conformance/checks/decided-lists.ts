import { dateNow, sleep } from '../../src/contract/real-globals.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import type { Cell } from '../model/cells.ts'
import { Undecided, unless } from '../model/judgement.ts'
import { judgeList, LIST_ASPECTS, LIST_CLAUSES, type ListAspect } from '../model/list-faults.ts'
import type { ListAnswer, Person } from '../model/lists.ts'
import { byCodeUnit, directionOf } from '../model/order.ts'
import { isSearchable } from '../model/persons.ts'
import type { Numero, Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { type Expected, fieldOf, orderOf, PAGE, readAll, SORTS, type World } from '../model/world.ts'
import { bodyOf, decide, decideWith, decisionsOf, type Form, mustHaveDecided } from './decided.ts'
import { searchOfMany } from './searched.ts'
import { askAll, check, type Judged, type Table } from './table.ts'

/** A service may show a decision so many milliseconds later. */
const LATE = 1_500
/** Two decisions within one millisecond have the same time. */
const A_TICK = 2
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|\+00:00)$/
const ZONE = 30 * 60_000
const stampOf = orderOf(undefined).keyOf

/** What the lists show before the first decision of the run. */
interface Base {
  sorts: readonly string[]
  rows: readonly number[]
  direction: ReturnType<typeof directionOf>
  isUtc: boolean
  people: ReadonlySet<string>
  /** The place of each person in the order of their names. */
  ranks: ReadonlyMap<string, number>
  word: { text: string; busca: Expected['busca']; people: ReadonlyMap<string, Person> } | undefined
}

const bases = new WeakMap<Target, Promise<Base>>()

/** Reads what decisions must not change, once in a run. @throws {Undecided} if it cannot be read */
function baseOf(service: Service): Promise<Base> {
  const base = bases.get(service.target) ?? service.world().then(readBase)
  bases.set(service.target, base)
  return base
}

async function readBase(world: World): Promise<Base> {
  if (!world.plain.isWhole) throw new Undecided('page-limit', 'the list has too many pages to read it after each decision')
  const [sorts, rows, text] = await Promise.all([world.sorts(), world.rows(), searchOfMany(world)])
  const byName = sorts.includes('nome') ? ((await world.order('nome')) ?? []) : []
  const search = text === undefined ? undefined : await world.expected({ nome: text })
  return {
    sorts,
    rows,
    direction: directionOf(world.people.map(stampOf)),
    isUtc: world.people.every(({ stamp }) => UTC.test(stamp)),
    people: new Set(world.known.keys()),
    ranks: new Map(byName.map(({ id }, i) => [id, i])),
    word: text !== undefined && search?.isWhole ? { text, busca: search.busca, people: search.selected } : undefined,
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

/** Returns the answers to requests, and who moves in a list each time that they are sent; undefined if it changes by itself. */
export async function recordedBy(service: Service, who: Credentials, send: () => Promise<Exchange[]>) {
  const read = () =>
    baseOf(service)
      .then((base) => readCensus(service, base, who), unlessUndecided)
      .catch(unlessUndecided)
  const before = await read()
  const answers = await send()
  const after = before && (await read())
  if (!before || !after) return { answers, moved: undefined }
  const moved = movedIn(before, after)
  if (moved.length === 0) return { answers, moved }
  const rest = await read()
  await sleep(A_TICK)
  await send()
  const last = await read()
  if (!rest || !last || movedIn(after, rest).length > 0) return { answers, moved: undefined }
  const again = movedIn(rest, last)
  return { answers, moved: moved.filter((id) => again.includes(id)) }
}

function unlessUndecided(error: unknown): undefined {
  if (!(error instanceof Undecided)) throw error
}

/** What a list is asked with: the filters stand for what the data has. */
interface Listing {
  filter?: 'word' | 'cpf' | 'cpf-and-nome'
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

/** A listing as a query, and what its list must contain by a census. */
interface Asked {
  query: Query
  expected: (census: Census) => Expected
}

/** Returns undefined if the data or the service does not allow the listing. */
function askedOf({ filter, sort, rows = PAGE, place }: Listing, base: Base, now: Census, person?: Person): Asked | undefined {
  const { word } = base
  if ((sort !== undefined && !base.sorts.includes(sort)) || (rows !== PAGE && !base.rows.includes(rows))) return undefined
  if (filter === 'word' && (!word || [...now.keys()].some((id) => !base.people.has(id)))) return undefined
  if (filter?.startsWith('cpf') && !isSearchable(person?.nome ?? '')) return undefined
  const isMeant = ({ id }: Person) => (filter === undefined ? true : filter === 'word' ? word?.people.has(id) : id === person?.id)
  const selectedIn = (census: Census) => [...census.values()].filter(isMeant)
  const at = ordered(selectedIn(now), sort, base)?.findIndex(({ id }) => id === person?.id) ?? 0
  const page = place === 'last' ? Math.ceil(now.size / rows) : place === 'person' ? Math.floor(Math.max(0, at) / rows) + 1 : 1
  const query = {
    ...(filter?.startsWith('cpf') && { cpf: person?.id as string }),
    ...(filter === 'cpf-and-nome' && { nome: person?.nome as string }),
    ...(filter === 'word' && { nome: word?.text as string }),
    ...(sort !== undefined && { sort }),
    ...(rows !== PAGE && { rows }),
    ...(page > 1 && { page }),
  }
  const expected = (census: Census): Expected => {
    const people = ordered(selectedIn(census), sort, base)
    const selected = new Map(selectedIn(census).map((one) => [one.id, one]))
    const window = people?.slice((page - 1) * rows, page * rows)
    const busca = filter === undefined ? { value: '' } : filter === 'word' ? word?.busca : undefined
    const known = { known: census, order: orderOf(sort), shownBy: [] }
    return { page, rows, selected, isWhole: true, total: selected.size, people, window, busca, ...known }
  }
  return { query, expected }
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

/** A decision on a report of the run, and the lists that are asked for right after it and later. A second one is the opposite. */
interface Step {
  after: string
  report: 0 | 1
  aprovar: boolean
  form: Form
  right: string
  later: readonly string[]
}

const STEPS: readonly Step[] = [
  { after: 'approval', report: 0, aprovar: true, form: 'emoji', right: 'sort--cpf', later: Object.keys(LISTINGS) },
  { after: 'rejection', report: 1, aprovar: false, form: 'plain', right: 'word', later: ['plain', 'sort-nome', 'word', 'cpf'] },
  { after: 'second-decision', report: 0, aprovar: false, form: 'plain', right: 'cpf', later: ['plain', 'cpf-and-nome'] },
  { after: 'decision-with-emoji', report: 1, aprovar: true, form: 'emoji', right: 'last', later: [] },
]

type Aspect = ListAspect | 'gone' | 'update' | 'beside' | 'stamp' | 'apart'
const STAMP = '2.1-atualizado_em 4.1-1 1-1-order'
const PAGES = '4.1-2 2.2-total 2.2-itens 4.1-page 4.1-rows 4.1-4 2.2-atual 2.2-linhas 2.2-busca'
const [ALL, ASPECTS] = [Object.values(LIST_CLAUSES).join(' '), LIST_ASPECTS.join(' ')]
const APART = { needs: ['other-token'] as const, should: 'Each organization has reports of its own.' }
const ofLists = (lists: RegExp) => ({ of: ({ when, list = '' }: Cell) => when === 'later' && lists.test(list) })

/** What a decision changes in lists, and what it must not change. */
export const decidedLists: Table<Aspect> = {
  name: 'lists after decisions',
  risk: 'w2',
  steady: true,
  needs: ['report'],
  axes: {
    after: [...STEPS.map(({ after }) => after), 'other-organization'],
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
    check('CELL-62', PAGES, 'status total paginacao busca window', 'pages through a list after a decision', ofLists(/^(?!.*sort)/)),
    check('CELL-63', '2.1-atualizado_em 2.1-nome 2.1-cpf', 'item', 'shows a person the same in every list after a decision', ofLists(/./)),
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
    if ([...base.people].some((id) => !tour.now.has(id))) throw drifted()
    const [a, b = a] = service.reports as [Numero, Numero?]
    const judged: Judged<Aspect>[] = []
    let isRestless = false
    for (const step of STEPS) {
      const lists = await look(service, tour, step, step.report === 0 ? a : b).catch(unlessUndecided)
      isRestless ||= lists === undefined
      judged.push(...(lists ?? []))
    }
    judged.push(...(await otherDecides(service, tour)))
    await mustHaveDecided(service)
    if (!isRestless) judged.push(...judgeBeside(tour))
    if (judged.length === 0) throw drifted()
    return judged
  },
}

/** What the steps know of each other. */
interface Tour {
  base: Base
  now: Census
  /** Whether a moment may help: lists that are wrong stay wrong. */
  waits: boolean
  looks: { report: Numero; moved: readonly string[]; exchange: Exchange }[]
}

async function look(service: Service, tour: Tour, step: Step, report: Numero): Promise<Judged<Aspect>[]> {
  const { base, now: before, looks } = tour
  const { after, form, right } = step
  await sleep(A_TICK)
  const last = decisionsOf(service).findLast((one) => one.report === report && one.status === 200)
  const exchange = await decideWith(service, report, last ? !last.aprovar : step.aprovar, form)
  if (exchange.response.status !== 200) return []
  const known = looks.find((one) => one.report === report && one.moved.length === 1)?.moved[0]
  const asked = askedOf(LISTINGS[right] as Listing, base, before, before.get(known ?? ''))
  const first = asked && (await service.again(asked.query))
  const see = async () => {
    tour.now = await readCensus(service, base)
    const moved = movedIn(before, tour.now)
    const lists = await askLists(service, step, base, tour.now, tour.now.get(known ?? moved[0] ?? ''))
    return { moved, lists, isFaulty: lists.some(({ faults }) => faults.length > 0) }
  }
  let seen = await see()
  if (tour.waits && (seen.isFaulty || seen.moved.length === 0)) {
    await sleep(LATE)
    seen = await see()
    tour.waits = !seen.isFaulty && seen.moved.length > 0
  }
  const { moved, lists, isFaulty } = seen
  if (isFaulty && movedIn(tour.now, await readCensus(service, base)).length > 0) throw drifted()
  lists.push(...judgeMoves(after, before, tour, moved, exchange))
  looks.push({ report, moved, exchange })
  if (asked && first && moved.length < 2) lists.push(rightAfter(after, right, asked, [before, tour.now], exchange, first))
  return lists
}

function askLists(service: Service, { after, later }: Step, base: Base, now: Census, person?: Person): Promise<Judged<Aspect>[]> {
  const cases = later.map((list) => ({ cell: { after, list, when: 'later' } }))
  return askAll(cases, async ({ cell: { list } }) => {
    const asked = askedOf(LISTINGS[list] as Listing, base, now, person)
    if (!asked) return undefined
    const answer = await service.again(asked.query)
    return { ...judgeList(asked.expected(now), answer), exchanges: [answer.exchange] }
  })
}

/** Judges a list right after a decision by each census that it may show. */
function rightAfter(
  after: string,
  list: string,
  { expected }: Asked,
  right: readonly Census[],
  exchange: Exchange,
  first: ListAnswer,
): Judged<Aspect> {
  const judgements = right.map((census) => judgeList(expected(census), first))
  const judgement = judgements.find(({ faults }) => faults.length === 0) ?? judgements.at(-1)
  return { faults: [], shown: [], ...judgement, cell: { after, list, when: 'right-after' }, exchanges: [exchange, first.exchange] }
}

/** Returns what a decision did to persons. */
function judgeMoves(after: string, before: Census, { base, now, looks }: Tour, moved: readonly string[], exchange: Exchange) {
  const gone = [...before.keys()].filter((id) => !now.has(id)).length
  const stamps = moved.map((id) => (now.get(id) as Person).stamp)
  const isExact = [...now.values()].some(({ stamp }) => /\.\d*[1-9]/.test(stamp))
  const isMoving = looks.some((one) => one.moved.length > 0)
  const isUtc = stamps.every((stamp) => UTC.test(stamp)) && !(moved.length === 1 && isOfAnotherZone(stamps[0] as string, exchange))
  const judged = [judgeOne('gone', after, gone === 0, 'everybody who was listed before', `${gone} missing`, exchange)]
  if (isMoving && isExact)
    judged.push(judgeOne('update', after, moved.length > 0, 'another atualizado_em, as at first', 'the same', exchange))
  if (base.isUtc && moved.length > 0)
    judged.push(judgeOne('stamp', after, isUtc, 'UTC in the form of before', 'another time or form', exchange))
  return judged
}

/** Returns whether a time is off by whole half-hours from that of an answer. */
function isOfAnotherZone(stamp: string, { response }: Exchange): boolean {
  const told = Date.parse(String(response.headers.date))
  const off = Date.parse(stamp) - (Number.isNaN(told) ? dateNow() : told)
  const zones = Math.round(off / ZONE)
  return zones !== 0 && Math.abs(zones) <= 28 && Math.abs(off - zones * ZONE) <= ZONE / 30
}

function judgeOne(aspect: Aspect, after: string, isRight: boolean, expected: string, actual: string, ...exchanges: Exchange[]) {
  const cell = { after, list: 'everybody', when: 'later' }
  return { cell, faults: unless(isRight, aspect, expected, actual), shown: [aspect], exchanges }
}

/** Judges whether decisions on different reports moved one and the same person besides another one. */
function judgeBeside({ looks }: Tour): Judged<Aspect>[] {
  const moving = looks.filter(({ moved }) => moved.length > 0)
  if (new Set(moving.map(({ report }) => report)).size < 2) return []
  const several = moving.filter(({ moved }) => moved.length > 1)
  const isTwice = several.some(({ moved, report }) =>
    several.some((other) => other.report !== report && other.moved.some((id) => moved.includes(id))),
  )
  const exchanges = (isTwice ? several : moving).map(({ exchange }) => exchange)
  return [judgeOne('beside', 'approval', !isTwice, 'another atualizado_em for one person', 'for the same other person, too', ...exchanges)]
}

/** Lets the other organization decide a report of its own. */
async function otherDecides(service: Service, { base, now }: Tour): Promise<Judged<Aspect>[]> {
  const { foreignReport, keys } = service
  const { other } = keys
  if (!foreignReport || !other) return []
  const after = 'other-organization'
  let first: ListAnswer | undefined
  const { answers, moved } = await recordedBy(service, keys.own, async () => {
    const approved = await decide(service, foreignReport, bodyOf(true), { authorization: other })
    const rejected = await decide(service, foreignReport, bodyOf(false), { authorization: other })
    first ??= await service.again()
    return [approved, rejected]
  })
  const accepted = answers.find(({ response }) => response.status === 200)
  const asked = askedOf({}, base, now)
  if (!accepted || !moved) return []
  const apart = judgeOne('apart', after, moved.length === 0, 'nobody moves in the list', 'somebody moved, each of two times', accepted)
  return asked && first && moved.length === 0 ? [apart, rightAfter(after, 'plain', asked, [now], accepted, first)] : [apart]
}
