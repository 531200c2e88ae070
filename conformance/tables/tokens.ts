import { randomInt } from 'node:crypto'
import { checkDigits } from '../../src/contract/cpf.ts'
import type { Keyring } from '../client/credentials.ts'
import type { Credentials } from '../client/exchange.ts'
import { secretOf } from '../client/risk.ts'
import type { Axes, Cell } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { APPROVAL, listQuestion, type Numero, type Query, REJECTION, UNKNOWN_KEY } from '../model/questions.ts'
import { REFUSAL_ASPECTS, type RefusalAspect } from '../model/refusal-faults.ts'
import type { Service } from '../model/service.ts'
import { askRefused, type Refused } from './refused.ts'
import { check, type Judged, type Table } from './table.ts'

/** Words that a careless client or server takes for a token, or that every object inherits. They are not secrets. */
export const TOKEN_WORDS = ['null', 'undefined', 'Bearer', 'Bearer null', "'", 'constructor', '__proto__']
/** Names of a query parameter in which some services look for a token. */
export const TOKEN_PARAMETERS = ['token', 'access_token', 'authorization', 'Authorization', 'api_key']

const asWritten = (value: string): Credentials => ({ value, label: value })
const WORDS: Readonly<Record<string, Credentials>> = {
  ...Object.fromEntries(TOKEN_WORDS.map((word) => [`word-${word}`, asWritten(word)])),
  'word-*': asWritten('*'),
  'scheme-basic': asWritten('Basic usuario'),
  'scheme-digest': asWritten('Digest username=usuario'),
  quote: { value: 'a"b', label: 'a"b', inShell: 'a\\"b' },
}

/** Returns every token that must be refused, by name. */
function wrongTokens({ own, other: _, disabled, none, empty, random, ...changed }: Keyring): Map<string, Credentials> {
  const all = { none, random, disabled, empty, ...changed, ...WORDS }
  return new Map(Object.entries(all).filter((entry): entry is [string, Credentials] => (entry[1] ?? own).value !== own.value))
}

/** Without a token, with one that nobody has, and with one whose access is not enabled. */
const PLAIN = ['none', 'random', 'disabled']
const isPlain = ({ token = '' }: Cell) => PLAIN.includes(token)
const NO_TOKEN = ['none', 'empty']
const isNone = ({ token = '' }: Cell) => NO_TOKEN.includes(token)
const is401 = { status: 401 } as const

/** Queries that many services refuse. */
export const BAD_QUERIES: Readonly<Record<string, Query>> = {
  'page-0': { page: 0 },
  'rows-24': { rows: 24 },
  'cpf-with-letters': { cpf: 'abc' },
  'unknown-parameter': { campo: 1 },
}
const isBad = ({ request = '' }: Cell) => Object.hasOwn(BAD_QUERIES, request)
const ONE_ORDER = 'a service that looks at anything else before the token tells it to strangers.'
const common = {
  aspects: REFUSAL_ASPECTS,
  axes: {
    // And every other wrong token.
    token: [...PLAIN, 'empty'],
    request: ['plain', 'whole', 'cpf', 'second-page', 'far-page', ...Object.keys(BAD_QUERIES)],
    parameter: ['none', ...TOKEN_PARAMETERS],
  },
} as const satisfies { aspects: readonly RefusalAspect[]; axes: Axes }

/** Heading 5: who may read a list. */
export const tokensOfLists: Table<RefusalAspect> = {
  ...common,
  name: 'tokens of lists',
  risk: 'r',
  checks: [
    check('AUTH-01', '5-1 4.1-5 1-3', 'status', 'returns 401 for every list without a token', {
      of: (cell) => isNone(cell) && !isBad(cell) && cell.parameter === 'none',
    }),
    check('AUTH-02', '5-2 4.1-5 7-401', 'status', 'returns 401 for every list with a wrong token', {
      of: (cell) => !isNone(cell) && !isBad(cell) && cell.token !== 'disabled',
    }),
    check('AUTH-13', '7-401 5-2 4.1-5', 'status', 'returns 401 for every list with a token whose access is not enabled', {
      of: (cell) => cell.token === 'disabled' && !isBad(cell),
      needs: ['disabled-token'],
    }),
    check('AUTH-16', '5-1 4.1-5 1-3', 'status', 'does not accept the token in the query', { of: ({ parameter }) => parameter !== 'none' }),
    check('AUTH-21', '4.1-5 5-2 5-1 7-401', 'status', 'returns 401 for a wrong token and a query that it may refuse', {
      of: isBad,
      should: ONE_ORDER,
    }),
  ],
  async ask(service) {
    const { own, none } = service.keys
    const cpf = nobodysCpf()
    const requests: Readonly<Record<string, Query>> = {
      plain: {},
      cpf: { cpf },
      whole: { nome: service.gibberish(32), cpf, sort: '-atualizado_em', page: 1, rows: 50 },
      'second-page': { rows: 50, page: 2 },
      'far-page': { page: 2_623 },
      ...BAD_QUERIES,
    }
    const refused = ({ token, request }: Cell, authorization: Credentials): Refused => ({
      cell: { token, request, parameter: 'none' } as Cell,
      want: is401,
      isUnknown: false,
      ask: async () => (await service.again(requests[request as string], { authorization })).exchange,
    })
    const wrong = [...wrongTokens(service.keys)]
    /** The plain tokens with every request, the others in turn with the plainest and the one that has the most. */
    const cells = wrong.flatMap(([token, authorization], i) => {
      const every = token === 'none' ? ['plain', 'whole', 'cpf', 'second-page'] : ['plain', 'whole', 'cpf', 'far-page']
      const some = !isPlain({ token }) ? [i % 2 === 0 ? 'plain' : 'whole'] : token === 'disabled' ? ['plain', 'whole'] : every
      return some.map((request) => refused({ token, request }, authorization))
    })
    const bad = Object.keys(BAD_QUERIES).map((request, i) => {
      const token = PLAIN[i % 2] as 'none' | 'random'
      return refused({ token, request }, service.keys[token])
    })
    // An answer may be kept for whoever asks the same next, and a refusal, too; `every list` judges the right token.
    const asRight = () => Promise.all(['plain', 'cpf'].map((request) => service.again(requests[request], { authorization: own })))
    const [accepted] = await asRight()
    if (!accepted?.list) throw new Undecided('blocked', `a list with the valid token is answered ${accepted?.status}`)
    const judged = [...(await askRefused(cells)), ...(await askRefused(bad))]
    await asRight()
    return [...judged, ...(await askWithParameters(service, none))]
  },
}

/** Sends the token in the query, under several names at once; each alone if the refusal may be about another one. */
async function askWithParameters(service: Service, authorization: Credentials): Promise<Judged<RefusalAspect>[]> {
  const secret = secretOf(service.keys.own.value) as string
  const send = (names: readonly string[]) =>
    service.send(listQuestion(authorization, Object.fromEntries(names.map((name) => [name, secret])), { authorization }))
  // Whoever reads names in any case would read one of two that are alike twice.
  const together = [TOKEN_PARAMETERS.filter((name) => name !== 'Authorization'), ['Authorization']]
  const is4xx = (status: number) => status >= 400 && status < 500
  const judged = together.map(async (names) => {
    const exchange = await send(names)
    const isRefused = exchange.response.status === 401
    return askRefused(
      names.map((parameter) => ({
        cell: { token: 'none', request: 'plain', parameter },
        want: { ...is401, isOther: is4xx },
        isUnknown: false,
        ask: async () => (isRefused ? exchange : send([parameter])),
      })),
    )
  })
  return (await Promise.all(judged)).flat()
}

/** Returns a CPF with wrong check digits, so that no real person's CPF is sent with a wrong token. */
function nobodysCpf(): string {
  const base = Array.from({ length: 9 }, () => randomInt(10)).join('')
  const [first, second] = Array.from(checkDigits(base), Number) as [number, number]
  return `${base}${first}${(second + 1 + randomInt(9)) % 10}`
}

const BODIES: Readonly<Record<string, object>> = {
  approval: APPROVAL,
  rejection: REJECTION,
  'unknown-field': { ...APPROVAL, [UNKNOWN_KEY]: 1 },
}
const isGood = ({ body }: Cell) => body !== 'unknown-field'
const decisionAxes = { token: common.axes.token, body: Object.keys(BODIES), report: ['declared', 'unknown'] }

/**
 * Returns decisions with every wrong token: half of them approvals, half of them rejections.
 * @param turn which half
 */
function decisions(service: Service, turn: 0 | 1, report?: Numero): Refused[] {
  const wrong = wrongTokens(service.keys)
  const refused = (token: string, body: string, numero = report): Refused => ({
    cell: { token, body, report: numero ? 'declared' : 'unknown' },
    want: is401,
    isUnknown: !numero,
    ask: () => service.decide(numero ?? service.unknownNumber(), BODIES[body], { authorization: wrong.get(token) }),
  })
  const tokens = [...wrong.keys()].filter((token) => report || !token.startsWith('scheme'))
  return [
    ...tokens.map((token, i) => refused(token, i % 2 === turn ? 'approval' : 'rejection')),
    // Whether the token or the body is judged first shows only where no 404 hides it.
    ...PLAIN.slice(0, report ? 2 : 0).map((token) => refused(token, 'unknown-field')),
  ]
}

/** Heading 5: who may decide, if there is no such report. */
export const tokensOfDecisions: Table<RefusalAspect> = {
  name: 'tokens of decisions',
  risk: 'w0',
  axes: decisionAxes,
  aspects: REFUSAL_ASPECTS,
  checks: [
    check('AUTH-07', '4.2-4 5-1 5-2 1-3 7-401', 'status', 'returns 401 for every decision without the exact token'),
    check('AUTH-18', '4.2-4 5-1 5-2 1-3 7-401', 'late', 'returns 401 for every wrong token before it tells that the report is unknown', {
      should: ONE_ORDER,
    }),
  ],
  ask: (service) => askRefused(decisions(service, 0)),
}

/** The same for a report that exists. */
export const tokensForReport: Table<RefusalAspect> = {
  name: 'tokens for a report',
  risk: 'w1',
  needs: ['report'],
  axes: decisionAxes,
  aspects: REFUSAL_ASPECTS,
  checks: [
    check('AUTH-10', '4.2-4 5-1 5-2 1-3 7-401', 'status', 'returns 401 for every decision on an existing report without the exact token', {
      of: isGood,
    }),
    check('AUTH-20', '4.2-4 5-1 5-2 1-3 7-401', 'status', 'returns 401 for a wrong token and a bad body', {
      of: (cell) => !isGood(cell),
      should: ONE_ORDER,
    }),
    check('AUTH-23', '4.2-4 5-1 5-2 1-3 7-401', 'late', 'does not tell without the exact token whether a report exists', {
      should: ONE_ORDER,
    }),
  ],
  async ask(service) {
    const [report] = service.reports as [Numero]
    // A service may know the numbers that an organization sent.
    await service.decide(report, {})
    const declared = decisions(service, 1, report)
    const unknown = decisions(service, 1).filter(({ cell }) => isPlain(cell))
    return askRefused([...declared, ...unknown])
  },
}
