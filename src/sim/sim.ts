import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../store/store.ts'
import { type AccessLog, logWhenOver } from './access-log.ts'
import { type Answer, send } from './answer.ts'
import { createAuthenticate, type TokenStore } from './authenticate.ts'
import { Backlog } from './backlog.ts'
import { whyBodyType, whyMalformedBody, whyOverlooked } from './causes/body.ts'
import { explain, setCaller } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { whyEscape, whyUnknownRoute } from './causes/route.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from './fastify.ts'
import { createGuard, type Guard } from './guard.ts'
import { createListPersons, isLongPage } from './list-persons.ts'
import { type Note, type RawQuery, readListQuery } from './list-query.ts'
import { Refusal, refusal } from './refusal.ts'
import { refuseStrays } from './stray.ts'
import { createValidateReport } from './validate-report.ts'

// The service on one page, from a socket to an answer: `listen` binds addresses, and each has a server of
// `createHttpServer`. What that lets in goes to the app of `createSimulator`, or to the quirks, which ask the app. Every
// answer leaves through `answer.ts`.

export interface HttpServerOptions {
  /** Hears of every request, and of what never becomes one. */
  accessLog?: AccessLog | undefined
  guard?: Guard | undefined
  /** What waits for clients: the one of the app and the quirks. */
  backlog?: Backlog | undefined
}

const KEEP_ALIVE_TIMEOUT = 72_000
const REQUEST_TIMEOUT = 60_000

/** What stands before the router. */
export function createHttpServer(
  handler: RequestListener,
  { accessLog, guard = createGuard(), backlog }: HttpServerOptions = {},
): Server {
  const handle = backlog?.inTurn(handler) ?? handler
  // Node's own refusal of a missing Host is not in the envelope: it is the guard's.
  const options = { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }
  const server = createServer(options, (request, response) => {
    // 1. Whatever becomes of a request, it is logged.
    if (accessLog) logWhenOver(accessLog, response)
    // 2. Who may not come in, such as a web page of another origin, learns it before anything else is looked at.
    const answer = guard(request, response)
    if (answer) return send(response, answer)
    // 3. The requests of a connection take turns, and all of them wait while clients have too much to take.
    handle(request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT
  // What a client expects of us beside an answer is not refused: it gets the answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  refuseStrays(server, ({ status, why: causes }) => accessLog?.({ status, causes }))
  return server
}

export interface SimulatorOptions {
  store: Store & TokenStore
  profile: Profile
  /** What waits for clients; the one of its servers. */
  backlog?: Backlog
  /** Hears of an error that nobody foresaw; the client is told nothing of it. */
  onError?: (error: unknown) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization whose token came with the request. */
    organization: Organization
  }
}

/** The most bytes of a body: the framework family's own limit. */
const BODY_LIMIT = 1_048_576
/** Longer than any path can be under the limit of headers, so that a long report number is unknown like any other. */
const PARAM_LIMIT = 100_000

/** The router (clauses 4.1, 4.2, 5, 7) on a store: what is asked of a request, in the order in which it is asked. */
export function createSimulator({
  store,
  profile,
  backlog = new Backlog(),
  onError = () => {},
}: SimulatorOptions): FastifyInstance {
  const authenticate = createAuthenticate(store, profile)
  const listPersons = createListPersons(store, profile)
  const validateReport = createValidateReport(store, profile)

  /** Answers in place of the framework. */
  const reply = (to: FastifyReply, answer: Answer) => {
    to.hijack()
    send(to.raw, answer, backlog)
  }

  const app = fastify({
    bodyLimit: BODY_LIMIT,
    // A request that comes while the simulator ends is still answered, on a connection that closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    // Paths that cannot be decoded never reach a route or a hook.
    frameworkErrors: (_, { url }, to) => {
      const answer = refusal.malformedRequest().because(() => whyEscape(url))
      reply(to as FastifyReply, answer)
    },
  })

  // 4. An unknown route is told before anything else is looked at; no token is needed to learn it.
  // 5. Then the token: the body of a caller that is not authenticated is never read.
  app.decorateRequest('organization')
  app.addHook('onRequest', (request, _, done) => {
    if (isUnknownRoute(request)) throw unknownRoute(request, profile)
    request.organization = authenticate(request.raw)
    setCaller(request.raw, request.organization)
    done()
  })

  // 6. Then the body, whatever its type says; its form is the handler's to judge.
  const parseJson = app.getDefaultJsonParser('error', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, read, done) => {
    const { headers, raw } = request
    const bytes = read as Buffer
    if (profile.bodyType === 'json' && !isJson(headers['content-type'])) {
      return done(refusal.bodyType().because((known) => whyBodyType(String(headers['content-type']), known)))
    }
    if (bytes.length === 0) return done(null, null)
    const text = bytes.toString()
    parseJson(request, text, (error, body) => {
      if (error) {
        const withValidation = profile.malformedBody === 'with-validation'
        return done(refusal.malformedBody(withValidation).because(() => whyMalformedBody(bytes, headers)))
      }
      for (const cause of whyOverlooked(bytes, text)) explain(raw, () => [cause()])
      done(null, body)
    })
  })

  // 7. Then the query, or the form of the body; then the store.
  app.get('/pessoas', ({ organization, query, raw }, to) => {
    const note: Note = (cause) => explain(raw, (known) => [cause(known)])
    if (hasBody(raw)) note(() => causes.body.ignored(raw.method as string))
    const question = readListQuery(query as RawQuery, profile, note)
    const page = () => reply(to, listPersons(organization, question, note))
    if (!isLongPage(question)) return page()
    return backlog.turn(to.raw).then(() => (to.raw.destroyed ? void to.hijack() : page()))
  })
  app.post<{ Params: { numero: string } }>('/relatorios/validar/:numero', async (request, to) => {
    if (/\?./.test(request.url)) explain(request.raw, () => [causes.query.ignored()])
    reply(to, await validateReport(request.organization, request.params.numero, request.body))
  })

  // 8. Whatever refused the request on its way.
  app.setErrorHandler((error, request, to) => reply(to, toRefusal(error, request, onError)))
  return app
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

function isUnknownRoute({ is404, params }: FastifyRequest): boolean {
  // A path that ends before the number matches the route with an empty one.
  return is404 || (params as { numero?: string }).numero === ''
}

function unknownRoute(request: FastifyRequest, { routeUnknown }: Profile): Refusal {
  const isKnownPath = /^\/(pessoas|relatorios\/validar\/[^/?]+)(\?|$)/.test(request.url)
  const answer =
    isKnownPath && routeUnknown === 'method-not-allowed' ? refusal.methodNotAllowed() : refusal.routeUnknown()
  return answer.because((known) => whyUnknownRoute(request, known))
}

/** `application/json`, anything that ends in `+json`, and no Content-Type at all. */
function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^(application\/json|[^;\s]+\+json)\s*(;|$)/i.test(contentType)
}

/** Nothing that the framework says of an error leaves the house: its status at most. */
function toRefusal(error: unknown, { headers }: FastifyRequest, onError: (error: unknown) => void): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return refusal.bodyTooLarge(BODY_LIMIT).because(() => [causes.body.tooLarge(BODY_LIMIT)])
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refusal.bodyType().because((known) => whyBodyType(String(headers['content-type']), known))
  }
  if (statusCode !== undefined && statusCode < 500) {
    return refusal.malformedRequest().because(() => [causes.body.unread()])
  }
  onError(error)
  return refusal.internal().because(() => [causes.service.failed()])
}
