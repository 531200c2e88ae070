import type { IncomingHttpHeaders } from 'node:http'
import { withoutQuery } from '../../contract/url.ts'
import { type Known, meantBy } from '../../service/words.ts'
import { isOutside } from '../base-path.ts'
import { flagFor } from '../cors.ts'
import type { Cause } from './cause.ts'
import { causes } from './causes.ts'
import { type Slip, undoSlips } from './slips.ts'

/** A request for an unknown route. */
export interface UnknownRoute {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

const { route: cause } = causes
const LIST = '/pessoas'
const VALIDATE = '/relatorios/validar'
const KNOWN = /^\/(pessoas|relatorios\/validar\/[^/]+)$/
const WORDS = ['pessoas', 'relatorios', 'validar']
const BY_ITSELF = /^\/(favicon\.ico|robots\.txt|apple-touch-icon[^/]*\.png|\.well-known\/[^?]*)$/
/** A longer path is not a misspelled path of this service. */
const LONGEST = 1_000

/** The usual mistakes in the path of a route, the outermost first. */
const SLIPS: readonly Slip[] = [
  {
    cause: cause.blank(),
    undo: (path) => path.replace(/(?<!%20|%0a|%0d|%09|\+)(%20|%0a|%0d|%09|\+)+(?=\/|$)/gi, ''),
  },
  { cause: cause.query(), undo: (path) => path.replace(/(%3f|[&;]).*/is, '') },
  { cause: cause.doubleSlash(), undo: (path) => path.replace(/\/{2,}/g, '/') },
  { cause: cause.trailingSlash(), undo: (path) => path.replace(/(?<=[^/])\/$/, '') },
  { cause: cause.letterCase(), undo: inLowerCase },
  { cause: cause.prefix(), undo: (path) => path.replace(/^\/.*(?=\/(pessoas|relatorios\/validar\/))/, '') },
]

/** Returns why a request matched no route. */
export function whyUnknownRoute({ method, url, headers }: UnknownRoute, known: Known): Cause[] {
  // The server has told why.
  if (isOutside(url)) return []
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    return [cause.preflight(flagFor(headers.origin ?? '', known))]
  }
  const path = withoutQuery(originForm(url).slice(0, LONGEST))
  if (path === '/') return [cause.root()]
  if (BY_ITSELF.test(path)) return [cause.browser()]

  const { text, causes } = undoSlips(path, SLIPS, (path) => KNOWN.test(path))
  if (KNOWN.test(text)) {
    const isRightMethod = text === LIST ? /^(GET|HEAD)$/.test(method) : method === 'POST'
    return isRightMethod ? causes : [...causes, cause.method(text)]
  }
  return [whyNoRoute(text)]
}

/** Returns the path and the query of a request target in absolute form, as clients send it to proxies. */
export function originForm(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '')
}

function whyNoRoute(path: string): Cause {
  if (path === VALIDATE || path.endsWith(`${VALIDATE}/`)) return cause.numberMissing()
  if (path.startsWith(`${VALIDATE}/`)) return cause.numberSplit()
  if (path.startsWith(`${LIST}/`)) return cause.person()
  // Words of the two routes with typing errors, or in English.
  const [first = '', second] = path.split('/').slice(1)
  const near = meantBy(first, WORDS)
  if (near === 'pessoas') return second === undefined ? cause.near(LIST) : cause.person()
  return near === undefined ? cause.unknown() : cause.near(`${VALIDATE}/{numero_do_relatorio}`)
}

/** Returns a path with the words of the routes in lower case. */
function inLowerCase(path: string): string {
  return path.replace(/[^/]+/g, (segment) => {
    const lower = segment.toLowerCase()
    return WORDS.includes(lower) ? lower : segment
  })
}

/** Returns why the path of a request cannot be decoded. */
export function whyEscape(url: string): Cause[] {
  const isBroken = /%(?![\da-f]{2})/i.test(withoutQuery(url))
  return [isBroken ? causes.request.urlEscape() : causes.request.urlLatin1()]
}
