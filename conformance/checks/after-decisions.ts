import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '../../src/contract/counted.ts'
import type { SortField } from '../../src/contract/profile.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { directionOf } from '../judging/order.ts'
import { firstRepeat, firstWrongSize } from '../judging/pages.ts'
import type { List, ListAnswer, Pages, Person } from '../service/lists.ts'
import { firstAndLast, firstPageOf, isRestless } from '../service/pages.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import { UNUSUAL_MESSAGES } from './bodies.ts'
import type { Check } from './check.ts'
import { decide, decision } from './first-decisions.ts'
import { printOf } from './foreign-reports.ts'
import { inOrder } from './list-sort.ts'
import { ends, firstDirection, ids, instant, ordersBy, PAGES } from './listed.ts'

/** The lists that were read right after a decision. */
interface Look {
  after: string
  /** The decision, if it was accepted, and the list before it. */
  decided: { exchange: Exchange; before: Pages } | undefined
  pages: Pages
  sorted: { field: SortField; descending: boolean; answer: ListAnswer }[]
  /** The first and the last page of a search that finds the person whose report was decided. */
  searched: ListAnswer[]
  /** The person whose report was decided, as far as a decision showed it, and the search for the CPF. */
  person: Person | undefined
  byCpf: ListAnswer | undefined
}

const FIELDS = ['atualizado_em', 'cpf', 'nome'] as const satisfies readonly SortField[]
/** Two decisions within one millisecond have the same time. */
const A_TICK = 2
/** How many further reports show whom a decision updates. */
const MOST_OTHERS = 8
/** How many reports must update several persons if none of them does so twice. */
const REPORTS = 3
const MINUTE = 60_000
/** Offsets of time zones are multiples of this. */
const ZONE = 30 * MINUTE
const FARTHEST_ZONE = 14 * 60 * MINUTE

/** What holds for a list also holds after a decision, which changes it. */
export const afterDecisions: readonly Check[] = [
  {
    id: 'CELL-44',
    clause: ['2.1-atualizado_em', '2.1-cpf', '2.1-nome', '2.2-itens', '2.2-total', '2.2-atual', '2.2-linhas'],
    level: 'required',
    risk: 'w2',
    rests: ['ITEM-01', 'ITEM-02', 'ITEM-04', 'ENV-02', 'ENV-03', 'PAG-01', 'PAG-02', 'PAG-04', 'PAG-05'],
    needs: ['report', 'one-person'],
    title: 'keeps the form of a list after a decision',
    async run(service) {
      const found = await looks(service)
      const lists = found.flatMap(({ pages, sorted }) => [
        ...pages.pages.map(({ exchange }) => exchange),
        ...sorted.map(({ answer }) => answer.exchange),
      ])
      for (const exchange of lists) {
        const fault = exchange.response.status === 200 ? service.format.faultOf(exchange) : undefined
        if (fault) throw new Violation(fault.expected, `${fault.actual} after a decision`, [exchange])
      }
      for (const look of found) mustBeUtc(look)
      return counted(lists.length, 'list')
    },
  },
  {
    id: 'CELL-45',
    clause: ['4.1-1', '1-1-order'],
    level: 'required',
    risk: 'w2',
    reading: 'default-order-field',
    rests: [...PAGES, 'ORD-01', 'NOME-02', 'CELL-44'],
    needs: ['report', 'two-stamps'],
    title: 'keeps the order by last update after a decision',
    async run(service) {
      const usual = await firstDirection(service)
      for (const { after, pages } of await looks(service)) {
        const direction = directionOf(pages.people.map(instant))
        const isUsual = direction === 'either' || usual === 'either' || direction === usual
        must(
          direction !== undefined && isUsual,
          `atualizado_em in one direction after ${after}, the same as before`,
          direction ?? 'it changes direction',
          ...ends(pages),
        )
      }
      for (const { after, searched } of await looks(service)) {
        for (const { list } of searched) {
          const direction = directionOf(list?.people.map(instant) ?? [])
          const isUsual = direction === 'either' || usual === 'either' || direction === usual
          must(
            direction !== undefined && isUsual,
            `a search in the order of atualizado_em after ${after}, the same as before`,
            direction ?? 'it changes direction',
            (list as List).exchange,
          )
        }
      }
      return usual ?? 'no order before'
    },
  },
  {
    id: 'CELL-46',
    clause: ['2.2-total', '2.2-itens', '4.1-page', '1-1'],
    level: 'required',
    risk: 'w2',
    reading: 'pages-partition',
    rests: ['PAG-02', 'PAG-10', 'PAG-11', 'PAG-12', 'SORT-10', 'CELL-44'],
    needs: ['report', 'one-person'],
    title: 'keeps total and pages together after a decision',
    async run(service) {
      const found = await looks(service)
      for (const { after, pages, sorted, searched } of found) {
        mustAddUp(pages, sorted, after, service)
        for (const { list } of searched) {
          const repeat = firstRepeat(ids(list as List).filter((id) => id !== ''))
          must(
            repeat === undefined,
            `every person once in a search after ${after}`,
            `${service.redactor.cpf(repeat ?? '')} twice on a page`,
            (list as List).exchange,
          )
        }
      }
      return `${counted(found.length, 'list')} read to the end`
    },
  },
  {
    id: 'CELL-47',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'w2',
    rests: ['SORT-02', 'SORT-04', 'SORT-06', 'SORT-11', 'CELL-44'],
    needs: ['report', 'two-persons'],
    title: 'keeps the order of sort after a decision',
    async run(service) {
      const sorted = (await looks(service)).flatMap((look) => look.sorted)
      if (sorted.length === 0) throw new Undecided('branch-not-taken', 'the service orders by no field')
      for (const { field, descending, answer } of sorted) {
        must(answer.list !== undefined, 'a list, the same as before', answer.status, answer.exchange)
        inOrder(firstPageOf(answer.list), field, descending)
      }
      return counted(sorted.length, 'list')
    },
  },
  {
    id: 'CELL-58',
    clause: ['4.1-cpf', '4.1-2'],
    level: 'required',
    risk: 'w2',
    rests: [...PAGES, 'CPF-01', 'CELL-44', 'CELL-46'],
    needs: ['report', 'one-person'],
    title: 'finds a listed person by CPF after an approval and after a rejection of the report',
    async run(service) {
      let asked = 0
      for (const { after, pages, person, byCpf } of await looks(service)) {
        if (!person || !byCpf?.list || !ids(pages).includes(person.id)) continue
        must(
          ids(byCpf.list).includes(person.id),
          `${service.redactor.cpf(person.id)}, who is listed, also by CPF after ${after}`,
          counted(byCpf.list.people.length, 'other person'),
          byCpf.exchange,
          ...ends(pages),
        )
        asked++
      }
      if (asked === 0) throw new Undecided('branch-not-taken', 'no decision shows whom it concerns')
      return counted(asked, 'search', 'searches')
    },
  },
]

/** What decisions do to the list as a careful reader would expect. */
export const decisionsInList: readonly Check[] = [
  {
    id: 'CELL-52',
    clause: ['4.1-2', '1-1'],
    level: 'required',
    risk: 'w2',
    reading: 'decided-stay-listed',
    rests: [...PAGES, 'PAG-10', 'PAG-11', 'CELL-44', 'CELL-46'],
    needs: ['report', 'one-person'],
    title: 'lists everybody after decisions who was listed before them',
    async before(service) {
      await listedAtFirst(service)
    },
    async run(service) {
      const first = await listedAtFirst(service)
      const made = (await looks(service)).filter(
        ({ decided, pages }) => decided && !pages.capped && !isRestless(pages, instant),
      )
      for (const { after, pages } of made) {
        const listed = new Set(ids(pages))
        const gone = [...first].filter((id) => !listed.has(id))
        must(
          gone.length === 0,
          `everybody who was listed before the decisions, after ${after}`,
          `${counted(gone.length, 'person')} missing`,
          ...ends(pages),
        )
      }
      return counted(made.length, 'decision')
    },
  },
  {
    id: 'CELL-53',
    clause: ['4.1-1', '1-1-order', '2.1-atualizado_em'],
    level: 'conditional',
    risk: 'w2',
    reading: 'decisions-update-alike',
    rests: ['CELL-44', 'CELL-45', 'CELL-46', 'CELL-52'],
    needs: ['report', 'one-person'],
    title: 'updates a report by a rejection if it does by an approval',
    async run(service) {
      const [approved, rejected] = (await looks(service)).filter(({ decided }) => decided)
      if (!approved || !rejected)
        throw new Undecided(
          'branch-not-taken',
          'the service did not accept another decision on the report at that moment',
        )
      const moved = movedIn(approved)
      if (moved.length === 0) return 'neither does'
      // Timestamps of whole seconds cannot tell apart two decisions within one second.
      if (moved.every((person) => /\.000/.test(instant(person))))
        throw new Undecided('thin-data', 'atualizado_em has whole seconds only')
      must(
        movedIn(rejected).length > 0,
        'another atualizado_em after a rejection, the same as after an approval',
        'nobody moved',
        rejected.decided?.exchange as Exchange,
        ...ends(rejected.pages),
      )
      return 'both do'
    },
  },
  {
    id: 'CELL-54',
    clause: ['4.2-2', '4.1-1', '1-1-order', '2.1-atualizado_em'],
    level: 'conditional',
    risk: 'w2',
    reading: 'decisions-update-alike',
    rests: ['CELL-44', 'CELL-48', 'CELL-53'],
    needs: ['report', 'one-person'],
    title: 'updates a report by a decision with emoji in mensagem if it does by a plain one',
    async run(service) {
      const plain = (await looks(service)).find(({ decided }) => decided)
      if (!plain)
        throw new Undecided(
          'branch-not-taken',
          'the service did not accept another decision on the report at that moment',
        )
      const moved = movedIn(plain)
      if (moved.length === 0) return 'neither does'
      if (moved.every((person) => /\.000/.test(instant(person))))
        throw new Undecided('thin-data', 'atualizado_em has whole seconds only')
      const before = await service.pages()
      const [report] = service.reports as [Numero]
      await sleep(A_TICK)
      const [mensagem] = Object.values(UNUSUAL_MESSAGES)
      const exchange = await decide(service, report, { ...LEGAL_BODY, mensagem: mensagem as string })
      if (exchange.response.status !== 200)
        throw new Undecided('branch-not-taken', `the decision returned ${exchange.response.status}`)
      const pages = await service.pages()
      must(
        movedIn({ decided: { exchange, before }, pages }).length > 0,
        'another atualizado_em after a decision with emoji, the same as after a plain one',
        'nobody moved',
        exchange,
        ...ends(pages),
      )
      return 'both do'
    },
  },
  {
    id: 'CELL-57',
    clause: ['2.1-atualizado_em', '4.1-1', '1-1-order'],
    level: 'conditional',
    risk: 'w2',
    reading: 'a-report-has-one-person',
    rests: [...PAGES, 'PAG-10', 'CELL-44', 'CELL-45', 'CELL-46', 'CELL-52'],
    needs: ['report', 'two-persons'],
    title: 'updates one person by a decision on one report',
    async run(service) {
      const made = (await looks(service)).filter(({ decided }) => decided)
      if (made.length === 0)
        throw new Undecided(
          'branch-not-taken',
          'the service did not accept another decision on the report at that moment',
        )
      const moved = made.slice(0, 2).map((look) => movedIn(look).length)
      // Reading whole lists takes long, and somebody else may have decided reports meanwhile: see `mustMoveOne`.
      const isOdd = moved.every((persons) => persons > 1)
      const others = service.reports.slice(1, 1 + MOST_OTHERS)
      await mustMoveOne(service, [...(isOdd ? service.reports.slice(0, 1) : []), ...others])
      return `${moved.join(', ')} updated; at most one by each of ${counted(others.length, 'other report')}`
    },
  },
]

/** Returns every person who was listed when this was first called. */
function listedAtFirst(service: Service): Promise<ReadonlySet<string>> {
  return service.once('listed at first', async () => new Set(ids(await service.pages())))
}

/** What one decision changed on the first and the last page. */
interface Moves {
  isAccepted: boolean
  /** Whether nothing had changed right before the decision since the look before. */
  isQuiet: boolean
  moved: ReadonlySet<string>
  exchanges: readonly Exchange[]
}

/**
 * Decides reports one after the other, because whom a decision updates may depend on the person, such as one who shares
 * the name with others. Somebody else may decide reports meanwhile, so one decision that seems to update several persons
 * proves nothing.
 * @throws {Violation} if two decisions on a report update the same persons, or if decisions on three reports update
 *   several persons each, and nothing else changes
 */
async function mustMoveOne(service: Service, reports: readonly Numero[]): Promise<void> {
  const { people, announced } = await service.pages()
  const stamps = new Map(people.map((person) => [person.id, instant(person)]))
  /** Returns who changed on the first and the last page since the last look. */
  const lookAgain = async () => {
    const lists = (await firstAndLast(service.again, announced)).flatMap(({ list }) => list ?? [])
    const shown = lists.flatMap((list) => list.people).filter(({ id }) => id !== '')
    const changed = shown.filter((one) => stamps.has(one.id) && stamps.get(one.id) !== instant(one))
    for (const person of shown) stamps.set(person.id, instant(person))
    return { moved: new Set(changed.map(({ id }) => id)), exchanges: lists.map(({ exchange }) => exchange) }
  }
  const movesOf = async (report: Numero, aprovar: boolean): Promise<Moves> => {
    const before = await lookAgain()
    await sleep(A_TICK)
    const exchange = await decide(service, report, { ...LEGAL_BODY, aprovar })
    const isAccepted = exchange.response.status === 200
    const after = await lookAgain()
    return {
      isAccepted,
      isQuiet: before.moved.size === 0 && (isAccepted || after.moved.size === 0),
      moved: after.moved,
      exchanges: [...before.exchanges, exchange, ...after.exchanges],
    }
  }
  const several: Moves[] = []
  let isQuiet = true
  for (const report of reports) {
    const first = await movesOf(report, true)
    isQuiet &&= first.isQuiet
    if (!first.isAccepted || first.moved.size < 2) continue
    const second = await movesOf(report, false)
    isQuiet &&= second.isQuiet
    // If another decision updates one person only, somebody else updated the others.
    if (second.isAccepted && second.moved.size < 2) continue
    several.push(first)
    const inBoth = [...second.moved].filter((id) => first.moved.has(id))
    const isRepeated = second.isAccepted && second.isQuiet && inBoth.length > 1
    if (!isRepeated && (!isQuiet || several.length < REPORTS)) continue
    if ((await lookAgain()).moved.size > 0) {
      isQuiet = false
      continue
    }
    const proof = isRepeated ? [first, second] : several
    throw new Violation(
      'another atualizado_em for at most one person',
      `${proof.map(({ moved }) => moved.size).join(', ')} persons`,
      proof.flatMap(({ exchanges }) => exchanges),
    )
  }
}

/** Returns the persons whose last update a decision changed. */
function movedIn({ decided, pages }: Pick<Look, 'decided' | 'pages'>): Person[] {
  const known = new Map(decided?.before.people.map((person) => [person.id, instant(person)]))
  return pages.people.filter((person) => known.has(person.id) && known.get(person.id) !== instant(person))
}

/** Reads the lists after decisions once for all checks. */
function looks(service: Service): Promise<Look[]> {
  return service.once('lists after decisions', async () => {
    await decision(service, 0)
    const [report] = service.reports as [Numero]
    const found: Look[] = []
    for (const aprovar of [true, false]) {
      const before = await service.pages()
      await sleep(A_TICK)
      const exchange = await decide(service, report, { ...LEGAL_BODY, aprovar })
      const isAccepted = exchange.response.status === 200
      // If a report can be decided only once, there is only one list to read.
      if (!isAccepted && found.length > 0) break
      const after = aprovar ? 'an approval' : 'a rejection'
      const known = found[0]?.person
      found.push(await look(service, after, isAccepted ? { exchange, before } : undefined, known))
    }
    // The person of the first report is at the beginning already, so the order shows only what moves another one.
    const another = service.reports[1]
    if (another && found.length > 1 && (await isDecided(service))) {
      const before = await service.pages()
      await sleep(A_TICK)
      const exchange = await decide(service, another, { ...LEGAL_BODY, aprovar: false })
      if (exchange.response.status === 200)
        found.push(await look(service, 'a rejection of another report', { exchange, before }, undefined, []))
    }
    return found
  })
}

/** Returns whether the second report was decided, with the first decision that all checks share. */
async function isDecided(service: Service): Promise<boolean> {
  try {
    await decision(service, 1)
    return true
  } catch (error) {
    if (error instanceof Undecided) return false
    throw error
  }
}

/** @throws {Undecided} if the list changes while it is read */
async function look(
  service: Service,
  after: string,
  decided: Look['decided'],
  known: Person | undefined,
  fields: readonly SortField[] = FIELDS,
): Promise<Look> {
  const own = { authorization: service.keys.own }
  const { lines } = await printOf(service, own)
  const pages = await service.pages()
  const sorted: Look['sorted'] = []
  for (const field of fields) {
    if (!(await ordersBy(service, field))) continue
    for (const descending of [false, true])
      sorted.push({
        field,
        descending,
        answer: await service.again({ sort: `${descending ? '-' : ''}${field}` }),
      })
  }
  const [moved] = movedIn({ decided, pages })
  const word = moved?.nome.split(' ').find((part) => part.length > 2)
  const answers =
    word === undefined ? [] : await firstAndLast((query) => service.again({ ...query, nome: word }))
  const searched = answers.filter(({ list }) => list !== undefined)
  const person = known ?? moved
  const byCpf = person && person.id !== '' ? await service.again({ cpf: person.id }) : undefined
  if ((await printOf(service, own)).lines !== lines)
    throw new Undecided('data-drift', 'the list changed while it was read after a decision')
  return { after, decided, pages, sorted, searched, person, byCpf }
}

/** @throws {Violation} if the last update that a decision made is the time of another zone */
function mustBeUtc(look: Look): void {
  const { decided, pages } = look
  if (!decided) return
  const moved = movedIn(look)
  const [person] = moved
  if (!person || moved.length > 1) return
  const told = Date.parse(String(decided.exchange.response.headers.date))
  const off = Date.parse(instant(person)) - (Number.isNaN(told) ? Date.now() : told)
  const zones = Math.round(off / ZONE)
  if (zones === 0 || Math.abs(off) > FARTHEST_ZONE || Math.abs(off - zones * ZONE) > MINUTE) return
  const list = pages.pages.find(({ people }) => people.includes(person)) as List
  throw new Violation('the time of the decision in UTC', `${(zones * ZONE) / (60 * MINUTE)} hours off`, [
    decided.exchange,
    list.exchange,
  ])
}

function mustAddUp(pages: Pages, sorted: Look['sorted'], after: string, service: Service): void {
  const { total = 0, capped, people } = pages
  const [first] = pages.pages as [List]
  for (const list of [...pages.pages, ...sorted.flatMap(({ answer }) => answer.list ?? [])])
    must(
      list.total === total,
      `total ${total} in every list after ${after}`,
      `total ${list.total}`,
      first.exchange,
      list.exchange,
    )
  if (capped) return
  const sizes = pages.pages.map(({ people }) => people.length)
  const wrong = firstWrongSize(sizes, total, first.linhas)
  must(
    wrong === undefined,
    `as many persons as total says after ${after}`,
    `total ${total} and ${counted(people.length, 'person')} on the pages`,
    first.exchange,
  )
  const repeat = isRestless(pages, instant) ? undefined : firstRepeat(ids(pages).filter((id) => id !== ''))
  must(
    repeat === undefined,
    `every person once after ${after}`,
    `${service.redactor.cpf(repeat ?? '')} twice`,
    ...pages.pages.filter((list) => ids(list).includes(repeat as string)).map(({ exchange }) => exchange),
  )
}
