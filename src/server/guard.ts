import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Cors, hostNameFault, isLoopbackOrigin, isOrigin } from '../operator/allow-lists.ts'
import type { Answer } from '../service/ask.ts'
import { allowReading, allowsOrigin, isPreflight, preflightAnswer } from './cors.ts'
import { isTrustedHost, nameOfHost } from './hosts.ts'
import { refuse } from './refuse.ts'

export interface GuardOptions {
  /** Names that `Host` may have besides localhost and addresses; a leading dot allows every name below. */
  allowedHosts?: readonly string[] | undefined
  /** Whether other machines may connect. */
  isOpen?: boolean | undefined
  /** The web pages of other origins that may send requests; none by default. */
  cors?: Cors | undefined
}

const MASK = '***'
/** The longest name in DNS. */
const LONGEST_NAME = 253

/** Returns the answer to a forbidden request or a preflight; undefined for all others. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => Answer | undefined

/**
 * Refuses what a web page sends without the knowledge of its user: requests with a foreign name (DNS rebinding) or from
 * a foreign origin. Browsers say where a request comes from; other clients are let in.
 */
export function createGuard({ allowedHosts = [], isOpen = false, cors }: GuardOptions = {}): Guard {
  // Nearly every request has the same Host as the previous one.
  let trusted: string | undefined

  const hostFault = ({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): Answer | undefined => {
    if (host === undefined) return httpVersion === '1.0' ? undefined : refuse('host.missing')
    if (isRepeated('host', rawHeaders)) return refuse('host.malformed')
    if (host === trusted) return undefined
    const name = nameOfHost(host)
    if (name === undefined) return refuse('host.malformed')
    if (!isTrustedHost(name, allowedHosts, isOpen)) return refuseHost(name)
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
      return refuse('origin.hidden')
    }
    if (cors && allowsOrigin(cors, origin)) {
      allowReading(response, origin)
      return isPreflight(request) ? preflightAnswer(request) : undefined
    }
    // Without CORS, a preflight is answered like any other unknown method, and has no effect.
    if (isOwnOrigin(origin, request) || (!cors && isPreflight(request))) return undefined
    return refuseOrigin(origin, cors)
  }
}

/** Returns whether a page requests its own origin: this service, or a dev server that forwards requests. */
function isOwnOrigin(origin: string, { headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || origin.replace(/^https?:\/\//, '') === headers.host
}

/** Returns whether a page of an unnamed other origin sends this: an image, a script, fetch in the mode no-cors. */
function isHiddenPage({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate'
}

/** A name is shown only if it can be pasted into a shell safely. */
function refuseHost(host: string): Answer {
  const isShown = host.length <= LONGEST_NAME && hostNameFault(host) === undefined
  return refuse('host.foreign', { host: isShown ? host : MASK })
}

function refuseOrigin(origin: string, cors: Cors | undefined): Answer {
  if (!isOrigin(origin)) return refuse('origin.opaque')
  // Without a value, the flag allows the pages of this machine.
  const flag = cors === undefined && isLoopbackOrigin(origin) ? '--cors' : `--cors ${origin}`
  return refuse('origin.foreign', { origin, flag })
}

/** Returns whether a header was sent more than once; `node:http` keeps only the first. */
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
