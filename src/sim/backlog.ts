import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { type LongBody, sendLong } from './long-body.ts'

export interface BacklogLimits {
  /** Milliseconds for which a client may take nothing of its answer. */
  quiet: number
  /** The same, while more than `bytes` are kept. */
  quietWhenFull: number
  /** Bytes that are kept for all clients: beyond them long answers wait, beyond twice as many all do. */
  bytes: number
  /** Milliseconds between two looks at what clients have taken. */
  every: number
}

const DEFAULTS: BacklogLimits = { quiet: 60_000, quietWhenFull: 1_000, bytes: 128 * 2 ** 20, every: 500 }

/** About what `node:http` keeps for a request that waits. */
const REQUEST_BYTES = 2_048
/** Requests of one connection that may wait whatever else does. */
const PIPELINED = 100

/** Rounds of the event loop between two long answers: libuv takes one new connection a round. */
const ROUNDS = 32

/** An answer that is being made, or that its client has not taken whole. */
interface Pending {
  socket: Socket
  response: ServerResponse
  /** Bytes of a long body that is on its way. */
  body: number
  /** Bytes that are kept for it, as of the last look. */
  kept: number
  /** Bytes that the client has taken of all that was ever sent to it, as of the last look. */
  taken: number
  /** How many looks ago that grew. */
  looks: number
}

/**
 * Keeps within bounds what waits for clients, for all servers of a simulator: the requests of a connection are answered
 * one after another, each when the answer before it has left, and who does not take its answer is cut off.
 */
export class Backlog {
  readonly #limits: BacklogLimits
  readonly #pending = new Map<ServerResponse, Pending>()
  /** How many requests of a connection wait for their turn. */
  readonly #waiting = new Map<Socket, number>()
  /** How many wait on all of them. */
  #requests = 0
  #kept = 0
  /** Requests whose turn has come while too much was kept. */
  readonly #queue: (() => void)[] = []
  #longTurn = Promise.resolve()
  #longMayGo = () => {}
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Partial<BacklogLimits> = {}) {
    this.#limits = { ...DEFAULTS, ...limits }
  }

  /** The handler, asked when it is a request's turn. */
  inTurn(handle: RequestListener): RequestListener {
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      handle(request, response)
      if (!response.writableEnded || response.writableLength > 0) this.#watch(request.socket, response)
    }
    return (request, response) => {
      // A response has its socket once those before it on the connection are finished.
      if (response.socket !== null && !this.#isOver(2)) return answer(request, response)
      const { socket } = request
      if (this.#isFlood(socket)) this.#cut(socket)
      if (socket.destroyed) return
      this.#hold(socket)
      const go = () => {
        if (socket.destroyed) return this.#forget(socket)
        this.#letGo(socket)
        answer(request, response)
      }
      const take = () => {
        if (this.#isOver(2)) this.#queue.push(go)
        else go()
      }
      if (response.socket !== null) take()
      // Other connections have a turn in between.
      else response.once('socket', () => setImmediate(take))
    }
  }

  /**
   * Waits until a long answer may be made: one at a time, others being answered in between, and none while too much is
   * kept.
   * @param response which is not waited for when it is of no use any more
   */
  turn(response: ServerResponse): Promise<void> {
    this.#longTurn = this.#longTurn.then(async () => {
      if (response.destroyed) return
      while (this.#isOver(1)) {
        await new Promise<void>((resolve) => {
          this.#longMayGo = resolve
        })
      }
      for (let round = 0; round < ROUNDS; round++) await nextRound()
    })
    return this.#longTurn
  }

  /** Sends a body after its head, as fast as its client takes it. */
  send(response: ServerResponse, body: LongBody): void {
    const pending = this.#pending.get(response)
    // Who is asked without a connection has none.
    if (pending) pending.body = body.kept
    sendLong(response, body)
    if (pending) this.#measure(pending)
  }

  #isOver(times: number): boolean {
    return this.#kept > times * this.#limits.bytes
  }

  #load(): number {
    return this.#kept + this.#requests * REQUEST_BYTES
  }

  #watch(socket: Socket, response: ServerResponse): void {
    const pending = { socket, response, body: 0, kept: 0, taken: 0, looks: 0 }
    this.#pending.set(response, pending)
    this.#measure(pending)
    response.once('close', () => this.#drop(pending))
    this.#startLooking()
  }

  #startLooking(): void {
    this.#timer ??= setInterval(() => this.#look(), this.#limits.every).unref()
  }

  #measure(pending: Pending): void {
    const kept = pending.body + pending.response.writableLength
    this.#kept += kept - pending.kept
    pending.kept = kept
  }

  #drop({ response, kept }: Pending): void {
    if (!this.#pending.delete(response)) return
    this.#kept -= kept
    this.#admit()
  }

  #admit(): void {
    if (!this.#isOver(1)) this.#longMayGo()
    while (!this.#isOver(2) && this.#queue.length > 0) this.#queue.shift()?.()
  }

  /** Looks at what clients have taken, and cuts off who has taken nothing for too long. */
  #look(): void {
    for (const pending of this.#pending.values()) {
      this.#measure(pending)
      const { socket, kept, taken } = pending
      pending.taken = socket.bytesWritten - socket.writableLength
      pending.looks = kept === 0 || taken !== pending.taken ? 0 : pending.looks + 1
    }
    for (const socket of this.#waiting.keys()) {
      if (socket.destroyed) this.#forget(socket)
    }
    // Looks are counted and not time: while this process stands still, no client can take anything.
    const { bytes, quiet, quietWhenFull, every } = this.#limits
    for (const pending of [...this.#pending.values()].sort((a, b) => b.looks - a.looks)) {
      if (pending.looks * every < (this.#load() > bytes ? quietWhenFull : quiet)) break
      this.#cut(pending.socket)
      this.#drop(pending)
    }
    this.#admit()
    if (this.#pending.size + this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Whether so many requests wait on a connection that there is no room for more of them. */
  #isFlood(socket: Socket): boolean {
    return (this.#waiting.get(socket) ?? 0) >= PIPELINED && this.#load() > this.#limits.bytes
  }

  /** Reads no more of a connection while a request of it waits. */
  #hold(socket: Socket): void {
    const waiting = this.#waiting.get(socket) ?? 0
    this.#waiting.set(socket, waiting + 1)
    this.#requests++
    if (waiting > 0) return
    // `node:http` resumes it after every answer, and for every body.
    socket.on('resume', pause)
    socket.pause()
    this.#startLooking()
  }

  #letGo(socket: Socket): void {
    const waiting = this.#waiting.get(socket) as number
    if (waiting > 1) {
      this.#waiting.set(socket, waiting - 1)
      this.#requests--
      return
    }
    this.#forget(socket)
    socket.off('resume', pause)
    socket.resume()
  }

  #cut(socket: Socket): void {
    this.#forget(socket)
    socket.destroy()
  }

  #forget(socket: Socket): void {
    this.#requests -= this.#waiting.get(socket) ?? 0
    this.#waiting.delete(socket)
  }
}

function pause(this: Socket): void {
  this.pause()
}
