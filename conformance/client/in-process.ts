import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { httpDate } from '../../src/contract/clock.ts'
import { dateNow, performance, turn } from '../../src/contract/real-globals.ts'
import { readBody } from './body.ts'
import { addressOf, headersOf } from './request.ts'
import type { Sender } from './sender.ts'

/** A service in this process, asked without a socket. */
export type InProcessService = (request: {
  method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: readonly string[]
  body: Buffer | undefined
}) => InProcessAnswer | Promise<InProcessAnswer>

interface InProcessAnswer {
  status: number
  /** Those of JSON by default. */
  headers?: OutgoingHttpHeaders | undefined
  /** A character for each byte. */
  body: string | { whole(): string }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
const BROKEN: InProcessAnswer = { status: 500, body: '' }

export function createInProcessSender(service: InProcessService, baseUrl: string, ended: AbortSignal): Sender {
  const answerTo = async (request: Parameters<InProcessService>[0]) => service(request)
  return {
    async send(question, userAgent) {
      const start = performance.now()
      const { method, body, chunked } = question
      const bytes = body === undefined ? undefined : Buffer.from(body)
      const length = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes?.length) }
      const sent: [string, string][] = Object.entries({
        Host: 'localhost',
        ...headersOf(question, userAgent),
        ...(bytes && length),
      })
      // Requests that are sent at the same moment arrive before the first of them is answered.
      await turn()
      const answer = await answerTo({
        method,
        url: addressOf(baseUrl, question).path,
        headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
        rawHeaders: sent.flat(),
        body: bytes,
      }).catch(() => BROKEN)
      ended.throwIfAborted()
      const headers = { date: httpDate(dateNow()), ...(answer.headers ?? JSON_HEADERS) } as Record<string, string>
      const whole = Buffer.from(typeof answer.body === 'string' ? answer.body : answer.body.whole(), 'latin1')
      const read = await readBody(whole, headers['content-encoding'])
      return { response: { status: answer.status, headers, ...read }, ms: performance.now() - start }
    },
    proxy: undefined,
    async close() {},
  }
}
