import { decoded } from './decoded.ts'

/** What a refusal may repeat of any request. */
export type RequestSlots = Readonly<
  Record<'method' | 'url' | 'path' | 'resource' | 'route' | 'numero' | 'base', string>
>

/**
 * @param url the path with its query
 * @param base the URL of the service, as its client sees it
 */
export function requestSlots(method: string, url: string, base = ''): RequestSlots {
  const path = url.replace(/\?.*$/s, '')
  // Laravel names a route without the slashes around it.
  const route = path.replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '') || '/'
  const last = route.replace(/^.*\//s, '')
  // Where both say the same, the path without a query is likelier.
  return {
    method,
    path,
    url,
    resource: path.slice(1),
    route,
    numero: last === 'validar' ? '' : decoded(last),
    base,
  }
}
