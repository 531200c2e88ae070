import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ControlRefusal } from './route.ts'

/** The only names of this machine; an allow-list by prefix or suffix would let `127.evil.com` in. */
const HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Refuses what a web page sends without its user knowing, before anything else of a request is looked at, whatever its
 * method and path: requests under a foreign name (DNS rebinding), of another origin, and WebSockets.
 * @throws {ControlRefusal}
 */
export function admit({ headers, rawHeaders }: IncomingMessage): void {
  const { host, origin, 'sec-fetch-site': site } = headers
  for (const name of ['host', 'authorization', 'content-type']) {
    if (timesOf(name, rawHeaders) > 1)
      throw new ControlRefusal(400, 'header-repeated', `The header ${name} was sent more than once.`)
  }
  if (host === undefined) throw new ControlRefusal(400, 'host-missing', 'The header Host is missing.')
  if (!HOST.test(host)) {
    throw new ControlRefusal(
      403,
      'host-foreign',
      'The header Host names neither localhost, 127.0.0.1 nor [::1].',
      'Use the URL that the simulator prints.',
    )
  }
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`) {
    throw new ControlRefusal(
      403,
      'origin-foreign',
      'The control port refuses requests from web pages of other origins.',
      'Call it from a program, without the header Origin.',
    )
  }
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ControlRefusal(
      403,
      'origin-foreign',
      'The control port refuses requests from web pages of other sites.',
    )
  if (/websocket/i.test(headers.upgrade ?? ''))
    throw new ControlRefusal(400, 'upgrade', 'The control port has no WebSockets.', 'Read a stream with GET.')
}

/** Returns a function that throws unless a request carries the token. */
export function createAuthorize(token: string): (request: IncomingMessage) => void {
  const right = digest(token)
  return ({ headers: { authorization = '' } }) => {
    const [, given = ''] = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? []
    // Digests are of equal length, so the time says nothing about the token, nor about its length.
    if (timingSafeEqual(digest(given), right)) return
    const message =
      authorization === ''
        ? 'The header Authorization is missing.'
        : given === ''
          ? 'The header Authorization does not say "Bearer" and a token.'
          : 'The token is not the one of this run.'
    throw new ControlRefusal(
      401,
      'token',
      message,
      'Send "Authorization: Bearer TOKEN" with the control token of this run.',
    )
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** How often a header was sent: `node:http` keeps the first and drops the others. */
function timesOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((raw, i) => i % 2 === 0 && raw.toLowerCase() === name).length
}
