import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { lastBytes } from './answer.ts'
import { explain } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { type ParseError, whyStray } from './causes/stray.ts'
import { type Refusal, refusal } from './refusal.ts'

/** Milliseconds for which a client may go on writing after the last answer. */
const LINGER = 2_000

type StrayError = NodeJS.ErrnoException & ParseError

/**
 * Refuses what never becomes a request, in the envelope of the service (clause 7), when what came before it on its
 * connection is answered. That is the last answer of a connection.
 * @param log hears of a refusal, unless half a request came: that is logged like a whole one
 */
export function refuseStrays(server: Server, log: (refusal: Refusal) => void): void {
  const refuse = (socket: Socket, refusal: Refusal, half?: ServerResponse) => {
    if (half) {
      half.statusCode = refusal.status
      explain(half.req, refusal.why)
    } else log(refusal)
    socket.on('error', () => {})
    endGently(socket, lastBytes(refusal))
  }
  /** Connections that are not HTTP any more: `node:http` reports an error for each further piece of them. */
  const stray = new WeakSet<Socket>()
  server.on('clientError', (error: StrayError, socket: Socket) => {
    if (stray.has(socket)) return
    stray.add(socket)
    // Half a request and the end of it: its client went away.
    if (error.code === 'HPE_INVALID_EOF_STATE') return socket.destroy()
    if (!socket.writable) return socket.destroySoon()
    const first = pendingOn(socket)
    const isBehind = first !== undefined && isWhole(first)
    if (isBehind) explain(first.req, () => [causes.request.behind()])
    const answer = strayRefusal(error).because(() => [whyStray(error)])
    whenAnswered(socket, (half) => {
      if (isBehind && !half) endGently(socket)
      else refuse(socket, answer, half)
    })
  })
  server.on('connect', (_, socket: Socket) => {
    const answer = refusal.routeUnknown().because(() => [causes.request.proxy()])
    whenAnswered(socket, () => refuse(socket, answer))
  })
}

/** The answer that a socket is waiting for, which `node:http` keeps there. */
export function pendingOn(socket: Duplex): ServerResponse | undefined {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}

/** Whether an answer is owed whatever follows its request. */
function isWhole({ req, headersSent }: ServerResponse): boolean {
  return req.complete || headersSent
}

/** Calls back when the whole requests of a connection are answered, with the answer that half a request waits for. */
function whenAnswered(socket: Socket, then: (half: ServerResponse | undefined) => void): void {
  const pending = pendingOn(socket)
  if (pending && isWhole(pending)) pending.once('finish', () => whenAnswered(socket, then))
  else then(pending)
}

function strayRefusal({ code }: StrayError): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal.headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal.timeout()
  return refusal.malformedRequest()
}

/**
 * Ends a connection, and reads on until its client ends it, too: TCP resets one that is closed while bytes arrive, and
 * the client loses the answers that it has not read yet (RFC 9112, 9.6).
 */
function endGently(socket: Socket, last = ''): void {
  const late = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(late))
  socket.resume()
  socket.end(last, 'latin1')
}
