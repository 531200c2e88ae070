import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { ByteText } from '../contract/bytes.ts'
import type { Backlog } from './backlog.ts'
import { type Because, explain } from './causes/cause.ts'
import { type Body, sendLong } from './long-body.ts'

/** What a request is answered with, whoever answers it. */
export interface Answer {
  status: number
  body: Body
  /** In place of the headers that say that a body is JSON. */
  headers?: OutgoingHttpHeaders | undefined
  /** For the log; it is in no answer. */
  why?: Because | undefined
}

/** An answer whose body is there as a whole. */
export type ShortAnswer = Answer & { body: ByteText }

/**
 * Sends an answer. A short one leaves in one write, head and body, which the framework's own way does not: it is a
 * fifth of all work. Nor is the connection closed on a body that is not read, as the framework would: the answer could
 * be lost with it.
 * @param backlog sends a long one as fast as its client takes it
 */
export function send(
  response: ServerResponse,
  answer: Answer,
  backlog: Pick<Backlog, 'send'> = { send: sendLong },
): void {
  const { status, body, why } = answer
  if (why) explain(response.req, why)
  response.writeHead(status, headOf(answer))
  if (typeof body === 'string') response.end(body, 'latin1')
  else backlog.send(response, body)
}

/** Returns an answer as the last bytes of a connection, for what `node:http` has no response for. */
export function lastBytes(answer: ShortAnswer): ByteText {
  const { status, body } = answer
  const head = { ...headOf(answer), date: new Date().toUTCString(), connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

const NOSNIFF = 'nosniff'

/** Returns the head of every answer, beside the date and whether the connection stays, which Node adds to a response. */
function headOf({ status, body, headers }: Answer): OutgoingHttpHeaders {
  // Written out: an object that is spread into another one costs a tenth of a request.
  if (headers === undefined) {
    return {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': NOSNIFF,
      'content-length': body.length,
    }
  }
  const length = status === 204 ? {} : { 'content-length': body.length }
  return { ...headers, 'x-content-type-options': NOSNIFF, ...length }
}
