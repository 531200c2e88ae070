import type { IncomingMessage } from 'node:http'
import { withoutQuery } from '../contract/url.ts'

type UrlParts = Pick<IncomingMessage, 'headers' | 'url'> & { socket?: object | undefined }

/** Returns the URL that a client has asked for, as far as its headers and those of a proxy tell; only the path without Host. */
export function ownUrl({ headers, url = '', socket }: UrlParts): string {
  const proxied = (name: keyof typeof FORWARDED) => {
    const [first = ''] = String(headers[`x-forwarded-${name}`] ?? '').split(',')
    return FORWARDED[name].test(first.trim()) ? first.trim() : ''
  }
  const host = proxied('host') || headers.host
  const prefix = proxied('prefix').replace(/\/$/, '')
  if (host === undefined || host === '') return prefix + url
  const scheme = proxied('proto') || (socket && 'encrypted' in socket && socket.encrypted ? 'https' : 'http')
  return `${scheme}://${host}${prefix}${url}`
}

/** Returns the same with the path as it was sent, be it only near that of the interface. Servers join slashes in it. */
export function urlAsSent({ headers, originalUrl, url, socket }: UrlParts & { originalUrl: string }): string {
  const path = withoutQuery(originalUrl).replace(/^[a-z]+:\/\/[^/]*/i, '')
  const query = url?.slice(withoutQuery(url).length) ?? ''
  return ownUrl({ headers, socket, url: path.replace(/\/{2,}/g, '/') + query })
}

/** What a proxy may say. Whatever else is there is taken for the words of a client. */
const FORWARDED = { host: /^[\w.:[\]-]{1,255}$/, prefix: /^(?:\/[\w.~-]+){1,20}\/?$/, proto: /^https?$/ }
