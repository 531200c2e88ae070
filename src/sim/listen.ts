import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { OperatorError } from '../store/operator-error.ts'
import type { AccessLog } from './access-log.ts'
import { createHttpServer } from './http-server.ts'

/** `localhost` may be either of these, so both are listened on where both exist. */
const LOOPBACKS = ['127.0.0.1', '::1']
/** How often another port is tried when any will do and it is free on the first address only. */
const TRIES = 20
/** How long requests in flight may take to end before their connections are closed, milliseconds. */
const GRACE = 10_000

export interface ListenOptions {
  /** 0 takes any that is free. */
  port: number
  /** The first must be bound; the others are addresses of it by another name, and bound where this machine has them. */
  hosts?: readonly string[] | undefined
  accessLog?: AccessLog | undefined
}

export interface Listening {
  /** The addresses that are really bound, the first one for people. */
  urls: [string, ...string[]]
  /** Takes no more connections, finishes what is in flight, ends. */
  close(): Promise<void>
}

/** @throws {OperatorError} when the port is taken or the first address is not this machine's */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<Listening> {
  const { port, hosts = LOOPBACKS, accessLog } = options
  await app.ready()
  const servers = await bindAll(() => createHttpServer(app.routing, accessLog), port, hosts)
  return {
    urls: servers.map(urlOf) as [string, ...string[]],
    close: async () => {
      await Promise.all([...servers.map(drain), app.close()])
    },
  }
}

async function bindAll(
  open: () => Server,
  port: number,
  [first, ...others]: readonly string[],
): Promise<Server[]> {
  for (let left = TRIES; ; left--) {
    const server = await bind(open(), port, first as string)
    const servers = [server]
    const { port: chosen } = server.address() as AddressInfo
    try {
      for (const host of others) servers.push(await bind(open(), chosen, host))
      return servers
    } catch (error) {
      const { code } = (error as OperatorError).cause as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE') return servers
      for (const server of servers) server.close()
      if (port !== 0 || left === 0) throw error
    }
  }
}

function bind(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new OperatorError(bindFault(cause, port, host), { cause })),
    )
    server.listen({ port, host, ipv6Only: host === '::1' }, () => resolve(server))
  })
}

function bindFault({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken on ${host}: choose another with --port, or --port 0 for any that is free.`
  }
  return `Port ${port} of ${host} cannot be listened on (${message}): choose another with --port or --host.`
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that was busy when the server closed is kept alive after its answer unless it is closed by us.
    const idle = setInterval(() => server.closeIdleConnections(), 20)
    const late = setTimeout(() => server.closeAllConnections(), GRACE)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    })
  })
}
