import type { RequestListener, ServerResponse } from 'node:http'
import { turn as nextRound, setImmediate } from '../contract/real-globals.ts'
import type { LongBody } from '../service/body.ts'

/** After how many milliseconds a client is disconnected that takes nothing of a long answer. */
const QUIET = 60_000
/** While more bytes of long answers are kept for clients, the next one waits. */
const BYTES = 128 * 2 ** 20

/** Bounds what is kept for clients, for all servers of a simulator. */
export class Backlog {
  readonly #quiet: number
  readonly #bytes: number
  #kept = 0
  #turns = Promise.resolve()
  #mayGo = () => {}

  constructor({ quiet = QUIET, bytes = BYTES }: { quiet?: number; bytes?: number } = {}) {
    this.#quiet = quiet
    this.#bytes = bytes
  }

  /** Returns a handler that calls the given one when the requests before on the connection are answered. */
  inTurn(handle: RequestListener): RequestListener {
    return (request, response) => {
      // Node assigns the socket to a response when those before it are finished.
      if (response.socket !== null) return handle(request, response)
      // Let other connections have a turn in between.
      const go = () => request.socket.destroyed || handle(request, response)
      response.once('socket', () => setImmediate(go))
    }
  }

  /** Waits until a long answer may be built: one at a time, with short answers in between. */
  turn(response: ServerResponse): Promise<void> {
    this.#turns = this.#turns.then(async () => {
      if (response.destroyed) return
      while (this.#kept > this.#bytes) await new Promise<void>((resolve) => (this.#mayGo = resolve))
      await nextRound()
    })
    return this.#turns
  }

  /** Sends a body as fast as its client reads it; the head was sent before. */
  send(response: ServerResponse, body: LongBody): void {
    if (response.destroyed) return
    this.#kept += body.kept
    response.once('close', () => {
      this.#kept -= body.kept
      this.#mayGo()
    })
    response.setTimeout(this.#quiet)
    sendLong(response, body)
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
