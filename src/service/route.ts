import type { FaultName } from '../contract/faults.ts'
import type { Request } from './ask.ts'

/** What a request is for. */
export interface Route {
  is: 'list' | 'report' | 'none'
  /** What is behind the `?`. */
  query: string
  /** The report number, decoded; empty for the list. */
  numero: string
  /** Why there is no route. */
  fault?: FaultName
}

const PLAIN_LIST: Route = { is: 'list', query: '', numero: '' }

/** A path of the interface as it is written without escapes. */
const PATH = /^\/(?:pessoas|relatorios\/validar\/[^/?]+)(?:\?|$)/
const BEYOND_ASCII = /[^\0-\x7f]/
const UNUSUAL = /[^\0-\x7f]|#/

/** Finds the route of a request. HEAD is GET, and escapes of a path stand for what they say. */
export function routeOf({ method, url }: Request): Route {
  const isRead = method === 'GET' || method === 'HEAD'
  if (url === '/pessoas' && isRead) return PLAIN_LIST
  if (url.startsWith('/pessoas?') && isRead && !UNUSUAL.test(url))
    return { is: 'list', query: url.slice(9), numero: '' }
  if (BEYOND_ASCII.test(url)) return none('request.character')
  // A proxy gets the origin, too.
  const target = url.charCodeAt(0) === SLASH ? url : url.replace(ORIGIN, '')
  const end = target.search(/[?#]/)
  const path = end === -1 ? target : target.slice(0, end)
  const query = end === -1 ? '' : target.slice(end + 1)
  const segments = path.split('/')
  if (path.includes('%')) {
    try {
      for (const [i, segment] of segments.entries()) segments[i] = decodeURIComponent(segment)
    } catch {
      return none('request.escape')
    }
  }
  const [, first, second, numero = ''] = segments
  if (isRead && segments.length === 2 && first === 'pessoas') return { is: 'list', query, numero: '' }
  const isReport = segments.length === 4 && first === 'relatorios' && second === 'validar' && numero !== ''
  if (isReport && method === 'POST') return { is: 'report', query, numero }
  return none(PATH.test(url) ? 'route.method' : 'route.unknown')
}

const SLASH = 0x2f
const ORIGIN = /^https?:\/\/[^/?#]+/i

function none(fault: FaultName): Route {
  return { is: 'none', query: '', numero: '', fault }
}
