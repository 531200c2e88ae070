import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AccessLog } from './access-log.ts'
import { type Refusal, refusal } from './refusal.ts'

const REQUEST_TIMEOUT = 60_000
const KEEP_ALIVE_TIMEOUT = 72_000

/** An HTTP server that answers what never becomes a request, too, in the envelope of the service (clause 7). */
export function createHttpServer(handler: RequestListener, accessLog: AccessLog | undefined): Server {
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }, handler)
  server.requestTimeout = REQUEST_TIMEOUT
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Half a request and the end of it: its client went away.
    if (!socket.writable || error.code === 'HPE_INVALID_EOF_STATE') return socket.destroy()
    const pending = pendingOn(socket)
    // Bytes behind a whole request: its answer comes first, and is the last on this connection.
    if (pending && (pending.req.complete || pending.headersSent)) {
      return void pending.once('finish', () => socket.destroySoon())
    }
    const answer = strayRefusal(error.code)
    if (pending) pending.statusCode = answer.status
    else accessLog?.({ status: answer.status, reason: error.code })
    answerRaw(socket, answer)
  })
  server.on('connect', (_, socket: Socket) => {
    const answer = () => {
      accessLog?.({ status: 404, reason: 'CONNECT' })
      answerRaw(socket, refusal.routeUnknown())
    }
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
    'content-type: application/json; charset=utf-8',
    'cache-control: no-cache',
    `content-length: ${Buffer.byteLength(body)}`,
    `date: ${new Date().toUTCString()}`,
    'connection: close',
  ]
  socket.on('error', () => {})
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}
