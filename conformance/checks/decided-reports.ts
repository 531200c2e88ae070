import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { type Axes, coveringCells } from '../judging/cells.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide, decision } from './first-decisions.ts'
import { type AskedCell, answerOf, judgeCells, waitForAll } from './judge-cells.ts'

const { mensagem } = LEGAL_BODY
/** What is wrong with a body, by name; undefined leaves a field out. */
const FAULTS: Readonly<Record<string, Record<string, unknown>>> = {
  'short-mensagem': { mensagem: 'curta' },
  'mensagem-of-24': { mensagem: 'x'.repeat(24) },
  'no-mensagem': { mensagem: undefined },
  'no-aprovar': { aprovar: undefined },
  'null-aprovar': { aprovar: null },
  'unknown-field': { [UNKNOWN_KEY]: 1 },
}
const axes: Axes = { fault: Object.keys(FAULTS), aprovar: ['true', 'false'] }
/** Decisions in which each kind follows each. */
const TURNS = [
  LEGAL_BODY,
  LEGAL_BODY,
  LEGAL_REJECTION,
  LEGAL_BODY,
  LEGAL_REJECTION,
  LEGAL_REJECTION,
  LEGAL_BODY,
]
/** The number of decisions after which both an approval and a rejection were sent. */
const BOTH_KINDS = 3
/** How often a decision on a closed report is repeated. */
const REFUSED = 5

/** What holds for a report also holds after it was decided. */
export const decidedReports: readonly Check[] = [
  {
    id: 'CELL-50',
    clause: ['8-mensagem', '4.2-mensagem', '4.2-aprovar', '4.2-1', '7-400'],
    level: 'required',
    risk: 'w2',
    rests: ['VAL-40', 'VAL-41', 'VAL-43', 'CELL-30', 'CELL-31'],
    needs: ['report'],
    title: 'rejects a bad body even for a decided report',
    run: refusesBadBodies,
  },
  {
    id: 'MEM-09',
    clause: ['4.2-3', '7-404', '4.2-2'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    title: 'never returns 404 for a report between two decisions that it accepts',
    run: knowsDecided,
  },
]

async function refusesBadBodies(service: Service): Promise<string> {
  await decision(service, 0)
  const [report] = service.reports as [Numero]
  const again = await decide(service, report, LEGAL_BODY)
  const asked = await waitForAll(
    coveringCells(axes, { strength: 2 }).map(async (cell): Promise<AskedCell> => {
      const body = { aprovar: cell.aprovar === 'true', mensagem, ...FAULTS[cell.fault as string] }
      return { axes, cell, exchange: await answerOf(() => service.validate(report, body)) }
    }),
  )
  const { status } = again.response
  // A service that decides a report only once may say so before it looks at the body.
  const isRefusal = (one: Exchange) =>
    one.response.status === 400 || (status >= 400 && one.response.status === status)
  judgeCells(asked, status < 400 ? '400' : `400 or ${status}`, ({ exchange }) =>
    isRefusal(exchange) ? undefined : String(exchange.response.status),
  )
  return counted(asked.length, 'refusal')
}

async function knowsDecided(service: Service): Promise<string> {
  const report = service.reports.at(-1) as Numero
  const answers: Exchange[] = []
  for (const body of TURNS) {
    answers.push(await decide(service, report, body))
    // If a report can be decided only once, every later decision gets the same refusal.
    if (answers.length === BOTH_KINDS && answers.every(({ response }) => response.status !== 200)) break
  }
  const statuses = answers.map(({ response }) => response.status)
  const [first, last] = [statuses.indexOf(200), statuses.lastIndexOf(200)]
  const lost = statuses.indexOf(404, first)
  must(
    first < 0 || lost < 0 || lost > last,
    'the same answer each time',
    statuses.join(', '),
    ...answers.slice(0, 3),
  )
  return first < 0 || lost > last ? refusesAlike(service) : statuses.join(', ')
}

/** Judges reports that are refused after a decision: a 404 that comes and goes is about no report. */
async function refusesAlike(service: Service): Promise<string> {
  const told: string[] = []
  for (const report of new Set([service.reports[0], service.reports.at(-1)] as Numero[])) {
    const answers: Exchange[] = []
    while (answers.length < REFUSED) answers.push(await decide(service, report, LEGAL_BODY))
    const statuses = answers.map(({ response }) => response.status)
    if (statuses.some((status) => status >= 500))
      throw new Undecided('target-failed', `POST answered ${statuses.join(', ')}`)
    const isLost = statuses.map((status) => status === 404)
    const turns = isLost.filter((lost, i) => i > 0 && lost !== isLost[i - 1]).length
    if (turns > 1) throw new Violation('the same answer each time', statuses.join(', '), answers.slice(0, 3))
    told.push(statuses.join(', '))
  }
  return told.join('; ')
}
