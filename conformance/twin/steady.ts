import { groupBy } from '../../src/contract/group-by.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { isComparedByPresence, isNow, isRequestId } from './exemptions.ts'
import { opaqueSlotOf } from './opaque-slot.ts'
import type { Answer } from './target-data.ts'

/**
 * Returns a function that gives all refusals the same ids, measures and times of now, whose values mean nothing: what
 * differs between two answers for no other reason is one phrase, in one frame. An id becomes a slot if there is one of its form.
 * @param answers show which headers are made for each of them
 */
export function steadied(answers: readonly Answer[] = [], now = dateNow()): (answer: Answer) => Answer {
  const made = madeHeaders(answers)
  const timeOf = firstBy<unknown>()
  const headerOf = firstBy<Answer['headers'][string]>()
  const steady = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => steady(one, ''))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, steady(one, key)]))
    if (isRequestId(name, value)) return opaqueSlotOf(value) ?? withoutDigits(value)
    return isNow(value, now) ? timeOf(`${typeof value} ${name}`, value) : value
  }
  /** Headers of which only the presence counts: what measures or identifies is that of the first answer. */
  const steadyHeaders = (headers: Answer['headers']): Answer['headers'] =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        if (!isComparedByPresence(name)) return [name, value]
        const words = made.get(name)
        if (words) return [name, headerOf(name, withZeros(String(value), words))]
        if (!MADE.test(String(value))) return [name, value]
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

/** A header with at least MANY different values, in at least SHARE of its answers, is generated for each answer. */
const MANY = 5
const SHARE = 0.5

/** Returns the headers of which most answers have a value of their own, each with the words that all values share. */
function madeHeaders(answers: readonly Answer[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = groupBy(
    answers.flatMap(({ headers }) => Object.entries(headers)),
    ([name]) => name,
  )
  const values = [...byName].map(([name, all]) => [name, all.map(([, value]) => String(value))] as const)
  const isMade = (all: readonly string[]) => {
    const different = new Set(all).size
    const areIds = all.every((value) => !/\s/.test(value)) && all.some((value) => /\d/.test(value))
    return areIds && different >= MANY && different >= SHARE * all.length
  }
  const sharedBy = ([first = '', ...others]: readonly string[]) => {
    const rest = others.map((value) => new Set(value.match(PARTS)))
    return new Set((first.match(PARTS) ?? []).filter((part) => rest.every((parts) => parts.has(part))))
  }
  return new Map(values.filter(([, all]) => isMade(all)).map(([name, all]) => [name, sharedBy(all)] as const))
}

const PARTS = /[\da-z]+/gi

/** Returns a value in which everything but these words is zeros. */
function withZeros(value: string, words: ReadonlySet<string>): string {
  return value.replace(PARTS, (part) => (words.has(part) ? part : '0'.repeat(part.length)))
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
