/** What a path is for; `other` is none of the two routes. */
export type Route = 'list' | 'validation' | 'other'

/** Returns what a URL is for. */
export function routeOf(url: string): Route {
  if (url.startsWith('/pessoas') && (url.length === 8 || url[8] === '?')) return 'list'
  return url.startsWith('/relatorios/validar/') ? 'validation' : 'other'
}
