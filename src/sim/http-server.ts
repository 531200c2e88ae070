import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type AccessLog, logWhenAnswered } from './access-log.ts'
import { HEAD } from './answer.ts'
import { type Cause, explain } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { type ParseError, whyStray } from './causes/stray.ts'
import { createGuard, type Guard } from './guard.ts'
import { type Refusal, refusal } from './refusal.ts'

const REQUEST_TIMEOUT = 60_000
const KEEP_ALIVE_TIMEOUT = 72_000
/** Milliseconds for which a client may go on writing after the last answer. */
const LINGER = 2_000

type StrayError = NodeJS.ErrnoException & ParseError

export interface HttpServerOptions {
  /** Hears of every request, and of what never becomes one. */
  accessLog?: AccessLog | undefined
  guard?: Guard
}

/** An HTTP server that answers what never becomes a request, too, in the envelope of the service (clause 7). */
export function createHttpServer(
  handler: RequestListener,
  { accessLog, guard = createGuard() }: HttpServerOptions = {},
): Server {
  // Node's own refusal of a missing Host is not in the envelope: it is the guard's.
  const options = { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }
  const server = createServer(options, (request, response) => {
    if (accessLog) logWhenAnswered(accessLog, request, response)
    if (!guard(request, response)) handler(request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT
  const refuseStray = (socket: Socket, answer: Refusal, cause: Cause) => {
    accessLog?.({ status: answer.status, causes: () => [cause] })
    answerRaw(socket, answer)
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
    whenAnswered(socket, (pending) => {
      const answer = strayRefusal(error.code)
      if (pending) {
        pending.statusCode = answer.status
        explain(pending.req, () => [whyStray(error)])
        answerRaw(socket, answer)
      } else if (isBehind) endGently(socket)
      else refuseStray(socket, answer, whyStray(error))
    })
  })
  server.on('connect', (_, socket: Socket) => {
    whenAnswered(socket, () => refuseStray(socket, refusal.routeUnknown(), causes.request.proxy()))
  })
  // What a client expects of us beside an answer is not refused: it gets the answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
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
function whenAnswered(socket: Socket, then: (pending: ServerResponse | undefined) => void): void {
  const pending = pendingOn(socket)
  if (pending && isWhole(pending)) pending.once('finish', () => whenAnswered(socket, then))
  else then(pending)
}

function strayRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal.headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal.timeout()
  return refusal.malformedRequest()
}

function answerRaw(socket: Socket, { status, body }: Refusal): void {
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(HEAD).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    `date: ${new Date().toUTCString()}`,
    'connection: close',
  ]
  socket.on('error', () => {})
  endGently(socket, `${headers.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * Ends a connection, and reads on until its client ends it, too: TCP resets one that is closed while bytes arrive, and
 * the client loses the answers that it has not read yet (RFC 9112, 9.6).
 */
function endGently(socket: Socket, last = ''): void {
  const late = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(late))
  socket.resume()
  socket.end(last)
}
