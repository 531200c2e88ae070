import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpDate } from '../../contract/clock.ts'
import { gatewayPage } from './gateway-page.ts'
import type { Caller } from './request-key.ts'
import type { EffectOf, FaultEffect, FaultKind, RetryAfter } from './rule.ts'
import { closeAfter, cutAfter, sendWhole, trickle, type WholeAnswer } from './wire.ts'

/** What faults need of the service that they stand before. */
export interface FaultService {
  /** Returns the organization whose token a request has. */
  callerOf(request: IncomingMessage): Caller | undefined
  /** Returns an answer that refuses, in the envelope of the service. */
  refusal(request: IncomingMessage, status: number, message?: string): WholeAnswer
  /** Returns the time in the world of a request. */
  now(request: IncomingMessage): number
  /** Has an answer carry the time of its world. */
  date(request: IncomingMessage, response: ServerResponse): void
  /** Hears of each request that is struck, before anything happens to it. */
  struck?(request: IncomingMessage, fault: StruckBy): void
  /** Hears of the body of a request that the service does not get. */
  read?(request: IncomingMessage, body: Buffer): void
  /** Hears of an answer that is sent in place of the service's, or of none. */
  answered?(request: IncomingMessage, answer: WholeAnswer): void
}

export interface StruckBy {
  name: string
  kind: FaultKind
  /** The plan that it came with: the name of one that ships, or a file. */
  plan: string | undefined
  isOfStart: boolean
}

/** One request that is struck. */
export interface Scene {
  request: IncomingMessage
  response: ServerResponse
  service: FaultService
  /** Draws a number from 0 to below 1 for a purpose. */
  draw(purpose: string): number
  /** Milliseconds until a rate limit lets the next one through. */
  wait: number
  /** Calls back after milliseconds, unless the connection or the simulator is gone before. */
  pause(milliseconds: number, then: () => void): void
}

/** Faults that replace the service: they answer for it, or leave the request unanswered. */
type InPlace = Exclude<FaultKind, 'latency' | keyof typeof onAnswer>

/** What each of them does once the request has been read. */
const inPlace: { [K in InPlace]: (effect: EffectOf<K>, scene: Scene) => void } = {
  'stale-keep-alive': ({ close = 'fin' }, { response }) => closeAfter(response, '', close),
  'lost-answer': ({ sends, close = 'fin' }, { response }) =>
    closeAfter(response, sends === 'status-line' ? STATUS_LINE : '', close),
  gateway: ({ status }, scene) => answer(scene, gatewayPage(status)),
  'rate-limit': ({ retryAfter = 'seconds' }, scene) =>
    refuse(scene, { status: 429, retryAfter: retryAfterOf(retryAfter, scene) }),
  silence: ({ until }, { response, pause }) => {
    pause(until ?? Number.POSITIVE_INFINITY, () => closeAfter(response, '', 'fin'))
  },
  unauthorized: (_, scene) => refuse(scene, { status: 401 }),
  status: ({ retryAfter, ...said }, scene) => {
    refuse(scene, { ...said, ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }) })
  },
}

const STATUS_LINE = 'HTTP/1.1 200 OK\r\n'

/** What becomes of an answer of the service. */
const onAnswer = {
  trickle: ({ every, pieces = 10 }: EffectOf<'trickle'>, { response, pause }: Scene, whole: WholeAnswer) =>
    trickle(response, whole, pieces, (then) => pause(every, then)),
  'long-length': ({ missing = 1 }: EffectOf<'long-length'>, { response }: Scene, whole: WholeAnswer) =>
    cutAfter(response, withLength(whole, whole.body.length + missing), 'fin'),
  'broken-json': (
    { how = 'cut' }: EffectOf<'broken-json'>,
    { request, response, service }: Scene,
    whole: WholeAnswer,
  ) => {
    const body = broken[how](whole.body)
    const sent = { ...withLength(whole, body.length), body }
    // An answer without a body stays as it is.
    if (body !== whole.body) service.answered?.(request, sent)
    sendWhole(response, sent)
  },
  'reset-in-body': ({ share = 0.5 }: EffectOf<'reset-in-body'>, { response }: Scene, whole: WholeAnswer) => {
    const body = whole.body.slice(0, Math.floor(whole.body.length * share))
    cutAfter(response, { ...whole, body }, 'reset')
  },
}

const broken: Record<NonNullable<EffectOf<'broken-json'>['how']>, (body: string) => string> = {
  cut: (body) => body.slice(0, Math.floor(body.length / 2)),
  comma: (body) => body.replace(/\}$/, ',}'),
  // No sequence of UTF-8 has this byte.
  bytes: (body) => body.replace('"', '"\xff'),
}

/** Whether a fault waits for the answer of the service, which has then decided. */
export function isAfterService(effect: FaultEffect, draw: Scene['draw']): boolean {
  if (isOnAnswer(effect)) return true
  if (effect.kind === 'lost-answer') {
    const { decided = true } = effect
    return decided === 'seeded' ? draw('decided') < 0.5 : decided
  }
  return 'decided' in effect && effect.decided === true
}

/** Whether a fault can do to a request what it does. */
export function isPossible({ kind }: FaultEffect, { socket }: IncomingMessage): boolean {
  // A connection that has answered nothing yet was not kept alive.
  return kind !== 'stale-keep-alive' || socket.bytesWritten > 0
}

/** Whether a request is struck before its body is read: its connection is closed as it arrives. */
export function isAtOnce({ kind }: FaultEffect): boolean {
  return kind === 'stale-keep-alive'
}

/**
 * Does to a request what a fault does.
 * @param whole the answer of the service, if it gave one
 */
export function strike(
  effect: Exclude<FaultEffect, EffectOf<'latency'>>,
  scene: Scene,
  whole?: WholeAnswer,
): void {
  if (!isOnAnswer(effect)) {
    const act = inPlace[effect.kind] as (effect: FaultEffect, scene: Scene) => void
    act(effect, scene)
    return
  }
  const act = onAnswer[effect.kind] as (effect: FaultEffect, scene: Scene, whole: WholeAnswer) => void
  act(effect, scene, whole as WholeAnswer)
}

function isOnAnswer(effect: FaultEffect): effect is EffectOf<keyof typeof onAnswer> {
  return Object.hasOwn(onAnswer, effect.kind)
}

function answer({ request, response, service }: Scene, whole: WholeAnswer): void {
  service.date(request, response)
  service.answered?.(request, whole)
  sendWhole(response, whole)
}

interface Said {
  status: number
  message?: string
  retryAfter?: string | undefined
}

function refuse(scene: Scene, { status, message, retryAfter }: Said): void {
  const whole = scene.service.refusal(scene.request, status, message)
  const headers = retryAfter === undefined ? whole.headers : { ...whole.headers, 'retry-after': retryAfter }
  answer(scene, { ...whole, headers })
}

/** A date of the past is one minute old. */
const PAST = 60_000

function retryAfterOf(form: RetryAfter, { request, service, wait }: Scene): string | undefined {
  if (form === 'none') return undefined
  if (form === 'seconds') return String(Math.ceil(wait / 1000))
  const now = service.now(request)
  // A date has whole seconds: it is rounded up, so that it is not too early.
  return httpDate(form === 'past' ? now - PAST : Math.ceil((now + wait) / 1000) * 1000)
}

function withLength(whole: WholeAnswer, length: number): WholeAnswer {
  return { ...whole, headers: { ...whole.headers, 'content-length': length } }
}
