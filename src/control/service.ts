import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createAbortController } from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { faultOf, typedQuery } from '../operator/schema-fault.ts'
import { Unavailable } from '../world/unavailable.ts'
import { admit, createAuthorize } from './admission.ts'
import type { Limits } from './limits.ts'
import { openApi } from './openapi.ts'
import { hasBody, readBody } from './read-body.ts'
import { ControlRefusal, type ControlRoute, ControlStream, type Schema } from './route.ts'
import { sendRefusal, sendStream, sendValue } from './send.ts'
import { findRoutes, readTarget, type Target } from './target.ts'
import { whenOver } from './when-over.ts'

export interface ServiceOptions {
  token: string
  /** The routes of all modules of the control port. */
  routes: readonly ControlRoute[]
  version: string
  limits: Limits
  /** Aborted when the port closes, which ends every stream. */
  closing: AbortSignal
  /** Receives an unexpected error, whose details the client does not get. */
  onError: (error: unknown) => void
}

const NOTHING: Schema = { type: 'object', properties: {} }

/** Returns the listener that judges and answers the requests of the control port, in the order of the code. */
export function createService(options: ServiceOptions): RequestListener {
  const { limits, onError } = options
  const table = [...options.routes, documentOf(options)]
  const authorize = createAuthorize(options.token)
  const signalOf = createSignals(options.closing)
  let streams = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // 1. Who sends it: no web page of another origin, and nobody under another name.
    admit(request)
    // 2. What it is about, in the one form that a path has.
    const target = readTarget(request.url ?? '')
    const found = findRoutes(table, target.segments)
    const route = found?.routes.find(({ method }) => method === methodOf(request))
    // 3. Whether it has the token. Without it, nobody learns which paths there are.
    if (!route?.isOpen) authorize(request)
    if (found === undefined) throw unknownPath()
    if (route === undefined) throw unknownMethod(found.routes)
    // 4. What it says. The body of a stranger was not read until here.
    checkQuery(route, target)
    const body = await bodyOf(route, request, response, limits)
    // 5. What it does.
    const signal = signalOf(request, response)
    const result = await route.handle({ params: found.params, query: target.query, body, signal })
    if (!(result instanceof ControlStream)) return sendValue(response, result, route.status)
    if (streams >= limits.streams) throw tooManyStreams(limits.streams)
    streams++
    try {
      await sendStream(response, result, signal, limits.stalled)
    } finally {
      streams--
    }
  }

  return (request, response) => {
    response.on('error', () => {})
    answer(request, response).catch((error: unknown) => {
      const refusal = refusalOf(error)
      if (refusal.status === 500 && !request.socket.destroyed) onError(error)
      sendRefusal(request, response, refusal, headersOf(refusal, error))
    })
  }
}

function documentOf({ routes, version }: ServiceOptions): ControlRoute {
  const route: ControlRoute = {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Returns this document.',
    answer: { type: 'object' },
    handle: () => openApi([...routes, route], version),
  }
  return route
}

/** HEAD is GET without the body of the answer. */
function methodOf({ method }: IncomingMessage): string | undefined {
  return method === 'HEAD' ? 'GET' : method
}

function checkQuery(route: ControlRoute, { query }: Target): void {
  const { method, path, query: schema = NOTHING, body = NOTHING } = route
  const [known, fields] = [namesIn(schema), namesIn(body)]
  const isMisplaced = (name: string) => !known.includes(name) && (known.length === 0 || fields.includes(name))
  if (fields.length > 0 && Object.keys(query).some(isMisplaced)) {
    const message = `${method} /v1${path} takes ${fields.join(', ')} in the body, not in the query.`
    throw new ControlRefusal(400, 'query', message, 'Send JSON with Content-Type: application/json.')
  }
  const fault = faultOf(schema, typedQuery(schema, query), 'query')
  if (fault !== undefined) throw new ControlRefusal(400, 'query', fault)
}

/** Returns the names of what a schema describes. */
function namesIn({ properties = {}, anyOf = [] }: Schema): string[] {
  return [...Object.keys(properties), ...anyOf.flatMap(namesIn)]
}

async function bodyOf(
  { method, body: schema = NOTHING, query }: ControlRoute,
  request: IncomingMessage,
  response: ServerResponse,
  limits: Limits,
): Promise<unknown> {
  if (method === 'GET' || method === 'DELETE') {
    if (!hasBody(request)) return undefined
    const names = namesIn(query ?? NOTHING)
    const remedy = names.length === 0 ? undefined : `Send ${names.join(', ')} in the query.`
    throw new ControlRefusal(400, 'body', `${method} takes no body.`, remedy)
  }
  const body = await readBody(request, response, limits.body)
  const fault = faultOf(schema, body === undefined ? {} : body, 'body')
  if (fault !== undefined) throw new ControlRefusal(400, 'body', fault)
  return body
}

/** Returns signals that are aborted when a client goes away or the port closes. AbortSignal.any leaks on Node 20. */
function createSignals(
  closing: AbortSignal,
): (request: IncomingMessage, response: ServerResponse) => AbortSignal {
  const open = new Set<{ abort(): void }>()
  closing.addEventListener('abort', () => {
    for (const controller of open) controller.abort()
  })
  return (request, response) => {
    const controller = createAbortController()
    open.add(controller)
    whenOver(request, response, () => {
      open.delete(controller)
      controller.abort()
    })
    return controller.signal
  }
}

function unknownPath(): ControlRefusal {
  return new ControlRefusal(
    404,
    'path',
    'Unknown path.',
    'GET /v1/openapi.json lists every path; all begin with /v1.',
  )
}

class MethodRefusal extends ControlRefusal {
  readonly allow: string

  constructor(allow: string) {
    super(405, 'method', `This path accepts only ${allow}.`)
    this.allow = allow
  }
}

function unknownMethod(routes: readonly ControlRoute[]): ControlRefusal {
  return new MethodRefusal(routes.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', '))
}

function tooManyStreams(most: number): ControlRefusal {
  return new ControlRefusal(429, 'streams', `${most} streams are open already.`, 'Close one of them first.')
}

/** Returns the refusal for an error. It quotes the message only of an error that the operator can fix. */
function refusalOf(error: unknown): ControlRefusal {
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
  return new ControlRefusal(500, 'internal', 'The simulator failed. Its standard error says why.')
}

function headersOf({ status }: ControlRefusal, error: unknown): Record<string, string> {
  if (error instanceof MethodRefusal) return { allow: error.allow }
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {}
}
