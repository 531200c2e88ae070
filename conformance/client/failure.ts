import type { Exchange } from './exchange.ts'
import type { Pace } from './pace.ts'
import type { ChosenProxy } from './proxy.ts'

/** Thrown when the target gave no answer that a clause could judge. */
export class TargetFailure extends Error {
  readonly kind: FailureKind
  /** The status, if it answered with 429 or 5xx. */
  readonly status: number | undefined
  /** What the operator can do about it. */
  readonly remedy: string | undefined

  constructor(
    kind: FailureKind,
    message: string,
    { status, remedy }: { status?: number; remedy?: string } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.remedy = remedy
  }
}

export type FailureKind =
  | 'unreachable'
  | 'proxy'
  | 'certificate'
  | 'no-tls'
  | 'timeout'
  | 'deadline'
  | 'broken-answer'
  | 'too-large'
  | 'status'
  | 'rate-limit'
  | 'token'
  | 'aborted'

/** After so many requests in a row without an answer, or with only 429, the run gives up on the target. */
export const GIVE_UP = 3

const UNAVAILABLE = new Set([502, 503, 504])

/** Returns whether a status says that the service is unavailable, whatever the request. */
export function isUnavailable(status: number): boolean {
  return UNAVAILABLE.has(status)
}

export function endFailure({ reason }: AbortSignal): TargetFailure {
  if (reason instanceof TargetFailure) return reason
  return reason === 'deadline'
    ? new TargetFailure('deadline', 'the run reached --deadline')
    : new TargetFailure('aborted', 'the run was interrupted')
}

export const SILENCE = new TargetFailure('unreachable', `no answer to ${GIVE_UP} requests in a row`)

/** Returns the failure for a 5xx, which decides nothing. */
export function statusFailure({ question: { method }, risk, response }: Exchange): TargetFailure {
  const { status } = response
  const isAway = isUnavailable(status)
  const retried = method === 'GET' && isAway ? ', even after retries' : ''
  const limited = status === 503 ? `if the target limits the rate of requests, ${LOWER_RATE}` : undefined
  const remedy = risk === 'w2' && isAway ? ONE_DECISION : limited
  return new TargetFailure('status', `${method} answered ${status}${retried}`, {
    status,
    ...(remedy !== undefined && { remedy }),
  })
}

const ONE_DECISION =
  'a decision is sent only once, because it may be recorded although it failed: run again with other reports'

const LOWER_RATE = 'use --rate N below the limit of the target'

export function rateFailure(why: string, pace: Pace, rate: number | undefined): TargetFailure {
  return new TargetFailure('rate-limit', `the target answers 429 (too many requests), ${why}`, {
    status: 429,
    remedy: rateRemedy(pace, rate),
  })
}

export function rateRemedy({ seenRate }: Pace, rate: number | undefined): string {
  if (seenRate !== undefined) return `use --rate ${seenRate}, a rate at which the target answered`
  return rate === undefined ? LOWER_RATE : `use a lower --rate than ${rate}`
}

export function timeoutFailure(timeout: number): TargetFailure {
  return new TargetFailure('timeout', `no answer within ${timeout / 1000} s (--timeout)`)
}

/** Error codes of OpenSSL for an answer that begins as plain HTTP. */
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST/

/**
 * Returns a failure in our own words, because a network error may quote what was sent.
 * @param begun whether the answer had begun
 * @param proxy the proxy of the request
 */
export function failureOf(error: unknown, begun: boolean, proxy: ChosenProxy | undefined): TargetFailure {
  const { code = '' } = flatten(error)
  if (NO_TLS.test(code)) {
    return new TargetFailure(
      'no-tls',
      `the target answers without TLS (${code}): use http:// in the base URL`,
    )
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code)) {
    return new TargetFailure('certificate', `no secure connection (${code}): see --ca and --insecure`)
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new TargetFailure('too-large', 'the headers of the answer need more than 16 KiB')
  if (proxy && /Proxy (response|Authentication)/.test((error as Error).message)) {
    const [status = ''] = /\d{3}/.exec((error as Error).message) ?? []
    const remedy =
      status === '407' ? `put its user and password into ${proxy.variable}` : 'it may not reach the service'
    return new TargetFailure(
      'proxy',
      `the proxy ${proxy.name} (${proxy.variable}) answered ${status}: ${remedy}`,
    )
  }
  if (/^(E(?!RR_)|UND_ERR_(SOCKET|CONNECT))/.test(code)) {
    if (begun) return new TargetFailure('broken-answer', `the answer was cut (${code})`)
    if (!proxy) {
      if (code === 'ENOTFOUND')
        return new TargetFailure('unreachable', `the host name cannot be resolved (${code})`)
      return new TargetFailure('unreachable', `the connection failed or was cut (${code})`)
    }
    const what = /RESET|SOCKET|PIPE/.test(code) ? 'cut the connection' : 'cannot be reached'
    return new TargetFailure('proxy', `the proxy ${proxy.name} (${proxy.variable}) ${what} (${code})`)
  }
  return new TargetFailure('broken-answer', `the answer is not HTTP (${code || 'unknown error'})`)
}

/** Returns the innermost error, such as the first of an AggregateError with one for each address. */
function flatten(error: unknown): { code?: string } {
  const { code, cause, errors } = error as { code?: string; cause?: unknown; errors?: unknown[] }
  if (errors?.[0]) return flatten(errors[0])
  if (code === undefined && cause) return flatten(cause)
  return code === undefined ? {} : { code }
}
