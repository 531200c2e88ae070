import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ByteText } from '../../contract/bytes.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import type { KnobName } from '../../contract/knobs.ts'
import { dateNow, performance } from '../../contract/real-globals.ts'
import type { Clock } from '../../operator/clock.ts'
import type { ByteLog, Logged } from './byte-log.ts'
import { type Route, routeOf } from './route-of.ts'

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
}

/** What stands for a world, and does not keep it alive. */
export interface WorldKey {
  /** The first of its exchanges that may have decided and is not kept any more; infinite while there is none. */
  firstLostDecision: number
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
  readonly clock: Clock | undefined
  /** Exchanges of it that ever came. */
  heard: number
  /** How many of them had each status; 0 for those without one. */
  readonly statuses: Map<number, number>
  /** Those that are kept, the oldest first, from `from` on. */
  kept: Entry[]
  from: number
  bytes: number
  /** Whether its world is closed. */
  isGone: boolean
}

const UNEXPLAINED: readonly Why[] = []
const NO_HEADERS: readonly string[] = []

/**
 * What the journal keeps of one exchange: references and bytes, which become text only when somebody reads them. Dropped
 * entries are reused, because new objects that live for a thousand requests make V8 enlarge its young generation beyond
 * the caches of the processor. Code that holds an entry while requests arrive sets `isLent`, so that it is not reused.
 */
export class Entry implements Logged {
  id = 0
  /** Its place among all arrivals and answers. */
  arrived = 0
  /** The same of its answer; 0 while there is none. */
  answered = 0
  owner: Owner | undefined = undefined
  /** Milliseconds since 1970: its arrival, by the clock of the machine; once answered, its answer, by the clock of its world, if it has one. */
  at = dateNow()
  began = performance.now()
  /** NaN while it has no answer; a number from the beginning, so that it is changed in place. */
  ms = Number.NaN
  method = ''
  /** Names and values in turn, as they were sent. */
  headers: readonly string[] = NO_HEADERS
  route: Route = 'other'
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
  /** Whether nothing more comes of it. */
  isOver = false
  /** Whether somebody keeps it, so that it is not used again. */
  isLent = false
  why: readonly Why[] | (() => readonly Why[]) = UNEXPLAINED
  /** What it counts in the ring. */
  bytes = 0
  isKept = false
  start = 0
  logged = 0
  #log: ByteLog | undefined = undefined
  #urlLength = 0
  #bodyLength = -1
  #answerLength = -1
  #url = ''
  #body: Buffer | undefined = undefined
  #answer: HeardAnswer['body'] | undefined = undefined
  #own: OwnAnswer | undefined = undefined

  /** Clears the entry and starts it anew for the next exchange. */
  begin(id: number, arrived: number, method: string, url: string, headers: readonly string[]): void {
    this.id = id
    this.arrived = arrived
    this.answered = 0
    this.owner = undefined
    this.at = dateNow()
    this.began = performance.now()
    this.ms = Number.NaN
    this.method = method
    this.headers = headers
    this.route = routeOf(url)
    this.status = undefined
    this.answerHeaders = undefined
    this.answerBytes = 0
    this.faults = undefined
    this.outcome = 'pending'
    this.isReplaced = false
    this.mayHaveDecided = false
    this.awaitsAnswer = false
    this.awaitsEnd = false
    this.isOver = false
    this.why = UNEXPLAINED
    this.bytes = 0
    this.#log = undefined
    this.#urlLength = 0
    this.#bodyLength = -1
    this.#answerLength = -1
    this.#url = url
    this.#body = undefined
    this.#answer = undefined
    this.#own = undefined
  }

  /** With its query, as it was sent. */
  get url(): string {
    return this.#log?.read(this.start, this.#urlLength) ?? this.#url
  }

  get body(): ByteText | undefined {
    if (this.#log === undefined || this.#bodyLength < 0) return this.#body?.toString('latin1')
    return this.#log.read(this.start + this.#urlLength, this.#bodyLength)
  }

  setBody(body: Buffer): void {
    this.#body = body
  }

  /** Undefined while there is none, or if it was too long to keep. */
  get answer(): ByteText | undefined {
    if (this.#log !== undefined && this.#answerLength >= 0) {
      const before = this.#urlLength + Math.max(0, this.#bodyLength)
      return this.#log.read(this.start + before, this.#answerLength)
    }
    if (typeof this.#answer === 'object') this.#answer = this.#answer.whole()
    return this.#answer
  }

  /** What the service answered, where a fault sent another answer. */
  get own(): OwnAnswer | undefined {
    return this.#own
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
    // It is not in the log: the answer there is the service's.
    this.#answerLength = -1
    this.#answer = isKept ? body : undefined
  }

  /** Whether its texts can still be read; those of one that was dropped are overwritten at some time. */
  get isReadable(): boolean {
    return this.#log === undefined || this.#log.has(this)
  }

  /** Moves its texts into a log, once nothing more comes; what is too long for it stays a reference. */
  keepIn(log: ByteLog, answer: HeardAnswer['body'] | undefined): void {
    const url = this.#url
    const body = this.#body
    const sent = url.length + (body?.length ?? 0)
    if (typeof answer !== 'string' || !log.hasPlaceFor(sent + answer.length)) {
      this.#answer = answer
      return
    }
    log.write(this, url, body, answer)
    this.#log = log
    this.#urlLength = url.length
    this.#bodyLength = body?.length ?? -1
    this.#answerLength = answer.length
    this.#url = ''
    this.#body = undefined
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
