import type { Routes } from '../contract/route-table.ts'
import { withoutQuery } from '../contract/url.ts'
import { PATH_OF_DOCUMENT } from './paths.ts'

const SUFFIX = '.json'

export type NearPath = NonNullable<Routes['path']>

/** Mistakes in the path of a route, and how to undo each of them. */
const slips: readonly [
  slip: Exclude<
    keyof NearPath,
    'trailing-slash-report' | 'encoded' | 'encoded-slash' | 'raw-signs' | 'raw-bytes' | 'query-escapes'
  >,
  undo: (path: string) => string,
][] = [
  ['semicolon', (path) => path.replace(/;[^/]*/g, '')],
  ['dots', withoutDots],
  ['leading-slashes', (path) => path.replace(/^\/{2,}/, '/')],
  ['trailing-slashes', (path) => path.replace(TRAILING_SLASHES, '')],
  ['double-slash', (path) => path.replace(/(?<=[^/])\/{2,}/g, '/')],
  ['trailing-slash', (path) => path.replace(/(?<=[^/])\/$/, '')],
  [
    'json-suffix',
    (path) => {
      const bare = path.slice(0, -SUFFIX.length)
      return path.endsWith(SUFFIX) && PATH_OF_DOCUMENT.test(bare) ? bare : path
    },
  ],
  [
    'capitals',
    (path) => path.replace(/^\/(pessoas$|relatorios\/validar\/)/i, (words) => words.toLowerCase()),
  ],
]

const TRAILING_SLASHES = /(?<=[^/])\/{2,}$/

/** Returns a path without the segments `.` and `..`, as RFC 3986 removes them. */
function withoutDots(path: string): string {
  if (!DOTS.test(path)) return path
  const kept: string[] = []
  const segments = path.slice(1).split('/')
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  if (/^\.\.?$/.test(segments.at(-1) as string)) kept.push('')
  return `/${kept.join('/')}`
}
const DOTS = /(?:^|\/)\.\.?(?:\/|$)/

/** What a firewall finds in the path of a request. */
const FIREWALLED: readonly [kind: keyof NearPath, found: RegExp][] = [
  ['dots', DOTS],
  ['leading-slashes', /^\/{2}/],
  ['double-slash', /[^/]\/{2}/],
  ['encoded-slash', /%2f/i],
  ['semicolon', /;/],
]

/** The URL that a mistaken one stands for, and whether its client is redirected there. */
export interface Near {
  url: string
  redirect: keyof typeof REDIRECTS | undefined
}

/** The statuses of redirects. */
export const REDIRECTS = {
  moved: { get: 301, other: 308 },
  temporary: { get: 307, other: 307 },
  'moved-get': { get: 301, other: 307 },
  permanent: { get: 308, other: 308 },
  'moved-all': { get: 301, other: 301 },
  'only-get': { get: 301, other: undefined },
} as const

const ENCODED_SLASH = /(?<=^\/pessoas)%2f$/i

/** @returns undefined if the URL resembles no route, or the table leaves it unknown */
export function nearOf(url: string, path: NearPath): Near | undefined {
  let found = withoutQuery(url)
  const query = url.slice(found.length)
  let redirect: Near['redirect']
  if (path['encoded-slash'] === 'trailing-slash') found = found.replace(ENCODED_SLASH, '/')
  if (path['trailing-slashes'] === 'unknown' && TRAILING_SLASHES.test(found)) return undefined
  for (const [slip, undo] of slips) {
    const { [ofReport(slip, found)]: choice = 'unknown' } = path
    const undone = choice === 'unknown' || choice === 'refuse' ? found : undo(found)
    if (undone !== found && choice !== 'same') redirect ??= choice as Near['redirect']
    found = undone
  }
  return PATH_OF_DOCUMENT.test(found) ? { url: found + query, redirect } : undefined
}

/** Frameworks and gateways may have another rule for each route. */
function ofReport(slip: (typeof slips)[number][0], path: string): keyof NearPath {
  return slip === 'trailing-slash' && REPORTS.test(path) ? 'trailing-slash-report' : slip
}

const REPORTS = /^\/*relatorios\//i

/** Returns a function that tells whether a firewall refuses a path; undefined if the profile has no firewall. */
export function firewallOf(path: NearPath): ((pathname: string) => boolean) | undefined {
  const walls = FIREWALLED.flatMap(([kind, found]) => (path[kind] === 'refuse' ? [found] : []))
  return walls.length === 0 ? undefined : (pathname) => walls.some((found) => found.test(pathname))
}
