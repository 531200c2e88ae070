import { isUnavailable } from '../client/failure.ts'
import type { Cell } from '../model/cells.ts'
import { type Fault, unless } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, type Numero } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import {
  type Decision,
  decide,
  decideWith,
  decisionsOf,
  isRepeatable,
  mustHaveDecided,
  numeroFault,
  numeroIn,
  turnedReport,
} from './decided.ts'
import { baseOf } from './decided-lists.ts'
import { BAD_BODIES, bodyOf, FORMS, MESSAGES } from './decision-bodies.ts'
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
    const [{ status, exchange }] = decisionsOf(service) as [Decision]
    return [
      { cell: { mensagem: 'exact' }, faults: unless(status === 200, 'status', '200', status), shown: ['status'], exchanges: [exchange] },
    ]
  },
}

type Aspect = 'status' | 'mensagem' | 'known' | 'numero'
const RESULT = '4.2-2 2.3-numero 1-2'
const isAfterRefusal = ({ after = '' }: Cell) => after.startsWith('refused')
const isEncoded = ({ number }: Cell) => number === 'percent-encoded'
const ofPlain = { of: (cell: Cell) => !isEncoded(cell) && !isAfterRefusal(cell) }
const ofKnown = { of: (cell: Cell) => !isEncoded(cell) && cell.after !== 'many-refusals' }
const ofLate = { of: ({ after }: Cell) => after === 'many-refusals', should: 'The declared reports exist.' }

/** Headings 2.3 and 4.2: what a valid decision is answered, whatever came before. */
export const decisions: Table<Aspect> = {
  name: 'decisions',
  risk: 'w2',
  needs: ['report'],
  axes: {
    decision: ['approval', 'rejection'],
    after: ['nothing', 'approval', 'rejection', 'refused-body', 'refused-token', 'many-refusals'],
    mensagem: FORMS,
    number: ['plain', 'percent-encoded'],
  },
  aspects: ['status', 'mensagem', 'known', 'numero'],
  checks: [
    check('CELL-40', RESULT, 'status numero', 'returns 200 and the number of the report for every decision', ofPlain),
    check('CELL-41', '4.2-mensagem 8-mensagem 4.2-2', 'mensagem', 'accepts a decision with every form of a valid mensagem'),
    check('CELL-55', '4.2-path 4.2-2', 'status known numero', 'decides a report even if its number is percent-encoded', { of: isEncoded }),
    check('MEM-08', '4.2-2 4.2-1 4.2-mensagem', 'status mensagem', 'decides a report after it refused a body', { of: isAfterRefusal }),
    check('MEM-09', '4.2-3 7-404 4.2-2', 'known', 'returns no 404 for a report that it knows', ofKnown),
    check('MEM-10', '4.2-3 7-404 4.2-2', 'known', 'knows the declared reports even after it refused many bodies', ofLate),
  ],
  async ask(service) {
    const report = turnedReport(service)
    await decideAll(service)
    mustHaveDecided(service)
    await decideInTurn(service, report)
    if (isRepeatable(service)) await decideInEveryForm(service, report)
    for (const how of [{}, { pathEscapes: true } as const, {}]) await decide(service, report, APPROVAL, how)
    const all = decisionsOf(service)
    return [...all.flatMap((one) => judgeDecision(one, all, isRepeatable(service, one.report))), ...judgeLate(all, report)]
  },
}

/** Decides the reports that no other table decided, each of them after a body that is refused. */
async function decideAll(service: Service): Promise<void> {
  const made = new Set(decisionsOf(service).map(({ report }) => report))
  const others = service.reports.slice(0, -1).slice(0, 3)
  for (const [i, report] of [...others, turnedReport(service)].entries()) {
    if (made.has(report)) continue
    if (others.includes(report)) await decide(service, report, BAD_BODIES['short-mensagem'](APPROVAL))
    await decideWith(service, report, i !== 1, (['emoji', 'lines', 'markup'] as const)[i])
  }
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
  const { 'null-aprovar': _, 'no-mensagem': __, ...bad } = BAD_BODIES
  const refuse = Object.values(bad).map((body) => () => decide(service, report, body(APPROVAL)))
  const stranger = () => decide(service, report, APPROVAL, { authorization: service.keys.random })
  for (const [i, send] of [...refuse, stranger].entries()) {
    await send()
    const { status } = (await decideWith(service, report, i % 2 === 0)).response
    if (status === 404) return
  }
  for (const [i, form] of FORMS.slice(1).entries()) await decideWith(service, report, i % 2 === 1, form)
}

/** Judges a decision by the other ones on its report. The interface does not show which reports can be decided. */
function judgeDecision(one: Decision, all: readonly Decision[], isAgain: boolean): Judged<Aspect>[] {
  const { report, kind, aprovar, status, exchange, after, mensagem } = one
  const form = FORMS.find((name) => MESSAGES[name] === mensagem)
  if (form === undefined) return []
  const number = exchange.question.pathEscapes ? 'percent-encoded' : 'plain'
  const cell = { decision: kind, after, mensagem: form, number }
  const judged = (shown: Aspect[], faults: Fault<Aspect>[] = []) => [{ cell, faults, shown, exchanges: [exchange] }]
  const own = form === 'plain' ? 'status' : 'mensagem'
  const fault = (aspect: Aspect = own) => judged([aspect], unless(false, aspect, '200, as for other decisions on the report', status))
  const same = all.filter((other) => other.report === report)
  const at = same.indexOf(one)
  const [earlier, later] = [same.slice(0, at), same.slice(at + 1)]
  const [previous, next] = [earlier.at(-1), later[0]]
  const wasAccepted = earlier.some((other) => other.status === 200)
  const isAcceptedLater = later.some((other) => other.status === 200)
  if (status === 200) return judged([own, 'known', 'numero'], judgeResult(one, all))
  if (status === 404) return wasAccepted && (isAgain || later.some((other) => other.status !== 404)) ? fault('known') : []
  if (status >= 500) {
    const isSame = (other?: Decision) => other?.mensagem === mensagem && other.aprovar === aprovar && other.status >= 500
    return !isUnavailable(status) && (isSame(previous) || isSame(next)) ? fault() : []
  }
  // What is refused and then accepted with a plain mensagem is refused for what came before it, or for its mensagem.
  const isTakenNext = status === 400 && !wasAccepted && next?.status === 200 && next.aprovar === aprovar
  if (isTakenNext || (isAgain && isAcceptedLater)) return fault()
  return wasAccepted && number !== 'plain' && status === previous?.status ? judged(['status', 'known']) : []
}

function judgeResult({ report, exchange }: Decision, all: readonly Decision[]): Fault<Aspect>[] {
  const first = all.find(({ status }) => status === 200) as Decision
  const isDeclared = (one: Pick<Decision, 'exchange' | 'report'>) => numeroIn(one.exchange) === one.report.value
  const isSpelled = isDeclared(first) === isDeclared({ exchange, report })
  const wrong = numeroFault(exchange, report)
  if (wrong.length > 0 || !isSpelled)
    return [...wrong, ...unless(isSpelled, 'numero', 'numero in the same spelling each time', 'another one')].slice(0, 1)
  return []
}

/** Compares the report that was decided before any body was refused with all the others. */
function judgeLate(all: readonly Decision[], turned: Numero): Judged<Aspect>[] {
  const late = all.filter(({ report, after }) => report !== turned && after !== 'approval' && after !== 'rejection')
  const [first] = late
  if (!first || !all.some(({ report, status }) => report === turned && status === 200)) return []
  const isLost = late.length > 1 && late.every(({ status }) => status === 404)
  const faults = unless<Aspect>(!isLost, 'known', `200, as for ${turned.label} at first`, '404 for all others')
  const cell = { decision: first.kind, after: 'many-refusals', mensagem: 'plain', number: 'plain' }
  return [{ cell, faults, shown: ['known'], exchanges: [first.exchange] }]
}

/** What the interface does not show of a decision. */
export const secondDecisions: Survey = {
  id: 'VAL-36',
  clause: ['2.3-open', '3-open', '4.2-open', '8-open-maximum'],
  risk: 'w2',
  needs: ['report'],
  title: 'chooses whether a report can be decided again and what else the result includes',
  async observe(service) {
    const report = turnedReport(service)
    if (!decisionsOf(service).some((one) => one.report === report)) await decideWith(service, report, true)
    mustHaveDecided(service)
    const taken = decisionsOf(service).find(({ status }) => status === 200) as Decision
    const again = async (aprovar: boolean) => (await decide(service, taken.report, bodyOf(aprovar))).response.status
    const long = { aprovar: true, mensagem: 'a'.repeat(10_000) }
    const fields = Object.keys(objectOf(objectOf(taken.exchange.response.json)?.result) ?? {}).filter((key) => key !== 'numero')
    return [
      ['an approval again', await again(true)],
      ['a rejection after an approval', await again(false)],
      ['a mensagem of 10,000 characters', (await decide(service, taken.report, long)).response.status],
      ['fields of result other than numero', service.redactor.theirs(fields.join(', ')) || 'none'],
    ]
  },
}
