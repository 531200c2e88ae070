import type { IncomingMessage } from 'node:http'
import { note } from './notes.ts'

const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/

/** Returns a base path without a slash at its end; an empty string for `/`. Undefined if it is not valid. */
export function basePathOf(text: string): string | undefined {
  const path = text.replace(/(?<!\/)\/$/, '')
  return text === '/' || path === '' ? '' : BASE_PATH.test(path) ? path : undefined
}

/** Precedes the path of a request outside of the base path, which thus has no route, whatever it is. */
const OUTSIDE = '/outside-of-the-base-path:'

/**
 * Lets a request in as a proxy does that forwards it without the base path, and says so.
 * @returns false if its path is outside of the base path
 */
export function enterBasePath(request: IncomingMessage, basePath: string): boolean {
  const { url = '', headers } = request
  const rest = url.slice(basePath.length)
  if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest)) return false
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  const before = String(headers['x-forwarded-prefix'] ?? '').replace(/\/$/, '')
  headers['x-forwarded-prefix'] = before + basePath
  return true
}

/** Has a request find no route. */
export function leaveOutside(request: IncomingMessage, path: string): void {
  request.url = `${OUTSIDE}${request.url}`
  note(request, { name: 'route.outside', slots: { basePath: path } })
}

/** Returns the URL of a request as it was sent. */
export function sentUrl(url: string): string {
  return url.startsWith(OUTSIDE) ? url.slice(OUTSIDE.length) : url
}
