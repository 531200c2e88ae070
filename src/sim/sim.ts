import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../store/store.ts'
import { type AccessLog, logWhenAnswered } from './access-log.ts'
import { createAuthenticate } from './authenticate.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from './fastify.ts'
import { createHttpServer } from './http-server.ts'
import { createListPersons, warmUpLists } from './list-persons.ts'
import type { RawQuery } from './list-query.ts'
import { Refusal, refusal } from './refusal.ts'
import { createValidateReport } from './validate-report.ts'

export interface SimulatorOptions {
  store: Store
  profile: Profile
  /** Hears of every request that was answered. */
  accessLog?: AccessLog | undefined
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

/** The service (clauses 4.1, 4.2, 5, 7) on a store: what is asked of a request, in the order in which it is asked. */
export function createSimulator({
  store,
  profile,
  accessLog,
  onError = () => {},
}: SimulatorOptions): FastifyInstance {
  const authenticate = createAuthenticate(store, profile)
  const listPersons = createListPersons(store, profile)
  warmUpLists(store, profile)
  const validateReport = createValidateReport(store, profile)

  const app = fastify({
    bodyLimit: BODY_LIMIT,
    // A request that comes while the simulator ends is still answered, on a connection that closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    serverFactory: (handler) => createHttpServer(handler, accessLog),
    // Paths that cannot be decoded never reach a route or a hook.
    frameworkErrors: (_, request, reply) => {
      accessLog?.({ request: request.raw, status: 400 })
      refuse(reply as unknown as FastifyReply, refusal.malformedRequest())
    },
    clientErrorHandler: () => {},
  })

  // 1. Every request is logged when it ends.
  if (accessLog) {
    app.addHook('onRequest', (request, reply, done) => {
      logWhenAnswered(accessLog, request.raw, reply.raw, () => request.organization)
      done()
    })
  }

  // 2. An unknown route is told before anything else is looked at; no token is needed to learn it.
  // 3. Then the token: the body of a caller that is not authenticated is never read.
  app.decorateRequest('organization')
  app.addHook('onRequest', (request, _, done) => {
    if (isUnknownRoute(request)) throw unknownRoute(request, profile)
    request.organization = authenticate(request.headers.authorization)
    done()
  })

  // 4. Then the body, whatever its type says; its form is the handler's to judge.
  const parseJson = app.getDefaultJsonParser('error', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (profile.bodyType === 'json' && !isJson(request.headers['content-type']))
      return done(refusal.bodyType())
    if (text === '') return done(null, null)
    parseJson(request, text as string, (error, body) => {
      if (error) return done(refusal.malformedBody(profile.malformedBody === 'with-validation'))
      done(null, body)
    })
  })

  // 5. Then the route.
  app.get('/pessoas', (request, reply) => {
    send(reply, 200, listPersons(request.organization, request.query as RawQuery))
  })
  app.post<{ Params: { numero: string } }>('/relatorios/validar/:numero', async (request, reply) => {
    send(
      reply,
      200,
      toByteText(await validateReport(request.organization, request.params.numero, request.body)),
    )
    return reply
  })

  app.setErrorHandler((error, _, reply) => refuse(reply, toRefusal(error, onError)))
  return app
}

/**
 * Sends head and body in one write, which the framework's own way does not: it is a fifth of all work. Nor is the
 * connection closed on a body that is not read, as the framework would: the answer could be lost with it.
 */
function send(reply: FastifyReply, status: number, body: ByteText): void {
  reply.hijack()
  reply.raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    'content-length': body.length,
  })
  reply.raw.end(body, 'latin1')
}

function refuse(reply: FastifyReply, { status, body }: Refusal): void {
  send(reply, status, toByteText(body))
}

function isUnknownRoute({ is404, params }: FastifyRequest): boolean {
  // A path that ends before the number matches the route with an empty one.
  return is404 || (params as { numero?: string }).numero === ''
}

function unknownRoute({ url }: FastifyRequest, { routeUnknown }: Profile): Refusal {
  const isKnownPath = /^\/(pessoas|relatorios\/validar\/[^/?]+)(\?|$)/.test(url)
  return isKnownPath && routeUnknown === 'method-not-allowed'
    ? refusal.methodNotAllowed()
    : refusal.routeUnknown()
}

/** `application/json`, anything that ends in `+json`, and no Content-Type at all. */
function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^(application\/json|[^;\s]+\+json)\s*(;|$)/i.test(contentType)
}

/** Nothing that the framework says of an error leaves the house: its status at most. */
function toRefusal(error: unknown, onError: (error: unknown) => void): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal.bodyTooLarge(BODY_LIMIT)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refusal.bodyType()
  if (statusCode !== undefined && statusCode < 500) return refusal.malformedRequest()
  onError(error)
  return refusal.internal()
}
