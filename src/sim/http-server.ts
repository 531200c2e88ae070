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
  const refuseStray = (socket: Duplex, answer: Refusal, cause: Cause) => {
    accessLog?.({ status: answer.status, causes: () => [cause] })
    answerRaw(socket, answer)
  }
  server.on('clientError', (error: NodeJS.ErrnoException & ParseError, socket: Socket) => {
    // Half a request and the end of it: its client went away.
    if (!socket.writable || error.code === 'HPE_INVALID_EOF_STATE') return socket.destroy()
    const pending = pendingOn(socket)
    // Bytes behind a whole request: its answer comes first, and is the last on this connection.
    if (pending && (pending.req.complete || pending.headersSent)) {
      explain(pending.req, () => [causes.request.behind()])
      return void pending.once('finish', () => socket.destroySoon())
    }
    const answer = strayRefusal(error.code)
    if (!pending) return refuseStray(socket, answer, whyStray(error))
    pending.statusCode = answer.status
    explain(pending.req, () => [whyStray(error)])
    answerRaw(socket, answer)
  })
  server.on('connect', (_, socket: Socket) => {
    const answer = () => refuseStray(socket, refusal.routeUnknown(), causes.request.proxy())
    const pending = pendingOn(socket)
    if (pending) pending.once('finish', answer)
    else answer()
  })
  // What a client expects of us beside an answer is not refused: it gets the answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** The answer that a socket is waiting for, which `node:http` keeps there. */
export function pendingOn(socket: Duplex): ServerResponse | undefined {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}

function strayRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal.headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal.timeout()
  return refusal.malformedRequest()
}

function answerRaw(socket: Duplex, { status, body }: Refusal): void {
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(HEAD).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    `date: ${new Date().toUTCString()}`,
    'connection: close',
  ]
  socket.on('error', () => {})
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}
