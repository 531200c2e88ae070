import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../operator/clock.ts'
import type { AccessLog } from './access-log.ts'
import { lastBytes } from './answer.ts'
import { endGently } from './end-gently.ts'
import { note, noteAnswer } from './notes.ts'
import { refuse, type ShortAnswer } from './refuse.ts'
import type { Traffic } from './traffic.ts'
import { type ParseError, whyStray } from './why-stray.ts'

/** The log is told of a refusal unless part of a request came, which is logged like a whole one. */
interface StrayOptions {
  accessLog: AccessLog | undefined
  traffic: Traffic | undefined
  clock: Clock
}

/**
 * Refuses bytes that never become a request, in the envelope of the service (clause 7), after the requests before them
 * are answered. It is the last answer of a connection.
 */
export function refuseStrays(server: Server, { accessLog, traffic, clock }: StrayOptions): void {
  const send = (socket: Socket, answer: ShortAnswer, half?: ServerResponse) => {
    if (half) {
      half.statusCode = answer.status
      noteAnswer(half.req, answer)
      if (traffic?.deliver(half.req, half, answer)) return
    } else {
      accessLog?.({ status: answer.status, faults: answer.faults ?? [] })
      traffic?.stray?.(answer)
    }
    socket.on('error', () => {})
    endGently(socket, lastBytes(answer, clock))
  }
  /** Connections with an error: `node:http` reports another error for each further piece of data. */
  const stray = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException & ParseError, socket: Socket) => {
    if (stray.has(socket)) return
    stray.add(socket)
    // The client closed the connection in the middle of a request.
    if (error.code === 'HPE_INVALID_EOF_STATE') return socket.destroy()
    if (!socket.writable) return socket.destroySoon()
    const first = pendingOn(socket)
    const isBehind = first !== undefined && isWhole(first)
    if (isBehind) note(first.req, { name: 'request.behind', slots: {} })
    const { name, slots } = whyStray(error)
    whenAnswered(socket, (half) => {
      if (isBehind && !half) endGently(socket)
      else send(socket, refuse(name, slots), half)
    })
  })
  server.on('connect', (_, socket: Socket) => {
    // After CONNECT, Node removes its listeners. Without one for "error", an error of the socket would end the process;
    // without one for "end", the socket would stay open.
    socket.on('error', () => {})
    socket.once('end', () => socket.destroySoon()).resume()
    whenAnswered(socket, () => send(socket, refuse('request.proxy')))
  })
}

/** The current response of a socket, where `node:http` stores it. */
export function pendingOn(socket: Duplex): ServerResponse | undefined {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}

/** Returns whether this response must be sent whatever follows: its request is complete, or its head was sent. */
function isWhole({ req, headersSent }: ServerResponse): boolean {
  return req.complete || headersSent
}

/** Calls back after the complete requests of a connection are answered, with the response of an incomplete one. */
function whenAnswered(socket: Socket, then: (half: ServerResponse | undefined) => void): void {
  const pending = pendingOn(socket)
  if (pending && isWhole(pending)) pending.once('finish', () => whenAnswered(socket, then))
  else then(pending)
}
