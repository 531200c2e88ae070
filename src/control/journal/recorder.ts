import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from '../../contract/real-globals.ts'
import type { Organization } from '../../world/store.ts'
import { whenOver } from '../when-over.ts'
import {
  Entry,
  entryOf,
  type HeardAnswer,
  isInFlight,
  type Outcome,
  type Owner,
  outcomeOf,
  setEntry,
  settled,
  type Why,
} from './entry.ts'
import type { RecorderFacts } from './facts.ts'
import { Owners } from './owners.ts'
import { Ring, type RingLimits, ringLimits } from './ring.ts'

/** Hears of what an exchange came to: it arrived, was answered, or ended. */
export type Listener = (entry: Entry) => void

/** About what an entry needs beside its texts, and one with reasons, which keep its request. */
const ENTRY_BYTES = 512
const WHY_BYTES = 4_096
/** A longer answer is not kept. */
const LONGEST_ANSWER = 2 ** 20

const latest = Symbol('latest')
const current = Symbol('current')

/** A connection with what is known of it. */
type HeardSocket = Socket & {
  [latest]?: SentHeaders
  /** The response that is next to be sent on it, while there is no answer. */
  [current]?: ServerResponse | undefined
}

/** Headers as they were sent, and how many bytes they have. */
interface SentHeaders {
  sent: readonly string[]
  bytes: number
}

const NO_HEADERS: SentHeaders = { sent: [], bytes: 0 }

/**
 * Returns the headers of the request before on a connection, if they are the same: nearly always they are, and what is
 * old already costs the garbage collector nothing.
 */
function sharedHeaders(socket: HeardSocket, sent: readonly string[]): SentHeaders {
  const before = socket[latest]
  if (before !== undefined && before.sent.length === sent.length) {
    let k = 0
    while (k < sent.length && sent[k] === before.sent[k]) k++
    if (k === sent.length) return before
  }
  let bytes = 0
  for (const text of sent) bytes += text.length
  const headers = { sent, bytes }
  socket[latest] = headers
  return headers
}

/** Writes down every exchange of the data port. It keeps references and formats nothing. */
export class Recorder {
  readonly ring: Ring
  readonly owners: Owners
  readonly #facts: RecorderFacts
  readonly #open = new Set<Entry>()
  readonly #listeners = new Set<Listener>()
  readonly #onClose: (this: ServerResponse) => void
  readonly #onCut: (this: HeardSocket) => void
  #id = 0
  #turn = 0

  constructor(facts: RecorderFacts, limits: Partial<RingLimits> = {}) {
    this.#facts = facts
    this.owners = new Owners(facts)
    this.ring = new Ring({ ...ringLimits, ...limits }, (entry) => this.owners.lose(entry))
    const recorder = this
    this.#onClose = function (this: ServerResponse) {
      recorder.#close(this)
    }
    this.#onCut = function (this: HeardSocket) {
      if (this[current]) recorder.#close(this[current])
    }
  }

  /** The codes that reasons can have. */
  get codes(): readonly string[] {
    return this.#facts.codes
  }

  /** Returns whether an organization that is open has this handle. */
  hasHandle(handle: string): boolean {
    return this.#facts.hasHandle(handle)
  }

  /** The id of the latest exchange. */
  get last(): number {
    return this.#id
  }

  /** Requests that have no answer yet, in the order of arrival. */
  get open(): Iterable<Entry> {
    return this.#open
  }

  /** The organization of an exchange; while it is in flight, as far as its header tells. */
  readonly ownerOf = (entry: Entry): Owner => entry.owner ?? this.owners.byToken(entry)

  admit(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { method = '', url = '', rawHeaders, socket } = request
    const entry = this.#arrive(method, url, sharedHeaders(socket, rawHeaders))
    setEntry(request, entry)
    this.#tell(entry)
    serve()
    // Nearly every list is answered by now; to wait for its end would cost more than the rest.
    if (entry.outcome !== 'pending') return void setEntry(request, undefined)
    if (entry.status === undefined) this.#open.add(entry)
    if (response.socket === null) {
      entry.awaitsEnd = true
      whenOver(request, response, () => this.#close(response))
    } else if (entry.status === undefined && entry.faults === undefined) this.#awaitAnswer(entry, response)
    else this.#awaitEnd(entry, response)
  }

  body(request: IncomingMessage, bytes: Buffer): void {
    const entry = entryOf(request)
    if (entry === undefined) return
    entry.setBody(bytes)
    entry.bytes += bytes.length
  }

  deliver(request: IncomingMessage, answer: HeardAnswer): void {
    const entry = entryOf(request)
    if (entry === undefined || entry.status !== undefined) return
    this.#take(entry, answer)
    // A 5xx may hide a decision: the database went away, or a quirk failed.
    const isMaybe = answer.status < 300 || answer.status >= 500
    entry.mayHaveDecided = isMaybe && entry.method === 'POST' && !entry.isReplaced
    // A fault may still keep it from the client.
    const { destroyed } = request.socket
    const isLeaving =
      !destroyed && !entry.awaitsEnd && typeof answer.body === 'string' && entry.faults === undefined
    if (isLeaving) entry.outcome = 'sent'
    this.#explain(entry, request)
    this.#keep(entry, this.#facts.organizationOf(request))
    if (!entry.awaitsAnswer) return
    const socket = request.socket as HeardSocket
    if (isLeaving) setEntry(request, undefined)
    else this.#awaitEnd(entry, socket[current] as ServerResponse)
    socket[current] = undefined
  }

  /** Writes down an answer that a fault sends in place of the service's, or of none. */
  replace(request: IncomingMessage, answer: HeardAnswer): void {
    const entry = entryOf(request)
    if (entry === undefined) return
    entry.isReplaced = true
    if (entry.owner === undefined || entry.status === undefined) return void this.deliver(request, answer)
    const { body } = answer
    const isKept = entry.method !== 'HEAD' && body.length <= LONGEST_ANSWER
    this.owners.count(entry, -1)
    entry.replace(answer, isKept)
    this.owners.count(entry, 1)
    if (!isKept) return
    entry.bytes += body.length
    if (entry.isKept) this.ring.grow(body.length)
  }

  /** Writes down what never became a request. */
  stray(answer: HeardAnswer, why: () => readonly Why[]): void {
    const entry = this.#arrive('', '', NO_HEADERS)
    this.#take(entry, answer)
    entry.why = why
    entry.outcome = 'sent'
    this.#keep(entry, undefined)
  }

  /** Notes that a fault struck a request. */
  struck(request: IncomingMessage, name: string): void {
    const entry = entryOf(request)
    if (entry === undefined) return
    if (entry.faults) entry.faults.push(name)
    else entry.faults = [name]
    // It may not be sent as it was meant.
    entry.outcome = 'pending'
  }

  /** Listens until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Lets go of a world that is closed: finds the reasons of its exchanges while people are known. */
  settle(world: object): void {
    const key = this.owners.keyOf(world)
    for (const entry of this.ring.entries((owner) => owner.world === key)) entry.why = settled(entry)
    this.owners.retire(world)
  }

  /** Listens to the connection, which costs less than to listen to each response. */
  #awaitAnswer(entry: Entry, response: ServerResponse): void {
    const socket = response.socket as HeardSocket
    // It stays there, undefined, when there is an answer.
    if (!(current in socket)) socket.on('close', this.#onCut)
    socket[current] = response
    entry.awaitsAnswer = true
  }

  #awaitEnd(entry: Entry, response: ServerResponse): void {
    entry.awaitsEnd = true
    response.on('close', this.#onClose)
  }

  #arrive(method: string, url: string, { sent, bytes }: SentHeaders): Entry {
    const whole = ENTRY_BYTES + url.length + bytes
    return new Entry(++this.#id, ++this.#turn, { method, url, headers: sent, bytes: whole })
  }

  #take(entry: Entry, answer: HeardAnswer): void {
    const { status, body, headers } = answer
    entry.answered = ++this.#turn
    entry.status = status
    entry.answerHeaders = headers
    entry.start = this.ring.texts.end
    // An answer to HEAD ends with its headers.
    if (entry.method === 'HEAD') return
    entry.answerBytes = body.length
    if (body.length > LONGEST_ANSWER) return
    entry.keepAnswer(answer, this.ring)
    entry.bytes += body.length
  }

  #explain(entry: Entry, request: IncomingMessage): void {
    const why = this.#facts.whyOf(request)
    if (why === undefined) return
    entry.why = why
    entry.bytes += WHY_BYTES
  }

  #keep(entry: Entry, organization: Organization | undefined): void {
    const owner = this.owners.of(organization)
    entry.owner = owner
    if (owner.clock) entry.at = owner.clock.now()
    entry.ms = performance.now() - entry.began
    this.owners.count(entry, 1)
    this.#open.delete(entry)
    this.ring.add(entry)
    this.#tell(entry)
  }

  #close(response: ServerResponse): void {
    const entry = entryOf(response.req) as Entry
    const outcome: Outcome = outcomeOf(response, entry)
    setEntry(response.req, undefined)
    if (isInFlight(entry)) {
      // Whoever closed it sent no answer of the service: the client went away, or a fault closed the connection.
      entry.mayHaveDecided = entry.method === 'POST' && entry.faults === undefined
      entry.status = response.headersSent ? response.statusCode : undefined
      entry.answered = ++this.#turn
      entry.outcome = outcome
      this.#explain(entry, response.req)
      this.#keep(entry, this.#facts.organizationOf(response.req))
      return
    }
    entry.outcome = outcome
    entry.ms = performance.now() - entry.began
    this.#tell(entry)
  }

  #tell(entry: Entry): void {
    if (this.#listeners.size === 0) return
    for (const listener of this.#listeners) listener(entry)
  }
}
