import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, rootCertificates } from 'node:tls'
import { type Dispatcher, request as send } from 'undici'
import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import { bodyLimits, createBodyReader, mebibytes, parse, UnreadableBody } from './body.ts'
import { type Exchange, JSON_TYPE, percentEncoded, type Question, type Risk, risks } from './exchange.ts'
import { createPace, type Pace } from './pace.ts'
import { type ChosenProxy, createDispatcher, NotAProxy, proxyFor } from './proxy.ts'

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

/** A random UUID, one of another version, one of equal digits, or something else. */
export type NumberShape = 'uuid' | 'v1' | 'v7' | 'upper-case' | 'nil' | 'max' | 'other'

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
  | 'aborted'

/** Thrown when the run may not send a request of this risk. */
export class RiskRefused extends Error {}

export interface TargetOptions {
  baseUrl: string
  /** Milliseconds for one request. */
  timeout: number
  /** Milliseconds for all of them. */
  deadline: number
  concurrency: number
  /** The most requests a second. */
  rate?: number | undefined
  /** Certificates (PEM) of authorities to trust besides the usual ones. */
  ca?: string | undefined
  /** Whether to accept any certificate. */
  insecure: boolean
  risk: Risk
  /** The value of the header `Authorization` that the service accepts. */
  token: string
  /** A token of another organization, which the service accepts, too. */
  otherToken?: string | undefined
  /** Numbers of existing reports to which requests may be sent. */
  declared: readonly string[]
  signal?: AbortSignal | undefined
  /** Returns the User-Agent: the version, the run and the purpose of the request. */
  userAgent: (name: string) => string
  /** Called with every request before it is sent. */
  onSend?: ((question: Question, risk: Risk, check: string) => void) | undefined
}

/** The client of a run, which enforces risk, pace and limits and retries requests. */
export interface Target {
  /**
   * @param check appears in the User-Agent
   * @throws {RiskRefused} before anything is sent
   * @throws {TargetFailure} if there was no answer, or 429 or 5xx after retries
   */
  ask(question: Question, check: string): Promise<Exchange>
  /** Like `ask`, but returns 5xx as answers. */
  observe(question: Question, check: string): Promise<Exchange>
  /** Like `observe`, but returns the failure if there is no answer, because a service may fail on undocumented requests. */
  attempt(question: Question, check: string): Promise<Exchange | TargetFailure>
  allows(risk: Risk): boolean
  /** Returns a new report number that no report has. A POST to it has risk `w0`. */
  mint(shape?: NumberShape): string
  /**
   * Returns a number that no report has and that shares its first or last group with a declared one. A POST to it has
   * risk `w1`, because a service that looks at one group takes it for the declared one.
   */
  mintNear(declared: string, shared: 'first' | 'last'): string
  /**
   * Counts the memory of an answer that is kept for comparison until it is released.
   * @throws {TargetFailure} if the answers kept need too much memory
   */
  keep(exchange: Exchange): void
  release(exchange: Exchange): void
  readonly counts: { sent: number; retried: number; byRisk: Record<Risk, number> }
  /** Returns how many requests a check has sent. */
  sentBy(check: string): number
  /** Why the run gave up on the target; undefined if it did not, or if the run was ended from outside. */
  readonly givenUp: TargetFailure | undefined
  /** How the target limited the rate, and what the operator can do; undefined if it did not. */
  readonly rateLimit: { refusals: number; remedy: string } | undefined
  /** The proxy of the requests, without credentials, and the variable that names it. */
  readonly proxy: Pick<ChosenProxy, 'name' | 'variable'> | undefined
  close(): Promise<void>
}

const RETRIES = 2
const BACKOFF = 250
const LONGEST_WAIT = 30_000
/** After so many requests in a row without an answer, or with only 429, the run gives up on the target. */
const GIVE_UP = 3
/** After waiting so many milliseconds for a target that still returns 429, the run gives up on it, too. */
const LONGEST_IN_VAIN = 60_000
/** The longest delay of a timer in Node, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1
const TOO_MUCH_KEPT = `the answers that are kept for comparison need more than ${mebibytes(bodyLimits.kept)} (see --max-pages)`
const UNAVAILABLE = new Set([502, 503, 504])

/** Returns whether a status says that the service is unavailable, whatever the request. */
export function isUnavailable(status: number): boolean {
  return UNAVAILABLE.has(status)
}

export function createTarget(options: TargetOptions): Target {
  const { baseUrl, risk: allowed, token, otherToken = token, userAgent } = options
  const accepted = new Set([secretOf(token), secretOf(otherToken)])
  const timeout = milliseconds(options.timeout)
  let connection: { dispatcher: Dispatcher; proxy: ChosenProxy | undefined } | undefined
  const ended = new AbortController()
  setMaxListeners(0, ended.signal)
  const deadline = setTimeout(() => ended.abort('deadline'), milliseconds(options.deadline))
  deadline.unref()
  const stop = () => ended.abort('aborted')
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  const endsAt = performance.now() + milliseconds(options.deadline)
  const pace = createPace(options.concurrency, options.rate, ended.signal)
  const minted = new Map<string, Risk>()
  const declared = new Set(options.declared.map((numero) => numero.toLowerCase()))
  const counts = { sent: 0, retried: 0, byRisk: { r: 0, w0: 0, w1: 0, w2: 0 } }
  const sentBy = new Map<string, number>()
  const allows = (risk: Risk) => risks.indexOf(risk) <= risks.indexOf(allowed)
  let same: Dispatcher | undefined
  const dispatcherFor = ({ connection }: Question, shared: Dispatcher): Dispatcher => {
    if (connection === 'new') return connect(options).dispatcher
    if (connection === undefined) return shared
    same ??= connect({ ...options, concurrency: 1 }).dispatcher
    return same
  }
  let unanswered = 0
  let limited = 0
  const readBody = createBodyReader()
  let kept = 0

  const once = async (question: Question, risk: Risk, check: string): Promise<Exchange> => {
    if (ended.signal.aborted) throw endFailure(ended.signal)
    connection ??= connect(options)
    const { proxy } = connection
    const dispatcher = dispatcherFor(question, connection.dispatcher)
    options.onSend?.(question, risk, check)
    counts.sent++
    sentBy.set(check, (sentBy.get(check) ?? 0) + 1)
    counts.byRisk[risk]++
    const start = performance.now()
    const limit = AbortSignal.timeout(timeout)
    let begun = false
    try {
      const response = await send(urlOf(baseUrl, question), {
        dispatcher,
        method: question.method,
        headers: headersOf(question, userAgent(check)),
        body: question.body ?? null,
        signal: AbortSignal.any([limit, ended.signal]),
      })
      begun = true
      const { statusCode: status, headers } = response
      const body = await readBody(response.body, String(headers['content-encoding'] ?? ''))
      return {
        question,
        risk,
        response: { status, headers, ...body },
        ms: performance.now() - start,
      }
    } catch (error) {
      if (ended.signal.aborted) throw endFailure(ended.signal)
      if (error instanceof TargetFailure) throw error
      if (error instanceof UnreadableBody) throw new TargetFailure(error.kind, error.message)
      throw limit.aborted ? timeoutFailure(timeout) : failureOf(error, begun, proxy)
    } finally {
      if (question.connection === 'new') void dispatcher.close()
    }
  }

  /** Delays the next requests after a 429. @throws {TargetFailure} if waiting does not help */
  const waitOut = (sentAt: number, retryAfter: number | undefined, isLast: boolean): void => {
    const wait = pace.refused(sentAt, retryAfter)
    if (isLast) limited++
    const vainly = Math.round(pace.waitedInVain / 1_000)
    const why =
      limited >= GIVE_UP
        ? `to ${GIVE_UP} requests in a row`
        : pace.waitedInVain >= LONGEST_IN_VAIN
          ? `even after ${vainly} s of waiting`
          : performance.now() + wait >= endsAt
            ? `and asks to wait ${Math.ceil(wait / 1_000)} s, more than --deadline leaves`
            : undefined
    if (why !== undefined) {
      ended.abort(rateFailure(why, pace, options.rate))
      throw endFailure(ended.signal)
    }
    if (isLast) throw rateFailure('even after retries', pace, options.rate)
  }

  const observe: Target['observe'] = async (question, check) => {
    const risk = riskOf(question, accepted, minted, declared)
    if (!allows(risk)) throw new RiskRefused(`its risk is ${risk}; this run sends at most ${allowed}`)
    // undici's retry interceptor decides by method and status, not by risk, and would retry outside the pace.
    // A POST is repeated only if it certainly had no effect: after 429 and for an unknown number.
    let left = question.method === 'GET' ? RETRIES : 0
    let leftOfLimit = risk === 'r' || risk === 'w0' ? RETRIES : 0
    for (;;) {
      const release = await pace.turn()
      const sentAt = performance.now()
      let wait = BACKOFF * (RETRIES + 1 - left) ** 2
      try {
        const exchange = await once(question, risk, check)
        unanswered = 0
        const { status, headers } = exchange.response
        const told = retryAfter(headers['retry-after'])
        if (status === 429) {
          // After a limited request, the next one is not retried, because it would show nothing new.
          waitOut(sentAt, told, leftOfLimit-- === 0 || limited > 0)
          counts.retried++
          continue
        }
        pace.answered(sentAt)
        limited = 0
        if (left === 0 || !isUnavailable(status)) return exchange
        wait = told === undefined ? wait : Math.min(LONGEST_WAIT, told)
      } catch (error) {
        if (!(error instanceof TargetFailure)) throw error
        if (left === 0 || (error.kind !== 'unreachable' && error.kind !== 'proxy')) {
          const isSilence = error.kind !== 'too-large' && error.kind !== 'rate-limit'
          if (isSilence && !ended.signal.aborted && ++unanswered >= GIVE_UP) ended.abort(SILENCE)
          throw error
        }
      } finally {
        release()
      }
      left--
      await sleep(wait, undefined, { signal: ended.signal }).catch(() => {
        throw endFailure(ended.signal)
      })
      counts.retried++
    }
  }

  return {
    observe,
    async attempt(question, check) {
      try {
        return await observe(question, check)
      } catch (error) {
        if (!(error instanceof TargetFailure) || ended.signal.aborted) throw error
        if (error.kind === 'rate-limit') throw error
        return error
      }
    },
    allows,
    async ask(question, check) {
      const exchange = await observe(question, check)
      const { status } = exchange.response
      if (status >= 500) throw statusFailure(exchange)
      return exchange
    },
    mint(shape = 'uuid') {
      const numero = numberOf(crypto.randomUUID(), shape)
      minted.set(numero, 'w0')
      return numero
    },
    mintNear(near, shared) {
      const [first, ...others] = crypto.randomUUID().split('-')
      const groups = near.split('-')
      const numero =
        shared === 'first' ? [groups[0], ...others] : [first, ...others.slice(0, -1), groups.at(-1)]
      const text = numero.join('-')
      minted.set(text, 'w1')
      return text
    },
    keep({ response }) {
      if (kept + response.cost > bodyLimits.kept) throw new TargetFailure('too-large', TOO_MUCH_KEPT)
      kept += response.cost
    },
    release({ response }) {
      kept -= response.cost
    },
    counts,
    sentBy: (check) => sentBy.get(check) ?? 0,
    get givenUp() {
      const { reason } = ended.signal
      return reason instanceof TargetFailure ? reason : undefined
    },
    get rateLimit() {
      return pace.refusals === 0
        ? undefined
        : { refusals: pace.refusals, remedy: rateRemedy(pace, options.rate) }
    },
    get proxy() {
      const { name, variable } = connection?.proxy ?? {}
      return name === undefined || variable === undefined ? undefined : { name, variable }
    },
    async close() {
      clearTimeout(deadline)
      options.signal?.removeEventListener('abort', stop)
      stop()
      await Promise.all([connection?.dispatcher.destroy(), same?.destroy()])
    },
  }
}

function numberOf(uuid: string, shape: NumberShape): string {
  const version = /^v(\d)$/.exec(shape)?.[1]
  if (version !== undefined) return `${uuid.slice(0, 14)}${version}${uuid.slice(15)}`
  if (shape === 'upper-case') return uuid.toUpperCase()
  if (shape === 'nil') return uuid.replace(/[\da-f]/g, '0')
  if (shape === 'max') return uuid.replace(/[\da-f]/g, 'f')
  return shape === 'uuid' ? uuid : `nao-existe-${uuid.slice(0, 8)}`
}

/** Returns the risk of a request from the request itself, so that a check cannot understate it. */
function riskOf(
  question: Question,
  accepted: ReadonlySet<string | undefined>,
  minted: ReadonlyMap<string, Risk>,
  declared: ReadonlySet<string>,
): Risk {
  if (question.method === 'GET') return 'r'
  const numero = percentDecoded(/^\/relatorios\/validar\/([^/?]+)$/.exec(question.path)?.[1] ?? '')
  const risk = minted.get(numero)
  if (risk) return risk
  if (declared.has(numero.toLowerCase())) return mustBeRefused(question, accepted) ? 'w1' : 'w2'
  throw new RiskRefused('the suite sends nothing to a report that is not declared')
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Returns whether the document explicitly requires the service to reject this request, whatever the report. */
function mustBeRefused(
  { authorization, body }: Question,
  accepted: ReadonlySet<string | undefined>,
): boolean {
  if (!accepted.has(secretOf(authorization.value))) return true
  const sent = parse(body ?? '')
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return true
  const { aprovar, mensagem, ...others } = sent as Record<string, unknown>
  if (Object.keys(others).length > 0 || !mayBeBoolean(aprovar) || typeof mensagem !== 'string') return true
  return mensagem.length < MENSAGEM_MINIMUM
}

/** Returns whether some service may take a value for a boolean. */
function mayBeBoolean(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '' && value !== 'talvez') ||
    value === 0 ||
    value === 1
  )
}

/** Returns the token without its scheme, because a service may accept it with any scheme or none. */
function secretOf(authorization: string | undefined): string | undefined {
  return authorization?.trim().split(/\s+/).at(-1)
}

function connect({ baseUrl, concurrency, timeout, ca, insecure }: TargetOptions) {
  const tls = {
    timeout,
    rejectUnauthorized: !insecure,
    ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }),
  }
  const options = {
    connections: concurrency,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: tls,
  }
  try {
    const proxy = proxyFor(baseUrl, process.env)
    return { proxy, dispatcher: createDispatcher(proxy, options) }
  } catch (error) {
    if (error instanceof NotAProxy) throw new TargetFailure('proxy', error.message)
    throw error
  }
}

function urlOf(baseUrl: string, question: Question): string {
  const { base = baseUrl, path, query = [] } = question
  const parameters = query.map(
    ([name, value]) => `${percentEncoded(name)}=${percentEncoded(value, question)}`,
  )
  return `${base}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

function headersOf({ authorization, contentType }: Question, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: JSON_TYPE,
    'accept-encoding': 'identity',
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(authorization.value !== undefined && { authorization: authorization.value }),
  }
}

function milliseconds(given: number): number {
  return Math.min(Math.ceil(given), LONGEST_TIMER)
}

function endFailure({ reason }: AbortSignal): TargetFailure {
  if (reason instanceof TargetFailure) return reason
  return reason === 'deadline'
    ? new TargetFailure('deadline', 'the run reached --deadline')
    : new TargetFailure('aborted', 'the run was interrupted')
}

const SILENCE = new TargetFailure('unreachable', `no answer to ${GIVE_UP} requests in a row`)

/** Returns the failure for a 5xx, which decides nothing. */
export function statusFailure({ question: { method }, response: { status } }: Exchange): TargetFailure {
  const retried = method === 'GET' && isUnavailable(status) ? ', even after retries' : ''
  return new TargetFailure('status', `${method} answered ${status}${retried}`, {
    status,
    ...(status === 503 && { remedy: `if the target limits the rate of requests, ${LOWER_RATE}` }),
  })
}

const LOWER_RATE = 'use --rate N with fewer requests a second than it allows'

function rateFailure(why: string, pace: Pace, rate: number | undefined): TargetFailure {
  return new TargetFailure('rate-limit', `the target answers 429 (too many requests), ${why}`, {
    status: 429,
    remedy: rateRemedy(pace, rate),
  })
}

function rateRemedy({ seenRate }: Pace, rate: number | undefined): string {
  if (seenRate !== undefined) return `use --rate ${seenRate}, a rate at which the target answered`
  return rate === undefined ? LOWER_RATE : `use a lower --rate than ${rate}`
}

function timeoutFailure(timeout: number): TargetFailure {
  return new TargetFailure('timeout', `no answer within ${timeout / 1000} s (--timeout)`)
}

/** Error codes of OpenSSL for an answer that begins as plain HTTP. */
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|HTTPS_PROXY_REQUEST/

/**
 * Returns a failure in our own words, because a network error may quote what was sent.
 * @param begun whether the answer had begun
 * @param proxy the proxy of the request
 */
function failureOf(error: unknown, begun: boolean, proxy: ChosenProxy | undefined): TargetFailure {
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
    if (!proxy) return new TargetFailure('unreachable', `no connection, or a cut one (${code})`)
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

function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
