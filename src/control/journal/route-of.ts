/** What a path is for; `other` is none of the two routes. */
export type Route = 'list' | 'validation' | 'other'

/** Returns a URL as requests have it; they may name the origin, too, as those to a proxy do. */
export function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '')
}

/** Returns what a URL is for. */
export function routeOf(given: string): Route {
  const url = withoutOrigin(given)
  if (url.startsWith('/pessoas') && (url.length === 8 || url[8] === '?')) return 'list'
  return url.startsWith('/relatorios/validar/') ? 'validation' : 'other'
}
