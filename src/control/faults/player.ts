import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from '../../contract/real-globals.ts'
import { whenOver } from '../when-over.ts'
import { delayOf } from './delay.ts'
import { type FaultService, isAfterService, isAtOnce, type Scene, type StruckBy, strike } from './effects.ts'
import type { Struck } from './faults.ts'
import type { EffectOf, FaultEffect } from './rule.ts'
import { sendWhole, type WholeAnswer, whenItsTurn, whenRead } from './wire.ts'

type Delay = Struck & { effect: EffectOf<'latency'> }
type Main = Struck & { effect: Exclude<FaultEffect, EffectOf<'latency'>> }

/** What is still to happen to the answer of the service. */
interface Pending {
  delay: number
  main: { effect: Main['effect']; scene: Scene } | undefined
}

/** A request that is never answered, and how many came behind it on its connection. */
interface Silence {
  by: StruckBy
  behind: number
}

/** A connection that sends more behind a request that is never answered is cut. */
const MOST_BEHIND = 100

/** The longest delay that a timer of Node has. */
const LONGEST = 2 ** 31 - 1

/** Does to requests what faults do, each fault at its moment: before the service, in place of it, or to its answer. */
export class FaultPlayer {
  readonly #service: FaultService
  readonly #pending = new WeakMap<IncomingMessage, Pending>()
  /** Responses that wait for a timer, or for ever. */
  readonly #held = new Set<ServerResponse>()
  readonly #silent = new WeakMap<Socket, Silence>()

  constructor(service: FaultService) {
    this.#service = service
  }

  /**
   * Takes a request that came behind one that is never answered, and so never has its turn. The service would stop
   * reading the connection until then, and nobody would hear that its client has gone.
   * @returns false if it came behind no such request
   */
  swallow(request: IncomingMessage): boolean {
    const silence = this.#silent.get(request.socket)
    if (silence === undefined) return false
    this.#service.struck?.(request, silence.by)
    if (++silence.behind > MOST_BEHIND) request.socket.destroy()
    request.resume()
    return true
  }

  /**
   * Lets a request go on after its delays, unless a fault stands in place of the service.
   * @param all the faults that struck it: every latency, and of the others the first
   */
  admit(request: IncomingMessage, response: ServerResponse, all: readonly Struck[], serve: () => void): void {
    for (const one of all) this.#service.struck?.(request, struckBy(one))
    const delays = all.filter((one): one is Delay => one.effect.kind === 'latency')
    const main = all.find((one): one is Main => one.effect.kind !== 'latency')
    if (main?.effect.kind === 'silence' && main.effect.until === undefined)
      this.#silent.set(request.socket, { by: struckBy(main), behind: 0 })
    const before = sum(delays.filter(({ effect }) => effect.decided !== true))
    const after = sum(delays.filter(({ effect }) => effect.decided === true))
    const scene = main && this.#sceneOf(request, response, main)
    const isAfter = main !== undefined && isAfterService(main.effect, main.draw)
    this.#pause(response, before, () => {
      if (isAfter || main === undefined || scene === undefined) {
        if (isAfter || after > 0)
          this.#pending.set(request, { delay: after, main: main && scene && { effect: main.effect, scene } })
        return serve()
      }
      if (isAtOnce(main.effect)) return strike(main.effect, scene)
      whenRead(request, (body) => {
        if (body.length > 0) this.#service.read?.(request, body)
        this.#pause(response, after, () => whenItsTurn(response, () => strike(main.effect, scene)))
      })
    })
  }

  /**
   * Does to an answer of the service what is still to happen to it.
   * @returns false if it is to be sent as it is
   */
  deliver(request: IncomingMessage, response: ServerResponse, whole: () => WholeAnswer): boolean {
    const pending = this.#pending.get(request)
    if (pending === undefined) return false
    this.#pending.delete(request)
    const { delay, main } = pending
    const answer = whole()
    this.#pause(response, delay, () => {
      if (main === undefined) sendWhole(response, answer)
      else whenItsTurn(response, () => strike(main.effect, main.scene, answer))
    })
    return true
  }

  /** Closes every connection that waits for a fault. */
  release(): void {
    for (const response of this.#held) response.destroy()
  }

  #sceneOf(request: IncomingMessage, response: ServerResponse, { draw, wait }: Struck): Scene {
    const pause: Scene['pause'] = (milliseconds, then) => this.#pause(response, milliseconds, then)
    return { request, response, service: this.#service, draw, wait, pause }
  }

  /** Calls back after milliseconds, or never if infinite, unless the connection is gone before. */
  #pause(response: ServerResponse, milliseconds: number, then: () => void): void {
    if (milliseconds === 0) return void then()
    const { req: request } = response
    if (response.destroyed || request.socket.destroyed) return
    this.#held.add(response)
    const over = () => {
      clearTimeout(timer)
      callOff()
      this.#held.delete(response)
    }
    const timer =
      milliseconds > LONGEST
        ? undefined
        : setTimeout(() => {
            over()
            then()
          }, milliseconds)
    const callOff = whenOver(request, response, over)
  }
}

function struckBy({ name, effect, plan, isOfStart }: Struck): StruckBy {
  return { name, kind: effect.kind, plan, isOfStart }
}

function sum(delays: readonly Delay[]): number {
  return delays.reduce((all, { effect, draw }) => all + delayOf(effect, draw), 0)
}
