import type { IncomingMessage } from 'node:http'
import { type Answer, hasBody } from '../service/ask.ts'
import type { Organization } from '../store/store.ts'

/** Bytes of URLs and bodies. */
const DEFAULTS = { bytes: 8 * 2 ** 20, answers: 4_096 }
export type ReadyLimits = typeof DEFAULTS
/** A longer body is not kept. */
const LONGEST = 65_536
/** URLs that were asked for once. */
const REMEMBERED = 1_024

interface Kept {
  answer: Answer
  caller: Organization
  version: number
}

/**
 * Answers to what was asked for twice, each sent again for the same token and URL until its world changes. A map finds a token by
 * its hash, which Node seeds at random, so the time that it takes tells nobody the beginning of one.
 */
export class ReadyAnswers {
  readonly #versionOf: (organization: Organization) => number | undefined
  readonly #limits: ReadyLimits
  readonly #byToken = new Map<string, Map<string, Kept>>()
  /** Keeping what is never asked for again would cost more than it saves. */
  readonly #asked = new Set<string>()
  #bytes = 0
  #answers = 0

  /** @param versionOf returns a number that grows with what an organization is answered; undefined if nobody counts */
  constructor(
    versionOf: (organization: Organization) => number | undefined,
    limits: Partial<ReadyLimits> = {},
  ) {
    this.#versionOf = versionOf
    this.#limits = { ...DEFAULTS, ...limits }
  }

  of(request: IncomingMessage): Answer | undefined {
    const { method, url, headers } = request
    if (method !== 'GET') return undefined
    const kept = this.#byToken.get(headers.authorization as string)?.get(url as string)
    if (kept === undefined || hasBody(request)) return undefined
    return kept.version === this.#versionOf(kept.caller) ? kept.answer : undefined
  }

  keep(request: IncomingMessage, answer: Answer): void {
    const { status, body, caller } = answer
    if (request.method !== 'GET' || status !== 200 || caller === undefined) return
    if (typeof body !== 'string' || body.length > LONGEST || hasBody(request)) return
    const url = request.url as string
    const token = request.headers.authorization as string
    if (!this.#asked.delete(url) && !this.#byToken.get(token)?.has(url)) return void this.#remember(url)
    const version = this.#versionOf(caller)
    if (version === undefined) return
    const size = url.length + body.length
    if (this.#bytes + size > this.#limits.bytes || this.#answers === this.#limits.answers) this.#clear()
    const known = this.#byToken.get(token) ?? new Map<string, Kept>()
    this.#byToken.set(token, known)
    this.#bytes += size
    this.#answers++
    known.set(url, { answer, caller, version })
  }

  #remember(url: string): void {
    if (this.#asked.size === REMEMBERED) this.#asked.clear()
    this.#asked.add(url)
  }

  /** What is still asked for is soon there again. */
  #clear(): void {
    this.#byToken.clear()
    this.#bytes = 0
    this.#answers = 0
  }
}
