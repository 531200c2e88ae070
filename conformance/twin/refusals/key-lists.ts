import { objectOf } from '../../service/lists.ts'
import type { RefusedBody } from '../body-template.ts'

/** Returns how often lists of the bodies have the key of the fault, as where a value breaks two rules; 1 if they differ. */
export function timesOfKey(bodies: readonly RefusedBody[]): number {
  const counts = bodies.map(({ body, slots }) => Math.max(1, ...listsOfKey(body, slots.key)))
  const [first = 1] = counts
  return counts.every((count) => count === first) ? first : 1
}

function listsOfKey(value: unknown, key: unknown): number[] {
  if (repeatsKey(value, key)) return [value.length]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => listsOfKey(one, key))
}

export function withKeyOnce(value: unknown, key: unknown): unknown {
  if (repeatsKey(value, key)) return [key]
  const object = objectOf(value)
  if (object === undefined) return value
  return Object.fromEntries(Object.entries(object).map(([name, one]) => [name, withKeyOnce(one, key)]))
}

function repeatsKey(value: unknown, key: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => one === key)
}
