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
  ...Object.fromEntries([...TOKEN_WORDS, '*'].map((word) => [`word-${word}`, asWritten(word)])),
  'scheme-basic': asWritten('Basic usuario'),
  'scheme-digest': asWritten('Digest username=usuario'),
  quote: { value: 'a"b', label: 'a"b', inShell: 'a\\"b' },
}

/** Returns every token that must be refused, by name. */
function wrongTokens({ wrong }: Keyring): Map<string, Credentials> {
  return new Map([...wrong, ...Object.entries(WORDS)])
}

/** Without a token, with one that nobody has, and with one whose access is not enabled. */
const PLAIN = ['none', 'random', 'disabled']
const isPlain = ({ token = '' }: Cell) => PLAIN.includes(token)
const isNone = ({ token }: Cell) => token === 'none' || token === 'empty'
/** Every other wrong token comes after these. */
const TOKENS = [...PLAIN, 'empty']
const is401 = { status: 401 } as const

/** Queries that many services refuse. */
export const BAD_QUERIES: Readonly<Record<string, Query>> = {
  'page-0': { page: 0 },
  'rows-24': { rows: 24 },
  'cpf-with-letters': { cpf: 'abc' },
  'unknown-parameter': { campo: 1 },
}
const isGoodQuery = ({ request = '' }: Cell) => !Object.hasOwn(BAD_QUERIES, request)
const LISTS = ['plain', 'whole', 'cpf', 'second-page', 'far-page']
const TOLD = 'a service that looks at anything else before the token tells it to strangers.'

/** Heading 5: who may read a list. */
export const tokensOfLists: Table<RefusalAspect> = {
  name: 'tokens of lists',
  risk: 'r',
  axes: { token: TOKENS, request: [...LISTS, ...Object.keys(BAD_QUERIES)], parameter: ['none', ...TOKEN_PARAMETERS] },
  aspects: REFUSAL_ASPECTS,
  // biome-ignore format: rows
  checks: [
    check('AUTH-01', '5-1 4.1-5 1-3', 'status', 'returns 401 for every list without a token',
      { of: (cell) => isNone(cell) && isGoodQuery(cell) && cell.parameter === 'none' }),
    check('AUTH-02', '5-2 4.1-5 7-401', 'status', 'returns 401 for every list with a wrong token',
      { of: (cell) => !isNone(cell) && isGoodQuery(cell) && cell.token !== 'disabled' }),
    check('AUTH-13', '7-401 5-2 4.1-5', 'status', 'returns 401 for every list with a token whose access is not enabled',
      { of: ({ token }) => token === 'disabled', needs: ['disabled-token'] }),
    check('AUTH-16', '5-1 4.1-5 1-3', 'status', 'does not accept the token in the query', { of: ({ parameter }) => parameter !== 'none' }),
    check('AUTH-21', '4.1-5 5-2 5-1 7-401', 'status', 'returns 401 for a wrong token and a query that it may refuse',
      { of: (cell) => !isGoodQuery(cell), should: TOLD }),
  ],
  async ask(service) {
    const cpf = nobodysCpf()
    const whole = { nome: service.gibberish(32), cpf, sort: '-atualizado_em', page: 1, rows: 50 }
    const lists = { plain: {}, whole, cpf: { cpf }, 'second-page': { rows: 50, page: 2 }, 'far-page': { page: 2_623 } }
    const queries: Readonly<Record<string, Query>> = { ...lists, ...BAD_QUERIES }
    const wrong = wrongTokens(service.keys)
    const refused = (token: string, request: string): Refused => ({
      cell: { token, request, parameter: 'none' },
      want: is401,
      isUnknown: false,
      ask: async () => (await service.again(queries[request], { authorization: wrong.get(token) })).exchange,
    })
    /** Saves requests: what takes another wrong token for a right one does so whatever the parameters. */
    const requestsOf = (token: string, i: number) => {
      if (!isPlain({ token })) return [i % 2 === 0 ? 'plain' : 'whole']
      return token === 'disabled' ? LISTS.slice(0, 2) : LISTS.filter((_, at) => at !== (token === 'none' ? 4 : 3))
    }
    // An answer may be kept for whoever asks the same next, and so may a refusal; `every list` judges what the right token gets.
    const withRight = () => Promise.all([{}, { cpf }].map((query) => service.again(query)))
    const [accepted] = await withRight()
    if (!accepted?.list) throw new Undecided('blocked', `a list with the valid token is answered ${accepted?.status}`)
    const judged = await askRefused([
      ...[...wrong.keys()].flatMap((token, i) => requestsOf(token, i).map((request) => refused(token, request))),
      ...Object.keys(BAD_QUERIES).map((request, i) => refused(PLAIN[i % 2] as string, request)),
    ])
    await withRight()
    return [...judged, ...(await askWithParameters(service))]
  },
}

/** Sends the token in the query, under several names at once; each alone if the refusal may be about another one. */
async function askWithParameters(service: Service): Promise<Judged<RefusalAspect>[]> {
  const { own, none } = service.keys
  const secret = secretOf(own.value) as string
  const send = (names: readonly string[]) => service.send(listQuestion(none, Object.fromEntries(names.map((name) => [name, secret]))))
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
const axes: Axes = { token: TOKENS, body: Object.keys(BODIES), report: ['declared', 'unknown'] }
const CLAUSES = '4.2-4 5-1 5-2 1-3 7-401'

/** Returns decisions with every wrong token, in turn approvals and rejections; a report that exists gets bad bodies, too. */
function decisions(service: Service, report?: Numero): Refused[] {
  const wrong = wrongTokens(service.keys)
  const refused = (token: string, body: string): Refused => ({
    cell: { token, body, report: report ? 'declared' : 'unknown' },
    want: is401,
    isUnknown: !report,
    ask: () => service.decide(report ?? service.unknownNumber(), BODIES[body], { authorization: wrong.get(token) }),
  })
  // Saves requests: a service reads the scheme of a token before anything else.
  const tokens = [...wrong.keys()].filter((token) => report || !token.startsWith('scheme'))
  return [
    ...tokens.map((token, i) => refused(token, i % 2 === (report ? 1 : 0) ? 'approval' : 'rejection')),
    ...PLAIN.slice(0, report ? 2 : 0).map((token) => refused(token, 'unknown-field')),
  ]
}

/** Heading 5: who may decide, if there is no such report. */
export const tokensOfDecisions: Table<RefusalAspect> = {
  name: 'tokens of decisions',
  risk: 'w0',
  axes,
  aspects: REFUSAL_ASPECTS,
  // biome-ignore format: rows
  checks: [
    check('AUTH-07', CLAUSES, 'status', 'returns 401 for every decision without the exact token'),
  ],
  ask: (service) => askRefused(decisions(service)),
}

/** The same for a report that exists. */
export const tokensForReport: Table<RefusalAspect> = {
  name: 'tokens for a report',
  risk: 'w1',
  needs: ['report'],
  axes,
  aspects: REFUSAL_ASPECTS,
  // biome-ignore format: rows
  checks: [
    check('AUTH-10', CLAUSES, 'status', 'returns 401 for every decision on an existing report without the exact token',
      { of: ({ body }) => body !== 'unknown-field' }),
    check('AUTH-20', CLAUSES, 'status', 'returns 401 for a wrong token and a bad body',
      { of: ({ body }) => body === 'unknown-field', should: TOLD }),
    check('AUTH-23', CLAUSES, 'late', 'does not tell without the exact token whether a report exists', { should: TOLD }),
  ],
  async ask(service) {
    const [report] = service.reports as [Numero]
    // A service may know the numbers that an organization sent.
    await service.decide(report, {})
    return askRefused([...decisions(service, report), ...decisions(service).filter(({ cell }) => isPlain(cell))])
  },
}
