/** What can never be equal in the answers of a target and a twin, and why. Nothing else is left out. */
export interface Exemption {
  what: string
  reason: string
}

/** Headers that a client may depend on: they are compared by value. Others are not, unless they begin with `x-`. */
export const comparedHeaders = [
  'content-type',
  'content-language',
  'content-disposition',
  'cache-control',
  'allow',
  'location',
  'www-authenticate',
  'retry-after',
  'link',
  'deprecation',
  'sunset',
] as const

/** Headers of which only the presence is compared, because their values count, measure or identify. */
const ofPresence = /^(?:x-|ratelimit)/

/** Headers beginning with `x-` that are not for clients of an interface. */
const ofBrowsers = new Set([
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-powered-by',
  'x-ua-compatible',
  'x-xss-protection',
])

/** Returns whether only the presence of a header is compared. */
export function isComparedByPresence(name: string): boolean {
  return ofPresence.test(name) && !ofBrowsers.has(name)
}

/** Words of headers that describe a page, as in `X-Total-Count`, `X-Page`, `X-Has-More` and `X-Pagination`. */
const wordsOfPages =
  /^x-(?:.*-)?(?:total|count|pages?|paging|pagination|per-page|offset|next|prev|previous|has-more|items?|results?|rows|registros|paginas?|paginacao|linhas)(?:-|$)/
/** Words of headers that measure, count or identify requests, whatever else their names say. */
const wordsOfRequests =
  /rate-?limit|requests?-|retry|hits?$|(?:^|-)(?:id|time|duration|latency|ms|remaining|reset)$/

/** Returns whether a header that begins with `x-` describes a page, so that its value is compared. */
export function describesPage(name: string): boolean {
  return wordsOfPages.test(name) && !wordsOfRequests.test(name)
}

/** Fields that identify one request, whoever answers it. */
const REQUEST_ID = /^(?:x-?)?(?:request|trace|correlation|span|error|event|incident)[-_]?id$/i
/** How far from now a time is still a time of now, in milliseconds. */
const NOW = 600_000
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?$/

export const exemptions: readonly Exemption[] = [
  {
    what: 'the order of persons who are equal in what a list is sorted by, and which of them the end of a page shows',
    reason: 'the interface does not say it',
  },
  {
    what: 'headers that only software on the way reads: Date, Server, Via, ETag, Set-Cookie and so on',
    reason: 'no client of the interface depends on them',
  },
  {
    what: 'Content-Length, Transfer-Encoding, Connection, Keep-Alive',
    reason: 'they delimit a body, whose text is compared',
  },
  {
    what: 'the values of headers beginning with X- or RateLimit, except for those of a page, such as X-Total-Count',
    reason: 'they count, measure or identify; their presence is compared',
  },
  {
    what: 'the scheme and the host in Location',
    reason: 'they are those of the target; the path and the query are compared',
  },
  {
    what: 'headers for browsers, such as X-Frame-Options, and X-Powered-By',
    reason: 'a client that is no browser ignores them',
  },
  { what: 'fields such as requestId and traceId outside of itens', reason: 'they identify one request' },
  { what: 'times within ten minutes of now outside of itens', reason: 'they say when the answer was made' },
]

/** Returns a JSON value in which what can never be equal is replaced by a mark of its kind. */
export function withoutExempt(value: unknown, now: number, name = ''): unknown {
  if (name === 'itens') return value
  if (Array.isArray(value)) return value.map((entry) => withoutExempt(entry, now, ''))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, withoutExempt(entry, now, key)]),
    )
  }
  if (isRequestId(name, value)) return '<id>'
  return isNow(value, now) ? '<now>' : value
}

/** Returns whether a value identifies one request, by the name of its field. */
export function isRequestId(name: string, value: unknown): value is string | number {
  return REQUEST_ID.test(name) && (typeof value === 'string' || typeof value === 'number')
}

/** Returns whether a value says when the answer was made. */
export function isNow(value: unknown, now: number): boolean {
  if (typeof value === 'number') {
    // Seconds or milliseconds since 1970.
    return Math.abs(value - now) < NOW || Math.abs(value * 1_000 - now) < NOW
  }
  if (typeof value !== 'string' || !TIME.test(value)) return false
  return Math.abs(Date.parse(value) - now) < NOW
}
