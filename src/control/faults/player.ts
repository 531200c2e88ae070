import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { clearTimeout, setTimeout } from '../../contract/real-globals.ts'
import { whenOver } from '../when-over.ts'
import {
  corrupted,
  delayOf,
  type FaultService,
  gatewayPage,
  halfOf,
  isAfterService,
  type Struck,
  sendHead,
  sendWhole,
  type WholeAnswer,
} from './effects.ts'

/** The longest delay that a timer of Node has. */
const LONGEST = 2 ** 31 - 1
/** What logs say of a request whose connection was closed without an answer. */
const CLOSED = 444
/** A reset throws away what its receiver has not read yet, so that gets a moment, in milliseconds. */
const READING = 25

/** Does to requests what faults do, each fault at its moment: before the service, in place of it, or to its answer. */
export class FaultPlayer {
  readonly #service: FaultService
  /** What waits for the answer of the service. */
  readonly #pending = new WeakMap<IncomingMessage, (whole: WholeAnswer) => void>()
  /** Responses that wait for a timer, or for ever. */
  readonly #held = new Set<ServerResponse>()
  /** What struck connections that are never answered again. */
  readonly #silent = new WeakMap<Socket, Struck>()

  constructor(service: FaultService) {
    this.#service = service
  }

  /**
   * Takes a request behind one that is never answered. The service would stop reading the connection until its turn, so
   * nobody would hear that the client has gone.
   * @returns false if it came behind no such request
   */
  swallow(request: IncomingMessage): boolean {
    const silence = this.#silent.get(request.socket)
    if (silence === undefined) return false
    this.#service.struck?.(request, silence)
    request.resume()
    return true
  }

  /**
   * Lets a request go on after its delays, unless a fault stands in place of the service.
   * @param struck what strikes it, at least one: every latency, and of the other faults the first
   */
  async admit(
    request: IncomingMessage,
    response: ServerResponse,
    struck: readonly Struck[],
    serve: () => void,
  ): Promise<void> {
    for (const one of struck) this.#service.struck?.(request, one)
    const main = struck.find(({ effect }) => effect.kind !== 'latency') ?? (struck[0] as Struck)
    const { effect } = main
    if (effect.kind === 'silence') this.#silent.set(request.socket, main)
    await this.#pause(response, delayOf(struck, false))
    let whole: WholeAnswer | undefined
    if (isAfterService(main)) {
      const answered = new Promise<WholeAnswer>((resolve) => this.#pending.set(request, resolve))
      serve()
      whole = await answered
    } else if (effect.kind !== 'drop' || !effect.keptAlive) {
      // TCP resets a connection that is closed before all of the body came.
      const body = await buffer(request).catch(() => undefined)
      if (body === undefined) return
      if (body.length > 0) this.#service.read?.(request, body)
    }
    await this.#pause(response, delayOf(struck, true))
    // Those before it on its connection are answered first.
    const socket: Socket =
      response.socket ?? (await new Promise((resolve) => response.once('socket', resolve)))
    await this.#strike(main, response, socket, whole as WholeAnswer)
  }

  /**
   * Does to an answer of the service what is still to happen to it.
   * @returns false if it is to be sent as it is
   */
  deliver(request: IncomingMessage, whole: () => WholeAnswer): boolean {
    const resolve = this.#pending.get(request)
    resolve?.(whole())
    this.#pending.delete(request)
    return resolve !== undefined
  }

  /** Closes every connection that waits for a fault. */
  release(): void {
    for (const response of this.#held) response.destroy()
  }

  /** @param whole what the service answered, if the fault comes after it */
  async #strike(
    { effect, wait }: Struck,
    response: ServerResponse,
    socket: Socket,
    whole: WholeAnswer,
  ): Promise<void> {
    const { req: request } = response
    const service = this.#service
    switch (effect.kind) {
      case 'latency':
        return sendWhole(response, whole)
      case 'rate-limit':
        return this.#replace(response, service.refusal(request, 429), Math.ceil(wait / 1000))
      case 'status': {
        const { status, message, html, retryAfter } = effect
        const answer = html ? gatewayPage(status) : service.refusal(request, status, message)
        return this.#replace(response, answer, retryAfter)
      }
      case 'drop':
        if (effect.after === 'half') sendHead(response, whole, halfOf(whole.body))
        else response.statusCode = CLOSED
        if (effect.after === 'status-line') socket.write('HTTP/1.1 200 OK\r\n')
        if (effect.close === 'reset') setTimeout(() => socket.resetAndDestroy(), READING)
        else socket.destroySoon()
        return
      case 'silence':
        await this.#pause(response, effect.until ?? LONGEST)
        response.statusCode = CLOSED
        return socket.destroySoon()
      case 'trickle': {
        sendHead(response, whole, '')
        const size = Math.max(1, Math.ceil(whole.body.length / (effect.pieces ?? 10)))
        for (let from = 0; from < whole.body.length; from += size) {
          await this.#pause(response, effect.every)
          response.write(whole.body.slice(from, from + size), 'latin1')
        }
        response.end()
        return
      }
      case 'corrupt': {
        const sent = corrupted(whole, effect.how)
        if (effect.how === 'length') {
          sendHead(response, sent, sent.body)
          return socket.destroySoon()
        }
        // An answer without a body stays as it is.
        if (sent.body !== whole.body) service.answered?.(request, sent)
        return sendWhole(response, sent)
      }
    }
  }

  /** Sends an answer in place of the service's. */
  #replace(response: ServerResponse, { headers, ...rest }: WholeAnswer, retryAfter?: number): void {
    const again = retryAfter !== undefined && { 'retry-after': String(retryAfter) }
    const answer = { ...rest, headers: { ...headers, ...again } }
    this.#service.answered?.(response.req, answer)
    sendWhole(response, answer)
  }

  /** Waits for milliseconds, and for ever if the connection is gone before. */
  async #pause(response: ServerResponse, milliseconds: number): Promise<void> {
    if (milliseconds === 0) return
    this.#held.add(response)
    let callOff = () => {}
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST))
      callOff = whenOver(response.req, response, () => {
        clearTimeout(timer)
        this.#held.delete(response)
      })
    })
    callOff()
    this.#held.delete(response)
  }
}
