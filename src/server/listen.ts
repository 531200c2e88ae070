import type { AddressInfo } from 'node:net'
import {
  clearInterval,
  clearTimeout,
  performance,
  setInterval,
  setTimeout,
} from '../contract/real-globals.ts'
import { type Bound, bindAll, cutOff, LOOPBACKS } from './bind.ts'
import { openable } from './openable.ts'
import { createHttpServer, type Handler, type HttpServerOptions, type Router } from './server.ts'
import { pendingOn } from './stray.ts'

/** Less than `docker stop` waits. */
const GRACE = 8_000
/** How long a connection may take to send its first request while the server ends: its client chose it before. */
const PATIENCE = 250

export interface ListenOptions extends HttpServerOptions {
  /** 0 takes any that is free. */
  port: number
  /** The first must be bound; the others are addresses of it by another name, and bound where this machine has them. */
  hosts?: readonly string[] | undefined
  /** How long requests in flight may take to end before their connections are closed, milliseconds. */
  grace?: number
}

export interface Listening {
  /** Addresses that can be opened, the first one for people. */
  urls: [string, ...string[]]
  /** Answers every request from now on, first those that were held. */
  serve(router: Router): Promise<void>
  /** Takes no more connections, finishes what is in flight, ends. */
  close(): Promise<void>
}

/**
 * Binds the addresses, and holds every request until `serve` says who answers: a start whose port is taken has then
 * changed nothing yet, and nobody is refused while the data is read.
 * @throws {OperatorError} when the port is taken or the first address is not this machine's
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { port, hosts = LOOPBACKS, grace = GRACE, ...server } = options
  const held: Parameters<Handler>[] = []
  let answer: Handler = (...request) => void held.push(request)
  const servers = await bindAll(
    () => createHttpServer((...request) => answer(...request), server),
    port,
    hosts,
  )
  let served: Router | undefined
  return {
    urls: servers.flatMap(urlsOf).map((url) => url + (server.basePath ?? '')) as [string, ...string[]],
    serve: async (router) => {
      await router.ready()
      served = router
      answer = router.handler
      for (const [request, response] of held) if (!request.destroyed) answer(request, response)
    },
    close: async () => {
      if (served === undefined) return void (await Promise.all(servers.map(cutOff)))
      await Promise.all([...servers.map((bound) => drain(bound, grace)), served.close()])
    },
  }
}

function urlsOf({ server }: Bound): string[] {
  const { address, port } = server.address() as AddressInfo
  return openable(address).map((host) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}

function drain({ server, sockets, silent }: Bound, grace: number): Promise<void> {
  const patientUntil = performance.now() + PATIENCE
  return new Promise((resolve) => {
    // A connection without a request is let go, be it silent, half a header or kept alive after an answer. But a
    // balancer that has just connected would lose a POST, which it may not send to another server.
    const letGo = () => {
      const isPatient = performance.now() < patientUntil
      for (const socket of sockets) {
        if (!pendingOn(socket) && !(isPatient && silent.has(socket))) socket.destroySoon()
      }
    }
    const idle = setInterval(letGo, 20)
    const late = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, grace)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    })
    letGo()
  })
}
