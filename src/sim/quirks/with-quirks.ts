import type { IncomingMessage, RequestListener } from 'node:http'
import type { Answer, Ask } from '../../service/ask.ts'
import { withQuirks as layered, type Quirk, type QuirkContext } from '../../service/quirks/index.ts'
import { findCaller } from '../../store/worlds.ts'
import { send } from '../answer.ts'
import type { Backlog } from '../backlog.ts'
import { setCaller } from '../causes/cause.ts'
import type { FastifyInstance } from '../fastify.ts'
import { refusal } from '../refusal.ts'
import type { Traffic } from '../traffic.ts'
import { atMost } from '../turns.ts'
import { askWithoutSocket } from '../without-socket.ts'

/** What quirks may know of the simulator. */
export type QuirkFacts = QuirkContext

export interface QuirkOptions extends QuirkFacts {
  /** What waits for clients; the one of its servers. */
  backlog: Backlog
  onError?: (error: unknown) => void
  /** Hears of each body and each answer; the one of its servers. */
  traffic?: Traffic | undefined
}

/** More of a body than the simulator would read, and enough for it to say so. */
const BODY_LIMIT = 2_000_000
/** Answers that are made at once: a quirk may hold the whole list several times over. */
const AT_ONCE = 4

/** A simulator that breaks clauses on purpose: the first quirk is the outermost. */
export function withQuirks(
  app: FastifyInstance,
  quirks: readonly Quirk[],
  { backlog, onError = () => {}, traffic, ...context }: QuirkOptions,
): RequestListener {
  const ask = quirky(app, quirks, context)
  const fewAtOnce = atMost(AT_ONCE)
  return async (request, response) => {
    const { authorization } = request.headers
    const caller = findCaller(context.organizationsOf(authorization), authorization)
    if (caller) setCaller(request, caller)
    const body = await readBody(request).catch(() => undefined)
    // Its client went away.
    if (body === undefined) return
    if (body.length > 0) traffic?.body(request, body)
    const { method, url } = request as IncomingMessage & { method: string; url: string }
    // HEAD is GET whose body is not sent.
    const asked = {
      method: method === 'HEAD' ? 'GET' : method,
      url,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body,
    }
    await fewAtOnce(async () => {
      await backlog.turn(response)
      if (response.destroyed) return
      const { status, headers, body } = await Promise.resolve(ask(asked)).catch((error): Answer => {
        onError(error)
        return { status: 500, body: refusal.internal().body }
      })
      send(response, { status, headers, body }, backlog, traffic)
    })
  }
}

/** Asks the simulator through the quirks. */
export function quirky(app: FastifyInstance, quirks: readonly Quirk[], context: QuirkFacts): Ask {
  let ready: PromiseLike<unknown> | undefined
  return layered(
    async ({ method, url, headers, body }) => {
      ready ??= app.ready()
      await ready
      const { status, body: text } = await askWithoutSocket(app.routing, {
        method,
        url,
        headers: withoutConnectionHeaders(headers),
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      })
      return { status, body: text }
    },
    quirks,
    context,
  )
}

/** Headers without those that the connection and the length of the body decide. */
function withoutConnectionHeaders<H extends object>(headers: H): H {
  const drop = ['connection', 'date', 'content-length', 'transfer-encoding']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !drop.includes(name))) as H
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (length < BODY_LIMIT) chunks.push(chunk)
    length += chunk.length
  }
  return Buffer.concat(chunks)
}
