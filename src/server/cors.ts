import type { IncomingMessage, ServerResponse } from 'node:http'
import { URL } from 'node:url'
import type { Answer } from '../service/ask.ts'
import { isLoopback } from './hosts.ts'

/** The web pages of other origins that may send requests and read the answers. */
export interface Cors {
  /** Exact origins. */
  origins: readonly string[]
  /** Whether pages of this machine may, whatever their port. */
  loopback: boolean
}

const ORIGIN = /^([a-z][a-z\d+.-]*):\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/
/** The headers that a browser asks for in a preflight. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/
/** The request headers on which the answer to a preflight depends. */
const PREFLIGHT_VARY =
  'Origin, Access-Control-Request-Method, Access-Control-Request-Headers, Access-Control-Request-Private-Network'

/** Returns whether a text is an origin as browsers send it. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && text.length <= 300
}

/** Returns whether an origin is of this machine, whatever its port. */
export function isLoopbackOrigin(origin: string): boolean {
  const [, scheme = '', host = ''] = ORIGIN.exec(origin) ?? []
  return /^https?$/.test(scheme) && isLoopback(host)
}

/** Used in place of an origin for the pages of this machine, whatever their port. */
const LOOPBACK = 'loopback'

/** Reads an allow-list of origins; returns undefined if it allows nobody. */
export function corsOf(given: boolean | string | readonly string[]): Cors | undefined {
  const names = typeof given === 'boolean' ? (given ? [LOOPBACK] : []) : [given].flat()
  if (names.length === 0) return undefined
  return { origins: names.filter((name) => name !== LOOPBACK), loopback: names.includes(LOOPBACK) }
}

/** Returns what is wrong with an origin of an allow-list; undefined if it is valid. */
export function originFault(text: string): string | undefined {
  if (text === LOOPBACK || (isOrigin(text) && text === normalOrigin(text))) return undefined
  if (text === '*' || text === 'null') {
    return `origins are named one by one: "${text}" would let any web page in. Leave it out to allow the pages of this machine.`
  }
  const near = normalOrigin(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  const hint = near !== undefined && isOrigin(near) ? ` Did you mean ${near}?` : ''
  return `"${text}" is not an origin. Write scheme, host and port, such as http://localhost:5173.${hint}`
}

/** Returns the origin of a URL as a browser sends it. */
function normalOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin } = new URL(text)
  // Origins of applications, such as capacitor://localhost, are opaque to URL and sent unchanged.
  return origin === 'null' ? text.toLowerCase() : origin
}

export function allowsOrigin({ origins, loopback }: Cors, origin: string): boolean {
  return origins.includes(origin) || (loopback && isLoopbackOrigin(origin))
}

/** Returns whether a request is a preflight. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Allows pages of this origin to read the answer. */
export function allowReading(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin)
}

/** Returns the answer to a preflight. Browsers send no token with it, so it is answered before authentication. */
export function preflightAnswer({ headers }: IncomingMessage): Answer {
  const asked = headers['access-control-request-headers'] ?? ''
  const allowed = {
    vary: PREFLIGHT_VARY,
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': HEADER_NAMES.test(asked) ? asked : 'Authorization, Content-Type',
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    'x-content-type-options': 'nosniff',
  }
  return { status: 204, headers: allowed, body: '' }
}
