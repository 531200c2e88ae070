import { isNow, isRequestId } from './exemptions.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Returns JSON with slots for what identifies one answer or says when it was made.
 * @param known what a request has itself, such as the number of a report
 */
export function withoutNow(value: unknown, now: number, known: readonly unknown[] = [], name = ''): unknown {
  if (name === 'itens') return value
  if (Array.isArray(value)) return value.map((one) => withoutNow(one, now, known))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, withoutNow(one, now, known, key)]),
    )
  if (known.includes(value)) return value
  if (typeof value === 'string' && UUID.test(value)) return '{uuid}'
  if (isRequestId(name, value)) return typeof value === 'number' ? 0 : value.replace(/[\da-z]/gi, '0')
  return isNow(value, now) ? nowAs(value) : value
}

/** Returns the slot for a time of now in the form that it has. */
function nowAs(value: unknown): string {
  if (typeof value === 'number') return value > 1e11 ? '{now:milliseconds}' : '{now:epoch}'
  const text = String(value)
  if (/[+-]\d\d:?\d\d$/.test(text)) return '{now:offset}'
  return /\.\d/.test(text) ? '{now}' : '{now:seconds}'
}
