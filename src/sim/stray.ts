import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../contract/clock.ts'
import type { Limits } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import { lastBytes, type ShortAnswer } from './answer.ts'
import { explain } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { type ParseError, whyStray } from './causes/stray.ts'
import { endGently } from './end-gently.ts'
import { createFinish, type Finish } from './finish.ts'
import { wholeOf } from './long-body.ts'
import { refusalOfHead } from './long-urls.ts'
import { type RawRequest, type Resent, rawRequestOf, resend } from './raw-bytes.ts'
import { type Refusal, refusal } from './refusal.ts'
import { bytesTaken, refusalOfBytes } from './routes.ts'
import type { Traffic } from './traffic.ts'

type StrayError = NodeJS.ErrnoException & ParseError

/**
 * Refuses bytes that never become a request, in the envelope of the service (clause 7), after the requests before them
 * are answered. It is the last answer of a connection.
 * @param log called for a refusal, unless part of a request came, which is logged like a whole request
 * @param traffic sees the answer to an incomplete request, and may deliver it itself
 * @param clock dates the answer
 * @param profile words the refusals of URLs that are too long or have bytes beyond ASCII, or takes the latter
 */
export function refuseStrays(
  server: Server,
  log: (refused: ShortAnswer & Pick<Refusal, 'why'>) => void,
  traffic: Traffic | undefined,
  clock: Clock,
  profile?: Profile,
): void {
  const finish = profile && createFinish(profile)
  const takesBytes = bytesTaken(profile?.dialect.routes.path)
  const limits = profile?.dialect.limits ?? {}
  const refuse = (socket: Socket, refusal: Refusal, half?: ServerResponse) => {
    const answer = worded(refusal, finish)
    if (half) {
      half.statusCode = refusal.status
      explain(half.req, refusal.why)
      if (traffic?.deliver(half.req, half, refusal)) return
    } else log({ ...answer, why: refusal.why })
    socket.on('error', () => {})
    endGently(socket, lastBytes(answer, clock))
  }
  /** Connections with an error: `node:http` reports another error for each further piece of data. */
  const stray = new WeakMap<Socket, Resent | undefined>()
  server.on('clientError', (error: StrayError, socket: Socket) => {
    if (stray.has(socket)) return error.rawPacket && stray.get(socket)?.more(error.rawPacket)
    const raw = rawRequestOf(error)
    const resent = raw && takesBytes && socket.writable ? resend(socket, raw.encoded(takesBytes)) : undefined
    stray.set(socket, resent)
    if (resent) return whenAnswered(socket, resent.answer)
    // The client closed the connection in the middle of a request.
    if (error.code === 'HPE_INVALID_EOF_STATE') return socket.destroy()
    if (!socket.writable) return socket.destroySoon()
    const first = pendingOn(socket)
    const isBehind = first !== undefined && isWhole(first)
    if (isBehind) explain(first.req, () => [causes.request.behind()])
    const answer = strayRefusal(error, raw, limits)
    whenAnswered(socket, (half) => {
      if (isBehind && !half) endGently(socket)
      else refuse(socket, answer, half)
    })
  })
  server.on('connect', (_, socket: Socket) => {
    // After CONNECT, Node removes its listeners. Without one for "error", an error of the socket would end the process;
    // without one for "end", the socket would stay open.
    socket.on('error', () => {})
    socket.once('end', () => socket.destroySoon()).resume()
    const answer = refusal.routeUnknown().because(() => [causes.request.proxy()])
    whenAnswered(socket, () => refuse(socket, answer))
  })
}

/** What could not be read as a request has no URL to be repeated. */
const UNREAD = { method: 'GET', url: '/', headers: {} }

/** What is refused so that a profile may have words for it. */
const WORDED: ReadonlySet<string> = new Set(['url.too-long', 'route.bytes'])

function worded(refusal: Refusal, finish: Finish | undefined): ShortAnswer {
  if (finish === undefined || !refusal.situations.some(({ name }) => WORDED.has(name))) return refusal
  const answer = finish(refusal, UNREAD)
  return { ...answer, body: wholeOf(answer.body) }
}

/** The current response of a socket, where `node:http` stores it. */
export function pendingOn(socket: Duplex): ServerResponse | undefined {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}

/** Returns whether this response must be sent whatever follows: its request is complete, or its head was sent. */
function isWhole({ req, headersSent }: ServerResponse): boolean {
  return req.complete || headersSent
}

/** Calls back after the complete requests of a connection are answered, with the response of an incomplete one. */
function whenAnswered(socket: Socket, then: (half: ServerResponse | undefined) => void): void {
  const pending = pendingOn(socket)
  if (pending && isWhole(pending)) pending.once('finish', () => whenAnswered(socket, then))
  else then(pending)
}

function strayRefusal(error: StrayError, raw: RawRequest | undefined, limits: Limits): Refusal {
  const { code, rawPacket } = error
  const refused = raw
    ? refusalOfBytes(raw.method, raw.path)
    : code === 'HPE_HEADER_OVERFLOW'
      ? refusalOfHead(limits, rawPacket)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? refusal.timeout()
        : refusal.malformedRequest()
  return refused.because(() => [whyStray(error)])
}
