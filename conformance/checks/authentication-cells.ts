import { counted } from '../../src/contract/counted.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { type Axes, type Cell, coveringCells } from '../judging/cells.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { objectOf, type Query } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import { queriesToRefuse } from './authentication.ts'
import type { Check } from './check.ts'
import { mustRefuseAt } from './errors.ts'
import { decide, decision } from './first-decisions.ts'
import { type AskedCell, answerOf, judgeCells, waitForAll } from './judge-cells.ts'
import { BAD_QUERIES } from './listed.ts'
import { refusedTokens } from './sequences.ts'

/** Words that a careless client or server takes for a token, or that every object inherits. They are not secrets. */
export const TOKEN_WORDS = ['null', 'undefined', 'Bearer', 'Bearer null', "'", 'constructor', '__proto__']
/** Credentials of schemes of HTTP that this service does not have. They are not secrets, either. */
const SCHEMES: readonly [name: string, value: string][] = [
  ['Basic', 'Basic usuario'],
  ['Digest', 'Digest username=usuario'],
]
const QUOTE: Credentials = { value: 'a"b', label: 'a"b', inShell: 'a\\"b' }

/** Names of a query parameter in which some services look for a token. */
export const TOKEN_PARAMETERS = ['token', 'access_token', 'authorization', 'Authorization', 'api_key']
/** Those that one request has together; whoever reads names in any case would read one of two that are alike twice. */
const TOGETHER = [TOKEN_PARAMETERS.filter((name) => name !== 'Authorization'), ['Authorization']]

const BODIES: Readonly<Record<string, typeof LEGAL_BODY>> = {
  approval: LEGAL_BODY,
  rejection: LEGAL_REJECTION,
}
const axesOfDecided: Axes = {
  token: ['none', 'random', 'changed', 'disabled'],
  body: Object.keys(BODIES),
}
const BAD_BODIES: Readonly<Record<string, object>> = {
  'unknown-field': { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 },
}
const THE_PLAIN_ONES = ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'AUTH-09', 'AUTH-13', 'AUTH-14']

/** Checks heading 5 in combinations of credentials and requests. */
export const authenticationCells: readonly Check[] = [
  {
    id: 'AUTH-15',
    clause: ['5-2', '5-1', '4.1-5', '1-3', '7-401'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    rests: THE_PLAIN_ONES,
    title: 'returns 401 for every list request without the exact token',
    run: refusesLists,
  },
  {
    id: 'AUTH-16',
    clause: ['5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    rests: THE_PLAIN_ONES,
    title: 'does not accept the token in the query',
    async run(service) {
      const { own, none } = service.keys
      const secret = own.value?.split(/\s+/).at(-1) as string
      const isRefused = async (names: readonly string[]): Promise<boolean> => {
        const exchange = await ask(service, Object.fromEntries(names.map((name) => [name, secret])), none)
        const { status } = exchange.response
        must(status >= 400 && status < 500, '401, or 400 for the parameter', worstOf(exchange), exchange)
        return status === 401
      }
      await waitForAll(
        TOGETHER.map(async (names) => {
          // Another refusal may be about one of the names, and hide that the token of another was accepted.
          if (!(await isRefused(names))) await waitForAll(names.map((name) => isRefused([name])))
        }),
      )
      return counted(TOKEN_PARAMETERS.length, 'parameter')
    },
  },
  {
    id: 'AUTH-17',
    clause: ['5-2', '5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: 'in-turn',
    title: 'returns 401 directly after it accepted the same request and after it refused one',
    async run(service) {
      const { wrong, keys } = await refusedTokens(service)
      const judged = wrong.filter(({ accepted }) => accepted.response.status === 200)
      if (judged.length === 0) {
        throw new Undecided('blocked', `GET /pessoas answered ${wrong[0]?.accepted.response.status}`)
      }
      for (const { moment, accepted, exchange } of judged)
        must(exchange.response.status === 401, `401 ${moment}`, worstOf(exchange), accepted, exchange)
      return `${counted(keys, 'wrong token')}, ${counted(judged.length, 'time')}`
    },
  },
  {
    id: 'AUTH-18',
    clause: ['4.2-4', '5-2', '5-1', '1-3', '7-401'],
    level: 'required',
    risk: 'w0',
    rests: ['AUTH-07', 'AUTH-08'],
    title: 'returns 401 for every validation without the exact token',
    async run(service) {
      const asked = await askAll(service, BODIES, () => service.unknownNumber())
      judgeCells(asked, '401', (one) => {
        const { status } = one.exchange.response
        return status === 401 || status === 404 ? undefined : worstOf(one.exchange)
      })
      const refused = asked.filter(({ exchange }) => exchange.response.status === 401).length
      if (refused > 0) {
        const same = '401, the same as for other wrong tokens'
        judgeCells(asked, same, ({ exchange }) => notRefused(exchange), 'token-first')
        return counted(refused, 'refusal')
      }
      throw new Undecided(
        'precedence-open',
        'the service reports the unknown number before the bad token; only an existing report can show the 401',
      )
    },
  },
  {
    id: 'AUTH-19',
    clause: ['4.2-4', '5-2', '5-1', '1-3', '7-401'],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    rests: ['AUTH-10'],
    title: 'returns 401 for every validation of an existing report without the exact token',
    run: (service) => refusesDecisions(service, BODIES),
  },
  {
    id: 'AUTH-20',
    clause: ['4.2-4', '5-2', '5-1', '1-3', '7-401'],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    rests: ['AUTH-10', 'AUTH-19'],
    reading: 'token-first',
    title: 'returns 401 for a wrong token and a bad body',
    run: (service) => refusesDecisions(service, BAD_BODIES),
  },
  {
    id: 'AUTH-23',
    clause: ['4.2-4', '5-2', '5-1', '1-3', '7-401'],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    rests: ['AUTH-10', 'AUTH-19', 'VAL-01'],
    reading: 'token-first',
    title: 'does not tell without the exact token whether a report exists',
    async run(service) {
      const { none, random, changed } = service.keys
      const [report] = service.reports as [Numero]
      const asked = [
        { authorization: none, body: LEGAL_BODY },
        { authorization: random, body: LEGAL_REJECTION },
        { authorization: changed, body: LEGAL_BODY },
      ]
      for (const { authorization, body } of asked) {
        const unknown = await service.validate(service.unknownNumber(), body, { authorization })
        const { status } = unknown.response
        if (status === 401) continue
        const known = await service.validate(report, body, { authorization })
        must(known.response.status === status, '401, as for an existing report', status, unknown, known)
      }
      return counted(asked.length, 'wrong token')
    },
  },
  {
    id: 'AUTH-24',
    clause: ['4.2-4', '5-2', '5-1', '1-3', '7-401'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    rests: ['AUTH-10', 'AUTH-19'],
    title: 'returns 401 without the exact token, even for a repeat of the last decision',
    async run(service) {
      await decision(service, 0)
      const [report] = service.reports as [Numero]
      const { none, random, changed, disabled } = service.keys
      const asked: AskedCell[] = []
      for (const [body, sent] of Object.entries(BODIES)) {
        // A report that is unknown for a moment says nothing of the token.
        if ((await decide(service, report, sent)).response.status === 404) continue
        for (const [token, authorization] of Object.entries({ none, random, changed, disabled })) {
          if (!authorization) continue
          const exchange = await answerOf(() => service.validate(report, sent, { authorization }))
          asked.push({ axes: axesOfDecided, cell: { token, body }, exchange })
        }
      }
      if (asked.length === 0) throw new Undecided('blocked', 'the service answers 404 for a decided report')
      judgeCells(asked, '401', ({ exchange }) =>
        exchange.response.status === 200 ? worstOf(exchange) : undefined,
      )
      // Whether a report can be decided again may be judged before the token.
      judgeCells(asked, '401', ({ exchange }) => notRefused(exchange), 'token-first')
      return counted(asked.length, 'refusal')
    },
  },
  {
    id: 'AUTH-21',
    clause: ['4.1-5', '5-2', '1-3', '7-401'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    rests: [...THE_PLAIN_ONES, 'AUTH-15'],
    reading: 'token-first',
    title: 'returns 401 for a wrong token and a query that it refuses',
    async run(service) {
      const { own, none, random } = service.keys
      const refused: Query[] = []
      const controls = await waitForAll(BAD_QUERIES.map((query) => ask(service, query, own)))
      for (const [i, query] of BAD_QUERIES.entries()) {
        const { status } = (controls[i] as Exchange).response
        // The interface shows no status for a bad query, so a service may have its own.
        if (status >= 400 && status < 500) refused.push(query)
      }
      if (refused.length === 0) throw new Undecided('branch-not-taken', 'the service refuses no query')
      // Saves requests: whoever looks at the query first does so whatever the token is.
      const answers = await waitForAll(
        refused.map((query, i) => ask(service, query, i % 2 === 0 ? none : random)),
      )
      for (const exchange of answers)
        must(exchange.response.status === 401, '401', worstOf(exchange), exchange)
      return `${counted(refused.length, 'query', 'queries')}, each with a wrong token or without one`
    },
  },
]

/** Returns every wrong credential by name. */
function wrongKeys(service: Service): Record<string, Credentials> {
  const { own, other: _other, wrong: _wrong, ...wrong } = service.keys
  const words = TOKEN_WORDS.map((word): [string, Credentials] => [
    `word ${word}`,
    { value: word, label: word },
  ])
  const all: [string, Credentials | undefined][] = [
    ...Object.entries(wrong),
    ...words,
    ...SCHEMES.map(([name, value]): [string, Credentials] => [`scheme ${name}`, { value, label: value }]),
    ['quote', QUOTE],
  ]
  return Object.fromEntries(
    all.filter((entry): entry is [string, Credentials] => (entry[1] ?? own).value !== own.value),
  )
}

/** Saves requests: a service reads the scheme of a token before anything else. */
function isPlainWithScheme(plain: string): (part: Cell) => boolean {
  return ({ token, request, body }) =>
    !token?.startsWith('scheme ') || [request, body].every((value) => value === undefined || value === plain)
}

/** Tokens that are sent with every query; the others are sent without any and with all parameters at once. */
const WITH_EVERY_QUERY = new Set(['none', 'random', 'changed', 'disabled'])

/** Pages on which a service may look for rows before it looks at the token: one after the first, one after the end. */
const LATER: Readonly<Record<string, Query>> = { later: { rows: 50, page: 2 }, 'far-away': { page: 2_623 } }
const WITH_LATER_PAGES = new Set(['none', 'random', 'disabled'])

/**
 * Saves requests: a service that takes another wrong token for a right one because of a parameter does so, too, if there
 * are more parameters.
 */
function isTelling({ token, request }: Cell, accepted: readonly string[]): boolean {
  if (token !== undefined && request !== undefined && request in LATER) return WITH_LATER_PAGES.has(token)
  if (token === undefined || request === undefined || !accepted.includes('whole')) return true
  if (WITH_EVERY_QUERY.has(token)) return true
  const isWord = token.startsWith('word ') || ['quote', 'accent', 'blank'].includes(token)
  // What takes a word for a token does so whatever the parameters: each comes once, half of them without any.
  if (isWord)
    return (request === 'whole') === (token.length % 2 === 1) && [accepted[0], 'whole'].includes(request)
  return request === accepted[0] || request === 'whole'
}

async function refusesLists(service: Service): Promise<string> {
  const queries: Record<string, Query> = { plain: {}, ...(await queriesToRefuse(service)), ...LATER }
  const controls = await waitForAll(
    Object.entries(queries).map(async ([name, query]) => ({
      name,
      exchange: await ask(service, query, service.keys.own),
    })),
  )
  const accepted = controls.filter(({ exchange }) => exchange.response.status === 200).map(({ name }) => name)
  if (accepted.length === 0)
    throw new Undecided('blocked', 'no list request with the valid token returned 200')
  const keys = wrongKeys(service)
  const axes: Axes = { token: Object.keys(keys), request: accepted }
  const isSpared = isPlainWithScheme(accepted[0] as string)
  const asked = await waitForAll(
    coveringCells(axes, { strength: 2, allows: (part) => isSpared(part) && isTelling(part, accepted) }).map(
      async (cell): Promise<AskedCell> => ({
        axes,
        cell,
        exchange: await ask(
          service,
          queries[cell.request as string] as Query,
          keys[cell.token as string] as Credentials,
        ),
      }),
    ),
  )
  judgeCells(asked, '401', ({ exchange }) => notRefused(exchange))
  return `${counted(asked.length, 'cell')}, and 200 with the valid token`
}

/** Sends each body with each wrong token. */
function askAll(
  service: Service,
  bodies: Readonly<Record<string, object>>,
  numeroOf: () => Numero,
): Promise<AskedCell[]> {
  const keys = wrongKeys(service)
  const axes: Axes = { token: Object.keys(keys), body: Object.keys(bodies) }
  return waitForAll(
    coveringCells(axes, { strength: 2, allows: isPlainWithScheme('approval') }).map(
      async (cell): Promise<AskedCell> => {
        const authorization = keys[cell.token as string]
        const body = bodies[cell.body as string]
        return {
          axes,
          cell,
          exchange: await answerOf(() => service.validate(numeroOf(), body, { authorization })),
        }
      },
    ),
  )
}

async function refusesDecisions(service: Service, bodies: Readonly<Record<string, object>>): Promise<string> {
  const [report] = service.reports as [Numero]
  const asked = await askAll(service, bodies, () => report)
  const unknown = asked.find(({ exchange }) => exchange.response.status === 404)
  if (unknown) await mustRefuseAt(service, report, 401, unknown.exchange)
  judgeCells(asked, '401', ({ exchange }) => notRefused(exchange))
  return counted(asked.length, 'refusal')
}

function ask(service: Service, query: Query, authorization: Credentials): Promise<Exchange> {
  return answerOf(async () => (await service.get(query, { authorization })).exchange)
}

/** Returns the answer that came instead of a 401; undefined for a 401. */
function notRefused(exchange: Exchange): string | undefined {
  return exchange.response.status === 401 ? undefined : worstOf(exchange)
}

/** Returns the status and, if the answer discloses data, what it discloses. */
function worstOf({ response: { status, json } }: Exchange): string {
  const result = objectOf(objectOf(json)?.result)
  const { itens } = result ?? {}
  if (Array.isArray(itens)) return `${status} with a list of ${counted(itens.length, 'person')}`
  return typeof result?.numero === 'string'
    ? `${status} with numero, so a decision was recorded`
    : String(status)
}
