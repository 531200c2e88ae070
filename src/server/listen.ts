import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  clearInterval,
  clearTimeout,
  performance,
  setInterval,
  setTimeout,
} from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { bindFault } from './bind-fault.ts'
import { openable } from './openable.ts'
import { createHttpServer, type Handler, type HttpServerOptions, type Router } from './server.ts'
import { pendingOn } from './stray.ts'

/** `localhost` may be either of these, so both are listened on where both exist. */
const LOOPBACKS = ['127.0.0.1', '::1']
/** How often another port is tried when any will do and it is free on the first address only. */
const TRIES = 20
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

/** A server that listens, and every connection to it. */
interface Bound {
  server: Server
  sockets: Set<Socket>
  /** Those that have sent no request yet. */
  silent: WeakSet<Socket>
}

async function bindAll(
  open: () => Server,
  port: number,
  [first, ...others]: readonly string[],
): Promise<Bound[]> {
  for (let left = TRIES; ; left--) {
    const main = await bind(open(), port, first as string)
    const bound = [main]
    const { port: chosen } = main.server.address() as AddressInfo
    try {
      for (const host of others) bound.push(await bind(open(), chosen, host))
      return bound
    } catch (error) {
      const { code } = (error as OperatorError).cause as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE') return bound
      await Promise.all(bound.map(cutOff))
      if (port !== 0 || left === 0) throw error
    }
  }
}

function bind(server: Server, port: number, host: string): Promise<Bound> {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    silent.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', ({ socket }) => void silent.delete(socket))
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new OperatorError(bindFault(cause, port, host), { cause }))
    })
    server.listen({ port, host, ipv6Only: host === '::1' }, () => resolve({ server, sockets, silent }))
  })
}

function urlsOf({ server }: Bound): string[] {
  const { address, port } = server.address() as AddressInfo
  return openable(address).map((host) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}

/** Ends at once: whoever waits here for an answer gets none. */
function cutOff({ server, sockets }: Bound): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
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
