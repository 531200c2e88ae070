import { UUID } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { nearTexts, sharedGroups } from '../client/unknown-number.ts'
import { Undecided, unless } from '../model/judgement.ts'
import { APPROVAL, type How, type Numero, REJECTION } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { decide, decideWith, decisionsOf, isRepeatable, mustHaveDecided, numeroFault, turnedReport } from './decided.ts'
import { BAD_BODIES, bodyOf, kindOf } from './decision-bodies.ts'
import { askAll, check, type Judged, type Table } from './table.ts'

type Aspect = 'status' | 'alike'
const BODY = '8-mensagem 4.2-mensagem 4.2-aprovar 4.2-1 7-400'
const ALIKE = { number: [1, 0], text: ['true', 'false'], capitals: ['TRUE', 'FALSE'] } as const
const NEAR = [...sharedGroups, ...nearTexts]
const isOf = (kind: string) => ({ of: ({ request = '' }) => request.startsWith(kind) })
const ofAprovar = { ...isOf('aprovar'), should: 'A service reads both values in the same way.' }

/** What is refused for an undecided report is refused for a decided one, too. */
export const decidedReports: Table<Aspect> = {
  name: 'decided reports',
  risk: 'w2',
  needs: ['report'],
  axes: {
    request: [
      ...Object.keys(BAD_BODIES).map((name) => `body-${name}`),
      ...['none', 'random', 'disabled'].map((name) => `token-${name}`),
      ...NEAR.map((name) => `number-${name}`),
      ...Object.keys(ALIKE).map((name) => `aprovar-${name}`),
    ],
    decision: ['approval', 'rejection'],
  },
  aspects: ['status', 'alike'],
  checks: [
    check('CELL-50', BODY, 'status', 'rejects a bad body even for a decided report', isOf('body')),
    check(
      'AUTH-24',
      '4.2-4 5-2 5-1 1-3 7-401',
      'status',
      'returns 401 without the exact token for a decision that it accepted',
      isOf('token'),
    ),
    check('CELL-36', '4.2-3 7-404', 'status', 'returns 404 for an unknown number that is like that of a report', isOf('number')),
    check('CELL-42', '4.2-aprovar', 'alike', 'treats 0 like 1, and "false", "TRUE" and "FALSE" like "true" in aprovar', ofAprovar),
  ],
  async ask(service) {
    const report = turnedReport(service)
    if (!decisionsOf(service).some((one) => one.report === report)) await decideWith(service, report, true)
    mustHaveDecided(service)
    const again = (await decide(service, report, APPROVAL)).response.status
    return [...(await refusals(service, report, again)), ...(again === 200 ? await alikes(service, report) : [])]
  },
}

/** @param again the status of a second decision, which may be told before what is wrong with a request */
async function refusals(service: Service, report: Numero, again: number): Promise<Judged<Aspect>[]> {
  const { none, random, disabled } = service.keys
  const accepted = decisionsOf(service).filter((one) => one.report === report && one.status === 200)
  const both = [true, false].map((aprovar) => bodyOf(aprovar))
  const last = [true, false].flatMap((aprovar) => accepted.findLast((one) => one.aprovar === aprovar) ?? [])
  const row = (request: string, { aprovar }: { aprovar: boolean }, wanted: number[], body: unknown, how: How = {}, numero = report) => ({
    cell: { request, decision: kindOf(aprovar) },
    wanted,
    send: () => decide(service, numero, body, how),
  })
  const cases = [
    ...Object.entries(BAD_BODIES).flatMap(([name, bad]) => both.map((valid) => row(`body-${name}`, valid, [400, again], bad(valid)))),
    ...Object.entries({ none, random, disabled }).flatMap(([name, authorization]) =>
      (authorization ? last : []).map((one) =>
        row(`token-${name}`, one, [401, again], { aprovar: one.aprovar, mensagem: one.mensagem }, { authorization }),
      ),
    ),
    ...(UUID.test(report.value) ? NEAR : []).flatMap((name) =>
      both.map((body) => {
        const isText = nearTexts.some((text) => text === name)
        return row(`number-${name}`, body, isText ? [404, 400] : [404], body, {}, service.nearNumber(report, name))
      }),
    ),
  ]
  return askAll(cases, async ({ wanted, send }) => {
    const exchange = await send()
    const { status } = exchange.response
    const faults = unless<Aspect>(status >= 400 && wanted.includes(status), 'status', `${wanted[0]}`, status)
    return { faults, shown: ['status'], exchanges: [exchange] }
  })
}

async function alikes(service: Service, report: Numero): Promise<Judged<Aspect>[]> {
  const results: Judged<Aspect>[] = []
  const taken: boolean[] = []
  for (const [name, values] of Object.entries(ALIKE)) {
    const exchanges: Exchange[] = []
    for (const aprovar of values) exchanges.push(await decide(service, report, { ...APPROVAL, aprovar }))
    const [yes = 0, no = 0] = exchanges.map(({ response }) => response.status)
    taken.push(yes === 200)
    const isLikeText = name !== 'capitals' || yes !== 200 || taken[1] === true
    const isAlike = isLikeText && ((yes === 200) === (no === 200) || (yes !== 400 && no !== 400))
    const [expected, actual] = ['all of them accepted or refused', `${values[0]} ${yes}, ${values[1]} ${no}`]
    const faults = unless<Aspect>(isAlike, 'alike', expected, actual)
    results.push({ cell: { request: `aprovar-${name}`, decision: 'approval' }, faults, shown: ['alike'], exchanges })
  }
  return results
}

/** One of several requests at the same moment, and the status of its answer when it is alone. */
interface Deed {
  request: string
  wanted: number
  report?: Numero
  send: () => Promise<Exchange>
}

const ANSWERS = '4.2-3 4.2-2 4.2-1 4.2-4 2.3-numero 7-404 7-400 4.2-mensagem 8-mensagem'
const DOCUMENTED = [200, 400, 401, 404]

/** Requests at the same moment are answered as each of them alone. */
export const decisionsAtOnce: Table<'answer'> = {
  name: 'decisions at once',
  risk: 'w2',
  needs: ['report'],
  axes: {
    request: ['approval', 'rejection', 'list', 'bad-body', 'wrong-token', 'other-organization'],
    beside: ['list', 'bad-body', 'wrong-token', 'other-organization'],
  },
  aspects: ['answer'],
  checks: [
    check('CELL-60', ANSWERS, 'answer', 'answers decisions at the same moment as each of them alone', {
      of: ({ request }) => request !== 'list',
    }),
    check('CELL-43', '4.1-4 4.1-2', 'answer', 'answers lists while a report is decided', {
      of: ({ request }) => request === 'list',
    }),
  ],
  async ask(service) {
    mustHaveDecided(service)
    if (!isRepeatable(service)) throw new Undecided('branch-not-taken', 'the service does not decide a report again and again')
    const results: Judged<'answer'>[] = []
    for (const [beside, deeds] of Object.entries(deedsBeside(service))) {
      const atOnce = () => Promise.all(deeds.map(({ send }) => send()))
      const first = await atOnce()
      const isOdd = deeds.some((deed, i) => faultOf(deed, first[i] as Exchange) !== undefined)
      // What is refused alone, too, or only once, is not disturbed by the others.
      const alone: unknown[] = []
      if (isOdd) for (const deed of deeds) alone.push(faultOf(deed, await deed.send()))
      const second = isOdd ? await atOnce() : first
      for (const [i, deed] of deeds.entries()) {
        const actual =
          alone[i] === undefined && faultOf(deed, first[i] as Exchange) !== undefined ? faultOf(deed, second[i] as Exchange) : undefined
        const faults = unless(actual === undefined, 'answer', 'the answer as alone', actual ?? '')
        results.push({ cell: { request: deed.request, beside }, faults, shown: ['answer'], exchanges: second.slice(i, i + 1) })
      }
    }
    return results
  },
}

/** Returns what is wrong with an answer. A service may refuse a decision as busy or locked. */
function faultOf({ wanted, report }: Deed, exchange: Exchange): string | number | undefined {
  const { status } = exchange.response
  if (status === wanted) return report && numeroFault(exchange, report)[0]?.actual
  return DOCUMENTED.includes(status) || (status >= 500 && !isUnavailable(status)) ? status : undefined
}

/** Returns requests that are sent at the same moment, by what is beside the decisions. */
function deedsBeside(service: Service): Record<string, Deed[]> {
  const { keys, foreignReport, reports } = service
  const deed = (request: string, wanted: number, numero: Numero, body: unknown, authorization = keys.own): Deed => ({
    request,
    wanted,
    ...(wanted === 200 && { report: numero }),
    send: () => decide(service, numero, body, { authorization }),
  })
  const [one, last] = [reports[0] as Numero, turnedReport(service)]
  const [approves, rejects] = [deed('approval', 200, last, APPROVAL), deed('rejection', 200, last, REJECTION)]
  const list: Deed = { request: 'list', wanted: 200, send: async () => (await service.again()).exchange }
  const bad = deed('bad-body', 400, one, BAD_BODIES['unknown-field'](REJECTION))
  const stranger = deed('wrong-token', 401, one, APPROVAL, keys.random)
  const theirs = foreignReport && keys.other && deed('other-organization', 200, foreignReport, REJECTION, keys.other)
  return {
    list: [approves, list, list, rejects, list],
    'bad-body': [bad, approves, bad, rejects],
    'wrong-token': [stranger, approves, stranger, rejects],
    ...(theirs && { 'other-organization': [theirs, approves, theirs, rejects] }),
  }
}
