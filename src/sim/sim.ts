import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type Clock, systemClock } from '../contract/clock.ts'
import type { Profile } from '../contract/profile.ts'
import { clearTimeout, performance, setTimeout } from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import type { Store } from '../store/store.ts'
import { Unavailable } from '../store/unavailable.ts'
import { type AccessLog, logWhenOver } from './access-log.ts'
import { type Answer, send } from './answer.ts'
import type { TokenStore } from './authenticate.ts'
import { Backlog } from './backlog.ts'
import { enterBasePath, leaveOutside } from './base-path.ts'
import { type Behaviour, createBehaviour, nameOf } from './behaviour.ts'
import {
  bodyLimitOf,
  hasBody,
  hideMalformedType,
  type ParseJson,
  sizeOf,
  tooLarge,
  typeSlots,
} from './body.ts'
import { whyBodyType } from './causes/body.ts'
import { explain } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { closeGently } from './end-gently.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from './fastify.ts'
import { createGuard, type Guard } from './guard.ts'
import { numeroOf } from './judging.ts'
import { bytesOfGet } from './list-fields.ts'
import { isLongPage } from './list-persons.ts'
import type { Note } from './list-query.ts'
import { headLimitOf } from './long-urls.ts'
import { Refusal, refusal } from './refusal.ts'
import { createRouting } from './routes.ts'
import { refuseStrays } from './stray.ts'
import type { Traffic } from './traffic.ts'

// The service on one page, from socket to answer. `listen` binds the addresses and gives each a server made by
// `createHttpServer`. A request that the server admits goes to the app made by `createSimulator`, or to the quirks,
// which call the app. `answer.ts` sends every answer. The numbers below are the order of the steps.

export interface HttpServerOptions {
  /** Called for every request, and for bytes that are not a valid request. */
  accessLog?: AccessLog | undefined
  guard?: Guard | undefined
  /** Answers that wait for slow clients. The app and the quirks must get the same one. */
  backlog?: Backlog | undefined
  /** Wraps every request; faults and the journal use it. */
  traffic?: Traffic | undefined
  /** Dates the answer to bytes that are not a valid request. */
  clock?: Clock | undefined
  /** The path before those of the interface, without a slash at its end; none by default. */
  basePath?: string | undefined
  /** Says how long a URL may be and which bytes it may have, and how others are refused. */
  profile?: Profile | undefined
}

const KEEP_ALIVE_TIMEOUT = 72_000
const REQUEST_TIMEOUT = 60_000

/** Returns the server in front of the router: it logs, guards and queues requests. */
export function createHttpServer(
  handler: RequestListener,
  {
    accessLog,
    guard = createGuard(),
    backlog,
    traffic,
    clock = systemClock,
    basePath = '',
    profile,
  }: HttpServerOptions = {},
): Server {
  const handle = backlog?.inTurn(handler) ?? handler
  // Node refuses a missing Host outside the envelope of the service, so the guard does it instead.
  const options = {
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    maxHeaderSize: profile && headLimitOf(profile.dialect.limits),
  }
  const serve = (request: IncomingMessage, response: ServerResponse, isInside: boolean) => {
    // 2. The guard refuses callers that may not enter, such as a page of a foreign origin, before all other checks.
    const answer = guard(request, response)
    if (answer) return send(response, answer, undefined, traffic)
    if (!isInside) leaveOutside(request, basePath)
    // 3. Requests on one connection are answered one by one, and all of them wait while too many answers are unread.
    handle(request, response)
  }
  const server = createServer(options, (request, response) => {
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
  const log: Parameters<typeof refuseStrays>[1] = (answer) => {
    accessLog?.({ status: answer.status, causes: answer.why })
    traffic?.stray?.(answer)
  }
  refuseStrays(server, log, traffic, clock, profile)
  return server
}

export interface SimulatorOptions {
  store: Store & TokenStore
  profile: Profile
  /** Answers that wait for slow clients. Its servers must get the same one. */
  backlog?: Backlog
  /** Called with an unexpected error, of which the client only sees the status. */
  onError?: (error: unknown) => void
  /** Called with each answer before it is sent. */
  onAnswer?: (request: IncomingMessage, answer: Answer) => void
  /** Called with each body and each answer. The same as for its servers, unless quirks answer in between. */
  traffic?: Traffic | undefined
}

/** Longer than any path within the header limit, so a long report number is refused as unknown like any other. */
const PARAM_LIMIT = 100_000

/** No route has a schema. Without these, Fastify loads its compilers of schemas, a tenth of a start. */
/* c8 ignore next 3: nothing calls it as long as no route has a schema */
const noCompiler = (): never => {
  throw new TypeError('a route has a schema')
}
const NO_COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

/** Returns the router of a service on a store under one profile (clauses 4.1, 4.2, 5, 7). */
export function createSimulator({ profile, ...options }: SimulatorOptions): FastifyInstance {
  const { store } = options
  const routing = createRouting(profile)
  return createRouter({
    ...options,
    bodyLimit: bodyLimitOf(profile),
    rewriteUrl: routing.rewriteUrl,
    behaviours: (parseJson) => {
      const behaviour = createBehaviour({ store, profile, routing, parseJson })
      return () => behaviour
    },
  })
}

export interface RouterOptions extends Omit<SimulatorOptions, 'profile'> {
  /** The largest body that is read, in bytes. */
  bodyLimit: number
  /** Returns the URL that a request is routed by; undefined if that is always its own. */
  rewriteUrl: ((request: IncomingMessage) => string) | undefined
  /** Returns what finds the behaviour for a request, the same one each time. */
  behaviours(parseJson: ParseJson): (request: IncomingMessage) => Behaviour
}

/** Returns the router of one or several profiles, with its steps in the order in which they run. */
export function createRouter({
  store,
  bodyLimit,
  rewriteUrl,
  behaviours,
  backlog = new Backlog(),
  onError = () => {},
  onAnswer,
  traffic,
}: RouterOptions): FastifyInstance {
  /** Sends an answer without Fastify, unless the request has one already. */
  const reply = (to: FastifyReply, answer: Answer) => {
    to.hijack()
    if (to.request.isAnswered) return
    to.request.isAnswered = true
    const { raw } = to.request
    const { finish } = behaviourOf(raw)
    onAnswer?.(raw, answer)
    send(to.raw, finish ? finish(answer, raw) : answer, backlog, traffic)
  }

  /** Refuses a request when it has waited for the store for too long, whatever the store still does. */
  const patiently = <T>(to: FastifyReply, work: Soon<T>, isDecision = false): Soon<T> => {
    const { limit } = store
    if (limit === undefined || !(work instanceof Promise)) return work
    const { request } = to
    const begin = performance.now()
    const giveUp = () => {
      const why = () => [causes.service.storeGone('no answer within the time limit', isDecision)]
      reply(to, refusal.unavailable().because(why))
    }
    const timer = setTimeout(giveUp, limit - request.waited)
    return work.finally(() => {
      clearTimeout(timer)
      request.waited += performance.now() - begin
    })
  }

  const app = fastify({
    bodyLimit,
    // A request that arrives during shutdown is still answered, and then its connection closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    schemaController: { compilersFactory: NO_COMPILERS },
    ...(rewriteUrl && { rewriteUrl }),
    // Fastify calls no route and no hook for a path that it cannot decode.
    frameworkErrors: (_, request, to) => {
      const { routing } = behaviourOf(request.raw)
      reply(to as FastifyReply, routing.refuse(request) ?? routing.refuseEscape(request))
    },
  })
  const behaviourOf = behaviours(app.getDefaultJsonParser('error', 'ignore'))
  const rulesOf = (request: FastifyRequest, limit: number) => ({
    until: performance.now() + limit - request.waited,
    request: nameOf(store, request),
  })

  // 4. By default, an unknown route is refused first, even without a token.
  // 5. Then come the steps that need no body; by default, that is the token. So the body of a stranger is never read.
  app.decorateRequest('organization')
  app.decorateRequest('question')
  app.decorateRequest('decision')
  app.decorateRequest('sent')
  app.decorateRequest('withoutRoute')
  app.decorateRequest('isAnswered', false)
  app.decorateRequest('waited', 0)
  app.addHook('onRequest', (request, to, done) => {
    const { routing, judging, isMalformedTypeOurs } = behaviourOf(request.raw)
    const goOn = () => {
      if (isMalformedTypeOurs) hideMalformedType(request)
      done()
    }
    const refused = routing.refuse(request)
    if (refused) return reply(to, refused)
    const answer = routing.answer(request)
    if (answer) {
      if (answer instanceof Refusal) {
        judging.stranger.early(request)
        const { raw, url } = request
        if (judging.stranger.needsBody(url) && hasBody(raw) && BODIES.has(request.method)) {
          request.withoutRoute = answer
          return goOn()
        }
        judging.stranger.late(request)
      } else if (request.method === 'OPTIONS') judging.options(request)
      return reply(to, answer)
    }
    const judged = patiently(to, judging[request.method === 'POST' ? 'validation' : 'list'].early(request))
    if (judged instanceof Promise) judged.then(goOn, done)
    else goOn()
  })

  // 6. Then the body is read as bytes, whatever its Content-Type; step 7 judges its type and content.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ raw }, bytes, done) => {
    traffic?.body(raw, bytes as Buffer)
    done(null, bytes)
  })

  // 7. Then the query is judged, or the type, syntax and fields of the body; then the store answers.
  app.get('/pessoas', (request, to) => {
    const { raw } = request
    const { judging, listPersons, readsListBody, urlOf } = behaviourOf(raw)
    const note: Note = (cause) => explain(raw, (known) => [cause(known)])
    const isBodyRead = hasBody(raw) && readsListBody
    if (hasBody(raw) && !isBodyRead) note(() => causes.body.ignored(raw.method as string))
    const judged = () => patiently(to, judging.list.late(request))
    const read = (bytes: Buffer) => {
      traffic?.body(raw, bytes)
      request.body = bytes
    }
    return whenThere(isBodyRead ? bytesOfGet(raw, bodyLimit).then(read).then(judged) : judged(), () => {
      const { organization, question } = request
      const page = () =>
        whenThere(
          patiently(
            to,
            listPersons(
              organization,
              question,
              (why) => explain(raw, why),
              () => urlOf(request),
            ),
          ),
          (answer) => reply(to, answer),
        )
      if (!isLongPage(question)) return page()
      return backlog.turn(to.raw).then(() => (to.raw.destroyed ? void to.hijack() : page()))
    })
  })
  const answerWithoutRoute = (request: FastifyRequest, to: FastifyReply) => {
    behaviourOf(request.raw).judging.stranger.late(request)
    reply(to, request.withoutRoute as Refusal)
  }
  app.setNotFoundHandler(answerWithoutRoute)
  app.post('/relatorios/validar/:numero', async (request, to) => {
    if (request.withoutRoute) return answerWithoutRoute(request, to)
    const { judging, reports } = behaviourOf(request.raw)
    if (/\?./.test(request.url)) explain(request.raw, () => [causes.query.ignored()])
    const judged = patiently(to, judging.validation.late(request))
    if (judged instanceof Promise) await judged
    if (request.isAnswered) return
    const { limit } = store
    const more = limit === undefined ? undefined : rulesOf(request, limit)
    const decided = reports.decide(request.organization, numeroOf(request), request.decision, more)
    reply(to, await patiently(to, decided, true))
  })

  /** Refuses a body that is too large to be read, unless something that is judged before its size refuses it. */
  const refuseUnread = async (request: FastifyRequest, to: FastifyReply) => {
    const { judging } = behaviourOf(request.raw)
    try {
      await (request.withoutRoute ? judging.stranger : judging.validation).unread(request)
      throw tooLarge(bodyLimit, sizeOf(request.headers))
    } catch (error) {
      reply(to, toRefusal(error, request, onError))
    }
  }

  // 8. A refusal thrown in any of these steps is sent here.
  app.setErrorHandler((error, request, to) => {
    if ((error as { code?: string }).code === TOO_LARGE) void refuseUnread(request, to)
    else reply(to, toRefusal(error, request, onError))
  })
  return app
}

/** Fastify reads no body of other methods. */
const BODIES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'

/** Turns an error into a refusal of ours. Of an error of Fastify, only the status is kept, never its text. */
function toRefusal(error: unknown, { headers }: FastifyRequest, onError: (error: unknown) => void): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refusal
      .bodyType()
      .as('type.malformed', typeSlots(headers['content-type']))
      .because((known) => whyBodyType(String(headers['content-type']), known))
  }
  if (statusCode !== undefined && statusCode < 500) {
    return refusal.malformedRequest().because(() => [causes.body.unread()])
  }
  if (error instanceof Unavailable) {
    const { isUndecided, message } = error
    return refusal.unavailable().because(() => [causes.service.storeGone(message, isUndecided)])
  }
  onError(error)
  const cause = error instanceof OperatorError ? causes.service.hindered : causes.service.failed
  return refusal.internal().because(() => [cause()])
}
