import { isNow, isRequestId } from './exemptions.ts'
import type { Answer } from './world.ts'

/**
 * Returns a function that gives all refusals the same ids and times of now, whose values mean nothing: what differs
 * between two answers for no other reason is one phrase.
 */
export function steadied(now = Date.now()): (answer: Answer) => Answer {
  const times = new Map<string, unknown>()
  const steady = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => steady(one, ''))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, steady(one, key)]))
    if (isRequestId(name, value)) return withoutDigits(value)
    if (!isNow(value, now)) return value
    const key = `${typeof value} ${name}`
    if (!times.has(key)) times.set(key, value)
    return times.get(key)
  }
  return (answer) =>
    answer.status < 400 || answer.json === undefined ? answer : { ...answer, json: steady(answer.json, '') }
}

/** Returns an id of the same form that identifies nothing. */
function withoutDigits(id: string | number): string | number {
  return typeof id === 'number' ? 0 : id.replace(/[\da-f]/gi, '0')
}
