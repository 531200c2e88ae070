import type { IncomingMessage } from 'node:http'
import type { Answer } from '../service/ask.ts'
import type { Organization } from '../world/store.ts'
import type { Worlds } from '../world/worlds.ts'

/** The most bytes of URLs and bodies, half of them of what was asked for lately. */
const BYTES = 32 * 2 ** 20
/** What an answer needs beside them. */
const OVERHEAD = 256
/** A longer body is not kept. */
const LONGEST = 65_536
/** How many URLs that were asked for once are remembered, a power of two. */
const REMEMBERED = 4_096
/** Their last characters say where. */
const TELLING = 16

interface Kept {
  answer: Answer
  caller: Organization
  version: number
}

/** What was kept in a while. A map finds a token by its hash, which Node seeds at random, so the time that it takes tells nobody the beginning of one. */
class Generation {
  readonly #byToken = new Map<string, Map<string, Kept>>()
  bytes = 0

  get(token: string, url: string): Kept | undefined {
    return this.#byToken.get(token)?.get(url)
  }

  set(token: string, url: string, kept: Kept): void {
    const byUrl = this.#byToken.get(token) ?? new Map<string, Kept>()
    this.#byToken.set(token, byUrl)
    byUrl.set(url, kept)
    this.bytes += url.length + kept.answer.body.length + OVERHEAD
  }
}

/**
 * Answers to what was asked for twice, each sent again for the same token and URL until its world changes. It gets lists
 * only, requests without a body.
 */
export class ReadyAnswers {
  readonly #worlds: Pick<Worlds, 'organizations' | 'versionOf'>
  readonly #limit: number
  #young = new Generation()
  #old = new Generation()
  /** The organizations when these were kept. */
  #organizations: readonly Organization[]
  /** Keeping what is never asked for again would cost more than it saves. */
  readonly #asked = new Array<string>(REMEMBERED).fill('')

  /** @param bytes the most that is kept */
  constructor(worlds: Pick<Worlds, 'organizations' | 'versionOf'>, bytes = BYTES) {
    this.#worlds = worlds
    this.#organizations = worlds.organizations
    this.#limit = bytes / 2
  }

  of({ headers, url }: IncomingMessage): Answer | undefined {
    if (this.#organizations !== this.#worlds.organizations) this.#clear()
    const token = headers.authorization as string
    const young = this.#young.get(token, url as string)
    const kept = young ?? this.#old.get(token, url as string)
    if (kept === undefined || kept.version !== this.#worlds.versionOf(kept.caller)) return undefined
    if (young === undefined) this.#add(token, url as string, kept)
    return kept.answer
  }

  keep({ headers, url = '' }: IncomingMessage, answer: Answer): void {
    const { status, headers: own, body, caller } = answer
    // Headers of a learned profile may repeat those of the request.
    if (
      status !== 200 ||
      own !== undefined ||
      caller === undefined ||
      typeof body !== 'string' ||
      body.length > LONGEST
    )
      return
    if (!this.#wasAsked(url)) return
    const version = this.#worlds.versionOf(caller)
    const kept = { ...answer, slots: undefined, isShared: true } as const
    this.#add(headers.authorization as string, url, { answer: kept, caller, version })
  }

  /** An answer keeps the world of its caller alive, which may be closed. */
  #clear(): void {
    this.#organizations = this.#worlds.organizations
    this.#young = new Generation()
    this.#old = new Generation()
  }

  #add(token: string, url: string, kept: Kept): void {
    this.#young.set(token, url, kept)
    if (this.#young.bytes <= this.#limit) return
    this.#old = this.#young
    this.#young = new Generation()
  }

  #wasAsked(url: string): boolean {
    let place = 0
    for (let k = Math.max(0, url.length - TELLING); k < url.length; k++)
      place = (place * 31 + url.charCodeAt(k)) % REMEMBERED
    if (this.#asked[place] === url) return true
    this.#asked[place] = url
    return false
  }
}
