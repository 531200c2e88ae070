import { URL, URLSearchParams } from 'node:url'
import { queryIn, withoutQuery } from '../contract/url.ts'
import { ControlRefusal, type ControlRoute } from './route.ts'

/** The target of a request: the segments of its path below /v1, decoded, and its query. */
export interface Target {
  segments: string[]
  query: Record<string, string>
}

/** A longer path is not repeated to its sender, in characters. */
const LONGEST_SHOWN = 200

/**
 * Reads the target of a request. Only the normal form of a path is read, so that no two parts of a program can take it
 * for different ones: `/x/../v1`, `//v1` and `http://host/v1` are refused.
 * @throws {ControlRefusal}
 */
export function readTarget(url: string): Target {
  const path = withoutQuery(url)
  const segments = isNormal(path) ? path.slice(1).split('/').map(decodeURIComponent) : undefined
  if (segments === undefined)
    throw new ControlRefusal(400, 'path-form', 'The path is not in its normal form.', remedyFor(path))
  const [version, ...below] = segments
  return { segments: version === 'v1' ? below : [], query: readQuery(queryIn(url)) }
}

/** Whether a path is what every reader of URLs makes of it, and its escapes are UTF-8. */
function isNormal(path: string): boolean {
  if (path === '/') return true
  if (!/^(\/[\w.~!$&'()*+,;=:@%-]+)+$/.test(path) || !URL.canParse(`http://localhost${path}`)) return false
  try {
    decodeURIComponent(path)
  } catch {
    return false
  }
  return new URL(`http://localhost${path}`).pathname === path
}

/** Returns the normal form of a path, as what to do; an example where no short path is near. */
function remedyFor(path: string): string {
  const below = path.replace(/^https?:\/\/[^/]*/i, '').replace(/\/{2,}/g, '/')
  const base = 'http://localhost'
  const url = URL.canParse(below, base) ? new URL(below, base) : undefined
  const meant = url?.pathname.replace(/(?<=.)\/$/, '') ?? ''
  if (meant.length <= LONGEST_SHOWN && /^\/v1\/./.test(meant) && isNormal(meant))
    return `Send it as ${meant}.`
  return 'Send it as the description has it, such as /v1/health.'
}

function readQuery(text: string): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(query, name))
      throw new ControlRefusal(400, 'query', 'A parameter of the query was sent more than once.')
    Object.defineProperty(query, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return query
}

/** The routes of a path, by method, and what its parameters are. */
export interface Found {
  routes: ControlRoute[]
  params: Record<string, string>
}

/**
 * Finds the routes of a path; a path with literal words wins over one with parameters.
 * @returns every method of the path; undefined if nothing is there
 */
export function findRoutes(table: readonly ControlRoute[], segments: readonly string[]): Found | undefined {
  const matches = table.flatMap((route) => {
    const params = paramsOf(route.path, segments)
    return params ? [{ route, params }] : []
  })
  const least = Math.min(...matches.map(({ params }) => Object.keys(params).length))
  const best = matches.filter(({ params }) => Object.keys(params).length === least)
  const [first] = best
  return first && { routes: best.map(({ route }) => route), params: first.params }
}

function paramsOf(path: string, segments: readonly string[]): Record<string, string> | undefined {
  const wanted = path.slice(1).split('/')
  if (wanted.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [k, word] of wanted.entries()) {
    const given = segments[k] as string
    if (word.startsWith('{')) params[word.slice(1, -1)] = given
    else if (word !== given) return undefined
  }
  return params
}
