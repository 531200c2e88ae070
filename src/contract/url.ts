import { URLSearchParams } from 'node:url'

/** Returns a URL up to its first `?`. */
export function withoutQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/** Returns the query of a URL: everything after its first `?`, including any further `?`. */
export function queryIn(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/** Returns the parameters of a URL. The second `?` of `??page=2` is part of a name, which `URLSearchParams` alone would drop. */
export function parametersIn(url: string): URLSearchParams {
  return new URLSearchParams(`?${queryIn(url)}`)
}

/** Returns the path and the query of a request target in absolute form, as clients send it to proxies. */
export function originForm(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '')
}
