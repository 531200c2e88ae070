import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { httpDate } from '../../src/contract/clock.ts'
import { dateNow, performance, turn } from '../../src/contract/real-globals.ts'
import { createBodyReader, UnreadableBody } from './body.ts'
import { endFailure, TargetFailure } from './failure.ts'
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

/** How many bytes come at a time if a service sends its answer in chunks. */
const PIECE = 700
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
const BROKEN: InProcessAnswer = {
  status: 500,
  body: '{"error":"Internal Server Error","message":"An internal server error occurred","status_code":500}',
}

/** Sends the requests of a run to a service in this process. */
export function createInProcessSender(
  service: InProcessService,
  baseUrl: string,
  ended: AbortSignal,
): Sender {
  const beginBody = createBodyReader()
  return {
    connect() {},
    async send(question, userAgent) {
      const start = performance.now()
      const sent = Object.entries({
        Host: 'localhost',
        ...headersOf(question, userAgent),
        ...lengthOf(question),
      })
      const bytes = bytesOf(question)
      const { path } = addressOf(baseUrl, question)
      // Requests that are sent at the same moment arrive before the first of them is answered.
      await turn()
      const { status, headers, body } = await answerOf(service, {
        method: question.method,
        url: path,
        headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
        rawHeaders: sent.flat(),
        body: bytes === undefined ? undefined : Buffer.from(bytes),
      })
      if (ended.aborted) throw endFailure(ended)
      const arriving = beginBody()
      try {
        const arrived = { date: httpDate(dateNow()), ...(headers ?? JSON_HEADERS) } as Record<string, string>
        const whole = Buffer.from(typeof body === 'string' ? body : body.whole(), 'latin1')
        const piece = arrived['transfer-encoding'] === undefined ? whole.length : PIECE
        for (let at = 0; at < whole.length; at += piece) arriving.add(whole.subarray(at, at + piece))
        const read = await arriving.read(arrived['content-encoding'])
        return { response: { status, headers: arrived, ...read }, ms: performance.now() - start }
      } catch (error) {
        throw error instanceof UnreadableBody ? new TargetFailure(error.kind, error.message) : error
      } finally {
        arriving.end()
      }
    },
    proxy: undefined,
    async close() {},
  }
}

function lengthOf({ body, chunked }: { body?: string; chunked?: true | undefined }): Record<string, string> {
  if (body === undefined) return {}
  return chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(Buffer.byteLength(body)) }
}

async function answerOf(service: InProcessService, request: Parameters<InProcessService>[0]) {
  try {
    return await service(request)
  } catch {
    // A server answers so when its service throws.
    return BROKEN
  }
}
