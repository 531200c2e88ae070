import { counted } from '../../src/contract/counted.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { firstAndLast, isRestless } from '../service/pages.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import { UNUSUAL_MESSAGES } from './bodies.ts'
import type { Check } from './check.ts'
import { decide, usedReports } from './first-decisions.ts'
import { ends, ids, instant, isWholeSecond, PAGES } from './listed.ts'
import { A_TICK, type Look, looks, movedIn } from './looks.ts'

/** How many further reports show whom a decision updates. */
const MOST_OTHERS = 8
/** How many reports must update several persons if none of them does so twice. */
const REPORTS = 3

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
    title: 'keeps everybody in the list after decisions',
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
    title: 'updates a report after a rejection if it does after an approval',
    async run(service) {
      const [approved, rejected] = (await acceptedLooks(service, 2)) as [Look, Look]
      if (!updates(approved)) return 'neither does'
      if (rejected.decided?.before.capped)
        throw new Undecided('page-limit', 'the list has more pages than --max-pages allows')
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
    title: 'updates a report after a decision with emoji in mensagem if it does after a plain one',
    async run(service) {
      const [plain] = (await acceptedLooks(service, 1)) as [Look]
      if (!updates(plain)) return 'neither does'
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
      const made = await acceptedLooks(service, 1)
      const moved = made.slice(0, 2).map((look) => movedIn(look).length)
      // Reading whole lists takes long, and somebody else may have decided reports meanwhile: see `mustMoveOne`.
      const isOdd = moved.every((persons) => persons > 1)
      const others = usedReports(service).slice(1, 1 + MOST_OTHERS)
      await mustMoveOne(service, [...(isOdd ? service.reports.slice(0, 1) : []), ...others])
      return `${moved.join(', ')} updated; at most one by each of ${counted(others.length, 'other report')}`
    },
  },
]

/** @throws {Undecided} if the service accepted fewer decisions */
async function acceptedLooks(service: Service, least: number): Promise<Look[]> {
  const made = (await looks(service)).filter(({ decided }) => decided)
  if (made.length >= least) return made
  throw new Undecided(
    'branch-not-taken',
    'the service did not accept another decision on the report at that moment',
  )
}

/**
 * Returns whether the decision updated anybody.
 * @throws {Undecided} for timestamps of whole seconds, which cannot tell apart two decisions within one second
 */
function updates(look: Look): boolean {
  const moved = movedIn(look)
  if (moved.length > 0 && moved.every(isWholeSecond))
    throw new Undecided('thin-data', 'atualizado_em has whole seconds only')
  return moved.length > 0
}

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
