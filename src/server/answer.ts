import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { ByteText } from '../contract/bytes.ts'
import { httpDate } from '../contract/clock.ts'
import type { Clock } from '../operator/clock.ts'
import type { Answer } from '../service/ask.ts'
import type { Backlog } from './backlog.ts'
import { noteAnswer } from './notes.ts'
import type { Traffic } from './traffic.ts'

/** What an answer passes on its way to the client. */
export interface Delivery {
  /** Sends long answers as fast as their clients read them. */
  backlog: Pick<Backlog, 'send'>
  /** Receives the answer first, and may deliver it itself. */
  traffic?: Pick<Traffic, 'deliver'> | undefined
}

/**
 * Sends an answer. It keeps the connection open when the body of the request was not read; Fastify would close it, and
 * the client could lose the answer.
 */
export function send(response: ServerResponse, answer: Answer, { backlog, traffic }: Delivery): void {
  const { req } = response
  noteAnswer(req as IncomingMessage, answer)
  const isDelivered = traffic?.deliver(req, response, answer) ?? false
  if (isDelivered === false) write(response, answer, backlog)
  else if (isDelivered !== true) void isDelivered.then((is) => is || write(response, answer, backlog))
}

function write(response: ServerResponse, answer: Answer, backlog: Delivery['backlog']): void {
  const { status, body } = answer
  response.writeHead(status, headOf(answer))
  if (typeof body === 'string') sendShort(response, body)
  else backlog.send(response, body)
}

/** Head and body leave as one text: `end(body)` would send them and an empty end as a list, a tenth of a request. */
function sendShort(response: ServerResponse, body: ByteText): void {
  response.cork()
  response.write(body, 'latin1')
  response.uncork()
  response.end()
}

/** Returns an answer as raw bytes that end a connection, for requests for which `node:http` creates no response. */
export function lastBytes(answer: Answer & { body: ByteText }, clock: Clock): ByteText {
  const { status, body } = answer
  const head = { ...headOf(answer), date: httpDate(clock.now()), connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** Returns the headers of an answer. Node adds Date and Connection to a response itself. */
export function headOf({ status, body, headers }: Answer): OutgoingHttpHeaders {
  // Written out, because spreading one object into another costs a tenth of a request.
  if (headers === undefined) {
    return {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-length': body.length,
    }
  }
  return status === 204 || status === 304 ? headers : { ...headers, 'content-length': body.length }
}
