import { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { clearTimeout, createAbortController, performance, setTimeout } from '../../src/contract/real-globals.ts'
import { BODY_LIMIT, readBody } from './body.ts'
import type { Exchange, Question } from './exchange.ts'
import { failureOf, TargetFailure } from './failure.ts'
import { type ChosenProxy, proxyFor } from './proxy.ts'
import { addressOf, headersOf } from './request.ts'
import { Agent, type Dispatcher, Pool, ProxyAgent } from './undici.ts'

export interface SenderOptions {
  baseUrl: string
  timeout: number
  concurrency: number
  /** Certificates (PEM) of authorities to trust besides the usual ones. */
  ca?: string | undefined
  insecure: boolean
}

export interface Sender {
  /** Sends a request once, whatever its risk. @throws {TargetFailure} if there was no answer in time, or the run has ended */
  send(question: Question, userAgent: string): Promise<Pick<Exchange, 'response' | 'ms'>>
  readonly proxy: ChosenProxy | undefined
  close(): Promise<void>
}

/** A service that refuses a body before it has read it may cut the connection, and the next request with it. */
const LARGE = 8_192

/** @param ended cuts the requests in flight */
export function createSender(options: SenderOptions, ended: AbortSignal): Sender {
  const { baseUrl, timeout, concurrency } = options
  let proxy: ChosenProxy | undefined
  const dispatchers = new Map<Question['connection'], Dispatcher>()

  return {
    async send(question, userAgent) {
      proxy ??= proxyFor(baseUrl, process.env)
      const { body = '', chunked, method } = question
      const connection = question.connection ?? (body.length > LARGE ? 'new' : undefined)
      const connections = connection === undefined ? concurrency : 1
      const dispatcher = dispatchers.get(connection) ?? connect(options, proxy, connections)
      if (connection !== 'new') dispatchers.set(connection, dispatcher)
      const start = performance.now()
      const abort = createAbortController()
      const cut = () => abort.abort()
      ended.addEventListener('abort', cut)
      // The timeouts of undici are for the headers and between two pieces of the body, so a trickle would never end.
      const timer = setTimeout(cut, timeout)
      let hasBegun = false
      try {
        const answer = await dispatcher.request({
          ...addressOf(baseUrl, question),
          method,
          headers: headersOf(question, userAgent),
          body: chunked ? Readable.from(piecesOf(body)) : (question.body ?? null),
          signal: abort.signal,
        })
        hasBegun = true
        const { statusCode: status, headers } = answer
        const read = await readBody(Buffer.from(await answer.body.bytes()), headers['content-encoding'])
        return { response: { status, headers, ...read }, ms: performance.now() - start }
      } catch (error) {
        ended.throwIfAborted()
        if (error instanceof TargetFailure) throw error
        if (abort.signal.aborted)
          throw new TargetFailure('timeout', `no answer within ${timeout / 1_000} s (--timeout)`)
        throw failureOf(error, hasBegun, proxy)
      } finally {
        clearTimeout(timer)
        ended.removeEventListener('abort', cut)
        if (connection === 'new') void dispatcher.close()
      }
    },
    get proxy() {
      return proxy
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((one) => one.destroy()))
    },
  }
}

function piecesOf(body: string): Buffer[] {
  const bytes = Buffer.from(body)
  // Within a letter, if there is one of several bytes: whoever decodes each piece by itself loses it.
  const letter = bytes.findIndex((byte) => byte >= 0xc0)
  const half = letter < 0 ? Math.ceil(bytes.length / 2) : letter + 1
  return [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0)
}

function connect(options: SenderOptions, proxy: ChosenProxy | undefined, connections: number): Dispatcher {
  const { timeout, ca, insecure } = options
  const tls = { timeout, rejectUnauthorized: !insecure, ...(ca !== undefined && { ca: [...rootCertificates, ca] }) }
  const limits = { connections, maxResponseSize: BODY_LIMIT, headersTimeout: 0, bodyTimeout: 0, allowH2: false }
  if (!proxy) return new Agent({ ...limits, connect: tls })
  return new ProxyAgent({
    ...limits,
    uri: proxy.uri,
    // Many proxies allow tunnels only to TLS ports.
    proxyTunnel: false,
    requestTls: tls,
    // A proxy that is asked without a tunnel would have none of the limits.
    factory: (origin, given) => new Pool(origin, { ...limits, ...given }),
  })
}
