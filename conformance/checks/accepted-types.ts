import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { kind } from '../service/format.ts'
import { objectOf, type Query } from '../service/lists.ts'
import { type How, LEGAL_BODY, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import { judgeRefusal, REFUSAL_CLAUSES } from './errors.ts'
import { answerOf } from './judge-cells.ts'
import { listDiffers } from './list-differs.ts'
import { HEADERS } from './listed.ts'

/** What a request says of the answers that it accepts. */
type Preferences = Pick<How, 'accept' | 'acceptEncoding' | 'acceptLanguage'>

/** Every one of them allows JSON. */
const BROWSER: Preferences = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const ANY: Preferences = { accept: '*/*' }
const NONE: Preferences = { accept: null }
/** What most clients accept besides. */
const PACKED: Preferences = { acceptEncoding: 'gzip, deflate, br' }
const FOREIGN: Preferences = { acceptLanguage: 'en-US,en;q=0.9' }
const PACKED_FOREIGN: Preferences = { ...PACKED, ...FOREIGN }
const LOCAL: Preferences = { acceptLanguage: 'pt-BR,pt;q=0.9' }

/** Questions by the status of their answers, and with which preferences each is asked. */
const asked: readonly [
  status: number,
  preferences: readonly Preferences[],
  ask: (service: Service, preferences: Preferences) => Promise<Exchange>,
][] = [
  [401, [BROWSER, NONE, ANY], withoutToken],
  [
    404,
    [BROWSER, PACKED_FOREIGN],
    (service, preferences) => service.validate(service.unknownNumber(), LEGAL_BODY, preferences),
  ],
  [
    400,
    [BROWSER, ANY, PACKED_FOREIGN],
    (service, preferences) =>
      service.validate(service.unknownNumber(), { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }, preferences),
  ],
  [200, [BROWSER], async ({ get }, preferences) => (await get({}, preferences)).exchange],
]
/** A list without parameters, and one that is long enough for a service to compress it, each with a language. */
const LISTS: readonly [Query, Preferences][] = [
  [{}, LOCAL],
  [{ rows: 100 }, FOREIGN],
]

/** The interface shows JSON only, so whoever accepts anything gets JSON. */
export const acceptedTypes: readonly Check[] = [
  {
    id: 'HDR-05',
    clause: ['0-json', ...REFUSAL_CLAUSES, '7-400', '7-401', '7-404'],
    level: 'required',
    risk: 'w0',
    rests: ['ENV-01', 'ENV-02', 'ENV-04', 'AUTH-01', 'VAL-01', 'VAL-10'],
    title: 'answers as documented, whatever type, encoding and language a request prefers',
    async run(service) {
      let judged = 0
      for (const [status, preferences, ask] of asked) {
        for (const one of preferences) {
          const exchange = await answerOf(() => ask(service, one))
          if (exchange.response.status === 406) continue
          // An unknown number may come before a bad body.
          if (status === 400 && exchange.response.status === 404) judgeRefusal(exchange)
          else mustBe(status, exchange, one)
          judged++
        }
      }
      if (judged === 0) throw new Undecided('branch-not-taken', 'the service answers 406')
      return counted(judged, 'answer')
    },
  },
  {
    id: 'HDR-06',
    clause: ['0-json', '4.1-4', '2.1-atualizado_em', '2.2-total', ...REFUSAL_CLAUSES, '7-401'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: [...HEADERS, 'ENV-01', 'ENV-02', 'AUTH-01'],
    title: 'returns the same list, and a 401 as documented, whatever encoding and language a request accepts',
    async run(service) {
      for (const [query, language] of LISTS) await mustBeTheSame(service, query, language)
      const refusal = await answerOf(() => withoutToken(service, PACKED_FOREIGN))
      if (refusal.response.status !== 406) mustBe(401, refusal, PACKED_FOREIGN)
      return `${counted(LISTS.length, 'list')} and a 401`
    },
  },
]

async function withoutToken({ get, keys }: Service, preferences: Preferences): Promise<Exchange> {
  return (await get({}, { ...preferences, authorization: keys.none })).exchange
}

/** @throws {Violation} if a list differs from the one that a request without these preferences gets */
async function mustBeTheSame(service: Service, query: Query, language: Preferences): Promise<void> {
  const together = { ...PACKED, ...language }
  const plain = await service.get(query)
  const differs = async (preferences: Preferences) => {
    const answer = await service.get(query, preferences)
    if (answer.status === 406) return undefined
    const isJson = answer.exchange.response.json !== undefined || plain.exchange.response.json === undefined
    const what = isJson ? listDiffers(plain, answer, query) : 'body, which is not valid JSON'
    return what === undefined ? undefined : { what, preferences, answer }
  }
  const both = await differs(together)
  if (both === undefined) return
  // Each is asked for once more, in turn: what differs by chance or by what others asked is not what the headers did.
  for (const preferences of [{}, together, {}]) {
    const again = await service.again(query, preferences)
    const isAlike = listDiffers(preferences === together ? both.answer : plain, again, query) === undefined
    if (!isAlike) throw new Undecided('data-drift', 'the list changed while its answers were compared')
  }
  const { what, preferences, answer } = (await differs(PACKED)) ?? (await differs(language)) ?? both
  throw new Violation(`the same list ${toldOf(preferences)}`, `another ${what}`, [
    plain.exchange,
    answer.exchange,
  ])
}

function mustBe(status: number, exchange: Exchange, preferences: Preferences): void {
  const { status: came, json } = exchange.response
  const told = toldOf(preferences)
  must(came === status, `${status} ${told}`, came, exchange)
  const what = json === undefined ? 'a body that is not valid JSON' : kind(json)
  must(objectOf(json) !== undefined, `a JSON object ${told}`, what, exchange)
  if (status !== 200) judgeRefusal(exchange)
}

function toldOf({ accept, acceptEncoding, acceptLanguage }: Preferences): string {
  if (accept === null) return 'without Accept'
  const headers = { Accept: accept, 'Accept-Encoding': acceptEncoding, 'Accept-Language': acceptLanguage }
  const sent = Object.entries(headers).flatMap(([name, value]) => (value ? `${name}: ${value}` : []))
  return `with ${sent.join(' and ')}`
}
