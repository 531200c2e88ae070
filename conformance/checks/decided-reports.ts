import { UUID } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { nearTexts, sharedGroups } from '../client/unknown-number.ts'
import { unless } from '../model/judgement.ts'
import { APPROVAL, type Numero } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { BAD_BODIES, bodyOf, decide, mustHaveDecided, ofTurned, turnedReport } from './decided.ts'
import { recordedBy } from './decided-lists.ts'
import { check, type Judged, type Table } from './table.ts'

type Aspect = 'status' | 'recorded' | 'alike'
const BODY = '8-mensagem 4.2-mensagem 4.2-aprovar 4.2-1 7-400'
const TOKEN = '4.2-4 5-2 5-1 1-3 7-401'
const RECORDED = '4.2-mensagem 8-mensagem 4.2-1 4.2-aprovar 4.1-1'
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
  },
  aspects: ['status', 'recorded', 'alike'],
  checks: [
    check('CELL-50', BODY, 'status', 'rejects a bad body even for a decided report', isOf('body')),
    check('CELL-37', RECORDED, 'recorded', 'records nothing of a validation that it refuses', isOf('body')),
    check('AUTH-24', TOKEN, 'status', 'returns 401 without the exact token for a decision that it accepted', isOf('token')),
    check('CELL-36', '4.2-3 7-404', 'status', 'returns 404 for an unknown number that is like that of a report', isOf('number')),
    check('CELL-42', '4.2-aprovar', 'alike', 'treats 0 like 1, and "false", "TRUE" and "FALSE" like "true" in aprovar', ofAprovar),
  ],
  async ask(service) {
    await mustHaveDecided(service)
    // A second decision may be refused before what is wrong with a request is told.
    const again = ofTurned(service).findLast(({ last }) => last !== 'nothing')?.status ?? 200
    const requests = refusalsOf(service, again)
    const { answers, moved } = await recordedBy(service, service.keys.own, () => Promise.all(requests.map(({ send }) => send())))
    const isRefused = answers.every(({ response }) => response.status >= 400)
    const refused = requests.map(({ request, wanted }, i): Judged<Aspect> => {
      const exchange = answers[i] as Exchange
      const { status } = exchange.response
      const faults = [
        ...unless<Aspect>(status >= 400 && wanted.includes(status), 'status', `${wanted[0]}`, status),
        ...unless<Aspect>(!isRefused || !moved?.length, 'recorded', 'the same list as before', 'somebody moved, each of two times'),
      ]
      return { cell: { request }, faults, shown: moved && isRefused ? ['status', 'recorded'] : ['status'], exchanges: [exchange] }
    })
    return [...refused, ...(again === 200 ? await answeredAlike(service, turnedReport(service)) : [])]
  },
}

function refusalsOf(service: Service, again: number) {
  const report = turnedReport(service)
  const { none, random, disabled } = service.keys
  const taken = ofTurned(service).findLast(({ status }) => status === 200)?.exchange.question.body
  const tokens = Object.entries({ none, random, disabled }).filter(([, token]) => token && taken !== undefined)
  const row = (request: string, wanted: number[], send: () => Promise<Exchange>) => ({ request, wanted, send })
  return [
    ...Object.entries(BAD_BODIES).map(([name, bad]) => row(`body-${name}`, [400, again], () => decide(service, report, bad))),
    ...tokens.map(([name, authorization]) => row(`token-${name}`, [401, again], () => decide(service, report, taken, { authorization }))),
    ...(UUID.test(report.value) ? NEAR : []).map((name, i) => {
      const wanted = nearTexts.some((text) => text === name) ? [404, 400] : [404]
      return row(`number-${name}`, wanted, () => decide(service, service.nearNumber(report, name), bodyOf(i % 2 === 0)))
    }),
  ]
}

async function answeredAlike(service: Service, report: Numero): Promise<Judged<Aspect>[]> {
  const judged: Judged<Aspect>[] = []
  const accepted: string[] = []
  for (const [name, values] of Object.entries(ALIKE)) {
    const exchanges = await Promise.all(values.map((aprovar) => decide(service, report, { ...APPROVAL, aprovar })))
    const [yes = 0, no = 0] = exchanges.map(({ response }) => response.status)
    if (yes === 200) accepted.push(name)
    const isLikeText = !accepted.includes('capitals') || accepted.includes('text')
    const isAlike = isLikeText && ((yes === 200) === (no === 200) || (yes !== 400 && no !== 400))
    const faults = unless<Aspect>(isAlike, 'alike', 'all of them accepted or refused', `${values[0]} ${yes}, ${values[1]} ${no}`)
    judged.push({ cell: { request: `aprovar-${name}` }, faults, shown: ['alike'], exchanges })
  }
  return judged
}
