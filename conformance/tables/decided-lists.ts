import { dateNow, sleep } from '../../src/contract/real-globals.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import { type Fault, Undecided } from '../model/judgement.ts'
import { type Judgement, judgeList, LIST_ASPECTS, LIST_CLAUSES, type ListAspect } from '../model/list-faults.ts'
import type { ListAnswer, Person } from '../model/lists.ts'
import { byCodeUnit, directionOf } from '../model/order.ts'
import { isSearchable } from '../model/persons.ts'
import { APPROVAL, type Numero, type Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { type Expected, fieldOf, orderOf, PAGE, readAll, SORTS, type World } from '../model/world.ts'
import { BAD_BODIES, decide, decideWith, type Form, mustHaveDecided, turnedReport } from './reports.ts'
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
  /** The place of each person in the order of their names. */
  ranks: ReadonlyMap<string, number>
  people: ReadonlySet<string>
  word: { text: string; busca: unknown; people: ReadonlySet<string> } | undefined
}

const bases = new WeakMap<Target, Promise<Base>>()

/** Reads what decisions must not change, once in a run. */
export function baseOf(service: Service): Promise<Base> {
  const known = bases.get(service.target) ?? readBase(service)
  bases.set(service.target, known)
  return known
}

async function readBase(service: Service): Promise<Base> {
  const world = await service.world()
  if (!world.plain.isWhole) throw new Undecided('page-limit', 'the list has too many pages to read it after each decision')
  const [sorts, rows] = [await world.sorts(), await world.rows()]
  const inOrder = sorts.includes('nome') ? await world.order('nome') : undefined
  const keys = [...new Set(inOrder?.map(orderOf('nome').keyOf))]
  return {
    sorts,
    rows,
    direction: directionOf(world.people.map(stampOf)),
    ranks: new Map(inOrder?.map((person) => [person.id, keys.indexOf(orderOf('nome').keyOf(person))])),
    people: new Set(world.known.keys()),
    word: await searchIn(world),
  }
}

async function searchIn(world: World): Promise<Base['word']> {
  const text = await searchOfMany(world)
  if (text === undefined) return undefined
  const { selected, isWhole, busca } = await world.expected({ nome: text })
  return isWhole ? { text, busca: busca?.value, people: new Set(selected.keys()) } : undefined
}

/** Everybody whom the list of an organization shows at a moment. */
export type Census = ReadonlyMap<string, Person>

/** @throws {Undecided} if the pages repeat or lose persons */
export async function readCensus(service: Service, { sorts, rows }: Pick<Base, 'sorts' | 'rows'>, who: Credentials): Promise<Census> {
  service.forget()
  const most = [100, 75, 50].find((one) => rows.includes(one))
  const query = sorts.includes('cpf') ? { sort: 'cpf', ...(most !== undefined && { rows: most }) } : {}
  const { people, isWhole } = await readAll(service, query, who)
  const census = new Map(people.map((person) => [person.id, person]))
  if (!isWhole || census.size < people.length) throw new Undecided('data-drift', 'the pages of the list repeat persons, or are too many')
  return census
}

export const movedIn = (before: Census, after: Census): string[] =>
  [...after].flatMap(([id, person]) => (before.has(id) && stampOf(before.get(id) as Person) === stampOf(person) ? [] : [id]))

/**
 * Returns who moves in a list each time that something is sent, and not without it.
 * @throws {Undecided} if the list changes without it
 */
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

const drifted = () => new Undecided('data-drift', 'the list changes without a decision')

/** What a list is asked with: filters and the person of a report stand for what the data has. */
interface Listing {
  filter?: 'word' | 'cpf' | 'nome' | 'cpf-and-nome'
  sort?: string
  rows?: number
  /** The page of the person, or the last one, rather than the first one. */
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
  nome: { filter: 'nome' },
  'cpf-and-nome': { filter: 'cpf-and-nome', sort: '-cpf' },
}

/** Where a listing is asked: the lists before all decisions, everybody now, and the person of a report. */
interface Place {
  base: Base
  now: Census
  person: Person | undefined
}

interface Asked {
  query: Query
  /** Returns what the list must contain. */
  expected(now: Census, answer: ListAnswer): Expected
}

/** Returns a listing as a query; undefined if the data or the service does not allow it. */
function askedOf({ filter, sort, rows = PAGE, place }: Listing, { base, now, person }: Place): Asked | undefined {
  if ((sort !== undefined && !base.sorts.includes(sort)) || (rows !== PAGE && !base.rows.includes(rows))) return undefined
  const isOfPerson = filter !== undefined && filter !== 'word'
  if (isOfPerson && (!person || !isSearchable(person.nome))) return undefined
  const isSame = now.size === base.people.size && [...now.keys()].every((id) => base.people.has(id))
  if (filter === 'word' && !(base.word && isSame)) return undefined
  const isMine = ({ id }: Person) => (filter === undefined ? true : filter === 'word' ? base.word?.people.has(id) : id === person?.id)
  const inOrder = (census: Census) => ordered([...census.values()].filter(isMine), sort, base)
  const people = inOrder(now)
  const at = people?.findIndex(({ id }) => id === person?.id) ?? 0
  const page = place === 'last' ? Math.ceil(now.size / rows) : place === 'person' ? Math.floor(Math.max(0, at) / rows) + 1 : 1
  if (place === 'last' && page < 2) return undefined
  const query = {
    ...(filter?.startsWith('cpf') && { cpf: person?.id as string }),
    ...((filter === 'nome' || filter === 'cpf-and-nome') && { nome: person?.nome as string }),
    ...(filter === 'word' && { nome: base.word?.text as string }),
    ...(sort !== undefined && { sort }),
    ...(rows !== PAGE && { rows }),
    ...(page > 1 && { page }),
  }
  return {
    query,
    expected(census, { list }) {
      const alike = filter === 'nome' ? (list?.people ?? []).flatMap(({ id }) => census.get(id) ?? []) : []
      const selected = new Map([...[...census.values()].filter(isMine), ...alike].map((one) => [one.id, one]))
      const found = filter === 'nome' ? undefined : inOrder(census)
      // Others may have the same name: only the first page of them is asked for.
      const isWhole = filter !== 'nome' || (list?.total ?? 0) <= rows
      return {
        page,
        rows,
        selected,
        isWhole,
        total: isWhole ? selected.size : list?.total,
        people: found,
        window: found?.slice((page - 1) * rows, page * rows) ?? (isWhole && filter === 'nome' ? [...selected.values()] : undefined),
        busca: filter === undefined ? { value: '' } : filter === 'word' ? { value: base.word?.busca } : undefined,
        order: orderOf(sort),
        known: census,
        shownBy: [],
      }
    },
  }
}

/** Returns persons in an order; undefined if only the service knows it. */
function ordered(people: Person[], sort: string | undefined, { direction, ranks }: Base): Person[] | undefined {
  const field = sort === undefined ? 'atualizado_em' : fieldOf(sort)
  const isDown = sort === undefined ? direction === 'descending' : sort.startsWith('-')
  if (sort === undefined && direction !== 'descending' && direction !== 'ascending') return undefined
  if (field === 'nome' && people.some(({ id }) => !ranks.has(id))) return undefined
  const compare = (a: Person, b: Person) =>
    field === 'nome'
      ? (ranks.get(a.id) as number) - (ranks.get(b.id) as number)
      : byCodeUnit(orderOf(field).keyOf(a), orderOf(field).keyOf(b))
  return people.toSorted((a, b) => (isDown ? -compare(a, b) : compare(a, b)))
}

const judgeAsked = ({ expected }: Asked, census: Census, answer: ListAnswer): Judgement<ListAspect> =>
  judgeList(expected(census, answer), answer)

/** A decision, and the list that is asked for right after it. */
interface Step {
  after: string
  report: Numero
  aprovar: boolean
  form: Form
  right: string
}

type Aspect = ListAspect | 'gone' | 'update' | 'beside' | 'stamp' | 'recorded' | 'apart'
const isLater = ({ when }: Record<string, string>) => when === 'later'
const AFTER = ['approval', 'rejection', 'second-decision', 'decision-with-emoji', 'refused-validations', 'other-organization']
const STAMP = '2.1-atualizado_em 4.1-1 1-1-order'

/** What a decision changes in lists, and what it must not change. */
export const decidedLists: Table<Aspect> = {
  name: 'lists after decisions',
  risk: 'w2',
  needs: ['report', 'one-person'],
  axes: { after: AFTER, list: [...Object.keys(LISTINGS), 'everybody'], when: ['later', 'right-after'] },
  aspects: [...LIST_ASPECTS, 'gone', 'update', 'beside', 'stamp', 'recorded', 'apart'],
  clauses: { ...LIST_CLAUSES, gone: '4.1-2 1-1', update: STAMP, beside: STAMP, stamp: STAMP, recorded: STAMP, apart: '4.1-2 1-1' },
  rests: ['pages', 'orders', 'searches', 'combinations', 'organizations', 'sequences', 'lists after refused validations'],
  checks: [
    check('CELL-44', '2.1-atualizado_em', 'stamp', 'returns the time of a decision in the same form as before, in UTC'),
    check('CELL-45', '4.1-1 1-1-order', 'order', 'keeps the order by last update after a decision', {
      of: (cell) => isLater(cell) && !/sort/.test(cell.list ?? ''),
    }),
    check('CELL-46', '2.2-total 1-1', 'total', 'returns the same total after a decision, whatever the parameters', { of: isLater }),
    check('CELL-47', '4.1-sort', 'order window', 'keeps sorted lists in order after a decision', {
      of: (cell) => isLater(cell) && /sort/.test(cell.list ?? ''),
    }),
    check('CELL-58', '4.1-cpf 4.1-nome 4.1-2', 'selection', 'finds the same persons after a decision', { of: isLater }),
    check(
      'CELL-62',
      '4.1-2 2.2-itens 4.1-page 4.1-rows 4.1-4 2.2-atual 2.2-linhas 2.2-busca',
      'status paginacao busca window',
      'returns the pages of every list after a decision',
      {
        of: (cell) => isLater(cell) && !/sort/.test(cell.list ?? ''),
      },
    ),
    check('CELL-63', '2.1-atualizado_em 2.1-nome 2.1-cpf', 'item', 'shows the same last update after a decision, whatever the parameters', {
      of: isLater,
    }),
    check('CELL-37', '4.2-mensagem 8-mensagem 4.2-1 4.2-aprovar 4.1-1', 'recorded', 'records nothing of a validation that it refuses'),
    check(
      'MEM-11',
      Object.values(LIST_CLAUSES).join(' '),
      LIST_ASPECTS.join(' '),
      'answers a list right after a decision as before it or later',
      {
        of: (cell) => !isLater(cell),
      },
    ),
    check('CELL-52', '4.1-2 1-1', 'gone', 'keeps everybody in the list after a decision', {
      should: 'A decision is about a report; the person was queried all the same.',
    }),
    check('CELL-53', `4.2-2 ${STAMP}`, 'update', 'updates a report by every decision if it does by the first one', {
      should: 'Every accepted decision updates its report, or none does.',
    }),
    check('CELL-57', STAMP, 'beside', 'updates one person by a decision on one report', { should: 'A report is about one person.' }),
    check('ORG-10', `4.1-2 1-1 ${STAMP}`, 'apart', "does not change an organization's list when another one decides a report", {
      needs: ['other-token'],
      should: 'Each organization has reports of its own.',
    }),
  ],
  async ask(service) {
    const tour = await startTour(service)
    const judged: Judged<Aspect>[] = []
    for (const step of stepsOf(service)) judged.push(...(await unlessDrift(() => look(service, tour, step))))
    mustHaveDecided(service)
    judged.push(...besideOf(tour))
    for (const ask of [theirListRests, refusedRecordsNothing, otherDecides]) judged.push(...(await unlessDrift(() => ask(service, tour))))
    if (judged.length === 0) throw drifted()
    return judged
  },
}

async function unlessDrift(ask: () => Promise<Judged<Aspect>[]>): Promise<Judged<Aspect>[]> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Undecided) return []
    throw error
  }
}

/** What the steps know of each other. */
interface Tour {
  base: Base
  now: Census
  /** Whether decisions move persons, as the first one shows. */
  moves: boolean | undefined
  persons: Map<Numero, string>
  /** The list of the other organization before the decisions. */
  theirs: Census | undefined
  looks: { report: Numero; moved: readonly string[]; exchange: Exchange }[]
}

async function startTour(service: Service): Promise<Tour> {
  const base = await baseOf(service)
  const { own, other } = service.keys
  const theirs = other && (await readCensus(service, base, other).catch(() => undefined))
  return { base, now: await readCensus(service, base, own), moves: undefined, persons: new Map(), theirs, looks: [] }
}

/** Returns first decisions of both kinds and second ones, as far as there are reports. */
function stepsOf(service: Service): Step[] {
  const { reports } = service
  const [a, b] = reports.length === 1 ? reports : reports.slice(0, -1)
  if (!a) return []
  const last = b ?? turnedReport(service)
  return [
    { after: 'approval', report: a, aprovar: true, form: 'emoji', right: 'sort--cpf' },
    ...(b ? [{ after: 'rejection', report: b, aprovar: false, form: 'plain', right: 'word' } as const] : []),
    { after: 'second-decision', report: a, aprovar: false, form: 'plain', right: 'cpf' },
    { after: 'decision-with-emoji', report: last, aprovar: true, form: 'emoji', right: 'last' },
  ]
}

async function look(service: Service, tour: Tour, { after, report, aprovar, form, right }: Step): Promise<Judged<Aspect>[]> {
  const { base } = tour
  const read = () => readCensus(service, base, service.keys.own)
  const before = tour.now
  const personIn = (now: Census) => now.get(tour.persons.get(report) ?? '')
  await sleep(A_TICK)
  const exchange = await decideWith(service, report, aprovar, form)
  if (exchange.response.status !== 200) return []
  const rightAfter = askedOf(LISTINGS[right] as Listing, { base, now: before, person: personIn(before) })
  const first = rightAfter && (await service.again(rightAfter.query))
  let now = await read()
  if (movedIn(before, now).length === 0 && tour.moves !== false) {
    await sleep(LATE)
    now = await read()
  }
  const moved = movedIn(before, now)
  const wasMoving = tour.moves
  tour.moves ??= moved.length > 0
  tour.now = now
  tour.looks.push({ report, moved, exchange })
  if (moved.length === 1 && !tour.persons.has(report)) tour.persons.set(report, moved[0] as string)
  const results: Judged<Aspect>[] = [judgeMoves(after, { before, now, moved, wasMoving, exchange })]
  if (rightAfter && first && moved.length < 2) {
    const [was, is] = [before, now].map((census) => judgeAsked(rightAfter, census, first)) as [Judgement<ListAspect>, Judgement<ListAspect>]
    const judgement = was.faults.length === 0 ? was : is
    results.push({ cell: { after, list: right, when: 'right-after' }, ...judgement, exchanges: [exchange, first.exchange] })
  }
  if (after === 'decision-with-emoji') return results
  for (let round = 0; ; round++) {
    const place = { base, now, person: personIn(now) ?? now.get(moved[0] ?? '') }
    const lists = await askAll(casesOf(after, place), async ({ asked }) => {
      const answer = await service.again(asked.query)
      return { ...judgeAsked(asked, place.now, answer), exchanges: [answer.exchange, exchange] }
    })
    if (!lists.some(({ faults }) => faults.length > 0)) return [...results, ...lists]
    if (round === 0) await sleep(LATE)
    const again = await read()
    if (round > 0) return movedIn(now, again).length > 0 ? results : [...results, ...lists]
    now = again
    tour.now = now
  }
}

function casesOf(after: string, place: Place) {
  return Object.entries(LISTINGS).flatMap(([list, listing]) => {
    const asked = askedOf(listing, place)
    return asked ? [{ cell: { after, list, when: 'later' }, asked }] : []
  })
}

interface Moves {
  before: Census
  now: Census
  moved: readonly string[]
  wasMoving: boolean | undefined
  exchange: Exchange
}

function judgeMoves(after: string, { before, now, moved, wasMoving, exchange }: Moves): Judged<Aspect> {
  const gone = [...before.keys()].filter((id) => !now.has(id)).length
  const stamps = moved.map((id) => (now.get(id) as Person).stamp)
  const isWholeSecond = ![...now.values()].some(({ stamp }) => /\.\d*[1-9]/.test(stamp))
  const isMoving = wasMoving === true && !isWholeSecond
  const wasUtc = [...before.values()].every(({ stamp }) => UTC.test(stamp))
  const shown: Aspect[] = ['gone', ...(isMoving ? (['update'] as const) : []), ...(moved.length > 0 && wasUtc ? (['stamp'] as const) : [])]
  const faults: Fault<Aspect>[] = []
  if (gone > 0) faults.push({ aspect: 'gone', expected: 'everybody who was listed before', actual: `${gone} missing` })
  if (isMoving && moved.length === 0)
    faults.push({ aspect: 'update', expected: 'another atualizado_em, as after the first decision', actual: 'the same for everybody' })
  if (wasUtc && stamps.some((stamp) => !UTC.test(stamp)))
    faults.push({ aspect: 'stamp', expected: 'atualizado_em in the form that it had before', actual: 'another form' })
  else if (wasUtc && moved.length === 1 && isOfAnotherZone(stamps[0] as string, exchange))
    faults.push({ aspect: 'stamp', expected: 'the time of the decision in UTC', actual: 'the time of another zone' })
  return { cell: { after, list: 'everybody', when: 'later' }, faults, shown, exchanges: [exchange] }
}

/** Returns whether a time is off by whole half-hours from that of an answer. */
function isOfAnotherZone(stamp: string, { response }: Exchange): boolean {
  const told = Date.parse(String(response.headers.date))
  const off = Date.parse(stamp) - (Number.isNaN(told) ? dateNow() : told)
  const zones = Math.round(off / ZONE)
  return zones !== 0 && Math.abs(zones) <= 28 && Math.abs(off - zones * ZONE) <= ZONE / 30
}

/** Judges whether decisions on different reports moved one and the same person besides another one. */
function besideOf({ looks, moves }: Tour): Judged<Aspect>[] {
  const reports = new Set(looks.map(({ report }) => report))
  if (!moves || reports.size < 2) return []
  const several = looks.filter(({ moved }) => moved.length > 1)
  const isBeside = (id: string) => new Set(several.flatMap(({ moved, report }) => (moved.includes(id) ? [report] : []))).size > 1
  const faults: Fault<Aspect>[] = several.some(({ moved }) => moved.some(isBeside))
    ? [
        {
          aspect: 'beside',
          expected: 'another atualizado_em for one person',
          actual: 'for the same other person, too, by each of several reports',
        },
      ]
    : []
  const exchanges = (faults.length > 0 ? several : looks).map(({ exchange }) => exchange)
  return [{ cell: { after: 'approval', list: 'everybody', when: 'later' }, faults, shown: ['beside'], exchanges }]
}

async function refusedRecordsNothing(service: Service, { base }: Tour): Promise<Judged<Aspect>[]> {
  const sent: Exchange[] = []
  const bodies = Object.entries(BAD_BODIES)
  const send = async () => {
    for (const report of service.reports.slice(0, 2))
      for (const [i, [, bad]] of bodies.entries()) sent.push(await decide(service, report, bad({ ...APPROVAL, aprovar: i % 2 === 0 })))
  }
  const moved = await movedBy(() => readCensus(service, base, service.keys.own), send)
  // What is accepted is recorded; other checks find that.
  if (sent.some(({ response }) => response.status < 400)) return []
  const fault: Fault<Aspect> = {
    aspect: 'recorded',
    expected: 'the same list after refused validations',
    actual: `${moved.length} moved, each of two times`,
  }
  const cell = { after: 'refused-validations', list: 'everybody', when: 'later' }
  return [{ cell, faults: moved.length > 0 ? [fault] : [], shown: ['recorded'], exchanges: sent.slice(0, 1) }]
}

/** Judges whether decisions of one organization moved somebody in the list of the other one. */
function judgeApart(moved: readonly string[], after: string, exchanges: readonly Exchange[]): Judged<Aspect> {
  const [expected, actual] = ['no change in the list by a decision of another organization', 'somebody moved, each of two times']
  const faults: Fault<Aspect>[] = moved.length > 0 ? [{ aspect: 'apart', expected, actual }] : []
  return { cell: { after, list: 'everybody', when: 'later' }, faults, shown: ['apart'], exchanges }
}

/** Compares the list of the other organization with that before the decisions. */
async function theirListRests(service: Service, { base, theirs, looks }: Tour): Promise<Judged<Aspect>[]> {
  const { other } = service.keys
  const [made] = looks
  if (!other || !theirs || !made) return []
  const read = () => readCensus(service, base, other)
  const isMoved = movedIn(theirs, await read()).length > 0
  const moved = isMoved ? await movedBy(read, () => decide(service, turnedReport(service), APPROVAL)) : []
  return [judgeApart(moved, 'approval', [made.exchange])]
}

/** Lets the other organization decide a report of its own. */
async function otherDecides(service: Service, { base }: Tour): Promise<Judged<Aspect>[]> {
  const { foreignReport, keys } = service
  if (!foreignReport || !keys.other) return []
  const send = () => decide(service, foreignReport, APPROVAL, { authorization: keys.other })
  const read = () => readCensus(service, base, keys.own)
  const [before, after] = [await read(), 'other-organization']
  const exchange = await send()
  if (exchange.response.status !== 200) return []
  const first = await service.again()
  const isMoved = movedIn(before, await read()).length > 0
  const apart = judgeApart(isMoved ? await movedBy(read, send) : [], after, [exchange])
  const plain = askedOf({}, { base, now: before, person: undefined })
  if (isMoved || !plain) return [apart]
  return [
    apart,
    { cell: { after, list: 'plain', when: 'right-after' }, ...judgeAsked(plain, before, first), exchanges: [exchange, first.exchange] },
  ]
}
