import type { Credentials, Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import type { Cell } from '../model/cells.ts'
import { type Fault, Undecided, unless } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, type Numero, REJECTION } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import {
  BAD_BODIES,
  bodyOf,
  type Decision,
  decide,
  decideWith,
  decisionsOf,
  FORMS,
  type Form,
  MESSAGES,
  mustHaveDecided,
  numeroFault,
  numeroIn,
  ofTurned,
  turnedReport,
} from './decided.ts'
import { check, type Judged, type Survey, type Table } from './table.ts'

type Aspect = 'status' | 'mensagem' | 'known' | 'numero'
const isAfterRefusal = ({ after = '' }: Cell) => after.startsWith('refused')
const isEncoded = ({ number }: Cell) => number === 'percent-encoded'
const ofPlain = { of: (cell: Cell) => !isEncoded(cell) && !isAfterRefusal(cell) }
const ofKnown = { of: (cell: Cell) => !isEncoded(cell) }

const AT_ONCE = '4.2-3 4.2-2 4.2-1 4.2-4 2.3-numero 7-404 7-400 4.2-mensagem 8-mensagem'

/** Headings 2.3 and 4.2: what a valid decision is answered, whatever came before. */
export const decisions: Table<Aspect> = {
  name: 'decisions',
  risk: 'w2',
  needs: ['report'],
  axes: {
    decision: ['approval', 'rejection'],
    after: ['nothing', 'approval', 'rejection', 'refused-body', 'refused-token'],
    mensagem: FORMS,
    number: ['plain', 'percent-encoded'],
    organization: ['own', 'other'],
  },
  aspects: ['status', 'mensagem', 'known', 'numero'],
  checks: [
    check('CELL-40', '4.2-2 2.3-numero 1-2', 'status numero', 'returns 200 and the number of the report for every decision', ofPlain),
    check('CELL-41', '4.2-mensagem 8-mensagem 4.2-2', 'mensagem', 'accepts a decision with every form of a valid mensagem'),
    check('CELL-55', '4.2-path 4.2-2', 'status known numero', 'decides a report even if its number is percent-encoded', { of: isEncoded }),
    check('MEM-08', '4.2-2 4.2-1 4.2-mensagem', 'status', 'decides a report after it refused a body', { of: isAfterRefusal }),
    check('MEM-09', '4.2-3 7-404 4.2-2', 'known', 'returns no 404 for a report that it knows', ofKnown),
  ],
  async ask(service) {
    const report = turnedReport(service)
    await mustHaveDecided(service)
    for (const [i, other] of service.reports.slice(0, 3).entries()) {
      if (decisionsOf(service).some((one) => one.report === other)) continue
      await decide(service, other, BAD_BODIES['short-mensagem'])
      await decideWith(service, other, i !== 1, (['emoji', 'markup', 'lines'] as const)[i] as Form)
    }
    // Each kind follows each, and the last one shows whether the report is still known.
    for (const aprovar of [true, false, false, true, true, false]) await decide(service, report, bodyOf(aprovar))
    if (isRepeatable(service))
      for (const round of [0, 1])
        for (const [i, form] of formsLeft(service).entries()) await decideWith(service, report, (i + round) % 2 === 1, form)
    await decide(service, report, REJECTION, { pathEscapes: true })
    await decide(service, report, REJECTION)
    const all = decisionsOf(service)
    return all.flatMap((one) => judgeDecision(one, all))
  },
}

/** Returns the forms of a mensagem with which no decision was accepted. */
function formsLeft(service: Service): Form[] {
  const accepted = decisionsOf(service).filter(({ status }) => status === 200)
  return FORMS.filter((form) => !accepted.some(({ mensagem }) => mensagem === MESSAGES[form]))
}

/** Returns whether a report took a decision of each kind after one of each kind. */
function isRepeatable(service: Service): boolean {
  const turns = ofTurned(service).flatMap(({ status, last, kind }) => (status === 200 && last !== 'nothing' ? [`${last} ${kind}`] : []))
  return new Set(turns).size === 4
}

/** Judges a decision by the other ones on its report. The interface does not show which reports can be decided. */
function judgeDecision(one: Decision, all: readonly Decision[]): Judged<Aspect>[] {
  const { report, kind, status, exchange, last, refused, mensagem, isOwn } = one
  const form = FORMS.find((name) => MESSAGES[name] === mensagem)
  if (form === undefined) return []
  const number = exchange.question.pathEscapes ? 'percent-encoded' : 'plain'
  const cell = { decision: kind, after: refused ?? last, mensagem: form, number, organization: isOwn ? 'own' : 'other' }
  const judged = (shown: Aspect[], faults: Fault<Aspect>[] = []) => [{ cell, faults, shown, exchanges: [exchange] }]
  const own = form === 'plain' ? 'status' : 'mensagem'
  const fault = (aspect: Aspect) => judged([aspect], unless(false, aspect, '200, as for other decisions on the report', status))
  const same = all.filter((other) => other.report === report)
  const at = same.indexOf(one)
  const [earlier, later] = [same.slice(0, at), same.slice(at + 1)]
  if (status === 200) return judged([own, 'known', 'numero'], judgeResult(one, same))
  if (status >= 500) {
    // One alone may be chance, and none is sent again.
    const like = all.filter((other) => other.mensagem === mensagem && (form !== 'plain' || (other.kind === kind && other.last === last)))
    return !isUnavailable(status) && like.length > 1 && like.every((other) => other.status >= 500) ? fault(own) : []
  }
  const isAccepted = same.some((other) => other.status === 200 && other.last === last && other.kind === kind)
  const isLost = status === 404 && last !== 'nothing' && later.some((other) => other.status !== 404)
  if (isAccepted || isLost) return fault(status === 404 ? 'known' : own)
  return number !== 'plain' && status === earlier.at(-1)?.status ? judged(['status', 'known']) : []
}

function judgeResult({ report, exchange }: Decision, same: readonly Decision[]): Fault<Aspect>[] {
  const first = same.find(({ status }) => status === 200) as Decision
  const isDeclared = (one: Exchange) => numeroIn(one) === report.value
  const isSpelled = isDeclared(first.exchange) === isDeclared(exchange)
  return [...numeroFault(exchange, report), ...unless<Aspect>(isSpelled, 'numero', 'the same spelling of numero', 'another')].slice(0, 1)
}

/** Requests at the same moment are answered as each of them alone. */
export const decisionsAtOnce: Table<'answer'> = {
  name: 'decisions at once',
  risk: 'w2',
  needs: ['report'],
  axes: { request: ['approval', 'rejection', 'bad-body', 'wrong-token', 'other-organization'] },
  aspects: ['answer'],
  checks: [check('CELL-60', AT_ONCE, 'answer', 'answers decisions at the same moment as each of them alone')],
  async ask(service) {
    await mustHaveDecided(service)
    if (!isRepeatable(service)) throw new Undecided('branch-not-taken', 'the service does not decide a report again and again')
    const deeds = deedsOf(service)
    const atOnce = () => Promise.all(deeds.map(({ report, body, authorization }) => decide(service, report, body, { authorization })))
    const oddIn = (answers: readonly Exchange[]) => deeds.map((deed, i) => faultOf(deed, answers[i] as Exchange))
    const first = await atOnce()
    const isOdd = oddIn(first).some((actual) => actual !== undefined)
    const second = isOdd ? await atOnce() : first
    return deeds.map(({ request }, i) => {
      const actual = oddIn(first)[i] === undefined ? undefined : oddIn(second)[i]
      const faults = unless(actual === undefined, 'answer', 'the answer as alone', actual ?? '')
      return { cell: { request }, faults, shown: ['answer'], exchanges: [second[i] as Exchange] }
    })
  },
}

/** One of several requests at the same moment, and the status of its answer when it is alone. */
interface Deed {
  request: string
  wanted: number
  report: Numero
  body: unknown
  authorization: Credentials
}

/** Returns what is wrong with an answer. A service may refuse a decision as busy or locked. */
function faultOf({ wanted, report }: Deed, exchange: Exchange): string | number | undefined {
  const { status } = exchange.response
  if (status === wanted) return status === 200 ? numeroFault(exchange, report)[0]?.actual : undefined
  return [200, 400, 401, 404].includes(status) || (status >= 500 && !isUnavailable(status)) ? status : undefined
}

function deedsOf({ keys, foreignReport, reports }: Service): Deed[] {
  const { own, other, random } = keys
  const [one, last] = [reports[0] as Numero, reports.at(-1) as Numero]
  const theirs = foreignReport && other && { report: foreignReport, authorization: other }
  return [
    ...(theirs ? [{ ...theirs, request: 'other-organization', wanted: 200, body: REJECTION }] : []),
    { request: 'approval', wanted: 200, report: last, body: APPROVAL, authorization: own },
    { request: 'bad-body', wanted: 400, report: one, body: BAD_BODIES['unknown-field'], authorization: own },
    { request: 'rejection', wanted: 200, report: last, body: REJECTION, authorization: own },
    { request: 'wrong-token', wanted: 401, report: one, body: APPROVAL, authorization: random },
  ]
}

export const secondDecisions: Survey = {
  id: 'VAL-36',
  clause: ['2.3-open', '3-open', '4.2-open', '8-open-maximum'],
  risk: 'w2',
  needs: ['report'],
  title: 'chooses whether a report can be decided again and what else the result includes',
  async observe(service) {
    await mustHaveDecided(service)
    const { report, exchange } = decisionsOf(service).find(({ status }) => status === 200) as Decision
    const again = async (body: unknown) => (await decide(service, report, body)).response.status
    const fields = Object.keys(objectOf(objectOf(exchange.response.json)?.result) ?? {}).filter((key) => key !== 'numero')
    return [
      ['an approval again', await again(APPROVAL)],
      ['a rejection after an approval', await again(REJECTION)],
      ['a mensagem of 10,000 characters', await again({ aprovar: true, mensagem: 'a'.repeat(10_000) })],
      ['fields of result other than numero', service.redactor.theirs(fields.join(', ')) || 'none'],
    ]
  },
}
