import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { kind } from '../service/format.ts'
import { objectOf } from '../service/lists.ts'
import { LEGAL_BODY, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import { judgeRefusal, REFUSAL_CLAUSES } from './errors.ts'
import { answerOf } from './judge-cells.ts'

/** Every one of them allows JSON. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const ANY = '*/*'
const NONE = null

type Accept = string | null

/** Questions by the status of their answers, and with which Accept each is asked. */
const asked: readonly [
  status: number,
  accepts: readonly Accept[],
  ask: (service: Service, accept: Accept) => Promise<Exchange>,
][] = [
  [
    401,
    [BROWSER, NONE, ANY],
    async ({ get, keys }, accept) => (await get({}, { accept, authorization: keys.none })).exchange,
  ],
  [404, [BROWSER], (service, accept) => service.validate(service.unknownNumber(), LEGAL_BODY, { accept })],
  [
    400,
    [BROWSER, ANY],
    (service, accept) =>
      service.validate(service.unknownNumber(), { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }, { accept }),
  ],
  [200, [BROWSER], async ({ get }, accept) => (await get({}, { accept })).exchange],
]

/** The document shows JSON only, so whoever accepts anything gets JSON. */
export const acceptedTypes: readonly Check[] = [
  {
    id: 'HDR-05',
    clause: ['0-json', ...REFUSAL_CLAUSES, '7-400', '7-401', '7-404'],
    level: 'required',
    risk: 'w0',
    rests: ['ENV-01', 'ENV-02', 'ENV-04', 'AUTH-01', 'VAL-01', 'VAL-10'],
    title: 'answers as documented whatever else the Accept of a request prefers to JSON',
    async run(service) {
      let judged = 0
      for (const [status, accepts, ask] of asked) {
        for (const accept of accepts) {
          const exchange = await answerOf(() => ask(service, accept))
          if (exchange.response.status === 406) continue
          // An unknown number may come before a bad body.
          if (status === 400 && exchange.response.status === 404) judgeRefusal(exchange)
          else mustBe(status, exchange, accept)
          judged++
        }
      }
      if (judged === 0) throw new Undecided('branch-not-taken', 'the service answers 406')
      return counted(judged, 'answer')
    },
  },
]

function mustBe(status: number, exchange: Exchange, accept: Accept): void {
  const { status: came, json } = exchange.response
  const told = accept === null ? 'without Accept' : `with Accept: ${accept}`
  must(came === status, `${status} ${told}`, came, exchange)
  const what = json === undefined ? 'a body that is not valid JSON' : kind(json)
  must(objectOf(json) !== undefined, `a JSON object ${told}`, what, exchange)
  if (status !== 200) judgeRefusal(exchange)
}
