import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AccessLog } from './access-log.ts'
import { type Refusal, refusal } from './refusal.ts'

const REQUEST_TIMEOUT = 60_000
const KEEP_ALIVE_TIMEOUT = 72_000

/** An HTTP server that answers what never becomes a request, too, in the envelope of the service (clause 7). */
export function createHttpServer(handler: RequestListener, accessLog: AccessLog | undefined): Server {
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }, handler)
  server.requestTimeout = REQUEST_TIMEOUT
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const pending = (socket as PendingSocket)._httpMessage
    // A text on this socket must not be read as the answer to a request before the one that was wrong.
    if (!socket.writable || pending?.headersSent || pending?.req.complete) return socket.destroy()
    const answer = strayRefusal(error.code)
    if (pending) pending.statusCode = answer.status
    else accessLog?.({ status: answer.status })
    answerRaw(socket, answer)
  })
  server.on('connect', (_, socket) => {
    accessLog?.({ status: 404 })
    answerRaw(socket, refusal.routeUnknown())
  })
  // What a client expects of us beside an answer is not refused: it gets the answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** A socket and the request that it is in the middle of, which `node:http` keeps there. */
type PendingSocket = Duplex & { _httpMessage?: ServerResponse | null }

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
