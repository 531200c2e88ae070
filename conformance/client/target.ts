import { setMaxListeners } from 'node:events'
import {
  clearTimeout,
  createAbortController,
  dateNow,
  performance,
  setTimeout,
  sleep,
} from '../../src/contract/real-globals.ts'
import { type Exchange, type Question, type Risk, risks } from './exchange.ts'
import {
  DEADLINE,
  GIVE_UP,
  INTERRUPTED,
  isUnavailable,
  rateFailure,
  rateRemedy,
  SILENCE,
  TargetFailure,
} from './failure.ts'
import { createInProcessSender, type InProcessService } from './in-process.ts'
import { createPace } from './pace.ts'
import type { ChosenProxy } from './proxy.ts'
import { RiskRefused, riskOf, secretOf } from './risk.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { type NearText, type NumberShape, numberNear, type SharedGroups, unknownNumber } from './unknown-number.ts'

export interface TargetOptions extends SenderOptions {
  /** A service in this process to ask in place of the base URL. */
  service?: InProcessService | undefined
  deadline: number
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
  onSend?: ((question: Question, risk: Risk, check: string) => void) | undefined
}

/** The client of a run, which enforces risk, pace and limits and retries requests. */
export type Target = ReturnType<typeof createTarget>

/** Milliseconds before each retry of a service that is unavailable, and after a 429 without Retry-After. */
const BACKOFF = [100, 400]
const RATE_BACKOFF = [1_000, 2_000]
const LONGEST_WAIT = 30_000

export function createTarget(options: TargetOptions) {
  const { risk: allowed, token, otherToken = token, userAgent, deadline, rate, service } = options
  const accepted = new Set([secretOf(token), secretOf(otherToken)])
  const ended = createAbortController()
  // Every request that waits listens to it.
  setMaxListeners(0, ended.signal)
  const stop = () => ended.abort(INTERRUPTED)
  options.signal?.addEventListener('abort', stop, { once: true })
  if (options.signal?.aborted) stop()
  const sender = service
    ? createInProcessSender(service, options.baseUrl, ended.signal)
    : createSender(options, ended.signal)
  const endsAt = performance.now() + deadline
  const timer = setTimeout(() => ended.abort(DEADLINE), deadline)
  timer.unref()
  const pace = createPace(options.concurrency, rate, ended.signal)
  const invented = new Map<string, Risk>()
  const declared = new Set(options.declared.map((numero) => numero.toLowerCase()))
  const counts = { sent: 0, retried: 0, byRisk: { r: 0, w0: 0, w1: 0, w2: 0 } }
  /** Requests in a row without an answer, and when the last of them ended. */
  let unanswered = 0
  let silentSince = 0
  /** Requests in a row that got only 429, and all answers 429. */
  let limited = 0
  let refusals = 0
  /** Requests in a row that got only 5xx. */
  let failed = 0
  const allows = (risk: Risk) => risks.indexOf(risk) <= risks.indexOf(allowed)

  const send = async (question: Question, risk: Risk, check: string): Promise<Exchange> => {
    ended.signal.throwIfAborted()
    options.onSend?.(question, risk, check)
    counts.sent++
    counts.byRisk[risk]++
    return { question, risk, ...(await sender.send(question, userAgent(check))) }
  }

  /** Delays the next requests after a 429. @throws {TargetFailure} if the request is not to be repeated */
  const waitAfterLimit = (exchange: Exchange, sentAt: number, times: number): void => {
    refusals++
    const told = retryAfter(exchange)
    const wait = Math.min(told ?? RATE_BACKOFF[times] ?? 0, LONGEST_WAIT)
    pace.pause(wait, sentAt)
    if (told !== undefined && performance.now() + told >= endsAt)
      ended.abort(rateFailure(`and asks to wait ${Math.ceil(told / 1_000)} s, more than --deadline leaves`, rate))
    ended.signal.throwIfAborted()
    // After a request that got only 429, the next one is not repeated, because it would show nothing new.
    const isHarmless = exchange.risk === 'r' || exchange.risk === 'w0'
    if (isHarmless && times < RATE_BACKOFF.length && limited === 0) return
    if (++limited >= GIVE_UP) ended.abort(rateFailure(`to ${GIVE_UP} requests in a row`, rate))
    ended.signal.throwIfAborted()
    throw rateFailure('even after retries', rate)
  }

  /**
   * Returns the milliseconds before a request that got 5xx is sent again, at once unless the service is unavailable;
   * undefined if it is the answer. Services fail now and then, but a fault comes every time.
   */
  const waitAfterFailure = (exchange: Exchange, backoff: number | undefined): number | undefined => {
    const { status } = exchange.response
    const isBusy = isUnavailable(status)
    if (status < 500) {
      failed = 0
      return undefined
    }
    const wait = Math.max(retryAfter(exchange) ?? 0, isBusy && !service ? (backoff ?? 0) : 0)
    // What is asked after something on its connection means another thing when it follows itself.
    const isAlone = isBusy || exchange.question.connection !== 'same'
    // Of a service that is down, one more would show nothing new.
    const isRepeated = backoff !== undefined && isAlone && failed < GIVE_UP
    if (isRepeated && performance.now() + wait < endsAt) return Math.min(wait, LONGEST_WAIT)
    failed++
    return undefined
  }

  /** Counts a request without an answer, unless it was sent before the last such one: both may have waited for the same. */
  const countSilence = ({ kind }: TargetFailure, sentAt: number): void => {
    if (kind === 'unreadable' || kind === 'rate-limit' || sentAt < silentSince) return
    silentSince = performance.now()
    if (++unanswered >= GIVE_UP) ended.abort(SILENCE)
  }

  // Not undici's interceptor: it continues an answer that was cut with a request for a Range, goes on after the deadline
  // while it waits, decides by method instead of risk, and does not serve a service in this process.
  const observe = async (question: Question, check: string): Promise<Exchange> => {
    const risk = riskOf(question, accepted, invented, declared)
    if (!allows(risk)) throw new RiskRefused(`its risk is ${risk}; this run sends at most ${allowed}`)
    const isHarmless = risk === 'r' || risk === 'w0'
    for (let times = 0; ; times++) {
      const release = await pace.turn(times > 0)
      const sentAt = performance.now()
      const backoff = isHarmless ? BACKOFF[times] : undefined
      let wait: number | undefined
      try {
        const exchange = await send(question, risk, check)
        unanswered = 0
        if (exchange.response.status === 429) {
          waitAfterLimit(exchange, sentAt, times)
          wait = 0
        } else {
          limited = 0
          wait = waitAfterFailure(exchange, backoff)
          if (wait === undefined) return exchange
        }
      } catch (error) {
        if (!(error instanceof TargetFailure)) throw error
        const isCut = error.kind === 'unreachable' || error.kind === 'proxy'
        if (!isCut || backoff === undefined || ended.signal.aborted) {
          countSilence(error, sentAt)
          throw error
        }
        wait = backoff
      } finally {
        release()
      }
      if (wait > 0) await sleep(wait, undefined, { signal: ended.signal }).catch(() => {})
      ended.signal.throwIfAborted()
      counts.retried++
    }
  }

  return {
    /**
     * @param check appears in the User-Agent
     * @throws {RiskRefused} before anything is sent
     * @throws {TargetFailure} if there was no answer, or 429 after retries
     */
    observe,
    /** Like `observe`, but returns the failure if there is no answer, because a service may fail on undocumented requests. */
    async attempt(question: Question, check: string): Promise<Exchange | TargetFailure> {
      try {
        return await observe(question, check)
      } catch (error) {
        const isFinal = !(error instanceof TargetFailure) || error.kind === 'rate-limit'
        if (isFinal || ended.signal.aborted) throw error
        return error
      }
    },
    allows,
    /** Returns a new report number that no report has. A POST to it has risk `w0`. */
    unknownNumber(shape?: NumberShape): string {
      const numero = unknownNumber(shape)
      invented.set(numero, 'w0')
      return numero
    },
    /** Returns one near a declared one. A POST to it has risk `w1`: a service may take it for the declared one. */
    nearNumber(declared: string, near: SharedGroups | NearText): string {
      const numero = numberNear(declared, near)
      invented.set(numero, 'w1')
      return numero
    },
    counts,
    get givenUp(): TargetFailure | undefined {
      const { reason } = ended.signal
      return reason === DEADLINE || reason === INTERRUPTED ? undefined : reason
    },
    /** How often the target answered 429, and what the operator can do. */
    get rateLimit(): { refusals: number; remedy: string } | undefined {
      return refusals === 0 ? undefined : { refusals, remedy: rateRemedy(rate) }
    },
    /** The proxy of the requests. Its `uri` may contain credentials. */
    get proxy(): ChosenProxy | undefined {
      return sender.proxy
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', stop)
      stop()
      await sender.close()
    },
  }
}

/** Returns the milliseconds of the header Retry-After, which gives seconds or a date; undefined if it gives neither. */
function retryAfter({ response }: Exchange): number | undefined {
  const header = response.headers['retry-after']
  if (typeof header !== 'string') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - dateNow()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
