import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import type { Cause } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { type Known, MASK } from './causes/words.ts'
import {
  allowReading,
  allowsOrigin,
  type Cors,
  flagFor,
  isLoopbackOrigin,
  isOrigin,
  isPreflight,
  preflightAnswer,
  shownOrigin,
} from './cors.ts'
import { hostNameFault, isTrustedHost, nameOfHost } from './hosts.ts'
import { type Refusal, refusal } from './refusal.ts'

export interface GuardOptions {
  /** Names that may stand in `Host`, beside localhost and addresses; one that begins with a dot is every name below. */
  allowedHosts?: readonly string[] | undefined
  /** Whether other machines may ask. */
  isOpen?: boolean | undefined
  /** Which web pages of other origins may ask; none by default. */
  cors?: Cors | undefined
}

/** DNS has no longer ones. */
const LONGEST_NAME = 253

/** Returns the answer to a request that may not come in, or that asks whether one may; undefined for all others. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => Answer | undefined

/**
 * Keeps out what a web page sends without its user knowing: requests under a foreign name (DNS rebinding) and of a
 * foreign origin. Browsers tell where a request comes from; whoever is not one is let in.
 */
export function createGuard({ allowedHosts = [], isOpen = false, cors }: GuardOptions = {}): Guard {
  // Nearly every request has the Host of the one before.
  let trusted: string | undefined

  const hostFault = ({
    headers: { host },
    rawHeaders,
    httpVersion,
  }: IncomingMessage): Refusal | undefined => {
    if (host === undefined) return httpVersion === '1.0' ? undefined : malformed(causes.host.missing)
    if (isRepeated('host', rawHeaders)) return malformed(causes.host.repeated)
    if (host === trusted) return undefined
    const name = nameOfHost(host)
    if (name === undefined) return malformed(causes.host.malformed)
    if (!isTrustedHost(name, allowedHosts, isOpen)) {
      return refusal.foreignHost().because((known) => [whyForeignHost(name, known)])
    }
    trusted = host
    return undefined
  }

  return (request, response) => {
    const fault = hostFault(request)
    if (fault) return fault
    if (cors) response.setHeader('vary', 'Origin')

    const { origin } = request.headers
    if (origin === undefined) {
      if (!isHiddenPage(request)) return undefined
      return refusal.foreignOrigin().because(() => [causes.origin.hidden()])
    }
    if (cors && allowsOrigin(cors, origin)) {
      allowReading(response, origin)
      return isPreflight(request) ? preflightAnswer(request) : undefined
    }
    // Without CORS a preflight is a method like any other that the service does not have, and has no effect.
    if (isOwnOrigin(origin, request) || (!cors && isPreflight(request))) return undefined
    return refusal.foreignOrigin().because((known) => [whyForeignOrigin(origin, request, cors, known)])
  }
}

/** Whether a page asks its own origin: this service itself, or a dev server that forwards what its pages ask. */
function isOwnOrigin(origin: string, { headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || origin.replace(/^https?:\/\//, '') === headers.host
}

/** Whether a page of another origin asks without saying which: an image, a script, fetch in the mode no-cors. */
function isHiddenPage({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate'
}

/** A name is shown if it can be pasted into a shell. */
function whyForeignHost(name: string, known: Known): Cause {
  const isShown = name.length <= LONGEST_NAME && hostNameFault(name) === undefined
  return isShown ? causes.host.foreign(name, known) : causes.host.strange()
}

function whyForeignOrigin(
  origin: string,
  { headers }: IncomingMessage,
  cors: Cors | undefined,
  known: Known,
): Cause {
  if (!isOrigin(origin)) return causes.origin.opaque()
  // Browsers send Sec-Fetch-Site to HTTPS and to loopback only: a page at http://192.0.2.2:5173 has none.
  const isUntold = headers['sec-fetch-site'] === undefined && origin.startsWith('http:')
  const why = isUntold && !isLoopbackOrigin(origin) ? causes.origin.forwarded : causes.origin.foreign
  return why(shownOrigin(origin, known) ?? MASK, flagFor(origin, known, cors))
}

function malformed(cause: () => Cause): Refusal {
  return refusal.malformedRequest().because(() => [cause()])
}

/** Whether a header was sent more than once, of which `node:http` keeps the first. */
function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  let seen = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const raw = rawHeaders[i] as string
    if (raw.length !== name.length || raw.toLowerCase() !== name) continue
    if (seen) return true
    seen = true
  }
  return false
}
