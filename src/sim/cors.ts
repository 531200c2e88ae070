import type { IncomingMessage, ServerResponse } from 'node:http'
import { isNameOfField, isNameOfHost, type Known } from './causes/words.ts'
import { isLoopback } from './hosts.ts'

/** Which web pages of other origins may ask, and read the answers. */
export interface Cors {
  /** Exact origins. */
  origins: readonly string[]
  /** Whether pages of this machine may, on any port. */
  loopback: boolean
}

const ORIGIN = /^([a-z][a-z\d+.-]*):\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/
/** What a browser asks to be allowed in a preflight: names of headers. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/
/** What a preflight depends on. */
const PREFLIGHT_VARY =
  'Origin, Access-Control-Request-Method, Access-Control-Request-Headers, Access-Control-Request-Private-Network'

/** Whether a text is an origin as browsers send it. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && text.length <= 300
}

/** Whether an origin is of this machine, whatever its port. */
export function isLoopbackOrigin(origin: string): boolean {
  const [, scheme = '', host = ''] = ORIGIN.exec(origin) ?? []
  return /^https?$/.test(scheme) && isLoopback(host)
}

/** The pages of this machine, on any port, in place of an origin. */
const LOOPBACK = 'loopback'

/** Reads an allow-list of origins; undefined where nobody is allowed. */
export function corsOf(given: boolean | string | readonly string[]): Cors | undefined {
  const names = typeof given === 'boolean' ? (given ? [LOOPBACK] : []) : [given].flat()
  if (names.length === 0) return undefined
  return { origins: names.filter((name) => name !== LOOPBACK), loopback: names.includes(LOOPBACK) }
}

/** What is wrong with an origin of an allow-list; undefined where it is right. */
export function originFault(text: string): string | undefined {
  if (text === LOOPBACK || (isOrigin(text) && text === normalOrigin(text))) return undefined
  if (text === '*' || text === 'null') {
    return `origins are named one by one: "${text}" would let any web page in. Leave it out to allow the pages of this machine.`
  }
  const near = normalOrigin(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  const hint = near !== undefined && isOrigin(near) ? ` Did you mean ${near}?` : ''
  return `"${text}" is not an origin. Write scheme, host and port, such as http://localhost:5173.${hint}`
}

/** An origin as a browser sends it, of a URL. */
function normalOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin } = new URL(text)
  // Those of applications, as capacitor://localhost, are opaque to URL and sent as they are.
  return origin === 'null' ? text.toLowerCase() : origin
}

/**
 * Returns an origin; undefined where it may not be shown.
 * @param origin one in form, see `isOrigin`
 */
export function shownOrigin(origin: string, known: Known): string | undefined {
  const [, scheme, host] = ORIGIN.exec(origin) as unknown as [string, string, string]
  return isNameOfField(scheme, known) && isNameOfHost(host, known) ? origin : undefined
}

/** The flag that allows an origin: for the pages of this machine it needs no value. */
export function flagFor(origin: string, known: Known, cors?: Cors): string {
  if (!isOrigin(origin) || (cors === undefined && isLoopbackOrigin(origin))) return '--cors'
  return `--cors ${shownOrigin(origin, known) ?? 'ORIGIN'}`
}

export function allowsOrigin({ origins, loopback }: Cors, origin: string): boolean {
  return origins.includes(origin) || (loopback && isLoopbackOrigin(origin))
}

/** Whether a request is a preflight: a browser asks before a page does. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Lets a page of this origin read the answer, whatever it will be. */
export function allowReading(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin)
}

/** Answers a preflight. It has no token yet, so it is answered before one is asked for. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const asked = headers['access-control-request-headers'] ?? ''
  response.writeHead(204, {
    vary: PREFLIGHT_VARY,
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': HEADER_NAMES.test(asked) ? asked : 'Authorization, Content-Type',
    ...(headers['access-control-request-private-network'] === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
    'x-content-type-options': 'nosniff',
  })
  response.end()
}
