import type { IncomingMessage, RequestListener } from 'node:http'
import { fromByteText, toByteText } from '../../contract/bytes.ts'
import { type Clock, systemClock } from '../../contract/clock.ts'
import type { Organization } from '../../store/store.ts'
import { findCaller } from '../../store/worlds.ts'
import { send } from '../answer.ts'
import type { Backlog } from '../backlog.ts'
import { causesOf, setCaller } from '../causes/cause.ts'
import { causes } from '../causes/causes.ts'
import type { FastifyInstance } from '../fastify.ts'
import { longText } from '../long-body.ts'
import { refusal } from '../refusal.ts'
import type { Traffic } from '../traffic.ts'
import { atMost } from '../turns.ts'
import { askWithoutSocket } from '../without-socket.ts'
import {
  type Next,
  type Quirk,
  type QuirkContext,
  type QuirkRequest,
  type QuirkResponse,
  refuse,
} from './quirk.ts'

/** What quirks may know of the simulator. */
export interface QuirkFacts extends Pick<QuirkContext, 'profile'> {
  /** Those that a request may meet, by its header. */
  organizationsOf(authorization: string | undefined): readonly Organization[]
  /** Returns the clock of the organization that a header Authorization names; by default that of the machine. */
  clockOf?(authorization: string | undefined): Clock
}

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
    const { method, url } = request as IncomingMessage & Pick<QuirkRequest, 'method' | 'url'>
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
      const answered = await ask(asked).catch((error): QuirkResponse => {
        onError(error)
        return refuse(refusal.internal().because(() => [causes.service.failed()]))
      })
      const body = longText(answered.body) ?? toByteText(answered.body)
      send(response, { ...answered, body }, backlog, traffic)
    })
  }
}

/** Asks the simulator through the quirks. */
export function quirky(app: FastifyInstance, quirks: readonly Quirk[], given: QuirkFacts): Next {
  let ready: PromiseLike<unknown> | undefined
  const ask: Next = async ({ method, url, headers, body }) => {
    ready ??= app.ready()
    await ready
    const answered = await askWithoutSocket(app.routing, {
      method,
      url,
      headers: withoutConnectionHeaders(headers),
      body: Buffer.from(body),
    })
    const { status, request } = answered
    return { status, body: fromByteText(answered.body), why: (known) => causesOf(request, known) }
  }
  let turn = 0
  const memory = new Map<string, unknown>()
  return (asked) => {
    const organizations = given.organizationsOf(asked.headers.authorization)
    const clock = given.clockOf?.(asked.headers.authorization) ?? systemClock
    const context = { organizations, clock, profile: given.profile, turn: turn++, memory }
    const chain = quirks.reduceRight<Next>(
      (next, { apply }) =>
        async (asked) =>
          apply(asked, next, context),
      ask,
    )
    return chain(asked)
  }
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
