import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from '../../contract/real-globals.ts'
import type { Closing } from './rule.ts'

/** An answer with all of its headers but Date and Connection; each character of the body is a byte. */
export interface WholeAnswer {
  status: number
  headers: OutgoingHttpHeaders
  body: string
}

/** What logs say of a request whose connection was closed without an answer. */
const CLOSED = 444
/** A reset throws away what its receiver has not read yet, so that gets a moment, in milliseconds. */
const READING = 25
/** How many bytes of a body are kept to be reported: as many as the service accepts. */
const BODY_KEPT = 1_048_576

/** Calls back when those before it on its connection are answered, unless the connection is gone. */
export function whenItsTurn(response: ServerResponse, then: (socket: Socket) => void): void {
  if (response.socket) then(response.socket)
  else if (!response.destroyed) response.once('socket', then)
}

/** Calls back with the body when all of it came; TCP resets a connection that is closed before. */
export function whenRead(request: IncomingMessage, then: (body: Buffer) => void): void {
  const pieces: Buffer[] = []
  let length = 0
  request.on('data', (piece: Buffer) => {
    if (length < BODY_KEPT) pieces.push(piece)
    length += piece.length
  })
  request.once('end', () => then(Buffer.concat(pieces)))
}

/** Sends an answer as it is. */
export function sendWhole(response: ServerResponse, { status, headers, body }: WholeAnswer): void {
  response.writeHead(status, headers)
  response.end(body, 'latin1')
}

/** Closes a connection after some bytes, which may be none; `fin` ends it, `reset` does so by RST. */
export function closeAfter(response: ServerResponse, bytes: string, close: Closing): void {
  response.statusCode = CLOSED
  whenItsTurn(response, (socket) => {
    const end = () => (close === 'fin' ? socket.destroySoon() : socket.resetAndDestroy())
    if (bytes === '') return end()
    socket.write(bytes, 'latin1', () => (close === 'fin' ? end() : setTimeout(end, READING)))
  })
}

/** Sends the beginning of an answer, then closes its connection. */
export function cutAfter(
  response: ServerResponse,
  { status, headers, body }: WholeAnswer,
  close: Closing,
): void {
  response.writeHead(status, headers)
  const end = () =>
    whenItsTurn(response, (socket) => {
      if (close === 'fin') socket.destroySoon()
      else setTimeout(() => socket.resetAndDestroy(), READING)
    })
  // An answer to HEAD has no body to take the head along.
  response.flushHeaders()
  if (body === '') end()
  else response.write(body, 'latin1', end)
}

/**
 * Sends an answer whose body comes in pieces, each after a pause.
 * @param pause calls back after milliseconds, unless the connection is gone
 */
export function trickle(
  response: ServerResponse,
  { status, headers, body }: WholeAnswer,
  pieces: number,
  pause: (then: () => void) => void,
): void {
  response.writeHead(status, headers)
  response.flushHeaders()
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const next = (from: number) =>
    pause(() => {
      if (from + size >= body.length) return void response.end(body.slice(from), 'latin1')
      response.write(body.slice(from, from + size), 'latin1')
      next(from + size)
    })
  next(0)
}
