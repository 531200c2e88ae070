import type { Seen, SeenHeaders } from '../../src/contract/seen.ts'
import type { Answer } from './answer.ts'

/** Headers that a client may depend on: their values are compared. */
const COMPARED =
  'content-type content-language content-disposition cache-control allow location www-authenticate retry-after link deprecation sunset'.split(
    ' ',
  )
/** Headers whose values count, measure or identify, so that only their presence is compared. */
const OF_PRESENCE = /^(?:x-|ratelimit)/
const OF_BROWSERS =
  /^x-(?:content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|powered-by|ua-compatible|xss-protection)$/
/** Words of headers that describe a page, as in `X-Total-Count`, `X-Page`, `X-Has-More` and `X-Pagination`. */
const OF_PAGES =
  /^x-(?:.*-)?(?:total|count|pages?|paging|pagination|per-page|offset|next|prev|previous|has-more|items?|results?|rows|registros|paginas?|paginacao|linhas)(?:-|$)/
const OF_REQUESTS =
  /rate-?limit|requests?-|retry|hits?$|(?:^|-)(?:id|time|duration|latency|ms|remaining|reset)$/

/** Returns how a header is compared; all others are for software on the way. */
export function comparisonOf(name: string): 'value' | 'presence' | undefined {
  if (COMPARED.includes(name) || (OF_PAGES.test(name) && !OF_REQUESTS.test(name))) return 'value'
  return OF_PRESENCE.test(name) && !OF_BROWSERS.test(name) ? 'presence' : undefined
}

/** The headers of the service that are compared, where nothing replaces them. */
export const usualHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
}

export const blanked = (text: string): string => text.replace(/[\da-z]/gi, '0')

/** Returns the headers of an answer that are compared. Of one whose value means nothing, no digit or letter stays. */
export function toldHeaders({ headers }: Pick<Answer, 'headers'>): Record<string, string> {
  const told = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const how = comparisonOf(name)
    if (value === undefined || how === undefined) return []
    const text = [value].flat().join(', ')
    return [[name, how === 'value' ? text : blanked(text)]]
  })
  return Object.fromEntries(told)
}

/**
 * Puts back what a header says in every answer, and adds the name of the server: of all others whose value means nothing, a
 * profile has no digit or letter.
 */
export function withConstants(
  seen: Seen,
  said: ReadonlyMap<string, string | undefined>,
  isKept: (text: string) => boolean,
): Seen {
  const constants = new Map([...said].filter(([, text]) => text !== undefined && isKept(text)))
  const isBlank = (text: string | null) => text !== null && /^[^a-z1-9]*$/i.test(text)
  const whole = JSON.parse(JSON.stringify(seen), (key, value) => {
    if (!/headers$/i.test(key)) return value
    const entries = Object.entries(value as SeenHeaders)
    return Object.fromEntries(
      entries.map(([name, text]) => [name, (isBlank(text) && constants.get(name)) || text]),
    )
  }) as Seen
  const server = constants.get('server')
  return server === undefined ? whole : { ...whole, headers: { ...(whole.headers ?? usualHeaders), server } }
}

/** Returns the headers that most of these answers have, each with its most frequent value. */
export function commonHeaders(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const entries = all.flatMap(Object.entries<string>)
  const count = ([name, text]: [string, string]) => all.filter((headers) => headers[name] === text).length
  return Object.fromEntries(entries.filter((entry) => count(entry) * 2 > all.length))
}

/** Returns what headers say beside others; null for one that is missing. */
export function headersBeside(
  own: Readonly<Record<string, string>>,
  others: SeenHeaders,
): Record<string, string | null> {
  const changed = Object.entries(own).filter(([name, value]) => others[name] !== value)
  const missing = Object.keys(others).filter((name) => others[name] !== null && own[name] === undefined)
  return Object.fromEntries([...changed, ...missing.map((name): [string, null] => [name, null])])
}
