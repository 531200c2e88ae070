import type { IncomingMessage } from 'node:http'
import { toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../store/store.ts'
import { send, sendRefusal, writeHead } from './answer.ts'
import { createAuthenticate, type TokenStore } from './authenticate.ts'
import { Backlog } from './backlog.ts'
import { whyBodyType, whyMalformedBody, whyOverlooked } from './causes/body.ts'
import { explain, setCaller } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { whyEscape, whyUnknownRoute } from './causes/route.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from './fastify.ts'
import { createHttpServer } from './http-server.ts'
import { createListPersons, warmUpLists } from './list-persons.ts'
import type { RawQuery } from './list-query.ts'
import type { Body } from './long-body.ts'
import { Refusal, refusal } from './refusal.ts'
import { createValidateReport } from './validate-report.ts'

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

/** The service (clauses 4.1, 4.2, 5, 7) on a store: what is asked of a request, in the order in which it is asked. */
export function createSimulator({
  store,
  profile,
  backlog = new Backlog(),
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
    serverFactory: (handler) => createHttpServer(handler),
    // Paths that cannot be decoded never reach a route or a hook.
    frameworkErrors: (_, { raw, url }, reply) => {
      reply.hijack()
      sendRefusal(
        raw,
        reply.raw,
        refusal.malformedRequest().because(() => whyEscape(url)),
      )
    },
    clientErrorHandler: () => {},
  })

  // 1. An unknown route is told before anything else is looked at; no token is needed to learn it.
  // 2. Then the token: the body of a caller that is not authenticated is never read.
  app.decorateRequest('organization')
  app.addHook('onRequest', (request, _, done) => {
    if (isUnknownRoute(request)) throw unknownRoute(request, profile)
    request.organization = authenticate(request.raw)
    setCaller(request.raw, request.organization)
    done()
  })

  // 3. Then the body, whatever its type says; its form is the handler's to judge.
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

  // 4. Then the route.
  app.get('/pessoas', ({ organization, query, raw }, reply) => {
    if (hasBody(raw)) explain(raw, () => [causes.body.ignored(raw.method as string)])
    const page = listPersons(organization, query as RawQuery, (cause) =>
      explain(raw, (known) => [cause(known)]),
    )
    if (typeof page !== 'function') return sendPage(reply, page, backlog)
    return backlog.turn(reply.raw).then(() => {
      if (!reply.raw.destroyed) sendPage(reply, page(), backlog)
      return reply
    })
  })
  app.post<{ Params: { numero: string } }>('/relatorios/validar/:numero', async (request, reply) => {
    if (/\?./.test(request.url)) explain(request.raw, () => [causes.query.ignored()])
    const body = await validateReport(request.organization, request.params.numero, request.body)
    reply.hijack()
    send(reply.raw, 200, toByteText(body))
    return reply
  })

  app.setErrorHandler((error, request, reply) => {
    reply.hijack()
    sendRefusal(request.raw, reply.raw, toRefusal(error, request, onError))
  })
  return app
}

/** Sends a page, a long one as fast as its client takes it. */
function sendPage(reply: FastifyReply, page: Body, backlog: Backlog): void {
  reply.hijack()
  if (typeof page === 'string') {
    send(reply.raw, 200, page)
  } else {
    writeHead(reply.raw, 200, page)
    backlog.send(reply.raw, page)
  }
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
