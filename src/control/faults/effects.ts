import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { EffectOf, FaultEffect } from './rule.ts'

/** An answer with all of its headers but Date and Connection; each character of the body is a byte. */
export interface WholeAnswer {
  status: number
  headers: OutgoingHttpHeaders
  body: string
}

/** A fault that strikes a request. */
export interface Struck {
  name: string
  effect: FaultEffect
  isOfStart: boolean
  /** Draws a number from 0 to below 1 for a purpose. */
  draw(purpose: string): number
  /** Milliseconds until a rate limit lets the next one through. */
  wait: number
}

/** What faults need of the service that they stand before. */
export interface FaultService {
  /** Returns an answer that refuses, in the envelope of the service. */
  refusal(request: IncomingMessage, status: number, message?: string): WholeAnswer
  /** Hears of each request that is struck, before anything happens to it. */
  struck?(request: IncomingMessage, fault: Struck): void
  /** Hears of the body of a request that the service does not get. */
  read?(request: IncomingMessage, body: Buffer): void
  /** Hears of an answer that is sent in place of the service's, or of none. */
  answered?(request: IncomingMessage, answer: WholeAnswer): void
}

/** Whether a fault waits for the answer of the service, which has then decided. */
export function isAfterService({ effect, draw }: Struck): boolean {
  if (effect.kind !== 'drop')
    return (
      ['latency', 'trickle', 'corrupt'].includes(effect.kind) ||
      ('decided' in effect && effect.decided === true)
    )
  const { after, keptAlive, decided = true } = effect
  if (keptAlive || after === 'half') return !keptAlive
  return decided === 'seeded' ? draw('decided') < 0.5 : decided
}

/** Returns the milliseconds of all latencies before the service, or after it. */
export function delayOf(struck: readonly Struck[], isDecided: boolean): number {
  let sum = 0
  for (const { effect, draw } of struck) {
    if (effect.kind !== 'latency' || (effect.decided ?? false) !== isDecided) continue
    const [least, most] = typeof effect.ms === 'number' ? [effect.ms, effect.ms] : effect.ms
    sum += Math.round(least + draw('delay') * (most - least))
  }
  return sum
}

export function sendWhole(response: ServerResponse, { status, headers, body }: WholeAnswer): void {
  response.writeHead(status, headers).end(body, 'latin1')
}

/** Sends the head of an answer, and a part of its body. */
export function sendHead(response: ServerResponse, { status, headers }: WholeAnswer, part: string): void {
  // An answer to HEAD has no body to take the head along.
  response.writeHead(status, headers).flushHeaders()
  if (part !== '') response.write(part, 'latin1')
}

export function halfOf(body: string): string {
  return body.slice(0, Math.floor(body.length / 2))
}

const corruptedBody: Record<EffectOf<'corrupt'>['how'], (body: string) => string> = {
  cut: halfOf,
  comma: (body) => body.replace(/\}$/, ',}'),
  // No sequence of UTF-8 has this byte.
  bytes: (body) => body.replace('"', '"\xff'),
  length: (body) => body,
}

export function corrupted(
  { body: right, ...head }: WholeAnswer,
  how: EffectOf<'corrupt'>['how'],
): WholeAnswer {
  const body = corruptedBody[how](right)
  const length = body.length + (how === 'length' ? 1 : 0)
  return { ...head, headers: { ...head.headers, 'content-length': length }, body }
}

/** What nginx calls a status, if not as everybody does. */
const titles: Readonly<Record<number, string>> = {
  413: 'Request Entity Too Large',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
}

/** Returns the page of a gateway before the service: HTML, and nothing of the service's envelope. */
export function gatewayPage(status: number): WholeAnswer {
  const title = `${status} ${titles[status] ?? STATUS_CODES[status] ?? 'Error'}`
  const top = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n`
  const body = `${top}<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`
  // A request that is too large is not read to its end.
  const close = status < 500 && { connection: 'close' }
  const headers = { server: 'nginx', 'content-type': 'text/html', 'content-length': body.length, ...close }
  return { status, headers, body }
}
