import { isComparedByPresence, isNow, isRequestId } from './exemptions.ts'
import type { Answer } from './world.ts'

/**
 * Returns a function that gives all refusals the same ids, measures and times of now, whose values mean nothing: what
 * differs between two answers for no other reason is one phrase, in one frame.
 */
export function steadied(now = Date.now()): (answer: Answer) => Answer {
  const timeOf = firstBy<unknown>()
  const headerOf = firstBy<Answer['headers'][string]>()
  const steady = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => steady(one, ''))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, steady(one, key)]))
    if (isRequestId(name, value)) return withoutDigits(value)
    return isNow(value, now) ? timeOf(`${typeof value} ${name}`, value) : value
  }
  /** Headers of which only the presence counts: what measures or identifies is that of the first answer. */
  const steadyHeaders = (headers: Answer['headers']): Answer['headers'] =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        if (!isComparedByPresence(name) || !MADE.test(String(value))) return [name, value]
        return [name, headerOf(name, isRequestId(name, value) ? String(withoutDigits(value)) : value)]
      }),
    )
  return (answer) => {
    if (answer.status < 400) return answer
    const { headers, json } = answer
    return {
      ...answer,
      headers: steadyHeaders(headers),
      ...(json !== undefined && { json: steady(json, '') }),
    }
  }
}

/** Returns a function that gives every value of a name the first one of that name. */
function firstBy<T>(): (name: string, value: T) => T {
  const known = new Map<string, T>()
  return (name, value) => {
    if (!known.has(name)) known.set(name, value)
    return known.get(name) as T
  }
}

/** A number or an id, with at least one digit. */
const MADE = /^(?=.*\d)[\da-f.-]+$/i

/** Returns an id of the same form that identifies nothing. */
function withoutDigits(id: string | number): string | number {
  return typeof id === 'number' ? 0 : id.replace(/[\da-f]/gi, '0')
}
