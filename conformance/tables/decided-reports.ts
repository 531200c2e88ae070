import { UUID } from '../../src/contract/wire.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { nearTexts, sharedGroups } from '../client/unknown-number.ts'
import type { Cell } from '../model/cells.ts'
import { type Fault, Undecided } from '../model/judgement.ts'
import { readList } from '../model/lists.ts'
import { APPROVAL, type Numero, REJECTION } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import {
  BAD_BODIES,
  bodyOf,
  decide,
  decideWith,
  decisionsOf,
  isRepeatable,
  kindOf,
  mustHaveDecided,
  numeroFault,
  turnedReport,
} from './decided.ts'
import { askAll, check, type Judged, type Table } from './table.ts'

type Aspect = 'accepted' | 'status' | 'alike'
const ALIKE: Readonly<Record<string, readonly [unknown, unknown]>> = {
  number: [1, 0],
  text: ['true', 'false'],
  capitals: ['TRUE', 'FALSE'],
}
const isOf = (name: string) => (cell: Cell) => cell[name] !== 'right'

/** What must be refused for an undecided report must be refused for a decided one, too. */
export const decidedReports: Table<Aspect> = {
  name: 'decided reports',
  risk: 'w2',
  needs: ['report'],
  axes: {
    decision: ['approval', 'rejection'],
    body: ['right', ...Object.keys(BAD_BODIES)],
    token: ['right', 'none', 'random', 'disabled'],
    number: ['right', ...sharedGroups, ...nearTexts],
    aprovar: ['right', ...Object.keys(ALIKE)],
  },
  aspects: ['accepted', 'status', 'alike'],
  rests: ['bodies', 'tokens', 'unknown reports'],
  checks: [
    check('CELL-50', '8-mensagem 4.2-mensagem 4.2-aprovar 4.2-1 7-400', 'accepted status', 'rejects a bad body even for a decided report', {
      of: isOf('body'),
    }),
    check(
      'AUTH-24',
      '4.2-4 5-2 5-1 1-3 7-401',
      'accepted status',
      'returns 401 without the exact token, even for a repeat of an accepted decision',
      { of: isOf('token') },
    ),
    check('CELL-36', '4.2-3 7-404', 'accepted status', 'returns 404 for an unknown number that is like that of a report', {
      of: isOf('number'),
    }),
    check('CELL-42', '4.2-aprovar', 'alike', 'treats 0 like 1, and "false", "TRUE" and "FALSE" like "true" in aprovar', {
      should: 'A service reads both values in the same way.',
    }),
  ],
  async ask(service) {
    const report = turnedReport(service)
    if (!decisionsOf(service).some((one) => one.report === report)) await decideWith(service, report, true)
    mustHaveDecided(service)
    const again = (await decide(service, report, APPROVAL)).response.status
    return [...(await refusals(service, report, again)), ...(again === 200 ? await alikes(service, report) : [])]
  },
}

/** A request that must be refused, with one of these statuses. */
interface Refused {
  cell: Cell
  wanted: readonly number[]
  ask: () => Promise<Exchange>
}

/** @param again the status of a second decision, which may be told before a bad body */
async function refusals(service: Service, report: Numero, again: number): Promise<Judged<Aspect>[]> {
  const right = { body: 'right', token: 'right', number: 'right', aprovar: 'right' }
  const both = [true, false].map((aprovar) => ({ decision: kindOf(aprovar), valid: bodyOf(aprovar) }))
  const { none, random, disabled } = service.keys
  const accepted = decisionsOf(service).filter((one) => one.report === report && one.status === 200)
  const last = ['approval', 'rejection'].flatMap((name) => accepted.findLast((one) => one.kind === name) ?? [])
  const isUuid = UUID.test(report.value)
  const cases: Refused[] = [
    ...Object.entries(BAD_BODIES).flatMap(([body, bad]) =>
      both.map(({ decision, valid }) => ({
        cell: { ...right, decision, body },
        wanted: again < 400 ? [400] : [400, again],
        ask: () => decide(service, report, bad(valid)),
      })),
    ),
    ...Object.entries({ none, random, disabled }).flatMap(([token, authorization]) =>
      authorization
        ? last.map(({ aprovar, mensagem }) => ({
            cell: { ...right, decision: kindOf(aprovar), token },
            // Whether a report can be decided again may be judged before the token.
            wanted: again < 400 ? [401] : [401, again],
            ask: () => service.decide(report, { aprovar, mensagem }, { authorization }),
          }))
        : [],
    ),
    ...[...(isUuid ? sharedGroups : []), ...(isUuid ? nearTexts : [])].flatMap((number) =>
      both.map(({ decision, valid }) => ({
        cell: { ...right, decision, number },
        wanted: (nearTexts as readonly string[]).includes(number) ? [404, 400] : [404],
        ask: () => service.decide(service.nearNumber(report, number), valid),
      })),
    ),
  ]
  return askAll(cases, async ({ wanted, ask }) => {
    const exchange = await ask()
    const { status } = exchange.response
    const aspect = status < 400 ? 'accepted' : 'status'
    const faults: Fault<Aspect>[] = wanted.includes(status) ? [] : [{ aspect, expected: wanted.join(' or '), actual: String(status) }]
    return { faults, shown: faults.length > 0 ? [aspect] : ['accepted', 'status'], exchanges: [exchange] }
  })
}

async function alikes(service: Service, report: Numero): Promise<Judged<Aspect>[]> {
  const results: Judged<Aspect>[] = []
  let ofText = 0
  for (const [aprovar, pair] of Object.entries(ALIKE)) {
    const exchanges: Exchange[] = []
    for (const value of pair) exchanges.push(await decide(service, report, { ...APPROVAL, aprovar: value }))
    const [yes = 0, no = 0] = exchanges.map(({ response }) => response.status)
    const isAlike = (yes === 200) === (no === 200) || (yes !== 400 && no !== 400)
    const isLikeText = aprovar !== 'capitals' || yes !== 200 || ofText === 200
    if (aprovar === 'text') ofText = yes
    const expected = isAlike ? '"TRUE" refused like "true"' : `${pair.join(' and ')} both accepted or both refused`
    const faults: Fault<Aspect>[] = isAlike && isLikeText ? [] : [{ aspect: 'alike', expected, actual: `${yes} and ${no}` }]
    results.push({
      cell: { decision: 'approval', body: 'right', token: 'right', number: 'right', aprovar },
      faults,
      shown: ['alike'],
      exchanges,
    })
  }
  return results
}

/** One of several requests at the same moment. */
interface Deed {
  name: string
  ask: () => Promise<Exchange>
  /** Returns what is wrong with the answer. */
  fault: (exchange: Exchange) => string | undefined
}
const DOCUMENTED = [200, 400, 401, 404]

/** Requests at the same moment are answered as each of them alone. */
export const decisionsAtOnce: Table<'answer'> = {
  name: 'decisions at once',
  risk: 'w2',
  needs: ['report'],
  axes: {
    request: ['approval', 'rejection', 'list', 'bad-body', 'wrong-token', 'other-organization'],
    beside: ['lists', 'bad-body', 'wrong-token', 'other-organization', 'other-reports'],
  },
  aspects: ['answer'],
  rests: ['decisions'],
  checks: [
    check(
      'CELL-60',
      '4.2-3 4.2-2 4.2-1 4.2-4 2.3-numero 7-404 7-400 4.2-mensagem 8-mensagem',
      'answer',
      'answers decisions that arrive at the same moment as each of them alone',
      { of: ({ request }) => request !== 'list' },
    ),
    check('CELL-43', '4.1-4 4.1-2 2.2-total', 'answer', 'answers lists while a report is decided', {
      of: ({ request }) => request === 'list',
    }),
  ],
  async ask(service) {
    mustHaveDecided(service)
    const report = turnedReport(service)
    const [one = report] = service.reports
    const { keys, foreignReport } = service
    if (!isRepeatable(service)) throw new Undecided('branch-not-taken', 'the service does not decide a report again and again')
    const total = (await service.again()).list?.total
    const decides = (numero: Numero, body: typeof APPROVAL, authorization?: Credentials): Deed => ({
      name: authorization ? 'other-organization' : kindOf(body.aprovar),
      ask: () => decide(service, numero, body, { authorization }),
      fault: (exchange) => {
        const { status } = exchange.response
        if (status === 200) return numeroFault(exchange, numero)?.actual
        // A service may refuse a decision as busy or locked.
        return DOCUMENTED.includes(status) || (status >= 500 && !isUnavailable(status)) ? String(status) : undefined
      },
    })
    const refuses = (name: string, body: unknown, right: number, authorization?: Credentials): Deed => ({
      name,
      ask: () => decide(service, one, body, { authorization }),
      fault: ({ response: { status } }) =>
        status === right || (status >= 400 && !DOCUMENTED.includes(status)) ? undefined : String(status),
    })
    const lists: Deed = {
      name: 'list',
      ask: async () => (await service.again()).exchange,
      fault(exchange) {
        const { list } = readList(exchange)
        return list ? (list.total === total ? undefined : `total ${list.total}`) : String(exchange.response.status)
      },
    }
    const bad = refuses('bad-body', BAD_BODIES['unknown-field'](REJECTION), 400)
    const stranger = refuses('wrong-token', APPROVAL, 401, keys.random)
    const rounds: Record<string, readonly Deed[]> = {
      lists: [decides(report, APPROVAL), lists, lists, decides(report, REJECTION), lists],
      'bad-body': [bad, decides(report, APPROVAL), bad, decides(report, REJECTION)],
      'wrong-token': [stranger, decides(report, APPROVAL), stranger, decides(report, REJECTION)],
      ...(foreignReport &&
        keys.other && {
          'other-organization': [
            decides(foreignReport, APPROVAL, keys.other),
            decides(report, REJECTION),
            decides(foreignReport, REJECTION, keys.other),
          ],
        }),
      ...(isRepeatable(service, one) && one !== report && { 'other-reports': [decides(one, REJECTION), decides(report, REJECTION)] }),
    }
    const results: Judged<'answer'>[] = []
    for (const [beside, deeds] of Object.entries(rounds)) {
      const first = await Promise.all(deeds.map(({ ask }) => ask()))
      const isOdd = deeds.some((deed, i) => deed.fault(first[i] as Exchange) !== undefined)
      // What is refused alone, too, or only once, is not disturbed by the others.
      const alone: (string | undefined)[] = []
      if (isOdd) for (const deed of deeds) alone.push(deed.fault(await deed.ask()))
      const second = isOdd ? await Promise.all(deeds.map(({ ask }) => ask())) : first
      for (const [i, { name, fault }] of deeds.entries()) {
        const actual = fault(second[i] as Exchange)
        const isDisturbed = actual !== undefined && fault(first[i] as Exchange) !== undefined && alone[i] === undefined
        const faults: Fault<'answer'>[] = isDisturbed ? [{ aspect: 'answer', expected: 'the answer as alone', actual }] : []
        results.push({ cell: { request: name, beside }, faults, shown: ['answer'], exchanges: [second[i] as Exchange] })
      }
    }
    return results
  },
}
