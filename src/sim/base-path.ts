import type { IncomingMessage } from 'node:http'
import { explain } from './causes/cause.ts'
import { causes } from './causes/causes.ts'

const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/
/** Precedes the path of a request outside of the base path, which thus has no route, whatever it is. */
const OUTSIDE = '/outside-of-the-base-path:'

/** Returns a base path without a slash at its end; an empty string for `/`. Undefined if it is not valid. */
export function basePathOf(text: string): string | undefined {
  const path = text.replace(/(?<!\/)\/$/, '')
  return text === '/' || path === '' ? '' : BASE_PATH.test(path) ? path : undefined
}

/**
 * Lets a request in as a proxy does that forwards it without the base path, and says so.
 * @returns false if its path is outside of the base path
 */
export function enterBasePath(request: IncomingMessage, basePath: string): boolean {
  const { url = '', headers } = request
  const rest = url.slice(basePath.length)
  if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest)) return false
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  const { 'x-forwarded-prefix': before } = headers
  headers['x-forwarded-prefix'] =
    `${before === undefined ? '' : String(before).replace(/\/$/, '')}${basePath}`
  return true
}

/** Has a request find no route. */
export function leaveOutside(request: IncomingMessage, basePath: string): void {
  request.url = `${OUTSIDE}${request.url}`
  explain(request, () => [causes.route.outside(basePath)])
}

export function isOutside(url: string): boolean {
  return url.startsWith(OUTSIDE)
}

/** Returns the URL of a request as it was sent. */
export function sentUrl(url: string): string {
  return isOutside(url) ? url.slice(OUTSIDE.length) : url
}
