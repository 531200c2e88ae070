import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import { createSecureContext, rootCertificates } from 'node:tls'
import { clearTimeout, performance, setTimeout } from '../../src/contract/real-globals.ts'
import { type Answer, answerTo } from './answering.ts'
import { createBodyReader, UnreadableBody } from './body.ts'
import type { Exchange, Question } from './exchange.ts'
import { endFailure, failureOf, TargetFailure, timeoutFailure } from './failure.ts'
import { type ChosenProxy, NotAProxy, proxyFor } from './proxy.ts'
import { addressOf, bytesOf, headersOf } from './request.ts'
import { Agent, type Dispatcher, ProxyAgent } from './undici.ts'

export interface SenderOptions {
  baseUrl: string
  /** Milliseconds for one request. */
  timeout: number
  concurrency: number
  /** Certificates (PEM) of authorities to trust besides the usual ones. */
  ca?: string | undefined
  /** Whether to accept any certificate. */
  insecure: boolean
}

/** The connections of a run to its target. */
export interface Sender {
  /** Chooses the proxy of the requests, if none was sent yet. @throws {TargetFailure} if its variable names none */
  connect(): void
  /**
   * Sends a request once, whatever its risk.
   * @throws {TargetFailure} if there was no answer in time, or the run has ended
   */
  send(question: Question, userAgent: string): Promise<Pick<Exchange, 'response' | 'ms'>>
  readonly proxy: ChosenProxy | undefined
  close(): Promise<void>
}

/** @param ended cuts the requests in flight */
export function createSender(options: SenderOptions, ended: AbortSignal): Sender {
  const { baseUrl, timeout } = options
  let connection: { dispatcher: Dispatcher; proxy: ChosenProxy | undefined } | undefined
  const same = new Map<Question['connection'], Dispatcher>()
  const dispatcherFor = (connection: Question['connection'], shared: Dispatcher): Dispatcher => {
    if (connection === 'new') return connect(options).dispatcher
    if (connection === undefined) return shared
    const known = same.get(connection) ?? connect({ ...options, concurrency: 1 }).dispatcher
    same.set(connection, known)
    return known
  }
  setMaxListeners(0, ended)
  // AbortSignal.timeout() and AbortSignal.any() for each request would cost as much as the request itself.
  const inFlight = new Set<Answer>()
  ended.addEventListener('abort', () => {
    for (const answer of inFlight) answer.cut()
  })
  const beginBody = createBodyReader()

  return {
    connect() {
      connection ??= connect(options)
    },
    async send(question, userAgent) {
      connection ??= connect(options)
      const { proxy } = connection
      const ofQuestion = connectionFor(question)
      const dispatcher = dispatcherFor(ofQuestion, connection.dispatcher)
      const start = performance.now()
      const { origin, path } = addressOf(baseUrl, question)
      const body = beginBody()
      const answer = answerTo(dispatcher, body, {
        origin,
        path,
        method: question.method,
        headers: headersOf(question, userAgent),
        body: question.chunked ? Readable.from(piecesOf(question.body ?? '')) : (bytesOf(question) ?? null),
      })
      inFlight.add(answer)
      let isLate = false
      const limit = setTimeout(() => {
        isLate = true
        answer.cut()
      }, timeout)
      try {
        const { status, headers } = await answer.arrived
        const read = await body.read(String(headers['content-encoding'] ?? ''))
        return { response: { status, headers, ...read }, ms: performance.now() - start }
      } catch (error) {
        if (ended.aborted) throw endFailure(ended)
        if (error instanceof UnreadableBody) throw new TargetFailure(error.kind, error.message)
        throw isLate ? timeoutFailure(timeout) : failureOf(error, answer.hasBegun, proxy)
      } finally {
        clearTimeout(limit)
        body.end()
        inFlight.delete(answer)
        if (ofQuestion === 'new') void dispatcher.close()
      }
    },
    get proxy() {
      return connection?.proxy
    },
    async close() {
      await Promise.all([connection?.dispatcher, ...same.values()].map((one) => one?.destroy()))
    },
  }
}

/** A service that refuses a body before it has read it may cut the connection, and the next request with it. */
const LARGE = 8_192

function connectionFor({ connection, body = '' }: Question): Question['connection'] {
  return connection ?? (body.length > LARGE ? 'new' : undefined)
}

function piecesOf(body: string): Buffer[] {
  const bytes = Buffer.from(body)
  // Within a letter, if there is one of several bytes: whoever decodes each piece by itself loses it.
  const letter = bytes.findIndex((byte) => byte >= 0xc0)
  const half = letter < 0 ? Math.ceil(bytes.length / 2) : letter + 1
  return [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0)
}

function connect({ baseUrl, concurrency, timeout, ca, insecure }: SenderOptions) {
  const tls = {
    timeout,
    rejectUnauthorized: !insecure,
    ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }),
  }
  const options = {
    connections: concurrency,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: tls,
  }
  try {
    const proxy = proxyFor(baseUrl, process.env)
    return { proxy, dispatcher: createDispatcher(proxy, options) }
  } catch (error) {
    if (error instanceof NotAProxy) throw new TargetFailure('proxy', error.message)
    throw error
  }
}

/** Creates the dispatcher of a run, through the proxy if there is one. */
function createDispatcher(proxy: ChosenProxy | undefined, options: Agent.Options): Dispatcher {
  if (!proxy) return new Agent(options)
  const { connect } = options
  // Many proxies allow tunnels only to TLS ports.
  return new ProxyAgent({
    ...options,
    uri: proxy.uri,
    proxyTunnel: false,
    ...(typeof connect === 'object' && { requestTls: connect }),
  })
}
