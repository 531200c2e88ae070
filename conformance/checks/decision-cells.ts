import { counted } from '../../src/contract/counted.ts'
import { UUID } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { nearTexts, sharedGroups } from '../client/unknown-number.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { kind } from '../service/format.ts'
import { type ListAnswer, objectOf, readList } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service } from '../service/service.ts'
import { LEGAL_MESSAGES, UNSURE_MESSAGES } from './bodies.ts'
import type { Check } from './check.ts'
import { decide, decision, openReports, type Sent, TIMES } from './first-decisions.ts'
import { answerOf, waitForAll } from './judge-cells.ts'
import { leavesNothing } from './refused-validations.ts'
import { isSameShape, shape } from './validation-result.ts'

/** Approvals and rejections in every order of two, with a rejection after an approval three times. */
const EVERY_TURN = [true, false, true, false, false, true, true, false]
/** How many declared reports are decided at most. */
const MOST = 8
/** Of so many reports that can be decided once, one shows the answer to a decision; the others show lists after it. */
const OPEN_SHARE = 3

/** Checks headings 2.3 and 4.2: decisions one after the other, at once, and those that are refused. */
export const decisionCells: readonly Check[] = [
  {
    id: 'CELL-28',
    clause: ['4.2-3', '7-404'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-01', 'VAL-02'],
    title: 'returns 404 for unknown numbers of every UUID version',
    async run(service) {
      const shapes = ['v1', 'v7', 'upper-case', 'nil', 'max'] as const
      const rejected: [form: string, exchange: Exchange][] = []
      for (const form of shapes) {
        for (const body of [LEGAL_BODY, LEGAL_REJECTION]) {
          const exchange = await service.validate(service.unknownNumber(form), body)
          const { status } = exchange.response
          must(status === 404 || status === 400, `404 for ${form}`, status, exchange)
          if (status === 400 && form !== 'nil' && form !== 'max') rejected.push([form, exchange])
        }
      }
      const [first] = rejected
      // A service may take only random UUIDs for report numbers.
      if (first) throw new Violation(`404 for ${first[0]}`, '400', [first[1]], 'uuids-of-any-version')
      return `${counted(shapes.length, 'form')} of numbers`
    },
  },
  {
    id: 'CELL-36',
    clause: ['4.2-3', '7-404'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    rests: ['VAL-01', 'VAL-02'],
    title: 'returns 404 for an unknown number that shares a group of digits with a report',
    async run(service) {
      const near = service.reports.filter(({ value }) => UUID.test(value))
      if (near.length === 0) throw new Undecided('branch-not-taken', 'no declared report number is a UUID')
      for (const report of near.slice(0, 2)) {
        for (const shared of sharedGroups) {
          for (const body of [LEGAL_BODY, LEGAL_REJECTION]) {
            const exchange = await service.validate(service.nearNumber(report, shared), body)
            must(exchange.response.status === 404, '404', exchange.response.status, exchange)
          }
        }
      }
      const [report] = near as [Numero]
      for (const text of nearTexts) {
        for (const body of [LEGAL_BODY, LEGAL_REJECTION]) {
          const exchange = await service.validate(service.nearNumber(report, text), body)
          const { status } = exchange.response
          must(status === 404 || status === 400, '404, or 400 for what is not a UUID', status, exchange)
        }
      }
      return 'numbers that share the first or the last group, all but one of them, or all but a digit'
    },
  },
  {
    id: 'CELL-37',
    clause: ['4.2-mensagem', '8-mensagem', '4.2-1', '4.2-aprovar', '4.2-4', '4.1-1'],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'records nothing of a validation that it refuses',
    run: leavesNothing,
  },
  {
    id: 'CELL-40',
    clause: ['4.2-2', '2.3-numero', '2.4-success'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    rests: ['VAL-33', 'VAL-34', 'VAL-35'],
    title: 'returns the same shape and the number of the report for every decision, whatever came before',
    run: decidesAll,
  },
  {
    id: 'CELL-41',
    clause: ['4.2-2', '4.2-mensagem', '8-mensagem'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    rests: ['VAL-33', 'CELL-40'],
    title: 'accepts a decision with every form of a valid mensagem',
    run: decidesWithForms,
  },
  {
    id: 'CELL-42',
    clause: ['4.2-aprovar'],
    level: 'conditional',
    risk: 'w2',
    needs: ['report'],
    title: 'treats 0 like 1, and "false", "TRUE" and "FALSE" like "true" in aprovar',
    run: treatsAlike,
  },
  {
    id: 'CELL-43',
    clause: ['4.2-2', '2.4-success', '4.1-4', '4.1-2'],
    level: 'conditional',
    risk: 'w2',
    needs: ['report'],
    rests: ['VAL-33', 'CELL-40'],
    title: 'answers decisions and lists that arrive at the same time',
    run: answersAtOnce,
  },
  {
    id: 'CELL-55',
    clause: ['4.2-path', '4.2-2', '2.3-numero'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    rests: ['VAL-33', 'CELL-40'],
    title: 'decides a report even if its number is percent-encoded in the path',
    run: decidesEncoded,
  },
]

/** Returns the first of several lists in which somebody is missing who is listed before and after, or with another total. */
function incompleteOf(
  lists: readonly Exchange[],
  before: ListAnswer,
  after: ListAnswer,
): Exchange | undefined {
  if (!before.list || !after.list || before.list.total !== after.list.total) return undefined
  const { total } = before.list
  const later = new Set(after.list.people.map(({ id }) => id))
  const stay = before.list.people.map(({ id }) => id).filter((id) => later.has(id))
  return lists.find((exchange) => {
    const { list } = readList(exchange)
    if (!list) return false
    const listed = new Set(list.people.map(({ id }) => id))
    return list.total !== total || stay.some((id) => !listed.has(id))
  })
}

/** @throws {Violation} if a report whose number is percent-encoded is another one than with its plain number */
async function decidesEncoded(service: Service): Promise<string> {
  const [report] = service.reports as [Numero]
  await decision(service, 0)
  const [plain, encoded, later] = [
    await decide(service, report, LEGAL_BODY),
    await decide(service, report, LEGAL_BODY, undefined, { pathEscapes: true }),
    await decide(service, report, LEGAL_BODY),
  ]
  const [status, found] = [plain.response.status, encoded.response.status]
  if (status !== later.response.status || status === 404)
    throw new Undecided('branch-not-taken', 'the service answers the same decision differently, or with 404')
  must(found === status, `${status}, as for the plain number`, found, plain, encoded)
  if (found === 200) judgeDecision(encoded, report, [plain])
  return `${found}, as for the plain number`
}

/**
 * Makes other decisions of the same kind after one was answered 5xx, each after a decision that is answered 200.
 * @throws {Violation} if all of them break the service
 * @throws {Undecided} if it fails only now and then, or does not decide the report anew
 */
async function mustBreakAlways(
  service: Service,
  report: Numero,
  broken: Exchange,
  what: string,
  before: Sent,
  body: Sent,
): Promise<never> {
  const { status } = broken.response
  for (let times = 1; times < TIMES; times++) {
    const control = await decide(service, report, before)
    const again = await decide(service, report, body)
    if (control.response.status !== 200 || again.response.status < 500) {
      throw new Undecided('target-failed', `POST answered ${status} to ${what}, but not every time`)
    }
    if (times === TIMES - 1) {
      const told = `${status}, ${TIMES} times out of ${TIMES}; another decision on the report answered 200 each time`
      throw new Violation(`200 for ${what}`, told, [broken, control])
    }
  }
  throw new Undecided('target-failed', `POST answered ${status}`)
}

/** @throws {Violation} unless a 200 has the documented shape and the number of the report */
export function judgeDecision(exchange: Exchange, report: Numero, earlier: readonly Exchange[]): void {
  const { status, json } = exchange.response
  must(status === 200, '200', status, exchange)
  const body = objectOf(json)
  must(body?.status_code === 200, 'status_code 200', `status_code is ${kind(body?.status_code)}`, exchange)
  const numero = numeroOf(exchange)
  must(
    typeof numero === 'string' && numero.toLowerCase() === report.value.toLowerCase(),
    `numero ${report.label}`,
    typeof numero === 'string' ? 'another number' : `numero is ${kind(numero)}`,
    exchange,
  )
  for (const other of earlier) {
    must(
      isSameShape(other.response.json, json),
      `the shape ${shape(other.response.json)}`,
      shape(json),
      other,
      exchange,
    )
  }
}

function numeroOf({ response }: Exchange): unknown {
  return objectOf(objectOf(response.json)?.result)?.numero
}

/** The report that is reserved for simultaneous decisions, if enough are declared. */
function spare({ reports }: Service): Numero | undefined {
  return reports.length >= 4 ? reports.at(-2) : undefined
}

async function decidesAll(service: Service): Promise<string> {
  const [first, ...others] = service.reports as [Numero, ...Numero[]]
  const judged = await decideInTurn(
    service,
    EVERY_TURN.map((aprovar) => ({ report: first, body: aprovar ? LEGAL_BODY : LEGAL_REJECTION })),
  )
  const isOnce = judged.length < 2
  // If a report can be decided only once, lists after decisions need most of those that are left.
  const open = openReports(service)
  const left = isOnce ? open.slice(0, Math.floor(open.length / OPEN_SHARE)) : others.slice(0, MOST)
  const turns = isOnce ? left.map((report) => ({ report, body: LEGAL_BODY })) : inPairs(left)
  judged.push(...(await decideInTurn(service, turns)))
  if (judged.length === 0) throw new Undecided('branch-not-taken', 'no further decision was accepted')
  return `${counted(judged.length, 'decision')} on ${counted(1 + left.length, 'report')}`
}

/** A decision in a sequence. */
interface Turn {
  report: Numero
  body: typeof LEGAL_BODY
}

/** Another message than that of a legal body. */
const ANOTHER = 'Decidido por pessoas-sim 2'

/**
 * Returns decisions on two reports at a time, of which each one and the next share everything but the report, the message
 * or the decision. Each report is approved, rejected twice and approved again.
 */
function inPairs(reports: readonly Numero[]): Turn[] {
  const turns: Turn[] = []
  for (let i = 0; i < reports.length; i += 2) {
    const [one, other = one] = reports.slice(i, i + 2) as [Numero, Numero?]
    const rejection = { ...LEGAL_REJECTION, mensagem: ANOTHER }
    const approval = { ...LEGAL_BODY, mensagem: ANOTHER }
    const pair: [Numero, Turn['body']][] = [
      [one, LEGAL_BODY],
      [other, LEGAL_BODY],
      [other, LEGAL_REJECTION],
      [one, LEGAL_REJECTION],
      [one, rejection],
      [other, rejection],
      [other, approval],
      [one, approval],
    ]
    turns.push(...pair.map(([report, body]) => ({ report, body })))
  }
  return turns
}

/** Decides reports again and again and returns the answers, for each report until a decision is refused. */
async function decideInTurn(service: Service, turns: readonly Turn[]): Promise<Exchange[]> {
  const answers = new Map<Numero, Exchange[]>()
  const latest = new Map<Numero, Turn['body']>()
  const closed = new Set<Numero>()
  for (const { report, body } of turns) {
    if (closed.has(report)) continue
    const exchange = await decide(service, report, body)
    const { status } = exchange.response
    if (status >= 400 && status < 500) {
      closed.add(report)
      continue
    }
    if (status >= 500) {
      const earlier = latest.get(report) ?? (body.aprovar ? LEGAL_REJECTION : LEGAL_BODY)
      const nameOf = ({ aprovar }: Turn['body']) => (aprovar ? 'an approval' : 'a rejection')
      await mustBreakAlways(
        service,
        report,
        exchange,
        `${nameOf(body)} after ${nameOf(earlier)}`,
        earlier,
        body,
      )
    }
    const own = answers.get(report) ?? []
    answers.set(report, own)
    judgeDecision(exchange, report, own.slice(0, 1))
    const [before] = own
    must(
      before === undefined || numeroOf(before) === numeroOf(exchange),
      'numero in the same spelling each time',
      'another spelling',
      ...(before ? [before] : []),
      exchange,
    )
    own.push(exchange)
    latest.set(report, body)
  }
  return [...answers.values()].flat()
}

/** Returns whether the first report can be decided again, the same way and the other way. */
function isRepeatable(service: Service): Promise<boolean> {
  return service.once('repeatable', async () => {
    const [report] = service.reports as [Numero]
    for (const body of [LEGAL_BODY, LEGAL_BODY, LEGAL_REJECTION, LEGAL_REJECTION, LEGAL_BODY]) {
      if ((await decide(service, report, body)).response.status !== 200) return false
    }
    return true
  })
}

async function mustBeRepeatable(service: Service): Promise<Numero> {
  const [report] = service.reports as [Numero]
  if (await isRepeatable(service)) return report
  throw new Undecided(
    'branch-not-taken',
    'the service did not accept another decision on the report at that moment',
  )
}

async function decidesWithForms(service: Service): Promise<string> {
  const report = await mustBeRepeatable(service)
  const messages = Object.entries({ ...LEGAL_MESSAGES, ...UNSURE_MESSAGES })
  for (const [form, mensagem] of messages) {
    for (const aprovar of [true, false]) {
      const body = { aprovar, mensagem }
      const exchange = await decide(service, report, body)
      const { status } = exchange.response
      const what = `aprovar:${aprovar}/mensagem:${form}`
      if (status >= 500) await mustBreakAlways(service, report, exchange, what, LEGAL_BODY, body)
      // The interface shows neither a maximum nor which characters there may be.
      if (form in UNSURE_MESSAGES && (status === 400 || status === 413)) continue
      must(status === 200, `200 for ${what}`, status, exchange)
      judgeDecision(exchange, report, [])
    }
  }
  return `${counted(messages.length, 'form')} of mensagem, each approved and rejected`
}

async function treatsAlike(service: Service): Promise<string> {
  const [report] = service.reports as [Numero]
  const { mensagem } = LEGAL_BODY
  const seen: string[] = []
  let isText = false
  for (const pair of [
    [1, 0],
    ['true', 'false'],
    ['TRUE', 'FALSE'],
  ] as const) {
    const [yes, no] = [
      await decide(service, report, { aprovar: pair[0], mensagem }),
      await decide(service, report, { aprovar: pair[1], mensagem }),
    ]
    const [a, b] = [yes.response.status, no.response.status]
    must(
      (a === 200) === (b === 200) || (a !== 400 && b !== 400),
      `${JSON.stringify(pair[0])} and ${JSON.stringify(pair[1])} both accepted or both rejected with 400`,
      `${a} and ${b}`,
      yes,
      no,
    )
    const isCapital = pair[0] === 'TRUE'
    must(!isCapital || a !== 200 || isText, '"TRUE" rejected with 400, the same as "true"', a, yes)
    isText = a === 200
    seen.push(`${JSON.stringify(pair[0])} ${a}, ${JSON.stringify(pair[1])} ${b}`)
  }
  return seen.join('; ')
}

async function answersAtOnce(service: Service): Promise<string> {
  const isAgain = await isRepeatable(service)
  const report = isAgain ? (service.reports[0] as Numero) : spare(service)
  if (report === undefined) {
    throw new Undecided(
      'thin-data',
      'every declared report is decided and the service accepted no other decision on it at that moment',
      'declare four reports',
    )
  }
  const rounds = isAgain ? 3 : 1
  let lost = 0
  let torn = 0
  for (let round = 0; round < rounds; round++) {
    const before = await service.again()
    const list = () => answerOf(async () => (await service.again()).exchange)
    const [approval, first, second, rejection, third] = (await waitForAll([
      decide(service, report, LEGAL_BODY),
      list(),
      list(),
      decide(service, report, LEGAL_REJECTION),
      list(),
    ])) as [Exchange, Exchange, Exchange, Exchange, Exchange]
    const decisions = [approval, rejection]
    const lists = [first, second, third]
    const incomplete = incompleteOf(lists, before, await service.again())
    if (incomplete) torn++
    must(
      torn < 2,
      'everybody in a list while a report is decided who is listed before and after',
      'somebody missing, or another total',
      ...(incomplete ? [incomplete] : []),
    )
    if (incomplete && round < rounds - 1) continue
    const accepted = decisions.filter(({ response }) => response.status === 200)
    for (const exchange of accepted) judgeDecision(exchange, report, [])
    for (const one of lists) must(one.response.status === 200, 'a list', one.response.status, one)
    const unknown = decisions.find(({ response }) => response.status === 404)
    if (unknown && isAgain) lost++
    must(lost < rounds, 'no 404 for a report that is decided again and again', '404 each time', ...decisions)
    if (unknown && round < rounds - 1 && isAgain) continue
    const broken = decisions.find(({ response }) => response.status >= 500)
    if (broken && round < rounds - 1) continue
    if (broken && isAgain) must(false, 'two answers below 500', broken.response.status, broken)
    if (broken) throw new Undecided('target-failed', `POST answered ${broken.response.status}`)
    // If the report was decided before, the service may refuse both.
    if (!isAgain && accepted.length === 2 && !(await takesOpposite(service, report)))
      must(false, 'one 200, because a second decision is refused', 'two', ...accepted)
    if (!isAgain || !broken) break
  }
  const equal = await waitForAll(
    Array.from({ length: 20 }, () => answerOf(async () => (await service.again()).exchange)),
  )
  for (const exchange of equal)
    must(exchange.response.status === 200, '200', exchange.response.status, exchange)
  return 'an approval, a rejection and a list at once; 20 equal lists at once'
}

/** Returns whether the service takes a decision on a decided report that is opposite to the last one. */
async function takesOpposite(service: Service, report: Numero): Promise<boolean> {
  const takes = async (numero: Numero, body: Sent) =>
    (await decide(service, numero, body)).response.status === 200
  let isBefore = false
  // The same decision may be taken again, so only two different ones in a row tell.
  for (const body of [LEGAL_BODY, LEGAL_REJECTION, LEGAL_BODY]) {
    const isTaken = await takes(report, body)
    if (isTaken && isBefore) return true
    isBefore = isTaken
  }
  // The first two reports were first approved and first rejected.
  const [approved, rejected] = service.reports as [Numero, Numero]
  return (await takes(approved, LEGAL_REJECTION)) || (await takes(rejected, LEGAL_BODY))
}
