/** Returns a URL up to its first `?`. */
export function withoutQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/** Returns the query of a URL without its `?`: all that follows the first one, be there others in it. */
export function queryIn(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}
