import type { ArrivingBody } from './body.ts'
import type { Dispatcher } from './undici.ts'

/** The answer to one request. */
export interface Answer {
  /** Resolves when all of it has arrived, with its body in the one that was given. Rejects if it never will. */
  readonly arrived: Promise<Head>
  /** Whether its head has arrived. */
  readonly hasBegun: boolean
  /** Gives up on it, and closes its connection. */
  cut(): void
}

type Head = { status: number; headers: Record<string, string | string[] | undefined> }

/**
 * Sends a request and hears its answer. undici's `request` would make a stream of every body, which costs more than the
 * rest of a short exchange.
 */
export function answerTo(
  dispatcher: Dispatcher,
  body: ArrivingBody,
  options: Dispatcher.DispatchOptions,
): Answer {
  return new Hearing(dispatcher, body, options)
}

class Hearing implements Answer, Dispatcher.DispatchHandler {
  readonly arrived: Promise<Head>
  readonly #body: ArrivingBody
  #head: Head | undefined
  #controller: Dispatcher.DispatchController | undefined
  #isCut = false
  #resolve!: (head: Head) => void
  #reject!: (error: Error) => void

  constructor(dispatcher: Dispatcher, body: ArrivingBody, options: Dispatcher.DispatchOptions) {
    this.#body = body
    this.arrived = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    dispatcher.dispatch(options, this)
  }

  get hasBegun(): boolean {
    return this.#head !== undefined
  }

  cut(): void {
    if (this.#isCut) return
    this.#isCut = true
    const why = new Error('the request was cut')
    this.#controller?.abort(why)
    // One that waits for a connection is not sent any more.
    this.#reject(why)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isCut) controller.abort(new Error('the request was cut'))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Head['headers']): void {
    // An answer that only announces another one.
    if (status >= 200) this.#head = { status, headers }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isCut) this.#body.add(chunk)
  }

  onResponseEnd(): void {
    this.#resolve(this.#head as Head)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }
}
