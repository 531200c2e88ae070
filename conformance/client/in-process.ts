import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { httpDate } from '../../src/contract/clock.ts'
import { dateNow, performance, turn } from '../../src/contract/real-globals.ts'
import { readBody } from './body.ts'
import { endFailure } from './failure.ts'
import { addressOf, bytesOf, headersOf } from './request.ts'
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
/** What a server answers when its service throws. */
const BROKEN: InProcessAnswer = {
  status: 500,
  body: '{"error":"Internal Server Error","message":"An internal server error occurred","status_code":500}',
}

/** Sends the requests of a run to a service in this process. */
export function createInProcessSender(service: InProcessService, baseUrl: string, ended: AbortSignal): Sender {
  const answerTo = async (request: Parameters<InProcessService>[0]) => service(request)
  return {
    prepare() {},
    async send(question, userAgent) {
      const start = performance.now()
      const bytes = bytesOf(question)
      const length: Record<string, string> = question.chunked
        ? { 'Transfer-Encoding': 'chunked' }
        : { 'Content-Length': String(Buffer.byteLength(bytes ?? '')) }
      const own = { Host: 'localhost', ...headersOf(question, userAgent) }
      const sent = Object.entries(bytes === undefined ? own : { ...own, ...length })
      // Requests that are sent at the same moment arrive before the first of them is answered.
      await turn()
      const { status, headers, body } = await answerTo({
        method: question.method,
        url: addressOf(baseUrl, question).path,
        headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
        rawHeaders: sent.flat(),
        body: bytes === undefined ? undefined : Buffer.from(bytes),
      }).catch(() => BROKEN)
      if (ended.aborted) throw endFailure(ended)
      const arrived = { date: httpDate(dateNow()), ...(headers ?? JSON_HEADERS) } as Record<string, string>
      const whole = Buffer.from(typeof body === 'string' ? body : body.whole(), 'latin1')
      const read = await readBody(whole, arrived['content-encoding'])
      return { response: { status, headers: arrived, ...read }, ms: performance.now() - start }
    },
    proxy: undefined,
    async close() {},
  }
}
