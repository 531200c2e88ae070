import type { IncomingMessage } from 'node:http'
import type { Answer } from '../service/ask.ts'
import type { Organization } from '../store/store.ts'
import { hasBody } from './end-gently.ts'

/** Says how often what an organization may be answered has changed; undefined if nobody counts. */
export type VersionOf = (organization: Organization) => number | undefined

export interface ReadyLimits {
  /** Bytes of bodies. */
  bytes: number
  answers: number
}

const DEFAULTS: ReadyLimits = { bytes: 8 * 2 ** 20, answers: 4_096 }
/** A longer body is not kept. */
const LONGEST = 65_536

interface Kept {
  answer: Answer
  caller: Organization
  version: number
}

/** The latest answers to GET, each sent again for the same token and URL until something changes in its world. */
export class ReadyAnswers {
  readonly #versionOf: VersionOf
  readonly #limits: ReadyLimits
  /** By token and URL, the oldest first. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(versionOf: VersionOf, limits: Partial<ReadyLimits> = {}) {
    this.#versionOf = versionOf
    this.#limits = { ...DEFAULTS, ...limits }
  }

  of(request: IncomingMessage): Answer | undefined {
    const { method, url, headers } = request
    if (method !== 'GET' || headers.authorization === undefined || hasBody(request)) return undefined
    const kept = this.#kept.get(keyOf(headers.authorization, url as string))
    return kept && kept.version === this.#versionOf(kept.caller) ? kept.answer : undefined
  }

  keep(request: IncomingMessage, answer: Answer): void {
    const { method, url, headers } = request
    const { status, body, caller } = answer
    if (method !== 'GET' || status !== 200 || caller === undefined || hasBody(request)) return
    if (typeof body !== 'string' || body.length > LONGEST) return
    const version = this.#versionOf(caller)
    if (version === undefined) return
    const key = keyOf(headers.authorization as string, url as string)
    this.#drop(key)
    this.#kept.set(key, { answer, caller, version })
    this.#bytes += key.length + body.length
    while (this.#bytes > this.#limits.bytes || this.#kept.size > this.#limits.answers) {
      this.#drop(this.#kept.keys().next().value as string)
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    this.#bytes -= key.length + kept.answer.body.length
  }
}

/** A token has no line break. */
function keyOf(authorization: string, url: string): string {
  return `${authorization}\n${url}`
}
