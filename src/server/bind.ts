import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { OperatorError } from '../operator/operator-error.ts'
import { bindFault } from './bind-fault.ts'

/** `localhost` may be either of these, so both are listened on where both exist. */
export const LOOPBACKS = ['127.0.0.1', '::1']
/** How often another port is tried when any will do and it is free on the first address only. */
const TRIES = 20

/** A server that listens, and every connection to it. */
export interface Bound {
  server: Server
  sockets: Set<Socket>
  /** Those that have sent no request yet. */
  silent: WeakSet<Socket>
}

/**
 * Binds addresses on one port.
 * @throws {OperatorError} with the cause of Node, when the port is taken or the first address is not this machine's
 */
export async function bindAll(
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

/** Ends at once: whoever waits here for an answer gets none. */
export function cutOff({ server, sockets }: Bound): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
}
