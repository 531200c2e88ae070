import type { ClauseId } from '../../src/contract/clauses.ts'
import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { kind } from '../service/format.ts'
import { objectOf, textOf } from '../service/lists.ts'
import { mediaType } from '../service/media-type.ts'
import type { Numero, Service } from '../service/service.ts'
import type { Check } from './check.ts'

type Body = Record<string, unknown>

/** The value of `error` that the interface shows for each status. */
const NAMES: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' }

/** Checks heading 7: every refusal of the run, whatever the request was. */
export const errors: readonly Check[] = [
  {
    id: 'ENV-05',
    clause: ['7-error', '7-message', '2.4-error'],
    level: 'required',
    risk: 'w0',
    partlyAtR: true,
    after: 'everything',
    title: 'includes an error and a message that are not empty in every refusal',
    run: (service) => each(service, [400, 401, 404], hasTexts),
  },
  {
    id: 'ENV-06',
    clause: ['7-status_code', '2.4-error'],
    level: 'required',
    risk: 'w0',
    partlyAtR: true,
    after: 'everything',
    title: 'includes the HTTP status as the integer status_code in every refusal',
    run: (service) => each(service, [400, 401, 404], hasStatusCode),
  },
  {
    id: 'ENV-07',
    clause: ['7-validation'],
    level: 'required',
    risk: 'w0',
    partlyAtR: true,
    after: 'everything',
    title: 'includes validation only in a 400',
    run: (service) => each(service, [401, 404], hasNoValidation),
  },
  {
    id: 'ENV-08',
    clause: ['7-validation'],
    level: 'required',
    risk: 'w0',
    after: 'everything',
    title: 'includes source, a string, and keys, an array of strings, in validation',
    run: (service) => each(service, [400], hasSourceAndKeys, (body) => body.validation !== undefined),
  },
  named('VAL-11', 400, 'w0'),
  named('AUTH-05', 401, 'r'),
  named('VAL-03', 404, 'w0'),
  {
    id: 'AUTH-06',
    clause: ['7-401', '5-2'],
    level: 'wording',
    risk: 'r',
    after: 'everything',
    title: 'mentions the token and the access in the message of a 401',
    run: (service) =>
      each(
        service,
        [401],
        (body, exchange) => {
          const message = textOf(body.message)
          must(/token/i.test(message), 'a message that mentions the token', message, exchange)
          must(
            /acess|habilit|permiss|autoriz/i.test(message),
            'a message that mentions the access',
            message,
            exchange,
          )
        },
        hasMessage,
      ),
  },
  {
    id: 'VAL-04',
    clause: ['7-404'],
    level: 'wording',
    risk: 'w0',
    after: 'everything',
    title: 'says in the message of a 404 that the protocol was not found',
    run: (service) =>
      each(
        service,
        [404],
        (body, exchange) => {
          const message = textOf(body.message)
          must(
            /protocolo/i.test(message) && /n[ãa]o|inexist/i.test(message),
            'a message in Portuguese that the protocol was not found',
            message,
            exchange,
          )
        },
        (body, { question }) => question.method === 'POST' && hasMessage(body),
      ),
  },
  {
    id: 'ENV-09',
    clause: ['7-open', '8-open-rate', '9-open', '2.4-success'],
    level: 'open',
    risk: 'r',
    after: 'everything',
    title: 'chooses whether to return fields, headers or statuses that the interface does not show',
    async run(service) {
      const { exchange, status } = await service.again()
      const { headers } = exchange.response
      const { theirs } = service.redactor
      const { answers, beyond, otherStatuses } = service.spoken
      const telling = Object.keys(headers).filter((name) => TELLING_HEADERS.test(name))
      const fields = [...beyond.fields]
        .sort()
        .map(([kind, names]) => [`undocumented fields of ${kind}`, theirs([...names].join(', '))]) as [
        string,
        string,
      ][]
      const others = [...otherStatuses].map(([other, times]) => `${other} (${counted(times, 'time')})`)
      const encodings = [...service.spoken.encodings].map(
        ([name, times]) => `${name} (${counted(times, 'time')})`,
      )
      return [
        ['content-type of GET /pessoas', mediaType(headers['content-type'], service.redactor) ?? 'missing'],
        ...(encodings.length > 0
          ? [['compressed although the request accepts only identity', theirs(encodings.join(', '))] as const]
          : []),
        ...(fields.length > 0
          ? fields
          : [['undocumented fields', `none in ${counted(answers, 'answer')}`] as const]),
        ['statuses other than 200, 400, 401 and 404', others.join(', ') || 'none'],
        ['headers about version, rate limit or server', telling.join(', ') || 'none'],
        [`time of GET /pessoas, which returned ${status}`, `${Math.round(exchange.ms)} ms`],
      ]
    },
  },
]

/** Whole names only: a name that the service invents can spell a person in a form that nothing recognizes. */
const TELLING_HEADERS =
  /^(?:(?:x-)?(?:api-|app-|service-)?version|api-(?:supported|deprecated)-versions|x-aspnet(?:mvc)?-version|(?:x-)?rate-?limit(?:-(?:limit|remaining|reset|policy|used|resource))?|deprecation|sunset|server(?:-timing)?|www-authenticate)$/i

/** The clauses that {@link judgeRefusal} may report as violated, whatever the refusal is for. */
export const REFUSAL_CLAUSES = [
  '2.4-error',
  '7-error',
  '7-message',
  '7-status_code',
  '7-validation',
] as const satisfies readonly ClauseId[]

/**
 * Judges a refusal with 400, 401 or 404 by heading 7, for checks that run after those of heading 7.
 * @throws {Violation}
 */
export function judgeRefusal(exchange: Exchange): void {
  const { status, json } = exchange.response
  const body = objectOf(json)
  must(
    body !== undefined,
    'a refusal that is a JSON object',
    json === undefined ? 'a body that is not valid JSON' : kind(json),
    exchange,
  )
  hasTexts(body, exchange)
  hasStatusCode(body, exchange)
  if (status !== 400) hasNoValidation(body, exchange)
  else if (body.validation !== undefined) hasSourceAndKeys(body, exchange)
  hasName(body, exchange)
}

function hasTexts(body: Body, exchange: Exchange): void {
  for (const field of ['error', 'message']) {
    const value = body[field]
    must(
      typeof value === 'string' && value !== '',
      `${field} is a string that is not empty`,
      `${field} is ${kind(value)}`,
      exchange,
    )
  }
}

/** Returns whether there is a message to judge. ENV-05 reports a missing one. */
function hasMessage({ message }: Body): boolean {
  return typeof message === 'string' && message !== ''
}

function hasStatusCode({ status_code }: Body, exchange: Exchange): void {
  const { status } = exchange.response
  must(status_code === status, `status_code ${status}`, `status_code is ${kind(status_code)}`, exchange)
}

function hasNoValidation(body: Body, exchange: Exchange): void {
  const isThere = Object.hasOwn(body, 'validation')
  must(!isThere, 'no validation', `validation in a ${exchange.response.status}`, exchange)
}

function hasSourceAndKeys({ validation }: Body, exchange: Exchange): void {
  const { source, keys } = objectOf(validation) ?? {}
  must(typeof source === 'string', 'source is a string', `source is ${kind(source)}`, exchange)
  must(
    Array.isArray(keys) && keys.every((key) => typeof key === 'string'),
    'keys is an array of strings',
    `keys is ${Array.isArray(keys) ? JSON.stringify(keys) : kind(keys)}`,
    exchange,
  )
}

function hasName({ error }: Body, exchange: Exchange): void {
  const name = NAMES[exchange.response.status]
  must(error === name, `error "${name}"`, `error is ${kind(error)}`, exchange)
}

function named(id: string, status: 400 | 401 | 404, risk: Check['risk']): Check {
  return {
    id,
    clause: [`7-${status}`, '7-error'],
    level: 'required',
    risk,
    after: 'everything',
    title: `returns error "${NAMES[status]}" with a ${status}`,
    run: (service) =>
      each(service, [status], (body, exchange) => {
        if (typeof body.error !== 'string' || body.error === '')
          throw new Undecided('blocked', 'error is not a string: see ENV-05')
        hasName(body, exchange)
      }),
  }
}

async function each(
  service: Service,
  statuses: readonly number[],
  judge: (body: Body, exchange: Exchange) => void,
  concerns: (body: Body, exchange: Exchange) => boolean = () => true,
): Promise<string> {
  const refusals = (await service.refusals()).filter(({ response }) => statuses.includes(response.status))
  if (refusals.length === 0)
    throw new Undecided('branch-not-taken', `no request returned ${statuses.join(' or ')}`)
  let judged = 0
  for (const exchange of refusals) {
    if (exchange.response.json === undefined) continue
    const body = objectOf(exchange.response.json)
    must(body !== undefined, 'a refusal that is a JSON object', kind(exchange.response.json), exchange)
    if (!concerns(body, exchange)) continue
    judge(body, exchange)
    judged++
  }
  if (judged === 0) throw new Undecided('branch-not-taken', 'no request returned a refusal of that kind')
  return counted(judged, 'refusal')
}

/**
 * Judges the answer to a POST that must be rejected, for a declared report. A 404 counts only if the target knows the
 * report, because the operator may have declared a wrong number.
 * @throws {Violation} when the status is not the expected one
 * @throws {Undecided} when the target does not know the report
 */
export async function mustRefuseAt(
  service: Service,
  report: Numero,
  expected: 400 | 401,
  exchange: Exchange,
): Promise<void> {
  const { status } = exchange.response
  if (status === 404) {
    const own = await service.once(`known ${report.label}`, () => service.validate(report, {}))
    if (own.response.status === 404) throw unknownReport(report)
  }
  must(status === expected, String(expected), status, exchange)
}

export function unknownReport({ label }: Numero): Undecided {
  return new Undecided(
    'blocked',
    `the target returns 404 for the declared report ${label}`,
    'check that the number is right and that the report belongs to the organization of this token',
  )
}
