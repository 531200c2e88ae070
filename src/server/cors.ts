import type { IncomingMessage } from 'node:http'
import type { Answer } from '../service/ask.ts'

/** The headers that a browser asks for in a preflight. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/
/** The request headers on which the answer to a preflight depends. */
const PREFLIGHT_VARY =
  'Origin, Access-Control-Request-Method, Access-Control-Request-Headers, Access-Control-Request-Private-Network'

/** Returns whether a request is a preflight. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
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
