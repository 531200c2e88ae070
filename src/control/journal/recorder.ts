import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ByteText } from '../../contract/bytes.ts'
import { dateNow, performance } from '../../contract/real-globals.ts'
import type { Why } from '../../contract/why.ts'
import { whenOver } from '../when-over.ts'
import type { Outcome } from './outcome.ts'
import { Pool, Pooled } from './pool.ts'

/** An answer as the service, or a fault, made it. */
export interface HeardAnswer {
  status: number
  /** A long body is joined when somebody reads it. */
  body: ByteText | { length: number; whole(): ByteText }
  /** Undefined for those of every answer. */
  headers?: OutgoingHttpHeaders | undefined
  /** Whether others keep its body, too, so that it costs the garbage collector nothing. */
  isShared?: boolean | undefined
}

/** How many exchanges are no longer kept, and the last of them. */
export interface Tally {
  dropped: number
  lastDropped: number
  /** Whether its world is closed, whose data no reason may keep. */
  isClosed?: boolean
}

/** Whose requests these are. It keeps no world alive. */
export interface Owner {
  /** Null for whoever sent no token that is known. */
  readonly handle: string | null
  /** That of its world. */
  readonly tally: Tally
}

/** What is kept of one exchange: references, which become text only when somebody reads them. */
export class Slot {
  readonly id: number
  readonly method: string
  /** With its query, as the service sees it: without the base path. */
  readonly url: string
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[]
  /** Milliseconds since 1970: its arrival, by the clock of the machine; once answered, its answer, by that of its world. */
  at = dateNow()
  readonly began = performance.now()
  /** The base path that stood before its URL. */
  base = ''
  /** NaN while it has no answer; a number from the beginning, so that it is changed in place. */
  ms = Number.NaN
  /** Undefined while it has no answer. */
  owner: Owner | undefined = undefined
  /** The latest exchange when it was answered: those after it arrived after the answer. */
  answeredAt = Number.POSITIVE_INFINITY
  body: Buffer | undefined = undefined
  status: number | undefined = undefined
  /** Undefined if there is none, or if an answer to HEAD ends with its headers. */
  answer: HeardAnswer['body'] | undefined = undefined
  answerHeaders: HeardAnswer['headers'] = undefined
  /** What the service answered, where a fault sent another answer. */
  service: HeardAnswer | undefined = undefined
  isReplaced = false
  /** Names of the faults that struck it. */
  faults: string[] = NO_FAULTS
  outcome: Outcome = 'pending'
  why: readonly Why[] | (() => readonly Why[]) = NO_REASONS
  /** What it counts in the ring. */
  bytes: number
  /** Stops listening to the end of its response. */
  stop: (() => void) | undefined = undefined

  constructor(id: number, method: string, url: string, headers: readonly string[]) {
    this.id = id
    this.method = method
    this.url = url
    this.headers = headers
    this.bytes = 512 + url.length
    for (const text of headers) this.bytes += text.length
  }

  /** Returns why it went as it did, and keeps it. */
  explained(): readonly Why[] {
    if (typeof this.why === 'function') this.why = this.why()
    return this.why
  }
}

const NO_FAULTS: string[] = []
const NO_REASONS: readonly Why[] = []

/** What the recorder asks the modules that answer requests. */
interface RecorderFacts {
  /** The path before those of the interface. */
  basePath?: string
  /** Returns who sent a request, and the time there; undefined for a token that is unknown. */
  ownerOf(request: Pick<IncomingMessage, 'headers'>): { owner: Owner; now: number } | undefined
  /** Returns a function that finds the reasons for an answer; undefined if the answer needs none. */
  whyOf(request: IncomingMessage): (() => readonly Why[]) | undefined
}

export interface RingLimits {
  /** The most exchanges that are kept. */
  exchanges: number
  /** The most bytes that they may have together. */
  bytes: number
}

/** About what reasons need, which keep their request. */
const WHY_BYTES = 4_096

const heard = Symbol('heard')
const latest = Symbol('latest headers')

/** A connection with the headers of its latest request. */
type HeardSocket = Socket & { [latest]?: readonly string[] }

/** A request with the slot that stands for it. */
type Heard = IncomingMessage & { [heard]?: Slot; socket: HeardSocket }

/** Keeps the latest exchanges of the data port in a ring, and lets go of the oldest beyond its limits. */
export class Recorder {
  /** Of every world. */
  readonly tally: Tally = { dropped: 0, lastDropped: 0 }
  /** The latest id. They count the arrivals from 1. */
  last = 0
  /** The latest verification that failed, by anybody; null if none has. */
  lastMiss: { time: string; message: string } | null = null
  readonly #nobody: Owner = { handle: null, tally: { dropped: 0, lastDropped: 0 } }
  readonly #facts: RecorderFacts
  readonly #limits: RingLimits
  readonly #pool: Pool
  readonly #listeners = new Set<(slot: Slot) => void>()
  /** The slot of an id is at its number by the number of places. */
  readonly #places: (Slot | undefined)[] = []
  #first = 1
  #bytes = 0

  constructor(facts: RecorderFacts, { exchanges = 1_000, bytes = 16 * 2 ** 20 }: Partial<RingLimits> = {}) {
    this.#facts = facts
    this.#limits = { exchanges, bytes }
    this.#pool = new Pool(Math.min(exchanges, Math.ceil(bytes / 512)))
  }

  admit(request: Heard, response: ServerResponse, serve: () => void): void {
    const slot = this.#arrive(request.method as string, request.url as string, sharedHeaders(request))
    request[heard] = slot
    // The server takes it from the URL and says so, as a proxy does.
    const { basePath } = this.#facts
    if (basePath && String(request.headers['x-forwarded-prefix']).endsWith(basePath)) slot.base = basePath
    this.#tell(slot)
    serve()
    // Nearly every list is answered by now; to wait for its end would cost more than the rest.
    if (slot.outcome !== 'pending') return
    const stop = whenOver(request, response, () => this.#end(slot, request, response))
    if (slot.outcome === 'pending') slot.stop = stop
  }

  body(request: Heard, bytes: Buffer): void {
    const slot = request[heard]
    if (slot === undefined) return
    slot.body = bytes
    this.#grow(slot, bytes.length)
  }

  deliver(request: Heard, response: ServerResponse, answer: HeardAnswer): void {
    const slot = request[heard]
    if (slot === undefined || slot.status !== undefined) return
    // A fault may still keep it from the client, and one that is long or has to wait is not sent yet.
    const isWhole = slot.faults.length === 0 && typeof answer.body === 'string'
    if (isWhole && response.socket !== null && !response.socket.destroyed) {
      slot.outcome = 'sent'
      slot.stop?.()
      slot.stop = undefined
    }
    this.#answer(slot, request, answer)
  }

  /** Notes that a fault struck a request. */
  struck(request: Heard, name: string): void {
    const slot = request[heard]
    if (slot === undefined) return
    slot.faults = [...slot.faults, name]
  }

  /** Notes what a fault sends in place of the service's answer, or of none. */
  replace(request: Heard, answer: HeardAnswer): void {
    const slot = request[heard]
    if (slot === undefined) return
    slot.isReplaced = true
    const { status, answerHeaders: headers, answer: body = '' } = slot
    if (status === undefined) {
      this.#answer(slot, request, answer)
      return
    }
    slot.service = { status, headers, body: typeof body === 'string' ? body : body.whole() }
    this.#take(slot, answer)
  }

  /** Writes down what never became a request. */
  stray(answer: HeardAnswer, why: () => readonly Why[]): void {
    const slot = this.#arrive('', '', [])
    slot.owner = this.#nobody
    slot.why = why
    slot.outcome = 'sent'
    slot.ms = 0
    this.#take(slot, answer)
    this.#tell(slot)
  }

  /** Returns whose exchange it is; while it is in flight, as far as its header tells. */
  ownerOf({ owner, headers }: Slot): Owner {
    if (owner !== undefined) return owner
    const k = headers.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === 'authorization')
    const authorization = k === -1 ? undefined : headers[k + 1]
    return this.#facts.ownerOf({ headers: { authorization } })?.owner ?? this.#nobody
  }

  /** Returns what is kept and what is in flight, in the order of arrival. */
  slots(since = 0): Slot[] {
    const found: Slot[] = []
    for (let id = Math.max(this.#first, since + 1); id <= this.last; id++) {
      const slot = this.get(id)
      if (slot?.answer instanceof Pooled && slot.answer.isOverwritten) this.drop(slot)
      else if (slot !== undefined) found.push(slot)
    }
    return found
  }

  get(id: number): Slot | undefined {
    const slot = this.#places[id % this.#limits.exchanges]
    return slot?.id === id ? slot : undefined
  }

  drop(slot: Slot): void {
    this.#places[slot.id % this.#limits.exchanges] = undefined
    this.#bytes -= slot.bytes
    lose(this.tally, slot)
    if (slot.owner !== undefined) lose(slot.owner.tally, slot)
  }

  /** Hears of exchanges that arrived, were answered or ended, until the returned function is called. */
  listen(listener: (slot: Slot) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #arrive(method: string, url: string, headers: readonly string[]): Slot {
    const id = ++this.last
    if (id - this.#first >= this.#limits.exchanges) this.#dropFirst()
    const slot = new Slot(id, method, url, headers)
    this.#places[id % this.#limits.exchanges] = slot
    this.#bytes += slot.bytes
    return slot
  }

  #dropFirst(): void {
    const slot = this.get(this.#first++)
    if (slot !== undefined) this.drop(slot)
  }

  #grow(slot: Slot, by: number): void {
    slot.bytes += by
    if (this.get(slot.id) !== slot) return
    this.#bytes += by
    while (this.#bytes > this.#limits.bytes && this.#first <= this.last) this.#dropFirst()
  }

  #take(slot: Slot, { status, body, headers, isShared }: HeardAnswer): void {
    slot.status = status
    slot.answerHeaders = headers
    slot.answeredAt = this.last
    if (slot.method === 'HEAD') return
    slot.answer = typeof body === 'string' && !isShared ? this.#pool.kept(body) : body
    this.#grow(slot, body.length)
  }

  #answer(slot: Slot, request: IncomingMessage, answer: HeardAnswer): void {
    this.#explain(slot, request)
    this.#take(slot, answer)
    this.#tell(slot)
  }

  #explain(slot: Slot, request: IncomingMessage): void {
    const { owner, now } = this.#facts.ownerOf(request) ?? { owner: this.#nobody, now: slot.at }
    slot.owner = owner
    slot.at = now
    slot.ms = performance.now() - slot.began
    // It was dropped while nobody knew whose it is.
    if (this.get(slot.id) !== slot) lose(owner.tally, slot)
    const why = this.#facts.whyOf(request)
    if (why === undefined) return
    slot.why = owner.tally.isClosed ? why() : why
    this.#grow(slot, WHY_BYTES)
  }

  #end(slot: Slot, request: IncomingMessage, response: ServerResponse): void {
    const { headersSent, writableFinished, statusCode } = response
    if (slot.status === undefined) {
      // Whoever closed it sent no answer of the service: the client went away, or a fault closed the connection.
      this.#explain(slot, request)
      slot.answeredAt = this.last
      if (headersSent) slot.status = statusCode
    }
    const whole = slot.isReplaced ? 'replaced' : 'sent'
    slot.outcome = !headersSent ? 'unanswered' : writableFinished ? whole : 'cut'
    slot.ms = performance.now() - slot.began
    slot.stop = undefined
    this.#tell(slot)
  }

  #tell(slot: Slot): void {
    for (const listener of this.#listeners) listener(slot)
  }
}

/**
 * Returns the headers of the request before on a connection, if they are the same: nearly always they are, and what is old
 * already costs the garbage collector nothing.
 */
function sharedHeaders({ socket, rawHeaders: sent }: Heard): readonly string[] {
  const before = socket[latest]
  let k = 0
  while (k < sent.length && sent[k] === before?.[k]) k++
  if (before !== undefined && k === before.length && k === sent.length) return before
  socket[latest] = sent
  return sent
}

function lose(tally: Tally, { id }: Slot): void {
  tally.dropped++
  tally.lastDropped = Math.max(tally.lastDropped, id)
}
