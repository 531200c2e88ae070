import type { Keyring } from '../client/credentials.ts'
import type { Credentials } from '../client/exchange.ts'
import { secretOf } from '../client/risk.ts'
import type { Axes, Cell } from '../model/cells.ts'
import { APPROVAL, type Numero, type Query, REJECTION, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { askRefused, REFUSAL_ASPECTS, type RefusalAspect, type Refused } from './refused.ts'
import { check, type Table } from './table.ts'

/** Words that a careless client or server takes for a token, or that every object inherits. They are not secrets. */
const WORDS = ['null', 'undefined', "'", 'constructor']

function wrongTokens({ wrong }: Keyring): Map<string, Credentials> {
  return new Map([...wrong, ...WORDS.map((word) => [`word-${word}`, { value: word, label: word }] as const)])
}

/** Without a token, with one that nobody has, and with one whose access is not enabled. Other wrong ones come after these. */
const PLAIN = ['none', 'random', 'disabled']
const isPlain = ({ token = '' }: Cell) => PLAIN.includes(token)

const LISTS = ['plain', 'whole', 'cpf']
const BAD_QUERIES: Readonly<Record<string, Query>> = { 'page-0': { page: 0 }, 'unknown-parameter': { campo: 1 } }
const isBadQuery = ({ request = '' }: Cell) => Object.hasOwn(BAD_QUERIES, request)
/** Parameters in which some services look for a token. */
const PARAMETERS = ['token', 'access_token', 'authorization']
const isParameter = ({ request = '' }: Cell) => PARAMETERS.includes(request)
const TOLD = 'a service that looks at anything else before the token tells it to strangers.'
/** A CPF that nobody has, because its check digits are wrong. */
const CPF = '12345678900'

/** Heading 5: who may read a list. */
export const tokensOfLists: Table<RefusalAspect> = {
  name: 'tokens of lists',
  risk: 'r',
  axes: { token: PLAIN, request: [...LISTS, ...Object.keys(BAD_QUERIES), ...PARAMETERS] },
  aspects: REFUSAL_ASPECTS,
  checks: [
    check('AUTH-01', '5-1 5-2 4.1-5 1-3 7-401', 'status', 'returns 401 for every list without the exact token', {
      of: (cell) => cell.token !== 'disabled' && !isBadQuery(cell) && !isParameter(cell),
    }),
    check('AUTH-13', '7-401 5-2 4.1-5', 'status', 'returns 401 for every list with a token whose access is not enabled', {
      of: ({ token }) => token === 'disabled',
      needs: ['disabled-token'],
    }),
    check('AUTH-16', '5-1 4.1-5 1-3', 'status', 'does not accept the token in the query', { of: isParameter }),
    check('AUTH-21', '4.1-5 5-2 5-1 7-401', 'status', 'returns 401 for a wrong token and a query that it may refuse', {
      of: isBadQuery,
      should: TOLD,
    }),
  ],
  async ask(service) {
    const secret = secretOf(service.keys.own.value) as string
    const whole = { nome: service.gibberish(32), cpf: CPF, sort: '-atualizado_em', page: 1, rows: 50 }
    const inQuery = Object.fromEntries(PARAMETERS.map((name) => [name, { [name]: secret }]))
    const queries: Readonly<Record<string, Query>> = { plain: {}, whole, cpf: { cpf: CPF }, ...BAD_QUERIES, ...inQuery }
    const wrong = wrongTokens(service.keys)
    const refused = (token: string, request: string): Refused => ({
      cell: { token, request },
      // A service may refuse the parameter before it looks for the token.
      want: { status: 401, isOther: (status) => isParameter({ request }) && status >= 400 && status < 500 },
      isUnknown: false,
      ask: async () => (await service.again(queries[request], { authorization: wrong.get(token) })).exchange,
    })
    /** Saves requests: what takes another wrong token for a right one does so whatever the parameters. */
    const requestsOf = (token: string, i: number) => (isPlain({ token }) ? LISTS : [i % 2 === 0 ? 'plain' : 'whole'])
    // A list may be kept for whoever asks the same next, and so may a refusal; `every answer` judges what the right token gets.
    await Promise.all([service.list(), service.again({ cpf: CPF })])
    const judged = await askRefused([
      ...[...wrong.keys()].flatMap((token, i) => requestsOf(token, i).map((request) => refused(token, request))),
      ...Object.keys(BAD_QUERIES).map((request, i) => refused(PLAIN[i % 2] as string, request)),
      ...PARAMETERS.map((request) => refused('none', request)),
    ])
    await Promise.all([service.again(), service.again({ cpf: CPF })])
    return judged
  },
}

const BODIES: Readonly<Record<string, object>> = {
  approval: APPROVAL,
  rejection: REJECTION,
  'unknown-field': { ...APPROVAL, [UNKNOWN_KEY]: 1 },
}
const axes: Axes = { token: PLAIN, body: Object.keys(BODIES), report: ['declared', 'unknown'] }
const CLAUSES = '4.2-4 5-1 5-2 1-3 7-401'

/** Returns decisions with every wrong token, in turn approvals and rejections; a report that exists gets bad bodies, too. */
function decisions(service: Service, report?: Numero): Refused[] {
  const wrong = wrongTokens(service.keys)
  const refused = (token: string, body: string): Refused => ({
    cell: { token, body, report: report ? 'declared' : 'unknown' },
    want: { status: 401 },
    isUnknown: !report,
    ask: () => service.decide(report ?? service.unknownNumber(), BODIES[body], { authorization: wrong.get(token) }),
  })
  return [
    ...[...wrong.keys()].map((token, i) => refused(token, i % 2 === (report ? 1 : 0) ? 'approval' : 'rejection')),
    ...PLAIN.slice(0, report ? 2 : 0).map((token) => refused(token, 'unknown-field')),
  ]
}

/** Heading 5: who may decide, if there is no such report. */
export const tokensOfDecisions: Table<RefusalAspect> = {
  name: 'tokens of decisions',
  risk: 'w0',
  axes,
  aspects: REFUSAL_ASPECTS,
  checks: [check('AUTH-07', CLAUSES, 'status', 'returns 401 for every decision without the exact token')],
  ask: (service) => askRefused(decisions(service)),
}

/** The same for a report that exists. */
export const tokensForReport: Table<RefusalAspect> = {
  name: 'tokens for a report',
  risk: 'w1',
  needs: ['report'],
  axes,
  aspects: REFUSAL_ASPECTS,
  checks: [
    check('AUTH-10', CLAUSES, 'status', 'returns 401 for every decision on an existing report without the exact token', {
      of: ({ body }) => body !== 'unknown-field',
    }),
    check('AUTH-20', CLAUSES, 'status', 'returns 401 for a wrong token and a bad body', {
      of: ({ body }) => body === 'unknown-field',
      should: TOLD,
    }),
    check('AUTH-23', CLAUSES, 'late', 'does not tell without the exact token whether a report exists', { should: TOLD }),
  ],
  async ask(service) {
    const [report] = service.reports as [Numero]
    // A service may know the numbers that an organization sent.
    await service.decide(report, {})
    return askRefused([...decisions(service, report), ...decisions(service).filter(({ cell }) => isPlain(cell))])
  },
}
