import type { IncomingHttpHeaders } from 'node:http'
import type { Fault, FaultName, Slots } from '../contract/faults.ts'
import { withoutQuery } from '../contract/url.ts'
import { type Slip, undoSlips } from './slips.ts'
import { meantBy } from './words.ts'

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
    name: 'route.blank',
    undo: (path) => path.replace(/(?<!%20|%0a|%0d|%09|\+)(%20|%0a|%0d|%09|\+)+(?=\/|$)/gi, ''),
  },
  { name: 'route.query', undo: (path) => path.replace(/(%3f|[&;]).*/is, '') },
  { name: 'route.slash', undo: (path) => path.replace(/\/{2,}/g, '/') },
  { name: 'route.slash', undo: (path) => path.replace(/(?<=[^/])\/$/, '') },
  { name: 'route.capitals', undo: inLowerCase },
  { name: 'route.prefix', undo: (path) => path.replace(/^\/.*(?=\/(pessoas|relatorios\/validar\/))/, '') },
]

/** Returns why a request has no route, if that is known more exactly. */
export function whyNoRoute({
  method = '',
  url = '',
  headers,
}: {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
}): Fault[] | undefined {
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    const { origin = '' } = headers
    const isLoopback = /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(origin)
    const flag = isLoopback || !/^https?:\/\/[\w.:[\]-]+$/.test(origin) ? '--cors' : `--cors ${origin}`
    return [hint('route.preflight', { flag })]
  }
  const path = withoutQuery(url.slice(0, LONGEST).replace(/^https?:\/\/[^/?]*/i, ''))
  if (BY_ITSELF.test(path)) return [hint('route.browser')]
  const { text, names } = undoSlips(path, SLIPS, (path) => KNOWN.test(path))
  if (!KNOWN.test(text)) return near(text)
  const isRightMethod = text === LIST ? /^(GET|HEAD)$/.test(method) : method === 'POST'
  const hints = names.map((name) => hint(name))
  return isRightMethod ? hints : [...hints, hint('route.method')]
}

function hint(name: FaultName, slots: Slots = {}): Fault {
  return { name, slots }
}

function near(path: string): Fault[] | undefined {
  if (path === VALIDATE || path.startsWith(`${VALIDATE}/`) || path.endsWith(`${VALIDATE}/`))
    return [hint('route.number')]
  if (path.startsWith(`${LIST}/`)) return [hint('route.person')]
  // Words of the two routes with typing errors, or in English.
  const [first = '', second] = path.split('/').slice(1)
  const word = meantBy(first, WORDS)
  if (word === undefined) return undefined
  if (word !== 'pessoas') return [hint('route.near', { nearest: `${VALIDATE}/{numero_do_relatorio}` })]
  return [second === undefined ? hint('route.near', { nearest: LIST }) : hint('route.person')]
}

/** Returns a path with the words of the routes in lower case. */
function inLowerCase(path: string): string {
  return path.replace(/[^/]+/g, (segment) => {
    const lower = segment.toLowerCase()
    return WORDS.includes(lower) ? lower : segment
  })
}
