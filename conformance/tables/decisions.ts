import { isUnavailable } from '../client/failure.ts'
import type { Cell } from '../model/cells.ts'
import type { Fault } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, type Numero } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { baseOf } from './decided-lists.ts'
import {
  BAD_BODIES,
  bodyOf,
  type Decision,
  decide,
  decideWith,
  decisionsOf,
  type Form,
  isRepeatable,
  isSameShape,
  MESSAGES,
  mustHaveDecided,
  nameOf,
  numeroFault,
  numeroIn,
  turnedReport,
  wasDecided,
} from './reports.ts'
import { check, type Judged, type Survey, type Table } from './table.ts'

/** The shortest mensagem, for the last report, before any body is refused: later decisions are compared with this one. */
export const firstDecision: Table<'status'> = {
  name: 'first decision',
  risk: 'w2',
  needs: ['two-reports'],
  axes: { mensagem: ['exact'] },
  aspects: ['status'],
  checks: [check('VAL-25', '8-mensagem 4.2-mensagem', 'status', 'accepts a decision with a mensagem of exactly 25 characters')],
  async ask(service) {
    await baseOf(service).catch(() => undefined)
    await decideWith(service, turnedReport(service), true, 'exact')
    mustHaveDecided(service)
    const [first] = decisionsOf(service) as [Decision]
    const faults: Fault<'status'>[] = first.status === 200 ? [] : [{ aspect: 'status', expected: '200', actual: String(first.status) }]
    return [{ cell: { mensagem: 'exact' }, faults, shown: ['status'], exchanges: [first.exchange] }]
  },
}

type Aspect = 'status' | 'known' | 'numero' | 'shape'
const isPlain = ({ mensagem, number, after = '' }: Cell) => mensagem === 'plain' && number === 'plain' && !after.startsWith('refused')
const isRefusedBefore = ({ after = '' }: Cell) => after.startsWith('refused')

/** Headings 2.3 and 4.2: what a valid decision is answered, whatever came before. */
export const decisions: Table<Aspect> = {
  name: 'decisions',
  risk: 'w2',
  needs: ['report'],
  axes: {
    decision: ['approval', 'rejection'],
    after: ['nothing', 'approval', 'rejection', 'refused-body', 'refused-token', 'many-refusals'],
    mensagem: Object.keys(MESSAGES),
    number: ['plain', 'percent-encoded'],
  },
  aspects: ['status', 'known', 'numero', 'shape'],
  checks: [
    check('VAL-33', '4.2-2 2.3-numero 1-2', 'status numero', 'returns 200 and the number of the report for an approval', {
      of: (cell) => isPlain(cell) && cell.decision === 'approval',
    }),
    check('VAL-34', '4.2-2 2.3-numero 1-2', 'status numero', 'returns 200 and the number of the report for a rejection', {
      of: (cell) => isPlain(cell) && cell.decision === 'rejection',
    }),
    check('VAL-35', '4.2-2', 'shape', 'returns the same shape for every decision'),
    check('CELL-41', '4.2-mensagem 8-mensagem 4.2-2', 'status numero', 'accepts a decision with every form of a valid mensagem', {
      of: (cell) => cell.mensagem !== 'plain' && !isRefusedBefore(cell),
    }),
    check('CELL-55', '4.2-path 4.2-2', 'status known numero', 'decides a report even if its number is percent-encoded in the path', {
      of: ({ number }) => number === 'percent-encoded',
    }),
    check('MEM-08', '4.2-2 4.2-1 4.2-mensagem', 'status', 'accepts a decision even after a refused one on the same report', {
      of: isRefusedBefore,
    }),
    check('MEM-09', '4.2-3 7-404 4.2-2', 'known', 'returns no 404 for a report that it knows', {
      of: ({ number, after }) => number === 'plain' && after !== 'many-refusals',
    }),
    check('MEM-10', '4.2-3 7-404 4.2-2', 'known', 'knows the declared reports even after it refused many bodies', {
      of: ({ after }) => after === 'many-refusals',
      should: 'Its operator declares reports that exist.',
    }),
  ],
  async ask(service) {
    await decideUndecided(service)
    mustHaveDecided(service)
    const report = turnedReport(service)
    await decideInTurn(service, report)
    if (isRepeatable(service)) await decideInEveryForm(service, report)
    const escapes = { pathEscapes: true } as const
    for (const how of [{}, escapes, {}]) await decide(service, report, APPROVAL, how)
    const all = decisionsOf(service)
    return [...all.flatMap((one) => judgeDecision(one, all, isRepeatable(service, one.report))), ...judgeLateReports(service, all)]
  },
}

const FORMS_OF_FIRST: readonly Form[] = ['emoji', 'lines', 'markup']
/** Decides the reports that no other table decided, one of them after a body that is refused. */
async function decideUndecided(service: Service): Promise<void> {
  const turned = turnedReport(service)
  const made = decisionsOf(service)
  for (const [i, form] of FORMS_OF_FIRST.entries()) {
    const report = service.reports[i]
    if (!report || report === turned || made.some((one) => one.report === report)) continue
    await decide(service, report, BAD_BODIES['short-mensagem']?.(APPROVAL))
    await decideWith(service, report, i !== 1, form)
  }
  if (!made.some(({ report }) => report === turned)) await decideWith(service, turned, true, 'exact')
}

/** Each kind of decision follows each, and the last one shows whether the report is still known. */
async function decideInTurn(service: Service, report: Numero): Promise<void> {
  let refused = 0
  for (const aprovar of [true, true, false, false, true, false]) {
    const { status } = (await decide(service, report, bodyOf(aprovar))).response
    refused = status === 200 ? 0 : refused + 1
    // A report that can be decided once is not decided again.
    if (refused === 3) return
  }
}

async function decideInEveryForm(service: Service, report: Numero): Promise<void> {
  const isLost = () =>
    decisionsOf(service)
      .slice(-2)
      .every(({ status }) => status === 404)
  const bad = ['short-mensagem', 'unknown-field', 'no-aprovar', 'no-object'].map(
    (name) => () => decide(service, report, BAD_BODIES[name]?.(APPROVAL)),
  )
  const stranger = () => decide(service, report, APPROVAL, { authorization: service.keys.random })
  for (const [i, refuse] of [...bad, stranger].entries()) {
    await refuse()
    await decideWith(service, report, i % 2 === 0)
    if (isLost()) return
  }
  const forms = (Object.keys(MESSAGES) as Form[]).filter((form) => form !== 'plain')
  for (const [i, form] of forms.entries()) await decideWith(service, report, i % 2 === 1, form)
}

/** Judges a decision by the other ones on its report. The interface does not show which reports can be decided. */
function judgeDecision(one: Decision, all: readonly Decision[], isAgain: boolean): Judged<Aspect>[] {
  const { report, status, exchange, after, mensagem } = one
  const form = (Object.keys(MESSAGES) as Form[]).find((name) => MESSAGES[name] === mensagem)
  if (form === undefined) return []
  const number = exchange.question.pathEscapes ? 'percent-encoded' : 'plain'
  const cell = { decision: nameOf(one), after, mensagem: form, number }
  const judged = (shown: Aspect[], faults: Fault<Aspect>[] = []) => [{ cell, faults, shown, exchanges: [exchange] }]
  const fault = (aspect: Aspect, expected: string) => judged([aspect], [{ aspect, expected, actual: String(status) }])
  const same = all.filter((other) => other.report === report)
  const at = same.indexOf(one)
  const [previous, next] = [same[at - 1], same[at + 1]]
  const wasAccepted = same.slice(0, at).some((other) => other.status === 200)
  const later = same.slice(at + 1)
  if (status === 200) return judged(['status', 'known', 'numero', 'shape'], judgeResult(one, all))
  if (status === 404) {
    const isKnown = wasAccepted && (isAgain || later.some((other) => other.status !== 404))
    return isKnown ? fault('known', '200, as for other decisions on the report') : []
  }
  if (status >= 500) {
    const isSame = (other?: Decision) => other?.mensagem === mensagem && other.aprovar === one.aprovar && other.status >= 500
    return !isUnavailable(status) && (isSame(previous) || isSame(next)) ? fault('status', 'an answer below 500') : []
  }
  // What is refused and then accepted with a plain mensagem is refused for what came before it, or for its mensagem.
  const isTakenNext = status === 400 && next?.status === 200 && next.aprovar === one.aprovar && !wasAccepted
  if (isTakenNext || (isAgain && later.some((other) => other.status === 200)))
    return fault('status', '200, as for other decisions on the report')
  return wasAccepted && number !== 'plain' && status === previous?.status ? judged(['status', 'known']) : []
}

function judgeResult({ report, exchange }: Decision, all: readonly Decision[]): Fault<Aspect>[] {
  const first = all.find(({ status }) => status === 200) as Decision
  const shownBy = [first.exchange]
  const wrong = numeroFault(exchange, report)
  if (wrong) return [{ aspect: 'numero', ...wrong }]
  const isDeclared = (one: Decision) => numeroIn(one.exchange) === one.report.value
  const isSpelled = isDeclared(first) === (numeroIn(exchange) === report.value)
  if (!isSpelled) return [{ aspect: 'numero', expected: 'numero in the same spelling each time', actual: 'another spelling', shownBy }]
  if (isSameShape(first.exchange.response.json, exchange.response.json)) return []
  return [{ aspect: 'shape', expected: 'the fields of the first decision', actual: 'others', shownBy }]
}

/** Compares the report that was decided before any body was refused with all the others. */
function judgeLateReports(service: Service, all: readonly Decision[]): Judged<Aspect>[] {
  const turned = turnedReport(service)
  const late = all.filter(({ report, after }) => report !== turned && after !== 'approval' && after !== 'rejection')
  if (!wasDecided(service, turned) || late.length === 0) return []
  const isLost = late.length > 1 && late.every(({ status }) => status === 404)
  const [first] = late as [Decision]
  const cell = { decision: nameOf(first), after: 'many-refusals', mensagem: 'plain', number: 'plain' }
  const fault: Fault<Aspect> = { aspect: 'known', expected: `200, as for ${turned.label} at first`, actual: '404 for all others' }
  return [{ cell, faults: isLost ? [fault] : [], shown: ['known'], exchanges: [first.exchange] }]
}

/** What the interface does not show of a decision. */
export const againSurvey: Survey = {
  id: 'VAL-36',
  clause: ['2.3-open', '3-open', '4.2-open', '8-open-maximum'],
  risk: 'w2',
  needs: ['report'],
  title: 'whether a report can be decided again and what else the result includes',
  async observe(service) {
    const report = turnedReport(service)
    if (!wasDecided(service, report)) await decideWith(service, report, true)
    mustHaveDecided(service)
    const statusOf = async (isSame: boolean) => {
      const found = decisionsOf(service).find((one) =>
        one.after.endsWith('al') || one.after === 'rejection' ? (one.after === nameOf(one)) === isSame : false,
      )
      if (found) return found.status
      const last = decisionsOf(service).findLast((one) => one.report === report && one.status === 200)
      return (await decide(service, report, bodyOf((last?.aprovar ?? true) === isSame))).response.status
    }
    const [same, opposite] = [await statusOf(true), await statusOf(false)]
    const long = await decide(service, report, { aprovar: true, mensagem: 'a'.repeat(10_000) })
    const accepted = decisionsOf(service).find(({ status }) => status === 200)
    const fields = Object.keys(objectOf(objectOf(accepted?.exchange.response.json)?.result) ?? {}).filter((key) => key !== 'numero')
    return [
      ['the same decision again', same],
      ['the opposite decision', opposite],
      ['a mensagem of 10,000 characters', long.response.status],
      ['fields of result other than numero', service.redactor.theirs(fields.join(', ')) || 'none'],
    ]
  },
}
