import { UUID } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { nearTexts, sharedGroups } from '../client/unknown-number.ts'
import { Undecided } from '../model/judgement.ts'
import { readList } from '../model/lists.ts'
import { APPROVAL, type How, type Numero, REJECTION } from '../model/questions.ts'
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
  unless,
} from './decided.ts'
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
  rests: ['bodies', 'tokens', 'unknown reports'],
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
    const isAlike = (yes === 200) === (no === 200) || (yes !== 400 && no !== 400)
    const isLikeText = name !== 'capitals' || yes !== 200 || taken[1] === true
    const faults = unless<Aspect>(
      isAlike && isLikeText,
      'alike',
      `all of them accepted or refused`,
      `${values[0]} ${yes}, ${values[1]} ${no}`,
    )
    results.push({ cell: { request: `aprovar-${name}`, decision: 'approval' }, faults, shown: ['alike'], exchanges })
  }
  return results
}

/** One of several requests at the same moment. */
interface Deed {
  request: string
  ask: () => Promise<Exchange>
  /** Returns what is wrong with the answer. */
  fault: (exchange: Exchange) => string | number | undefined
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
  rests: ['decisions'],
  checks: [
    check('CELL-60', ANSWERS, 'answer', 'answers decisions at the same moment as each of them alone', {
      of: ({ request }) => request !== 'list',
    }),
    check('CELL-43', '4.1-4 4.1-2 2.2-total', 'answer', 'answers lists while a report is decided', {
      of: ({ request }) => request === 'list',
    }),
  ],
  async ask(service) {
    mustHaveDecided(service)
    if (!isRepeatable(service)) throw new Undecided('branch-not-taken', 'the service does not decide a report again and again')
    const results: Judged<'answer'>[] = []
    for (const [beside, deeds] of Object.entries(await deedsBeside(service))) {
      const atOnce = () => Promise.all(deeds.map(async ({ ask, fault }) => ({ exchange: await ask(), fault })))
      const told = ({ exchange, fault }: { exchange: Exchange; fault: Deed['fault'] }) => fault(exchange)
      const first = await atOnce()
      const isOdd = first.some((one) => told(one) !== undefined)
      // What is refused alone, too, or only once, is not disturbed by the others.
      const alone: unknown[] = []
      if (isOdd) for (const { ask, fault } of deeds) alone.push(fault(await ask()))
      const second = isOdd ? await atOnce() : first
      for (const [i, one] of second.entries()) {
        const isDisturbed = told(one) !== undefined && told(first[i] as typeof one) !== undefined && alone[i] === undefined
        const faults = unless(!isDisturbed, 'answer', 'the answer as alone', told(one) ?? '')
        results.push({ cell: { request: deeds[i]?.request as string, beside }, faults, shown: ['answer'], exchanges: [one.exchange] })
      }
    }
    return results
  },
}

/** Returns requests that are sent at the same moment, by what is beside the decisions. */
async function deedsBeside(service: Service): Promise<Record<string, Deed[]>> {
  const report = turnedReport(service)
  const { keys, foreignReport, reports } = service
  const total = (await service.again()).list?.total
  const decides = (numero: Numero, body: typeof APPROVAL, how: How = {}): Deed => ({
    request: how.authorization ? 'other-organization' : kindOf(body.aprovar),
    ask: () => decide(service, numero, body, how),
    fault(exchange) {
      const { status } = exchange.response
      if (status === 200) return numeroFault(exchange, numero)[0]?.actual
      // A service may refuse a decision as busy or locked.
      return DOCUMENTED.includes(status) || (status >= 500 && !isUnavailable(status)) ? status : undefined
    },
  })
  const refuses = (request: string, right: number, body: unknown, how: How = {}): Deed => ({
    request,
    ask: () => decide(service, reports[0] as Numero, body, how),
    fault: ({ response: { status } }) => (status === right || (status >= 400 && !DOCUMENTED.includes(status)) ? undefined : status),
  })
  const list: Deed = {
    request: 'list',
    ask: async () => (await service.again()).exchange,
    fault(exchange) {
      const { list } = readList(exchange)
      return list === undefined ? exchange.response.status : list.total === total ? undefined : `total ${list.total}`
    },
  }
  const [approves, rejects] = [decides(report, APPROVAL), decides(report, REJECTION)]
  const bad = refuses('bad-body', 400, BAD_BODIES['unknown-field'](REJECTION))
  const stranger = refuses('wrong-token', 401, APPROVAL, { authorization: keys.random })
  const theirs = foreignReport && keys.other && decides(foreignReport, REJECTION, { authorization: keys.other })
  return {
    list: [approves, list, list, rejects, list],
    'bad-body': [bad, approves, bad, rejects],
    'wrong-token': [stranger, approves, stranger, rejects],
    ...(theirs && { 'other-organization': [theirs, approves, theirs, rejects] }),
  }
}
