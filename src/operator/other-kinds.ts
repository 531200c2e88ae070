import { otherKind } from '../contract/plain-object.ts'

/** A value somewhere inside of another, and what it is. */
interface OtherKind {
  path: readonly (string | number)[]
  kind: string
}

/**
 * Yields what is no plain object, list or primitive in a value: JSON has it as `{}`.
 * @param isFine says which others may be there; by default those that have a JSON of their own, such as dates
 */
export function* otherKindsIn(
  value: unknown,
  isFine: (value: object) => boolean = hasOwnJson,
  path: OtherKind['path'] = [],
  seen = new Set<unknown>(),
): Generator<OtherKind> {
  if (typeof value !== 'object' || value === null || seen.has(value) || isFine(value)) return
  seen.add(value)
  const isList = Array.isArray(value)
  const kind = isList ? undefined : otherKind(value)
  if (kind !== undefined) return void (yield { path, kind })
  for (const [key, one] of Object.entries(value)) {
    yield* otherKindsIn(one, isFine, [...path, isList ? Number(key) : key], seen)
  }
}

function hasOwnJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function'
}
