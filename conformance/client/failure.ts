import type { Exchange } from './exchange.ts'

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

/** Thrown when the target gave no answer that a clause could judge. */
export class TargetFailure extends Error {
  readonly kind: FailureKind
  /** The status, if it answered with 429 or 5xx. */
  readonly status: number | undefined
  /** What the operator can do about it. */
  readonly remedy: string | undefined

  constructor(kind: FailureKind, message: string, more: { status?: number; remedy?: string | undefined } = {}) {
    super(message)
    this.kind = kind
    this.status = more.status
    this.remedy = more.remedy
  }
}

/** After so many requests in a row without an answer, or with only 429, the run gives up on the target. */
export const GIVE_UP = 3
export const SILENCE = new TargetFailure('unreachable', `no answer to ${GIVE_UP} requests in a row`)

/** Returns whether a status says that the service is unavailable, whatever the request. */
export const isUnavailable = (status: number): boolean => [502, 503, 504].includes(status)

export function endFailure({ reason }: AbortSignal): TargetFailure {
  if (reason instanceof TargetFailure) return reason
  return reason === 'deadline'
    ? new TargetFailure('deadline', 'the run reached --deadline')
    : new TargetFailure('aborted', 'the run was interrupted')
}

/** Returns the failure for a 5xx, which decides nothing. */
export function statusFailure({ question: { method }, risk, response: { status } }: Exchange): TargetFailure {
  const remedy =
    risk === 'w2' && isUnavailable(status)
      ? 'a decision is sent only once, because it may be recorded although it failed: run again with other reports'
      : status === 503
        ? `if the target limits the rate of requests, ${rateRemedy(undefined)}`
        : undefined
  const retried = method === 'GET' && isUnavailable(status) ? ', even after retries' : ''
  return new TargetFailure('status', `${method} answered ${status}${retried}`, { status, remedy })
}

export function rateFailure(why: string, rate: number | undefined): TargetFailure {
  const message = `the target answers 429 (too many requests), ${why}`
  return new TargetFailure('rate-limit', message, { status: 429, remedy: rateRemedy(rate) })
}

export function rateRemedy(rate: number | undefined): string {
  return rate === undefined ? 'use --rate N below the limit of the target' : `use a lower --rate than ${rate}`
}

/**
 * Returns a failure in our own words, because a network error may quote what was sent.
 * @param hasBegun whether the answer had begun
 */
export function failureOf(
  error: unknown,
  hasBegun: boolean,
  proxy?: { name: string; variable: string },
): TargetFailure {
  const code = codeOf(error) ?? 'unknown error'
  const by = proxy && `the proxy ${proxy.name} (${proxy.variable})`
  const [, refusal] = /^Proxy \D*(\d{3})/.exec((error as Error).message) ?? []
  const failure = (kind: FailureKind, message: string) => new TargetFailure(kind, message)
  // How OpenSSL says that an answer begins as plain HTTP.
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST/.test(code))
    return failure('no-tls', `the target answers without TLS (${code}): use http:// in the base URL`)
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return failure('certificate', `no secure connection (${code}): see --ca and --insecure`)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return failure('too-large', 'the headers of the answer need more than 16 KiB')
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return failure('too-large', 'the answer needs more than 32 MiB')
  if (proxy && refusal === '407')
    return failure('proxy', `${by} answered 407: put its user and password into ${proxy.variable}`)
  if (proxy && refusal) return failure('proxy', `${by} answered ${refusal}: it may not reach the service`)
  if (!/^(E(?!RR_)|UND_ERR_(SOCKET|CONNECT))/.test(code))
    return failure('broken-answer', `the answer is not HTTP (${code})`)
  if (hasBegun) return failure('broken-answer', `the answer was cut (${code})`)
  if (by && /RESET|SOCKET|PIPE/.test(code)) return failure('proxy', `${by} cut the connection (${code})`)
  if (by) return failure('proxy', `${by} cannot be reached (${code})`)
  const what = code === 'ENOTFOUND' ? 'the host name cannot be resolved' : 'the connection failed or was cut'
  return failure('unreachable', `${what} (${code})`)
}

/** Returns the innermost code, such as that of the first of an AggregateError with one for each address. */
function codeOf(error: unknown): string | undefined {
  const { code, cause, errors } = error as { code?: string; cause?: unknown; errors?: unknown[] }
  if (errors?.[0]) return codeOf(errors[0])
  return code ?? (cause ? codeOf(cause) : undefined)
}
