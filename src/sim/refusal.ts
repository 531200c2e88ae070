import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import type { RefusalBody } from '../contract/wire.ts'
import type { ShortAnswer } from './answer.ts'
import type { Because, BecauseOne, Cause } from './causes/cause.ts'
import type { Known } from './causes/words.ts'

/**
 * Every answer that is an error, and the only place with its texts (clause 7). The texts of a 400 are those of the
 * framework family whose form the interface shows.
 */
export class Refusal extends Error implements ShortAnswer {
  readonly status: number
  readonly body: ByteText
  why: Because = () => []

  constructor(status: number, error: string, message: string, validation?: RefusalBody['validation']) {
    super(message)
    this.status = status
    const body: RefusalBody = { error, message, ...(validation && { validation }), status_code: status }
    this.body = toByteText(JSON.stringify(body))
  }

  /** The refusal, with its causes for the log. */
  because(why: Because): this {
    this.why = why
    return this
  }
}

type Source = 'query' | 'payload' | 'params'

/** What is wrong with one field of a query or a body: one reason at least. */
export interface Fault {
  key: string
  reasons: string[]
  /** Whether the field is one that the interface does not name. */
  unknown?: boolean
  cause: BecauseOne
}

export const refusal = {
  /** @param faults in the order in which they are told, at least one */
  invalid(
    source: Source,
    faults: readonly Fault[],
    { faults: told, unknownKeyText }: Pick<Profile, 'faults' | 'unknownKeyText'>,
  ): Refusal {
    const [first] = faults as [Fault]
    const chosen = told === 'all' ? listed(faults) : [{ ...first, reasons: first.reasons.slice(0, 1) }]
    const texts = chosen.map(({ key, reasons, unknown }) => {
      if (unknown && unknownKeyText === 'bare') return reasons.join(', ')
      return `child "${unknown ? source : key}" fails because [${reasons.join(', ')}]`
    })
    const unlisted = told === 'all' ? faults.length - chosen.length : 0
    if (unlisted > 0) texts.push(`${unlisted} more are not listed`)
    const keys = chosen.map(({ key }) => shown(key))
    return new Refusal(400, 'Bad Request', texts.join('. '), { source, keys }).because((known) =>
      causesOf(faults, known),
    )
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
  forbidden: () => new Refusal(403, 'Forbidden', 'O relatório pertence a outra organização.'),
  routeUnknown: () => new Refusal(404, 'Not Found', 'Not Found'),
  reportUnknown: ({ texts }: Pick<Profile, 'texts'>) => new Refusal(404, 'Not Found', texts.notFound),
  methodNotAllowed: () => new Refusal(405, 'Method Not Allowed', 'Method Not Allowed'),
  timeout: () => new Refusal(408, 'Request Timeout', 'Request Timeout'),
  bodyTooLarge: (limit: number) =>
    new Refusal(
      413,
      'Request Entity Too Large',
      `Payload content length greater than maximum allowed: ${limit}`,
    ),
  bodyType: () => new Refusal(415, 'Unsupported Media Type', 'Unsupported Media Type'),
  headersTooLarge: () =>
    new Refusal(431, 'Request Header Fields Too Large', 'Request Header Fields Too Large'),
  internal: () => new Refusal(500, 'Internal Server Error', 'An internal server error occurred'),
}

/** More faults of one request than these say nothing new to whoever reads a log. */
const MOST_CAUSES = 8

function causesOf(faults: readonly Fault[], known: Known): Cause[] {
  return faults.slice(0, MOST_CAUSES).map(({ cause }) => cause(known))
}

/** What a 400 repeats of a request: more than any mistake has, and little beside the largest body. */
const MOST_FAULTS = 100
const MOST_CHARACTERS = 16_000
const LONGEST_VALUE = 1_000

/** The first faults, as many as are listed. */
function listed(faults: readonly Fault[]): readonly Fault[] {
  let characters = 0
  const end = faults.findIndex(({ key }, i) => {
    characters += shown(key).length
    return i === MOST_FAULTS || characters > MOST_CHARACTERS
  })
  return end === -1 ? faults : faults.slice(0, end)
}

/** A name or a value that was sent, cut short where it is longer than any real one. */
function shown(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
}

/** The reasons of a 400, each about one field. */
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
  oneOf: (key: string, values: readonly string[]) => `"${key}" must be one of [${values.join(', ')}]`,
}
