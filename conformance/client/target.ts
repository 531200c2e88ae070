import {
  clearTimeout,
  createAbortController,
  dateNow,
  performance,
  setTimeout,
  sleep,
} from '../../src/contract/real-globals.ts'
import { bodyLimits, mebibytes } from './body.ts'
import { type Exchange, type Question, type Risk, risks } from './exchange.ts'
import {
  endFailure,
  GIVE_UP,
  isUnavailable,
  rateFailure,
  rateRemedy,
  SILENCE,
  statusFailure,
  TargetFailure,
} from './failure.ts'
import { createInProcessSender, type InProcessService } from './in-process.ts'
import { createPace } from './pace.ts'
import type { ChosenProxy } from './proxy.ts'
import { RiskRefused, riskOf, secretOf } from './risk.ts'
import { createSender, type SenderOptions } from './sender.ts'
import {
  type NearText,
  type NumberShape,
  numberNear,
  type SharedGroups,
  unknownNumber,
} from './unknown-number.ts'

export interface TargetOptions extends SenderOptions {
  /** A service in this process to ask in place of the base URL. */
  service?: InProcessService | undefined
  /** Milliseconds for all requests. */
  deadline: number
  /** The most requests a second. */
  rate?: number | undefined
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
  unknownNumber(shape?: NumberShape): string
  /**
   * Returns a number that no report has and that shares some groups with a declared one. A POST to it has
   * risk `w1`, because a service that looks at one group takes it for the declared one.
   */
  nearNumber(declared: string, shared: SharedGroups | NearText): string
  /**
   * Counts the memory of an answer that is kept for comparison until it is released.
   * @throws {TargetFailure} if the answers kept need too much memory
   */
  keep(exchange: Exchange): void
  release(exchange: Exchange): void
  /**
   * Lets the requests of these checks wait for all others, from now on.
   * @param reserved how many turns they leave free even if nobody waits
   */
  defer(checks: Iterable<string>, reserved?: number): void
  /** Resolves when no request is in flight or waits for its turn. */
  idle(): Promise<void>
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
/** Methods that change nothing, so that a request may be repeated. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const BACKOFF = 250
const LONGEST_WAIT = 30_000

/** After waiting so many milliseconds for a target that still returns 429, the run gives up on it, too. */
const LONGEST_IN_VAIN = 60_000
/** The longest delay of a timer in Node, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1
const TOO_MUCH_KEPT = `the answers kept for comparison need more than ${mebibytes(bodyLimits.kept)}; lower --max-pages`

export function createTarget(options: TargetOptions): Target {
  const { risk: allowed, token, otherToken = token, userAgent } = options
  const accepted = new Set([secretOf(token), secretOf(otherToken)])
  const ended = createAbortController()
  const sender = options.service
    ? createInProcessSender(options.service, options.baseUrl, ended.signal)
    : createSender({ ...options, timeout: milliseconds(options.timeout) }, ended.signal)
  const deadline = setTimeout(() => ended.abort('deadline'), milliseconds(options.deadline))
  deadline.unref()
  const stop = () => ended.abort('aborted')
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  const endsAt = performance.now() + milliseconds(options.deadline)
  const pace = createPace(options.concurrency, options.rate, ended.signal)
  const invented = new Map<string, Risk>()
  const declared = new Set(options.declared.map((numero) => numero.toLowerCase()))
  const counts = { sent: 0, retried: 0, byRisk: { r: 0, w0: 0, w1: 0, w2: 0 } }
  const sentBy = new Map<string, number>()
  let patient: ReadonlySet<string> = new Set()
  const allows = (risk: Risk) => risks.indexOf(risk) <= risks.indexOf(allowed)
  let unanswered = 0
  /** When a request was last left without an answer. */
  let silentSince = 0
  let limited = 0
  let kept = 0

  const once = async (question: Question, risk: Risk, check: string): Promise<Exchange> => {
    if (ended.signal.aborted) throw endFailure(ended.signal)
    sender.connect()
    options.onSend?.(question, risk, check)
    counts.sent++
    sentBy.set(check, (sentBy.get(check) ?? 0) + 1)
    counts.byRisk[risk]++
    return { question, risk, ...(await sender.send(question, userAgent(check))) }
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
    const risk = riskOf(question, accepted, invented, declared)
    if (!allows(risk)) throw new RiskRefused(`its risk is ${risk}; this run sends at most ${allowed}`)
    // undici's retry interceptor decides by method and status, not by risk, and would retry outside the pace.
    // A POST is repeated only if it certainly had no effect: after 429 and for an unknown number.
    let left = SAFE.has(question.method) ? RETRIES : 0
    let leftOfLimit = risk === 'r' || risk === 'w0' ? RETRIES : 0
    for (let times = 0; ; times++) {
      const release = await pace.turn(patient.has(check), times > 0)
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
          // Requests that wait side by side may wait for one of them, so only one that was sent later counts again.
          const isBeside = error.kind === 'timeout' && sentAt < silentSince
          if (isSilence && !isBeside && !ended.signal.aborted) {
            silentSince = performance.now()
            if (++unanswered >= GIVE_UP) ended.abort(SILENCE)
          }
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
    unknownNumber(shape) {
      const numero = unknownNumber(shape)
      invented.set(numero, 'w0')
      return numero
    },
    nearNumber(near, shared) {
      const numero = numberNear(near, shared)
      invented.set(numero, 'w1')
      return numero
    },
    keep({ response }) {
      if (kept + response.cost > bodyLimits.kept) throw new TargetFailure('too-large', TOO_MUCH_KEPT)
      kept += response.cost
    },
    release({ response }) {
      kept -= response.cost
    },
    defer(checks, reserved = 0) {
      patient = new Set(checks)
      pace.reserve(reserved)
    },
    idle: () => pace.idle(),
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
      const { name, variable } = sender.proxy ?? {}
      return name === undefined || variable === undefined ? undefined : { name, variable }
    },
    async close() {
      clearTimeout(deadline)
      options.signal?.removeEventListener('abort', stop)
      stop()
      await sender.close()
    },
  }
}

function milliseconds(given: number): number {
  return Math.min(Math.ceil(given), LONGEST_TIMER)
}

function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - dateNow()
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
