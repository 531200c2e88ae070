import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
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
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = strayRefusal(error.code)
    if (!mayAnswer(socket as Socket)) return socket.destroy()
    accessLog?.({ status: answer.status })
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

function strayRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal.headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal.timeout()
  return refusal.malformedRequest()
}

/** Whether a text on this socket would be read as the answer to what was wrong, and not to a request before it. */
function mayAnswer(socket: Socket): boolean {
  const { _httpMessage: pending } = socket as {
    _httpMessage?: { headersSent: boolean; req: { complete: boolean } }
  }
  if (!socket.writable) return false
  return !pending || !(pending.headersSent || pending.req.complete)
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
