import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import {
  type Cors,
  hostNameFault,
  isLoopbackName,
  isLoopbackOrigin,
  isOrigin,
} from '../operator/allow-lists.ts'
import { MASK } from '../operator/words.ts'
import type { Answer } from '../service/ask.ts'
import { isPreflight, preflightAnswer } from './cors.ts'
import { refuse } from './refuse.ts'

export interface GuardOptions {
  /** Names that `Host` may have besides localhost and addresses; a leading dot allows every name below. */
  allowedHosts?: readonly string[] | undefined
  /** Whether other machines may connect. */
  isOpen?: boolean | undefined
  /** The web pages of other origins that may send requests; none by default. */
  cors?: Cors | undefined
}

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
    if (origin === undefined) return isHiddenPage(request) ? refuse('origin.hidden') : undefined
    if (cors?.origins.includes(origin) || (cors?.loopback && isLoopbackOrigin(origin))) {
      response.setHeader('access-control-allow-origin', origin)
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

/** A header `Host`: a name or an address, an IPv6 address in brackets, and a port. */
const HOST = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::(\d{0,5}))?$/i

/** Returns the name or the address of a header `Host` without its port; undefined if it is malformed. */
function nameOfHost(header: string): string | undefined {
  const [, name = '', port = ''] = HOST.exec(header) ?? []
  if (name === '' || Number(port) > 65_535) return undefined
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1)) ? name.toLowerCase() : undefined
  return name.toLowerCase().replace(/\.$/, '') || undefined
}

/**
 * Returns whether a header `Host` may have this name or address. DNS rebinding works only with a name of the attacker,
 * so addresses are safe, and names are safe only if they are known.
 * @param known names; a name that begins with a dot allows itself and every name below it
 * @param isOpen whether other machines may connect. Then a name without a dot, as Docker Compose and Kubernetes give
 * them, is safe, too: public DNS has none, and whoever controls the local network needs no rebinding.
 */
function isTrustedHost(name: string, known: readonly string[], isOpen: boolean): boolean {
  if (name.startsWith('[') || isIP(name) !== 0 || isLoopbackName(name)) return true
  if (isOpen && !name.includes('.')) return true
  return known.some((one) => one === name || (one.startsWith('.') && `.${name}`.endsWith(one)))
}
