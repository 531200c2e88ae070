import type { IncomingMessage } from 'node:http'
import type { Answer } from '../service/ask.ts'
import { Cache } from '../world/cache.ts'
import type { Organization } from '../world/store.ts'
import type { Worlds } from '../world/worlds.ts'

/** The most bytes of URLs and bodies. */
const BYTES = 32 * 2 ** 20
/** What an answer needs beside them. */
const OVERHEAD = 256
/** A longer body is not kept. */
const LONGEST = 65_536
/** How many URLs that were asked for once are remembered. */
const REMEMBERED = 4_096
/** Their last characters say where. */
const TELLING = 16

interface Kept {
  url: string
  answer: Answer
  caller: Organization
  version: number
}

/**
 * Answers to what was asked for twice, each sent again for the same token and URL until its world changes. It gets lists
 * only, requests without a body. A map finds a token by its hash, which Node seeds at random, so the time that it takes
 * tells nobody the beginning of one.
 */
export class ReadyAnswers {
  readonly #worlds: Pick<Worlds, 'organizations' | 'versionOf'>
  readonly #kept: Cache<Kept>
  /** The organizations when these were kept. */
  #organizations: readonly Organization[]
  /** Keeping what is never asked for again would cost more than it saves. */
  readonly #asked = new Array<string>(REMEMBERED).fill('')

  /** @param bytes the most that is kept */
  constructor(worlds: Pick<Worlds, 'organizations' | 'versionOf'>, bytes = BYTES) {
    this.#worlds = worlds
    this.#organizations = worlds.organizations
    this.#kept = new Cache(bytes, ({ url, answer }) => url.length + answer.body.length + OVERHEAD)
  }

  of(request: IncomingMessage): Answer | undefined {
    if (this.#organizations !== this.#worlds.organizations) {
      // An answer keeps the world of its caller alive, which may be closed.
      this.#kept.keep(() => false)
      this.#organizations = this.#worlds.organizations
    }
    const kept = this.#kept.find(keyOf(request))
    return kept?.version === (kept && this.#worlds.versionOf(kept.caller)) ? kept?.answer : undefined
  }

  keep(request: IncomingMessage, answer: Answer): void {
    const { url = '' } = request
    const { status, headers: own, body, caller } = answer
    // Headers of a learned profile may repeat those of the request.
    if (status !== 200 || own !== undefined || caller === undefined) return
    if (typeof body !== 'string' || body.length > LONGEST || !this.#wasAsked(url)) return
    const kept = { ...answer, slots: undefined, isShared: true } as const
    this.#kept.add(keyOf(request), { url, answer: kept, caller, version: this.#worlds.versionOf(caller) })
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

function keyOf({ headers, url }: IncomingMessage): string {
  return `${headers.authorization} ${url}`
}
