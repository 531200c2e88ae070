import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from '../contract/real-globals.ts'
import { hasBody } from '../service/ask.ts'

/** Milliseconds for which a client may continue writing after the last answer. */
const LINGER = 2_000

/**
 * Ends a connection, and continues reading until the client ends it, too: TCP resets a connection that is closed while
 * bytes arrive, and the client loses answers that it has not read yet (RFC 9112, 9.6).
 */
export function endGently(socket: Socket, last = ''): void {
  const late = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(late))
  socket.resume()
  socket.end(last, 'latin1')
}

/** Has Node end a connection gently that its client wants closed, if the answer comes before the body was read. */
export function closeGently(request: IncomingMessage, { shouldKeepAlive }: ServerResponse): void {
  if (shouldKeepAlive || !hasBody(request)) return
  const { socket } = request
  const { destroySoon } = socket
  socket.destroySoon = () => {
    if (request.complete) destroySoon.call(socket)
    else endGently(socket)
  }
}
