import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ByteText } from '../../contract/bytes.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import type { KnobName } from '../../contract/knobs.ts'
import { dateNow, performance } from '../../contract/real-globals.ts'
import type { Clock } from '../../operator/clock.ts'
import type { Texts } from './texts.ts'

/** One reason why an exchange went as it did. */
export interface Why {
  /** The step that decided: `host`, `route`, `token`, `query`, `body`, `report` … */
  step: string
  /** Pinned, for programs: `token-bare-for-bearer`. */
  code: string
  reason: string
  /** What the client can do about it. */
  remedy?: string
  /** The parameter or the key of the body. */
  field?: string
  /** The rule of the interface that it is about. */
  clause?: ClauseId
  /** The knob with another choice, and what this simulator chose. */
  knob?: KnobName
  choice?: unknown
}

/** An answer as the service made it. */
export interface HeardAnswer {
  status: number
  body: ByteText | { length: number; whole(): ByteText }
  headers?: OutgoingHttpHeaders | undefined
  /** Whether others keep its body, too. */
  isShared?: boolean | undefined
}

/** What stands for a world, and does not keep it alive. */
export interface WorldKey {
  /** The first of its exchanges that may have decided and is not kept any more; infinite while there is none. */
  firstLostDecision: number
  /** Whether the world is closed. */
  isRetired: boolean
}

/** An answer of the service that its client did not get. */
export interface OwnAnswer {
  status: number
  headers: OutgoingHttpHeaders | undefined
  /** Undefined if it was too long to keep. */
  body: ByteText | undefined
  bytes: number
}

/** Whose requests these are: an organization, or whoever sent no token that is known. */
export interface Owner {
  /** Null for nobody. */
  readonly handle: string | null
  readonly world: WorldKey | undefined
  /** That of its world; undefined when this is closed, because it would keep the world alive. */
  clock: Clock | undefined
  /** How many of its exchanges had each status; those without one are counted at 0. */
  readonly statuses: number[]
  /** Its exchanges that are not kept any more: how many, and the first and the last of them. */
  readonly lost: { count: number; firstId: number; lastId: number }
  /** Whether its world is closed. */
  isGone: boolean
}

const UNEXPLAINED: readonly Why[] = []

/** What the journal keeps of one exchange: references and bytes, which become text only when somebody reads them. */
export class Entry {
  readonly id: number
  /** Its place among all arrivals and answers. */
  readonly arrived: number
  /** The same of its answer; 0 while there is none. */
  answered = 0
  owner: Owner | undefined = undefined
  /** Milliseconds since 1970: its arrival, by the clock of the machine; once answered, its answer, by the clock of its world, if it has one. */
  at = dateNow()
  readonly began = performance.now()
  /** NaN while it has no answer; a number from the beginning, so that it is changed in place. */
  ms = Number.NaN
  readonly method: string
  /** With its query, as it was sent. */
  readonly url: string
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[]
  status: number | undefined = undefined
  /** Undefined for those of every answer. */
  answerHeaders: OutgoingHttpHeaders | undefined = undefined
  answerBytes = 0
  /** Names of the faults that struck it. */
  faults: string[] | undefined = undefined
  outcome: Outcome = 'pending'
  /** Whether a fault sent another answer than that of the service, or a broken one. */
  isReplaced = false
  /** Whether the service may have recorded a decision. */
  mayHaveDecided = false
  /** Whether its connection is listened to until it has an answer. */
  awaitsAnswer = false
  /** Whether the end of its response is listened to. */
  awaitsEnd = false
  why: readonly Why[] | (() => readonly Why[]) = UNEXPLAINED
  /** What it counts in the ring. */
  bytes: number
  isKept = false
  /** Where its answer is in the texts, or would be. */
  start = 0
  /** Undefined while its answer is not there, but here. */
  #texts: Texts | undefined = undefined
  #body: Buffer | undefined = undefined
  #answer: HeardAnswer['body'] | undefined = undefined
  #own: OwnAnswer | undefined = undefined

  constructor(
    id: number,
    arrived: number,
    { method, url, headers, bytes }: Pick<Entry, 'method' | 'url' | 'headers' | 'bytes'>,
  ) {
    this.id = id
    this.arrived = arrived
    this.method = method
    this.url = url
    this.headers = headers
    this.bytes = bytes
  }

  get body(): ByteText | undefined {
    return this.#body?.toString('latin1')
  }

  setBody(body: Buffer): void {
    this.#body = body
  }

  /** Undefined while there is none, or if it was too long to keep. */
  get answer(): ByteText | undefined {
    if (this.#texts !== undefined) return this.#texts.read(this.start, this.answerBytes)
    if (typeof this.#answer === 'object') this.#answer = this.#answer.whole()
    return this.#answer
  }

  /** What the service answered, where a fault sent another answer. */
  get own(): OwnAnswer | undefined {
    return this.#own
  }

  /** Keeps the body of an answer: a copy of its bytes, or itself if others keep it, too, or if it is long. */
  keepAnswer({ body, isShared }: HeardAnswer, { texts, oldest }: { texts: Texts; oldest: number }): void {
    if (isShared || typeof body !== 'string' || !texts.hasPlaceFor(body)) {
      this.#answer = body
      return
    }
    this.start = texts.write(body, oldest)
    this.#texts = texts
  }

  /** Puts the answer that a fault sends in the place of the service's. */
  replace({ status, body, headers }: HeardAnswer, isKept: boolean): void {
    this.#own = {
      status: this.status as number,
      headers: this.answerHeaders,
      body: this.isReadable ? this.answer : undefined,
      bytes: this.answerBytes,
    }
    this.status = status
    this.answerHeaders = headers
    this.answerBytes = this.method === 'HEAD' ? 0 : body.length
    this.#texts = undefined
    this.#answer = isKept ? body : undefined
  }

  /** Whether its answer can still be read; that of one that was dropped is overwritten at some time. */
  get isReadable(): boolean {
    return this.#texts === undefined || this.#texts.has(this.start)
  }
}

export const outcomes = ['pending', 'sent', 'replaced', 'cut', 'unanswered'] as const

/**
 * What became of an exchange: it is in flight (`pending`); its client was sent the whole answer of the service (`sent`),
 * the answer of a fault or one that a fault broke (`replaced`), or a part of one (`cut`); or it got no answer that HTTP
 * knows (`unanswered`): it went away, or a fault struck.
 */
export type Outcome = (typeof outcomes)[number]

const heard = Symbol('heard')

/** A request with the entry that stands for it. */
export type Heard = IncomingMessage & { [heard]?: Entry | undefined }

export function entryOf(request: Heard): Entry | undefined {
  return request[heard]
}

export function setEntry(request: Heard, entry: Entry | undefined): void {
  request[heard] = entry
}

/** Returns what became of an exchange whose response is closed. */
export function outcomeOf(
  { headersSent, writableFinished }: ServerResponse,
  { isReplaced }: Pick<Entry, 'isReplaced'>,
): Outcome {
  if (!headersSent) return 'unanswered'
  if (!writableFinished) return 'cut'
  return isReplaced ? 'replaced' : 'sent'
}

/** Returns why an exchange went as it did, and keeps it. */
export function settled(entry: Entry): readonly Why[] {
  if (typeof entry.why === 'function') entry.why = entry.why()
  return entry.why
}

export function isInFlight({ outcome, status }: Entry): boolean {
  return outcome === 'pending' && status === undefined
}
