import { dateNow, sleep } from '../../src/contract/real-globals.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import type { Cell } from '../model/cells.ts'
import { Undecided, unless } from '../model/judgement.ts'
import { judgeList, LIST_ASPECTS, LIST_CLAUSES, type ListAspect } from '../model/list-faults.ts'
import type { Person } from '../model/lists.ts'
import { byCodeUnit, directionOf } from '../model/order.ts'
import { isSearchable } from '../model/persons.ts'
import { APPROVAL, type Numero, type Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { type Expected, fieldOf, orderOf, PAGE, readAll, SORTS, type World } from '../model/world.ts'
import { decide, decideWith, decisionsOf, mustHaveDecided, turnedReport } from './decided.ts'
import { BAD_BODIES, type Form } from './decision-bodies.ts'
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
export function baseOf(service: Service): Promise<Base> {
  const base = bases.get(service.target) ?? service.world().then(readBase)
  bases.set(service.target, base)
  return base
}

async function readBase(world: World): Promise<Base> {
  if (!world.plain.isWhole) throw new Undecided('page-limit', 'the list has too many pages to read it after each decision')
  const [found, rows, text] = [await world.sorts(), await world.rows(), await searchOfMany(world)]
  const answers = await Promise.all(found.map((sort) => world.service.get({ sort }, { authorization: world.who })))
  const sorts = found.filter((_, i) => answers[i]?.list !== undefined)
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
export type Census = ReadonlyMap<string, Person>

/** @throws {Undecided} if the pages repeat or lose persons */
export async function readCensus(service: Service, { sorts, rows }: Base, who: Credentials = service.keys.own): Promise<Census> {
  service.forget()
  const most = [100, 75, 50].find((one) => rows.includes(one))
  const query = { ...(sorts.includes('cpf') && { sort: 'cpf' }), ...(most !== undefined && sorts.includes('cpf') && { rows: most }) }
  const { people, isWhole } = await readAll(service, query, who)
  const census = new Map(people.map((person) => [person.id, person]))
  if (!isWhole || census.size < people.length) throw new Undecided('data-drift', 'the pages repeat persons, or are too many')
  return census
}

const isSame = (a: Person | undefined, b: Person) => a !== undefined && stampOf(a) === stampOf(b)
/** Returns who has another last update, or is new. */
export const movedIn = (before: Census, after: Census): string[] =>
  [...after].flatMap(([id, person]) => (isSame(before.get(id), person) ? [] : [id]))

const drifted = () => new Undecided('data-drift', 'the list changes without a decision')

/** Returns who moves in a list each time that something is sent. @throws {Undecided} if the list changes without it */
export async function movedBy(read: () => Promise<Census>, send: () => Promise<unknown>): Promise<string[]> {
  const before = await read()
  await send()
  const after = await read()
  const moved = movedIn(before, after)
  if (moved.length === 0) return []
  const rest = await read()
  if (movedIn(after, rest).length > 0) throw drifted()
  await sleep(A_TICK)
  await send()
  const again = movedIn(rest, await read())
  return moved.filter((id) => again.includes(id))
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
  if (filter === 'word' ? !word || ![...now.keys()].every((id) => base.people.has(id)) : filter && !isSearchable(person?.nome ?? ''))
    return undefined
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

type Aspect = ListAspect | 'gone' | 'update' | 'beside' | 'stamp' | 'recorded' | 'apart'
const STAMP = '2.1-atualizado_em 4.1-1 1-1-order'
const PAGES = '4.1-2 2.2-itens 4.1-page 4.1-rows 4.1-4 2.2-atual 2.2-linhas 2.2-busca'
const REFUSED = '4.2-mensagem 8-mensagem 4.2-1 4.2-aprovar 4.1-1'
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
    after: ['approval', 'rejection', 'second-decision', 'decision-with-emoji', 'refused-validations', 'other-organization'],
    list: [...Object.keys(LISTINGS), 'everybody'],
    when: ['later', 'right-after'],
  },
  aspects: [...LIST_ASPECTS, 'gone', 'update', 'beside', 'stamp', 'recorded', 'apart'],
  clauses: { ...LIST_CLAUSES, gone: '4.1-2 1-1', update: STAMP, beside: STAMP, stamp: STAMP, recorded: STAMP, apart: '4.1-2 1-1' },
  checks: [
    check('CELL-44', '2.1-atualizado_em', 'stamp', 'returns the time of a decision in the same form as before, in UTC'),
    check('CELL-45', '4.1-1 1-1-order', 'order', 'keeps the order by last update after a decision', ofLists(/^(?!.*sort)/)),
    check('CELL-46', '2.2-total 1-1', 'total', 'returns the same total after a decision, whatever the parameters', ofLists(/./)),
    check('CELL-47', '4.1-sort', 'order window', 'keeps sorted lists in order after a decision', ofLists(/sort/)),
    check('CELL-58', '4.1-cpf 4.1-nome 4.1-2', 'selection', 'finds the same persons after a decision', ofLists(/^(word|cpf.*)$/)),
    check('CELL-62', PAGES, 'status paginacao busca window', 'returns the pages of a list after a decision', ofLists(/^(?!.*sort)/)),
    check('CELL-63', '2.1-atualizado_em 2.1-nome 2.1-cpf', 'item', 'shows a person the same in every list after a decision', ofLists(/./)),
    check('CELL-37', REFUSED, 'recorded', 'records nothing of a validation that it refuses'),
    check('MEM-11', ALL, ASPECTS, 'answers a list right after a decision as before it or later', { of: ({ when }) => when !== 'later' }),
    check('CELL-52', '4.1-2 1-1', 'gone', 'lists everybody after a decision', { should: 'The person was queried all the same.' }),
    check('CELL-53', `4.2-2 ${STAMP}`, 'update', 'updates a report by every decision, or by none', { should: 'A decision is an update.' }),
    check('CELL-57', STAMP, 'beside', 'updates one person by a decision on one report', { should: 'A report is about one person.' }),
    check('ORG-10', `4.1-2 1-1 ${STAMP}`, 'apart', "changes no organization's list when another one decides a report", APART),
  ],
  async ask(service) {
    const base = await baseOf(service)
    if (base.people.size === 0) throw new Undecided('thin-data', 'the list is empty', 'seed a person')
    // Only MEM-11 judges a list right after a decision, such as the first one.
    await service.again()
    const now = await readCensus(service, base)
    // Each decision may have taken one person from the list; more are lost by pages that other tables judge.
    if ([...base.people].filter((id) => !now.has(id)).length > service.reports.length) throw drifted()
    const tour: Tour = { base, now, moves: undefined, waits: true, isRestless: false, persons: new Map(), looks: [] }
    const judged: Judged<Aspect>[] = []
    for (const step of stepsOf(service)) judged.push(...(await unlessDrift(tour, () => look(service, tour, ...step))))
    mustHaveDecided(service)
    for (const part of [refusedRecordsNothing, otherDecides]) judged.push(...(await unlessDrift(tour, () => part(service, tour))))
    judged.push(...judgeBeside(tour))
    if (judged.length === 0) throw drifted()
    return judged
  },
}

/** What the steps know of each other. */
interface Tour {
  base: Base
  now: Census
  /** Whether decisions move persons, as the first one shows. */
  moves: boolean | undefined
  /** Whether a moment may help: lists that are wrong stay wrong. */
  waits: boolean
  /** Whether the list changes without a decision. */
  isRestless: boolean
  persons: Map<Numero, string>
  looks: { report: Numero; moved: readonly string[]; exchange: Exchange }[]
}

async function unlessDrift(tour: Tour, ask: () => Promise<Judged<Aspect>[]>): Promise<Judged<Aspect>[]> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    tour.isRestless = true
    return []
  }
}

/** A decision, its name, and the listing that is asked for right after it. */
type Step = readonly [after: string, report: Numero, aprovar: boolean, form: Form, right: string]

/** Returns first decisions of both kinds and second ones, as far as there are reports. */
function stepsOf(service: Service): Step[] {
  const last = turnedReport(service)
  const [a = last, b] = service.reports.slice(0, -1)
  return [
    ['approval', a, true, 'emoji', 'sort--cpf'],
    ...(b ? [['rejection', b, false, 'plain', 'word'] as const] : []),
    ['second-decision', a, false, 'plain', 'cpf'],
    // It is the opposite of the last one, because the same decision again may change nothing.
    ['decision-with-emoji', b ?? last, service.reports.length !== 2, 'emoji', 'last'],
  ]
}

const isFaulty = (judged: readonly Judged[]) => judged.some(({ faults }) => faults.length > 0)

async function look(service: Service, tour: Tour, ...[after, report, aprovar, form, right]: Step): Promise<Judged<Aspect>[]> {
  const { base, now: before, moves } = tour
  await sleep(A_TICK)
  const last = decisionsOf(service).findLast((one) => one.report === report && one.status === 200)
  const exchange = await decideWith(service, report, aprovar, form)
  if (exchange.response.status !== 200) return []
  const personIn = (census: Census, [moved = '']: readonly string[] = []) => census.get(tour.persons.get(report) ?? moved)
  const asked = askedOf(LISTINGS[right] as Listing, base, before, personIn(before))
  const first = await service.again(asked?.query)
  let lists: Judged<Aspect>[] = []
  let moved: string[] = []
  for (let round = 0; round < (tour.waits ? 2 : 1); round++) {
    if (round > 0) await sleep(LATE)
    tour.now = await readCensus(service, base)
    moved = movedIn(before, tour.now)
    lists = after.endsWith('emoji') ? [] : await askLists(service, after, base, tour.now, personIn(tour.now, moved))
    if ((moved.length > 0 || moves === false) && !isFaulty(lists)) break
  }
  tour.waits &&= !isFaulty(lists)
  if (isFaulty(lists) && movedIn(tour.now, await readCensus(service, base)).length > 0) throw drifted()
  tour.moves ??= moved.length > 0
  tour.looks.push({ report, moved, exchange })
  if (moved.length === 1 && !tour.persons.has(report)) tour.persons.set(report, moved[0] as string)
  lists.push(...judgeMoves(after, before, tour, moves === true && last?.aprovar !== aprovar))
  if (asked && moved.length < 2) {
    const [was, is] = [judgeList(asked.expected(before), first), judgeList(asked.expected(tour.now), first)]
    const cell = { after, list: right, when: 'right-after' }
    lists.push({ cell, ...(was.faults.length === 0 ? was : is), exchanges: [exchange, first.exchange] })
  }
  return lists
}

function askLists(service: Service, after: string, base: Base, now: Census, person?: Person): Promise<Judged<Aspect>[]> {
  const cases = Object.entries(LISTINGS).map(([list, listing]) => ({ cell: { after, list, when: 'later' }, listing }))
  return askAll(cases, async ({ listing }) => {
    const asked = askedOf(listing, base, now, person)
    if (!asked) return undefined
    const answer = await service.again(asked.query)
    return { ...judgeList(asked.expected(now), answer), exchanges: [answer.exchange] }
  })
}

/** Returns what the last decision did to persons. */
function judgeMoves(after: string, before: Census, { base, now, looks }: Tour, isMoving: boolean): Judged<Aspect>[] {
  const { moved, exchange } = looks.at(-1) as Tour['looks'][number]
  const gone = [...before.keys()].filter((id) => !now.has(id)).length
  const stamps = moved.map((id) => (now.get(id) as Person).stamp)
  const isExact = [...now.values()].some(({ stamp }) => /\.\d*[1-9]/.test(stamp))
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
function judgeBeside({ looks, moves, isRestless }: Tour): Judged<Aspect>[] {
  if (!moves || isRestless || new Set(looks.map(({ report }) => report)).size < 2) return []
  const several = looks.filter(({ moved }) => moved.length > 1)
  const reportsOf = (id: string) => new Set(several.flatMap(({ moved, report }) => (moved.includes(id) ? [report] : [])))
  const isRight = !several.some(({ moved }) => moved.some((id) => reportsOf(id).size > 1))
  const exchanges = (isRight ? looks : several).map(({ exchange }) => exchange)
  return [judgeOne('beside', 'approval', isRight, 'another atualizado_em for one person', 'for the same other person, too', ...exchanges)]
}

async function refusedRecordsNothing(service: Service, { base }: Tour): Promise<Judged<Aspect>[]> {
  const sent: Exchange[] = []
  const send = async () => {
    for (const report of service.reports.slice(0, 2))
      for (const [i, bad] of Object.values(BAD_BODIES).entries())
        sent.push(await decide(service, report, bad({ ...APPROVAL, aprovar: i % 2 === 0 })))
  }
  const moved = await movedBy(() => readCensus(service, base), send)
  // What is accepted is recorded; other checks find that.
  if (sent.some(({ response }) => response.status < 400)) return []
  const [isRight, actual] = [moved.length === 0, `${moved.length} moved, each of two times`]
  return [judgeOne('recorded', 'refused-validations', isRight, 'the same list after refused validations', actual, ...sent.slice(0, 1))]
}

/** Lets the other organization decide a report of its own. */
async function otherDecides(service: Service, { base }: Tour): Promise<Judged<Aspect>[]> {
  const { foreignReport, keys } = service
  if (!foreignReport || !keys.other) return []
  const after = 'other-organization'
  const send = () => decide(service, foreignReport, APPROVAL, { authorization: keys.other })
  const before = await readCensus(service, base)
  const exchange = await send()
  if (exchange.response.status !== 200) return []
  const first = await service.again()
  const isMoved = movedIn(before, await readCensus(service, base)).length > 0
  const moved = isMoved ? await movedBy(() => readCensus(service, base), send) : []
  const apart = judgeOne('apart', after, moved.length === 0, 'nobody moves in the list', 'somebody moved, each of two times', exchange)
  if (isMoved) return [apart]
  const want = askedOf({}, base, before)?.expected(before) as Expected
  return [apart, { cell: { after, list: 'plain', when: 'right-after' }, ...judgeList(want, first), exchanges: [exchange, first.exchange] }]
}
