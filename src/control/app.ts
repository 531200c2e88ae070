import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { jsonValue } from '../contract/json-value.ts'
import { createAbortController } from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { faultOf, typedQuery } from '../operator/schema-fault.ts'
import { type FastifyReply, type FastifyRequest, fastify, withoutCompilers } from '../server/fastify.ts'
import { Unavailable } from '../world/unavailable.ts'
import { admit, createAuthorize } from './admission.ts'
import { CONSOLE_PATHS, serveConsole } from './console.ts'
import { isDeep } from './is-deep.ts'
import type { Limits } from './limits.ts'
import { openApi } from './openapi.ts'
import { ControlRefusal, type ControlRoute, ControlStream, isStreamed, type Schema } from './route.ts'
import { whenOver } from './when-over.ts'

interface AppOptions {
  token: string
  /** The routes of all modules of the control port. */
  routes: readonly ControlRoute[]
  limits: Limits
  /** Aborted when the port closes, which ends every stream. */
  closing: AbortSignal
  /** Receives an unexpected error, whose details the client does not get. */
  onError: (error: unknown) => void
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** What every answer says: nothing may keep it, embed it, guess its type, or read it from another origin. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i
const NOTHING: Schema = { type: 'object', properties: {} }

/** Returns the listener that judges and answers the requests of the control port. */
export async function createApp(options: AppOptions): Promise<RequestListener> {
  const { limits, onError, closing } = options
  const authorize = createAuthorize(options.token)
  const openUrls = options.routes.flatMap(({ isOpen, path }) => (isOpen ? [urlOf(path)] : []))
  const openPaths = new Set([...CONSOLE_PATHS, ...openUrls])
  const refuse = (error: unknown, { raw }: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error, limits)
    if (refusal.status === 500 && !raw.socket.destroyed) onError(error)
    const { status, code, message, remedy } = refusal
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    // The rest of a body that nobody reads must not be taken for the next request.
    if (!raw.complete && hasBody(raw)) reply.header('connection', 'close')
    return sendJson(reply.code(status), { error: { code, message, ...(remedy !== undefined && { remedy }) } })
  }
  const app = fastify({
    bodyLimit: limits.body,
    forceCloseConnections: false,
    routerOptions: { maxParamLength: 1_000 },
    schemaController: withoutCompilers,
    frameworkErrors: (error, request, reply) => refuse(error, request, reply as FastifyReply),
  })
  // Who sends it comes first: no page of another origin, and without the token nobody learns which paths there are.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    admit(request.raw)
    if (!openPaths.has(request.routeOptions.url ?? '')) authorize(request.raw)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, ({ headers }, bytes, done) => {
    try {
      done(null, readJson(bytes as Buffer, headers['content-encoding']))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setValidatorCompiler(({ schema, httpPart }) => (value: unknown) => {
    const isQuery = httpPart === 'querystring'
    const given = isQuery ? typedQuery(schema as Schema, value as Record<string, string>) : (value ?? {})
    const name = isQuery ? 'query' : 'body'
    const fault = faultOf(schema as Schema, given, name)
    return fault === undefined ? { value: given } : { error: new ControlRefusal(400, name, fault) }
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler(() => {
    throw new ControlRefusal(
      404,
      'path',
      'Unknown path.',
      'GET /v1/openapi.json lists every path; all begin with /v1.',
    )
  })

  const signalOf = createSignals(closing)
  let streams = 0
  const stream = (reply: FastifyReply, { type, pieces }: ControlStream) => {
    if (streams >= limits.streams)
      throw new ControlRefusal(
        429,
        'streams',
        `${limits.streams} streams are open already.`,
        'Close one of them first.',
      )
    streams++
    const source = Readable.from(pieces, { highWaterMark: 1 })
    reply.raw.setTimeout(limits.stalled, () => reply.raw.destroy())
    whenOver(reply.request.raw, reply.raw, () => {
      streams--
      source.destroy()
    })
    source.on('error', onError)
    return reply.type(`${type}; charset=utf-8`).send(source)
  }

  const routes = [...options.routes]
  routes.push({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Returns this document.',
    answer: { type: 'object' },
    handle: () => openApi(routes),
  })
  for (const { method, path, query = NOTHING, body = NOTHING, status = 200, handle, answer } of routes) {
    app.route({
      method,
      url: urlOf(path),
      schema: { querystring: query, ...(method !== 'GET' && { body }) },
      exposeHeadRoute: !isStreamed(answer),
      handler: async (request, reply) => {
        const { params, query, body } = request as CheckedRequest
        const result = await handle({ params, query, body: body ?? {}, signal: signalOf(reply.raw) })
        if (result instanceof ControlStream) return stream(reply, result)
        return result === undefined ? reply.code(204).send() : sendJson(reply.code(status), result)
      },
    })
  }
  for (const [url, allowed] of methodsByUrl(routes)) {
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      handler: (_, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new ControlRefusal(405, 'method', `This path accepts only ${allowed.join(', ')}.`)
      },
    })
  }
  serveConsole(app)
  await app.ready()
  return (request, response) => app.routing(request, response)
}

type CheckedRequest = FastifyRequest & { params: Record<string, string>; query: Record<string, unknown> }

/** Returns a path of a route as Fastify has it. */
function urlOf(path: string): string {
  return `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`
}

function methodsByUrl(routes: readonly ControlRoute[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { method, path, answer } of routes) {
    const those = method === 'GET' && !isStreamed(answer) ? ['GET', 'HEAD'] : [method]
    found.set(urlOf(path), [...(found.get(urlOf(path)) ?? []), ...those])
  }
  return found
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(`${JSON.stringify(value)}\n`)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** @throws {ControlRefusal} for a body that is not JSON in UTF-8; its message repeats no part of the body */
function readJson(bytes: Buffer, coding: string | undefined): unknown {
  if (coding !== undefined) throw notJson()
  if (bytes.length === 0) return undefined
  const value = isUtf8(bytes) ? jsonValue(bytes.toString()) : undefined
  if (value === undefined || value === null)
    throw new ControlRefusal(
      400,
      'body-syntax',
      'The body is not valid JSON in UTF-8.',
      'Send a JSON object.',
    )
  if (isDeep(value)) throw new ControlRefusal(400, 'body-deep', 'The body is nested too deep.')
  return value
}

function notJson(): ControlRefusal {
  const remedy = 'Send "Content-Type: application/json", and no Content-Encoding.'
  return new ControlRefusal(415, 'body-type', 'The body must be JSON.', remedy)
}

/** Returns a function that gives an answer a signal, which is aborted when its client goes away or the port closes. */
function createSignals(closing: AbortSignal): (response: ServerResponse) => AbortSignal {
  // AbortSignal.any leaks on Node 20.
  const open = new Set<{ abort(): void }>()
  closing.addEventListener('abort', () => {
    for (const controller of open) controller.abort()
  })
  return (response) => {
    const controller = createAbortController()
    open.add(controller)
    whenOver(response.req, response, () => {
      open.delete(controller)
      controller.abort()
    })
    return controller.signal
  }
}

/** Returns the refusal for an error. It quotes the message only of an error that the caller can fix. */
function refusalOf(error: unknown, { body }: Limits): ControlRefusal {
  if (error instanceof ControlRefusal) return error
  if (error instanceof OperatorError) return new ControlRefusal(400, 'refused', error.message)
  if (error instanceof Unavailable && error.isUndecided)
    return new ControlRefusal(
      503,
      'store',
      'The connection to the database broke during the commit, so it is unknown whether the call took effect.',
      'Check whether it did, then try again.',
    )
  if (error instanceof Unavailable)
    return new ControlRefusal(503, 'store', 'The database cannot be used now.', 'Try again.')
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413)
    return new ControlRefusal(413, 'body-too-large', `The body is larger than ${body} bytes.`)
  if (statusCode === 415) return notJson()
  if (statusCode !== undefined && statusCode < 500)
    return new ControlRefusal(400, 'request', 'The control port cannot read this request.')
  return new ControlRefusal(500, 'internal', 'The simulator failed. Its standard error says why.')
}
