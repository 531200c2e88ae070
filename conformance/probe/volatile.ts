/** Fields that identify one request, whoever answers it. */
const REQUEST_ID = /^(?:x-?)?(?:request|trace|correlation|span|error|event|incident)[-_]?id$/i
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** How far from now a time is still a time of now, in milliseconds. */
const NOW = 600_000
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?$/

/** Returns JSON with a mark for what identifies one request or says when the answer was made: those are never equal. */
export function comparable(json: unknown, now: number): unknown {
  return replaced(json, (value, name) =>
    isRequestId(name, value) ? '<id>' : isNow(value, now) ? '<now>' : value,
  )
}

/**
 * Returns JSON with slots for what identifies one answer or says when it was made.
 * @param known what a request has itself, such as the number of a report
 */
export function withoutNow(json: unknown, now: number, known: readonly unknown[] = []): unknown {
  return replaced(json, (value, name) => {
    if (known.includes(value)) return value
    if (typeof value === 'string' && UUID.test(value)) return '{uuid}'
    if (isRequestId(name, value)) return typeof value === 'number' ? 0 : value.replace(/[\da-z]/gi, '0')
    return isNow(value, now) ? nowAs(value) : value
  })
}

/** Replaces all values but those of persons. */
function replaced(json: unknown, by: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (name === 'itens') return json
  if (Array.isArray(json)) return json.map((one) => replaced(one, by))
  if (typeof json !== 'object' || json === null) return by(json, name)
  return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, replaced(one, by, key)]))
}

function isRequestId(name: string, value: unknown): value is string | number {
  return REQUEST_ID.test(name) && (typeof value === 'string' || typeof value === 'number')
}

function isNow(value: unknown, now: number): boolean {
  // Seconds or milliseconds since 1970.
  if (typeof value === 'number') return [value, value * 1_000].some((at) => Math.abs(at - now) < NOW)
  return typeof value === 'string' && TIME.test(value) && Math.abs(Date.parse(value) - now) < NOW
}

/** Returns the slot for a time of now in the form that it has. */
function nowAs(value: unknown): string {
  if (typeof value === 'number') return value > 1e11 ? '{now:milliseconds}' : '{now:epoch}'
  const text = String(value)
  if (/[+-]\d\d:?\d\d$/.test(text)) return '{now:offset}'
  return /\.\d/.test(text) ? '{now}' : '{now:seconds}'
}
