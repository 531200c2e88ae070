import { STATUS_CODES } from 'node:http'
import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import type { RefusalBody } from '../contract/wire.ts'
import type { Situation } from '../contract/wording.ts'
import type { ShortAnswer } from './answer.ts'
import type { Because, BecauseOne } from './causes/cause.ts'

/**
 * An answer that is an error (clause 7). Only this file has texts of errors. Those of a 400 are worded as Joi does,
 * because the interface shows errors in the form of Joi.
 */
export class Refusal extends Error implements ShortAnswer {
  readonly status: number
  readonly body: ByteText
  readonly error: string
  readonly validation: RefusalBody['validation']
  /** Every fault of the fields of a query or a body, in the default order. */
  faults: readonly Fault[] = []
  /** Which part of the request has the faults. */
  sent: object = {}
  why: Because = () => []
  #situation: Situation | undefined

  constructor(status: number, error: string, message: string, validation?: RefusalBody['validation']) {
    // Nobody reads its stack, which would take longer than the rest of the constructor.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.error = error
    this.validation = validation
    const body: RefusalBody = { error, message, ...(validation && { validation }), status_code: status }
    this.body = toByteText(JSON.stringify(body))
  }

  /** The names that the tables of a profile have for its reason, or for each of its faults. */
  get situations(): readonly Situation[] {
    if (this.#situation) return [this.#situation]
    return this.faults.map(({ key, situation: name, slots }) => ({ name, slots: { key, ...slots } }))
  }

  /** Returns this refusal with the name of its reason. */
  as(name: string, slots: Situation['slots'] = {}): this {
    this.#situation = { name, slots }
    return this
  }

  /** Returns this refusal with its causes for the log. */
  because(why: Because): this {
    this.why = why
    return this
  }
}

type Source = 'query' | 'payload' | 'params'

/** What is wrong with one field of a query or a body: at least one reason. */
export interface Fault {
  key: string
  reasons: string[]
  /** Its name in the tables of a profile: `page.word`, `mensagem.short`, `payload.unknown`. */
  situation: string
  /** Values that its text may contain: `value`, `limit`, `length`. */
  slots?: Readonly<Record<string, string | number>>
  /** Whether the interface does not name the field. */
  unknown?: boolean
  cause: BecauseOne
}

/**
 * Returns what work refuses a request with; undefined if it does not refuse it.
 * @throws whatever else the work throws
 */
export function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

export const refusal = {
  /**
   * @param faults at least one, in the order in which they are listed
   * @param sent the query or the body
   */
  invalid(
    source: Source,
    faults: readonly Fault[],
    { faults: told, unknownKeyText }: Pick<Profile, 'faults' | 'unknownKeyText'>,
    sent: object = {},
  ): Refusal {
    const [first] = faults as [Fault]
    const chosen = told === 'all' ? listed(faults) : [onlyFirstReason(first)]
    const texts = chosen.map((fault) => faultText(fault, source, unknownKeyText))
    const unlisted = told === 'all' ? faults.length - chosen.length : 0
    if (unlisted > 0) texts.push(unlistedText(unlisted))
    const keys = chosen.map(({ key }) => shown(key))
    const answer = new Refusal(400, 'Bad Request', texts.join('. '), { source, keys })
    answer.faults = faults
    answer.sent = sent
    return answer.because((known) => faults.slice(0, MOST_CAUSES).map(({ cause }) => cause(known)))
  },
  notAnObject: () =>
    new Refusal(400, 'Bad Request', '"value" must be an object', { source: 'payload', keys: ['value'] }),
  malformedBody: (withValidation: boolean) =>
    new Refusal(
      400,
      'Bad Request',
      'Invalid request payload JSON format',
      withValidation ? { source: 'payload', keys: ['value'] } : undefined,
    ),
  malformedRequest: () => new Refusal(400, 'Bad Request', 'Malformed request'),
  alreadyDecided: (status: 400 | 409) =>
    new Refusal(status, status === 400 ? 'Bad Request' : 'Conflict', 'O relatório já foi validado.'),
  unauthorized: ({ texts }: Pick<Profile, 'texts'>) => new Refusal(401, 'Unauthorized', texts.unauthorized),
  foreignHost: () => new Refusal(403, 'Forbidden', 'O nome do servidor na requisição não é permitido.'),
  foreignOrigin: () => new Refusal(403, 'Forbidden', 'A origem da requisição não é permitida.'),
  forbidden: () =>
    new Refusal(403, 'Forbidden', 'O relatório pertence a outra organização.').as('report.foreign'),
  routeUnknown: () => new Refusal(404, 'Not Found', 'Not Found').as('route.unknown'),
  reportUnknown: ({ texts }: Pick<Profile, 'texts'>) => new Refusal(404, 'Not Found', texts.notFound),
  methodNotAllowed: () => new Refusal(405, 'Method Not Allowed', 'Method Not Allowed').as('route.method'),
  notAcceptable: () => new Refusal(406, 'Not Acceptable', 'Not Acceptable'),
  timeout: () => new Refusal(408, 'Request Timeout', 'Request Timeout'),
  bodyTooLarge: (limit: number, length: number) =>
    new Refusal(
      413,
      'Request Entity Too Large',
      `Payload content length greater than maximum allowed: ${limit}`,
    ).as('body.too-large', { limit, length }),
  bodyType: () => new Refusal(415, 'Unsupported Media Type', 'Unsupported Media Type'),
  urlTooLong: () => new Refusal(414, 'URI Too Long', 'URI Too Long'),
  headersTooLarge: () =>
    new Refusal(431, 'Request Header Fields Too Large', 'Request Header Fields Too Large'),
  internal: () => new Refusal(500, 'Internal Server Error', 'An internal server error occurred'),
  unavailable: () => new Refusal(503, 'Service Unavailable', 'Service Unavailable'),
  /** A refusal that the service has no reason for: an operator wants it. */
  ofStatus: (status: number, message?: string) => {
    const error = STATUS_CODES[status] ?? 'Error'
    return new Refusal(status, error, message ?? error)
  },
}

/** The log needs no more faults of one request than these. */
const MOST_CAUSES = 8

/** The most that a 400 repeats of a request: more than any real mistake needs, and little compared with the largest body. */
const MOST_FAULTS = 250
const MOST_CHARACTERS = 16_000
const LONGEST_VALUE = 1_000

/** Returns the sentence of a 400 about one fault. */
export function faultText(
  { key, reasons, unknown }: Fault,
  source: string,
  unknownKeyText: Profile['unknownKeyText'],
): string {
  // A text that breaks before its first field is about none.
  if (key === '' && !unknown) return reasons.join(', ')
  if (unknown && unknownKeyText === 'bare') return reasons.join(', ')
  return `child "${unknown ? source : key}" fails because [${reasons.join(', ')}]`
}

export function onlyFirstReason(fault: Fault): Fault {
  return { ...fault, reasons: fault.reasons.slice(0, 1) }
}

export function unlistedText(count: number): string {
  return `${count} more are not listed`
}

/** Returns the faults that are listed: the first ones. */
export function listed(faults: readonly Fault[]): readonly Fault[] {
  let characters = 0
  const end = faults.findIndex(({ key }, i) => {
    characters += shown(key).length
    return i === MOST_FAULTS || characters > MOST_CHARACTERS
  })
  return end === -1 ? faults : faults.slice(0, end)
}

/** Returns a name or a value from the request, shortened if it is longer than any real one. */
export function shown(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
}

/** The reasons for a 400, each about one field. */
export const reason = {
  required: (key: string) => `"${key}" is required`,
  notAllowed: (key: string) => `"${shown(key)}" is not allowed`,
  empty: (key: string) => `"${key}" is not allowed to be empty`,
  type: (key: string, type: 'a boolean' | 'a string' | 'a number' | 'an integer' | 'a valid GUID') =>
    `"${key}" must be ${type}`,
  short: (key: string, least: number) => `"${key}" length must be at least ${least} characters long`,
  long: (key: string, most: number) =>
    `"${key}" length must be less than or equal to ${most} characters long`,
  length: (key: string, length: number) => `"${key}" length must be ${length} characters long`,
  below: (key: string, least: number) => `"${key}" must be larger than or equal to ${least}`,
  above: (key: string, most: number) => `"${key}" must be less than or equal to ${most}`,
  offGrid: (key: string, step: number) => `"${key}" must be a multiple of ${step}`,
  pattern: (key: string, value: string, pattern: RegExp) =>
    `"${key}" with value "${shown(value)}" fails to match the required pattern: ${pattern}`,
  notFound: (key: string, value: string) => `"${key}" with value "${shown(value)}" is not found`,
  oneOf: (key: string, values: readonly string[]) => `"${key}" must be one of [${values.join(', ')}]`,
}
