export type FailureKind =
  | 'unreachable'
  | 'proxy'
  | 'certificate'
  | 'no-tls'
  | 'timeout'
  | 'deadline'
  | 'unreadable'
  | 'status'
  | 'rate-limit'
  | 'token'
  | 'aborted'

/** Thrown when the target gave no answer that a clause could judge. */
export class TargetFailure extends Error {
  readonly kind: FailureKind
  readonly remedy: string | undefined

  constructor(kind: FailureKind, message: string, remedy?: string) {
    super(message)
    this.kind = kind
    this.remedy = remedy
  }
}

/** After so many requests in a row without an answer, or with only 429, the run gives up on the target. */
export const GIVE_UP = 3
export const SILENCE = new TargetFailure('unreachable', `no answer to ${GIVE_UP} requests in a row`)
export const DEADLINE = new TargetFailure('deadline', 'the run reached --deadline')
export const INTERRUPTED = new TargetFailure('aborted', 'the run was interrupted')

/** Returns whether a status says that the service is unavailable, whatever the request. */
export const isUnavailable = (status: number): boolean => [502, 503, 504].includes(status)

export function rateFailure(why: string, rate: number | undefined): TargetFailure {
  return new TargetFailure('rate-limit', `the target answers 429 (too many requests), ${why}`, rateRemedy(rate))
}

export function rateRemedy(rate: number | undefined): string {
  return rate === undefined ? 'use --rate N below the limit of the target' : `use a lower --rate than ${rate}`
}

/** What the code of an error means. The first that fits counts. */
const meanings: readonly [code: RegExp, kind: FailureKind, says: string][] = [
  // How OpenSSL says that an answer begins as plain HTTP.
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST/,
    'no-tls',
    'the target answers without TLS, so use http:// in the base URL',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/,
    'certificate',
    'no secure connection, see --ca and --insecure',
  ],
  [/HEADERS_OVERFLOW/, 'unreadable', 'the headers of the answer need more than 16 KiB'],
  [/RES_EXCEEDED_MAX_SIZE/, 'unreadable', 'the answer needs more than 32 MiB'],
  [/^(?!E(?!RR_)|UND_ERR_(SOCKET|CONNECT))/, 'unreadable', 'the answer is not HTTP'],
  [/ENOTFOUND/, 'unreachable', 'the host name cannot be resolved'],
  [/^/, 'unreachable', 'the connection failed or was cut'],
]

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
  const [, kind, says] = meanings.find(([pattern]) => pattern.test(code)) as (typeof meanings)[number]
  const [, refusal] = /^Proxy \D*(\d{3})/.exec((error as Error).message) ?? []
  if (proxy && (refusal !== undefined || (kind === 'unreachable' && !hasBegun))) {
    const remedy = refusal === '407' ? `: put its user and password into ${proxy.variable}` : ''
    const what = refusal === undefined ? `cannot be reached or cut the connection (${code})` : `answered ${refusal}`
    return new TargetFailure('proxy', `the proxy ${proxy.name} (${proxy.variable}) ${what}${remedy}`)
  }
  if (kind === 'unreachable' && hasBegun) return new TargetFailure('unreadable', `the answer was cut (${code})`)
  return new TargetFailure(kind, `${says} (${code})`)
}

/** Returns the innermost code, such as that of the first of an AggregateError with one for each address. */
function codeOf(error: unknown): string | undefined {
  const { code, cause, errors } = error as { code?: string; cause?: unknown; errors?: unknown[] }
  if (errors?.[0]) return codeOf(errors[0])
  return code ?? (cause ? codeOf(cause) : undefined)
}
