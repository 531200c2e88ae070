import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { originForm } from '../contract/url.ts'
import { type Clock, systemClock } from '../operator/clock.ts'
import { type Answer, type Ask, hasBody, type Request } from '../service/ask.ts'
import { BODY_LIMIT } from '../service/decision.ts'
import { type AccessLog, logWhenOver } from './access-log.ts'
import { send } from './answer.ts'
import type { Backlog } from './backlog.ts'
import { enterBasePath, leaveOutside } from './base-path.ts'
import { closeGently } from './end-gently.ts'
import { type FastifyReply, type FastifyRequest, fastify, withoutCompilers } from './fastify.ts'
import { createGuard, type Guard } from './guard.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { refuse } from './refuse.ts'
import { refuseStrays } from './stray.ts'
import { keepTickShape } from './tick-shape.ts'
import type { Traffic } from './traffic.ts'

// The data port on one page, from socket to answer. `listen` binds the addresses and gives each a server made by
// `createHttpServer`. What that admits goes to the router, which reads the body and asks the service.

/** What answers requests that were admitted. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface HttpServerOptions {
  /** Called for every request, and for bytes that are not a valid request. */
  accessLog?: AccessLog | undefined
  guard?: Guard | undefined
  /** Answers that wait for slow clients. The router must get the same one. */
  backlog: Backlog
  /** Wraps every request; faults and the journal use it. */
  traffic?: Traffic | undefined
  /** Dates the answer to bytes that are not a valid request. */
  clock?: Clock | undefined
  /** The path before those of the interface, without a slash at its end; none by default. */
  basePath?: string | undefined
}

const KEEP_ALIVE_TIMEOUT = 72_000
const REQUEST_TIMEOUT = 60_000

/** Returns the server in front of the router: it logs, guards and queues requests. */
export function createHttpServer(handler: Handler, options: HttpServerOptions): Server {
  const { accessLog, guard = createGuard(), backlog, traffic, clock = systemClock, basePath = '' } = options
  const handle = backlog.inTurn(handler)
  keepTickShape()
  const serve = (request: IncomingMessage, response: ServerResponse, isInside: boolean) => {
    // 2. The guard refuses callers that may not enter, such as a page of a foreign origin, before all other checks.
    const answer = guard(request, response)
    if (answer) return send(response, answer, { backlog, traffic })
    if (!isInside) leaveOutside(request, basePath)
    // 3. Requests on one connection are answered one by one, and all of them wait while too many answers are unread.
    handle(request, response)
  }
  // Node refuses a missing Host outside the envelope of the service, so the guard does it instead.
  const settings = { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }
  const server = createServer(settings, (request, response) => {
    // A connection that is ending takes no more requests (RFC 9112, 9.6). Node 20 would crash with an assertion if it answered one
    // before those that were pipelined ahead of it.
    if (request.socket.writableEnded) return void request.resume()
    // 1. Every request is logged, whatever happens to it.
    if (accessLog) logWhenOver(accessLog, response)
    closeGently(request, response)
    const isInside = basePath === '' || enterBasePath(request, basePath)
    if (traffic) traffic.admit(request, response, () => serve(request, response, isInside))
    else serve(request, response, isInside)
  })
  server.requestTimeout = REQUEST_TIMEOUT
  // Node would refuse an unknown Expect header with 417; this service ignores it and answers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  refuseStrays(server, { accessLog, traffic, clock })
  return server
}

export interface RouterOptions {
  /** Called with an unexpected error, of which the client only sees the status. */
  onError?: ((error: unknown) => void) | undefined
  /** Answers that wait for slow clients. Its servers must get the same one. */
  backlog: Backlog
  /** Called with each body and each answer. The same as for its servers. */
  traffic?: Traffic | undefined
  /** Answers that need not be asked for again. */
  ready?: ReadyAnswers | undefined
}

/** Longer than any path within the header limit, so that a long report number is unknown like any other. */
const PARAM_LIMIT = 100_000
/** Lists with so many rows are built one at a time. */
const LONG_LIST = /[?&]rows=0*[1-9]\d{3}/
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'

/** Whether a request needs nothing of Fastify, which would take a fifth of the time of a list. */
function isPlainList(request: IncomingMessage): boolean {
  const { method, url = '' } = request
  return (
    method === 'GET' &&
    url.startsWith('/pessoas') &&
    (url.length === 8 || url[8] === '?') &&
    !hasBody(request)
  )
}

/** Returns what answers requests over a socket as a service does, once it is ready. */
export function createRouter(ask: Ask, { backlog, traffic, ready, onError }: RouterOptions) {
  const delivery = { backlog, traffic }
  const reply = (response: ServerResponse, given: Answer): void => send(response, given, delivery)
  const fail = (response: ServerResponse, error: unknown): void => {
    onError?.(error)
    reply(response, refuse('service.failed'))
  }
  const answerNow = (response: ServerResponse, request: Request, isPlain: boolean): void => {
    try {
      const given = ask(request)
      if (given instanceof Promise)
        return void given
          .then((late) => reply(response, late))
          .catch((error: unknown) => fail(response, error))
      if (isPlain) ready?.keep(response.req, given)
      reply(response, given)
    } catch (error) {
      fail(response, error)
    }
  }
  const answer = (
    raw: IncomingMessage,
    response: ServerResponse,
    body: Request['body'],
    isPlain = false,
  ): void => {
    const { method = '', url = '', headers, rawHeaders } = raw
    const request = { method, url: originForm(url), headers, rawHeaders, body }
    if (method === 'POST' || !LONG_LIST.test(url)) answerNow(response, request, isPlain)
    else void backlog.turn(response).then(() => response.destroyed || answerNow(response, request, false))
  }
  /** Fastify routes, and reads the body; the reply is ours. */
  const handle = ({ raw, body }: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    answer(raw, reply.raw, body as Buffer | undefined)
  }

  const app = fastify({
    bodyLimit: BODY_LIMIT,
    // A request that arrives during shutdown is still answered, and then its connection closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    schemaController: withoutCompilers,
    // For a path that cannot be decoded.
    frameworkErrors: (_, request, reply) => handle(request, reply as FastifyReply),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ raw }, bytes, done) => {
    traffic?.body(raw, bytes as Buffer)
    done(null, bytes)
  })
  app.get('/pessoas', handle)
  app.post('/relatorios/validar/:numero', handle)
  app.setNotFoundHandler(handle)
  // The service judges a body that was not read, because it is too large or has a malformed type.
  app.setErrorHandler((error: { code?: string }, { raw }, reply) => {
    reply.hijack()
    answer(raw, reply.raw, error.code === TOO_LARGE ? 'too-large' : undefined)
  })
  let isClosing = false
  return {
    handler: (request: IncomingMessage, response: ServerResponse): void => {
      // While it closes, Fastify has each connection end with its answer.
      if (isClosing || !isPlainList(request)) return void app.routing(request, response)
      const known = ready?.of(request)
      if (known) send(response, known, delivery)
      else answer(request, response, undefined, true)
    },
    ready: async () => void (await app.ready()),
    close: (): PromiseLike<void> => {
      isClosing = true
      return app.close()
    },
  }
}

export type Router = ReturnType<typeof createRouter>
