import { jsonValue } from '../../contract/json-value.ts'
import { type ControlHost, organizationOf } from '../host.ts'
import { isDeep } from '../is-deep.ts'
import {
  allOf,
  ControlRefusal,
  type ControlRoute,
  ControlStream,
  handleSchema,
  route,
  type Schema,
  text,
} from '../route.ts'
import type { Exchange } from './exchange.ts'
import { findFields, type JournalOfPort, SHOWN_AS_TEXT } from './journal.ts'
import { type ExchangeMatcher, filters, matcherSchema } from './matcher.ts'
import { outcomes } from './outcome.ts'
import { expectationFields, JournalGapError, VerificationError } from './verify.ts'

const organization = handleSchema('The handle of an organization; all by default.')
const ofOne = { type: 'object', properties: { organization } } as const
const perSecond = {
  type: 'integer',
  minimum: 1,
  description: 'The most exchanges in a second; the others count as missed. All by default.',
} as const
const listQuery = { type: 'object', properties: { organization, ...filters } } as const
const streamQuery = { type: 'object', properties: { ...listQuery.properties, perSecond } } as const
const textQuery = {
  ...listQuery,
  properties: {
    ...listQuery.properties,
    ...findFields,
    limit: { ...findFields.limit, default: SHOWN_AS_TEXT },
  },
} as const
const findQuery = {
  type: 'object',
  properties: {
    ...listQuery.properties,
    body: { ...text, maxLength: 1_000, description: 'Fields of the body, as a JSON object.' },
    ...findFields,
    limit: { ...findFields.limit, default: 100 },
    format: { enum: ['json', 'har'], default: 'json', description: 'har returns an object of HAR 1.2.' },
  },
} as const
const verifyBody = {
  type: 'object',
  required: ['matcher'],
  properties: { organization, matcher: matcherSchema, ...expectationFields },
} as const

const whole = { type: 'integer', minimum: 0 } as const
const mark = { ...whole, description: 'For `since` of a later call.' } as const
const texts = { type: 'array', items: text } as const
const map = { type: 'object', additionalProperties: true } as const
const anything: Schema = { description: 'The JSON value, or the text if it is not JSON.' }
const answer = { headers: map, body: anything, bytes: whole } as const
const exchangeFields = {
  id: whole,
  time: text,
  ms: { type: ['number', 'null'] },
  organization: { type: ['string', 'null'] },
  method: text,
  url: text,
  status: { type: ['integer', 'null'] },
  outcome: { enum: outcomes, description: 'What became of the answer.' },
  faults: texts,
  why: { type: 'array', items: { ...map, description: 'It has step, code, reason and remedy.' } },
  hints: texts,
  path: text,
  query: map,
  headers: map,
  answer: { type: ['object', 'null'], properties: answer },
  service: {
    type: ['object', 'null'],
    description: 'What the service answered, where a fault sent another answer.',
    properties: { status: whole, ...answer },
  },
  curl: { ...text, description: 'A shell command that sends it again, with its token in $CLIENT_TOKEN.' },
} as const satisfies Record<keyof Omit<Exchange, 'body'>, Schema>
const exchangeSchema: Schema = {
  ...allOf(exchangeFields),
  properties: { ...exchangeFields, body: anything },
}
const exchanges = { type: 'array', items: exchangeSchema } as const

/** Returns the routes of the journal; none if it is off. */
export function journalRoutes(host: ControlHost): ControlRoute[] {
  const { journals } = host
  if (journals === undefined) return []
  const journalOf = (handle: string | undefined): JournalOfPort =>
    handle === undefined ? journals.whole : journals.of(organizationOf(host, handle).organization)

  return [
    route({
      method: 'GET',
      path: '/journal',
      summary: 'Finds exchanges, the latest of those that match, in the order of arrival.',
      query: findQuery,
      answer: {
        type: 'object',
        properties: {
          exchanges,
          total: { ...whole, description: 'How many match, whatever the limit.' },
          totals: allOf({ kept: whole, inFlight: whole, dropped: whole }),
          mark,
          log: { ...map, description: 'In place of all other fields, with format=har.' },
        },
      },
      handle: ({ query }) => {
        const { organization, format, body } = query
        const journal = journalOf(organization)
        const matcher: ExchangeMatcher = {
          ...only(query, filters),
          ...(body !== undefined && { body: bodyOf(body) }),
        }
        const options = { limit: 100, ...only(query, findFields) }
        if (format === 'har') return journal.har(matcher, options)
        return {
          exchanges: journal.find(matcher, options),
          total: journal.count(matcher, options),
          totals: journal.totals,
          mark: journal.mark(),
        }
      },
    }),
    route({
      method: 'GET',
      path: '/journal/text',
      summary:
        'Returns exchanges as text for people, such as for a test that failed: why, and the curl command of each.',
      query: textQuery,
      answer: { type: 'text/plain' },
      handle: ({ query }) => {
        const options = only(query, findFields)
        return new ControlStream('text/plain', [
          journalOf(query.organization).text(only(query, filters), options),
        ])
      },
    }),
    route({
      method: 'GET',
      path: '/journal/{id}',
      summary: 'Returns one exchange.',
      answer: exchangeSchema,
      handle: ({ params }) => {
        const exchange = journals.whole.get(Number(params.id))
        if (exchange) return exchange
        throw new ControlRefusal(
          404,
          'unknown-exchange',
          `The journal has no exchange ${JSON.stringify(params.id)}.`,
          'It was dropped or cleared, or it never came. GET /v1/journal lists what is kept.',
        )
      },
    }),
    route({
      method: 'DELETE',
      path: '/journal',
      summary: 'Forgets what came until now, and returns a mark for since.',
      query: ofOne,
      answer: allOf({ mark }),
      handle: ({ query }) => ({ mark: journalOf(query.organization).clear() }),
    }),
    route({
      method: 'GET',
      path: '/journal/stream',
      summary: 'Follows new exchanges as server-sent events: exchange, and missed for how many more came.',
      query: streamQuery,
      answer: { type: 'text/event-stream' },
      handle: ({ query: { organization, perSecond, ...matcher }, signal }) => {
        const events = journalOf(organization).stream(matcher as ExchangeMatcher, signal, { perSecond })
        return new ControlStream('text/event-stream', events)
      },
    }),
    route({
      method: 'GET',
      path: '/verify',
      summary: 'Returns the latest verification that failed, with its nearest misses; null if none has.',
      answer: allOf({ last: { type: ['object', 'null'], properties: { time: text, message: text } } }),
      handle: () => ({ last: journals.whole.lastMiss() }),
    }),
    route({
      method: 'POST',
      path: '/verify',
      summary: 'Waits until exchanges match as expected; 409 if they do not, or if the journal cannot tell.',
      body: verifyBody,
      answer: {
        type: 'object',
        required: ['verified', 'matched'],
        properties: {
          verified: { const: true },
          matched: exchanges,
          hint: { ...text, description: 'Why this proves little: no exchange at all was received.' },
        },
      },
      handle: async ({ body, signal }) => {
        const { organization, matcher, ...expectation } = body as VerifyBody
        const journal = journalOf(organization)
        try {
          const matched = await journal.verify(matcher, expectation, signal)
          const { since } = expectation
          const isSilent = journal.count({}, since === undefined ? {} : { since }) === 0
          return { verified: true, matched, ...(isSilent && { hint: NOTHING_CAME }) }
        } catch (error) {
          if (error instanceof VerificationError) throw new ControlRefusal(409, 'not-verified', error.message)
          if (error instanceof JournalGapError) throw new ControlRefusal(409, 'journal-gap', error.message)
          throw error
        }
      },
    }),
  ]
}

type VerifyBody = Parameters<JournalOfPort['verify']>[1] & { organization?: string; matcher: ExchangeMatcher }

const NOTHING_CAME =
  'No exchange at all was received here, so this would also be true of a client with a wrong URL or another token. Verify something that the client must send, too.'

/** Returns those parameters that others name. */
function only(query: object, names: object): object {
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(names, name)))
}

/** @throws {ControlRefusal} when it is not a JSON object */
function bodyOf(text: string): object {
  const value = jsonValue(text)
  if (typeof value === 'object' && value !== null && !isDeep(value)) return value
  const remedy = 'Send body={"aprovar":true}, percent-encoded.'
  throw new ControlRefusal(400, 'query', 'body is not a JSON object.', remedy)
}
