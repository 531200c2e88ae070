import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { ByteText } from '../contract/bytes.ts'
import { type Clock, httpDate } from '../contract/clock.ts'
import type { Slots } from '../contract/template.ts'
import type { Soon } from '../store/soon.ts'
import type { Backlog } from './backlog.ts'
import { type Because, explain } from './causes/cause.ts'
import { type Body, sendLong } from './long-body.ts'

/** An answer to a request, whichever part of the simulator gives it. */
export interface Answer {
  status: number
  body: Body
  /** Replaces the default headers, which declare JSON. */
  headers?: OutgoingHttpHeaders | undefined
  /** What headers of the profile may repeat. */
  slots?: Slots | undefined
  /** Whether no header is added to `headers` except the length. */
  isWhole?: boolean
  /** The reason for the log. It is never sent. */
  why?: Because | undefined
}

/** Something that may deliver an answer itself, in place of the service. */
export interface Delivery {
  /**
   * Called with the answer before it is sent. Returns true if it has delivered the answer itself: cut, slowly, or not
   * at all. The answer waits for a promise.
   */
  deliver(request: IncomingMessage, response: ServerResponse, answer: Answer): Soon<boolean>
}

/** An answer whose whole body is in memory. */
export type ShortAnswer = Answer & { body: ByteText }

/**
 * Sends an answer. Head and body of a short one leave in one write, which saves a fifth of the work of a request
 * compared with Fastify's reply. It also keeps the connection open when the body of the request was not read; Fastify
 * would close it, and the client could lose the answer.
 * @param backlog sends a long answer as fast as its client reads it
 * @param traffic receives the answer first, and may deliver it itself
 */
export function send(
  response: ServerResponse,
  answer: Answer,
  backlog: Pick<Backlog, 'send'> = { send: sendLong },
  traffic?: Delivery,
): void {
  const { why } = answer
  if (why) explain(response.req, why)
  const isDelivered = traffic?.deliver(response.req, response, answer) ?? false
  if (isDelivered instanceof Promise) {
    void isDelivered.then((is) => {
      if (!is) write(response, answer, backlog)
    })
  } else if (!isDelivered) write(response, answer, backlog)
}

function write(response: ServerResponse, answer: Answer, backlog: Pick<Backlog, 'send'>): void {
  const { status, body } = answer
  response.writeHead(status, headOf(answer))
  if (typeof body === 'string') response.end(body, 'latin1')
  else backlog.send(response, body)
}

/** Returns an answer as raw bytes that end a connection, for requests for which `node:http` creates no response. */
export function lastBytes(answer: ShortAnswer, clock: Clock): ByteText {
  const { status, body } = answer
  const head = { ...headOf(answer), date: httpDate(clock.now()), connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  // Node writes the same of a status that it does not know.
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${lines.join('')}\r\n${body}`
}

const JSON_TYPE = 'application/json; charset=utf-8'
const NO_CACHE = 'no-cache'
const NOSNIFF = 'nosniff'

/** The default headers of an answer with a body. Its length is added. */
export const usualHeaders = {
  'content-type': JSON_TYPE,
  'cache-control': NO_CACHE,
  'x-content-type-options': NOSNIFF,
} as const

/** Returns the headers of an answer. Node adds Date and Connection to a response itself. */
export function headOf({ status, body, headers, isWhole }: Answer): OutgoingHttpHeaders {
  // Written out, because spreading one object into another costs a tenth of a request.
  if (headers === undefined) {
    return {
      'content-type': JSON_TYPE,
      'cache-control': NO_CACHE,
      'x-content-type-options': NOSNIFF,
      'content-length': body.length,
    }
  }
  const length = status === 204 || status === 304 ? {} : { 'content-length': body.length }
  return isWhole ? { ...headers, ...length } : { ...headers, 'x-content-type-options': NOSNIFF, ...length }
}
