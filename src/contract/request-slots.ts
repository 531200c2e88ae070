import { createHash } from 'node:crypto'
import { decodedOrSame } from './decoded.ts'
import { withoutQuery } from './url.ts'

/** What a refusal may repeat of any request. */
export type RequestSlots = Readonly<
  Record<'method' | 'url' | 'path' | 'resource' | 'route' | 'numero' | 'base', string> &
    Partial<Record<'authorization-sha256', string>>
>

/**
 * @param url the path with its query
 * @param base the URL of the service, as its client sees it
 * @param authorization the header, whose digest gateways of AWS report
 */
export function requestSlots(method: string, url: string, base = '', authorization?: string): RequestSlots {
  const path = withoutQuery(url)
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
    numero: last === 'validar' ? '' : decodedOrSame(last),
    base,
    ...(authorization && { 'authorization-sha256': digestOf(authorization) }),
  }
}

/** Node reads headers as latin-1. */
function digestOf(header: string): string {
  return createHash('sha256').update(header, 'latin1').digest('base64')
}
