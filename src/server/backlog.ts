import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearInterval, turn as nextRound, setImmediate, setInterval } from '../contract/real-globals.ts'
import type { LongBody } from '../service/body.ts'

const DEFAULTS = {
  /** Milliseconds without progress after which a client is disconnected. */
  quiet: 60_000,
  /** The same, while more than `bytes` are buffered. */
  quietWhenFull: 1_000,
  /** Bytes buffered for all clients. Above this, long answers wait; above twice as many, all answers wait. */
  bytes: 128 * 2 ** 20,
  /** Milliseconds between two looks at the progress of clients. */
  every: 500,
}
export type BacklogLimits = typeof DEFAULTS

/** An answer that is not finished, or that its client has not received completely. */
interface Pending {
  /** Its place in the list of those that are pending; -1 when it is no longer there. */
  place: number
  socket: Socket
  response: ServerResponse
  /** Bytes of a long body that are not sent yet. */
  body: number
  /** Bytes buffered for it at the last look. */
  kept: number
  /** Bytes that the client had received on this connection at the last look. */
  taken: number
  /** The number of looks since that number grew. */
  looks: number
}

/**
 * Bounds what is buffered for clients, for all servers of a simulator: the requests of a connection are answered one
 * after another, and a client that does not read is disconnected.
 */
export class Backlog {
  readonly #limits: BacklogLimits
  /** In no order. A Map would leave its outgrown tables to the old generation, some kilobytes for each decision. */
  readonly #pending: Pending[] = []
  /** The number of waiting requests by connection. */
  readonly #waiting = new WeakMap<Socket, number>()
  #kept = 0
  /** Requests whose turn came while too much was buffered. */
  readonly #queue: (() => void)[] = []
  #longTurn = Promise.resolve()
  #longMayGo = () => {}
  #timer: NodeJS.Timeout | undefined

  constructor(limits: Partial<BacklogLimits> = {}) {
    this.#limits = { ...DEFAULTS, ...limits }
  }

  /** Returns a handler that calls the given one when it is the turn of a request. */
  inTurn(handle: RequestListener): RequestListener {
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      handle(request, response)
      if (!response.writableEnded || response.writableLength > 0) this.#watch(request.socket, response)
    }
    return (request, response) => {
      // Node assigns the socket to a response when the responses before it on the connection are finished.
      if (response.socket !== null && !this.#isOver(2)) return answer(request, response)
      const { socket } = request
      if (socket.destroyed) return
      this.#hold(socket)
      const go = () => {
        if (socket.destroyed) return
        if (this.#isOver(2)) return void this.#queue.push(go)
        this.#letGo(socket)
        answer(request, response)
      }
      if (response.socket !== null) go()
      // Let other connections have a turn in between.
      else response.once('socket', () => setImmediate(go))
    }
  }

  /**
   * Waits until a long answer may be built: one at a time, with short answers in between, and none while too much is
   * buffered.
   * @param response resolves at once if it is already destroyed
   */
  turn(response: ServerResponse): Promise<void> {
    this.#longTurn = this.#longTurn.then(async () => {
      if (response.destroyed) return
      while (this.#isOver(1)) await new Promise<void>((resolve) => (this.#longMayGo = resolve))
      await nextRound()
    })
    return this.#longTurn
  }

  /** Sends a body as fast as its client reads it; the head was sent before. */
  send(response: ServerResponse, body: LongBody): void {
    const pending = this.#pending.find((one) => one.response === response)
    // An injected request has no connection, so it is not pending.
    if (pending) pending.body = body.kept
    sendLong(response, body)
    if (pending) this.#measure(pending)
  }

  #isOver(times: number): boolean {
    return this.#kept > times * this.#limits.bytes
  }

  #watch(socket: Socket, response: ServerResponse): void {
    const pending = { place: this.#pending.length, socket, response, body: 0, kept: 0, taken: 0, looks: 0 }
    this.#pending.push(pending)
    this.#measure(pending)
    response.once('close', () => this.#drop(pending))
    this.#timer ??= setInterval(() => this.#look(), this.#limits.every).unref()
  }

  #measure(pending: Pending): void {
    if (pending.place < 0) return
    const kept = pending.body + pending.response.writableLength
    this.#kept += kept - pending.kept
    pending.kept = kept
  }

  #drop(pending: Pending): void {
    const { place, kept } = pending
    if (place < 0) return
    const last = this.#pending.pop() as Pending
    if (last !== pending) {
      this.#pending[place] = last
      last.place = place
    }
    pending.place = -1
    this.#kept -= kept
    this.#admit()
  }

  #admit(): void {
    if (!this.#isOver(1)) this.#longMayGo()
    while (!this.#isOver(2) && this.#queue.length > 0) this.#queue.shift()?.()
  }

  /** Measures the progress of clients, and disconnects those without progress for too long. */
  #look(): void {
    for (const pending of this.#pending) {
      this.#measure(pending)
      const { socket, kept, taken } = pending
      pending.taken = socket.bytesWritten - socket.writableLength
      pending.looks = kept === 0 || taken !== pending.taken ? 0 : pending.looks + 1
    }
    // Count looks instead of time: while this process is suspended, no client can receive anything.
    const { quiet, quietWhenFull, every } = this.#limits
    for (const pending of [...this.#pending]) {
      if (pending.looks * every < (this.#isOver(1) ? quietWhenFull : quiet)) continue
      pending.socket.destroy()
      this.#drop(pending)
    }
    this.#admit()
    if (this.#pending.length > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Stops reading a connection while one of its requests waits. */
  #hold(socket: Socket): void {
    const waiting = (this.#waiting.get(socket) ?? 0) + 1
    this.#waiting.set(socket, waiting)
    if (waiting > 1) return
    // `node:http` resumes the socket after every answer and for every body.
    socket.on('resume', pause)
    socket.pause()
  }

  #letGo(socket: Socket): void {
    const waiting = (this.#waiting.get(socket) as number) - 1
    this.#waiting.set(socket, waiting)
    if (waiting > 0) return
    socket.off('resume', pause)
    socket.resume()
  }
}

/** Sends a body, each piece after the client has read the previous one. */
function sendLong(response: ServerResponse, body: LongBody): void {
  for (;;) {
    const { value, done } = body.pieces.next()
    if (done) return void response.end()
    // One piece a round of the event loop, so that other requests are answered in between.
    if (!response.write(value, 'latin1'))
      return void response.once('drain', () => setImmediate(sendLong, response, body))
  }
}

function pause(this: Socket): void {
  this.pause()
}
