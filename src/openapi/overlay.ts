import { packageVersion } from '../contract/package-version.ts'
import { isPlainObject } from '../contract/plain-object.ts'
import type { Profile } from '../contract/profile.ts'
import { openapiOf } from './openapi.ts'

/** An OpenAPI Overlay: what changes in one document makes another of it. */
export interface Overlay {
  overlay: '1.0.0'
  info: { title: string; version: string }
  actions: readonly Action[]
}
type Action = { target: string } & ({ update: object } | { remove: true })

/** Returns what makes the document of a profile of that of the default one. */
export function overlayOf(profile: Profile): Overlay {
  return {
    overlay: '1.0.0',
    info: { title: 'What a profile of pessoas-sim changes', version: packageVersion() },
    actions: [...changes('$', openapiOf(), openapiOf(profile))],
  }
}

/** A list or an object is removed before its successor is set: a tool would merge them. */
function* changes(path: string, before: object, after: object): Generator<Action> {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  const update: Record<string, unknown> = {}
  const inner: [string, object, object][] = []
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[key], now[key]]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    const target = path + stepTo(key)
    if (isPlainObject(was) && isPlainObject(is)) inner.push([target, was, is])
    else {
      if (is === undefined || typeof was === 'object') yield { target, remove: true }
      if (is !== undefined) update[key] = is
    }
  }
  if (Object.keys(update).length > 0) yield { target: path, update }
  for (const [target, was, is] of inner) yield* changes(target, was, is)
}

function stepTo(key: string): string {
  return /^[a-z_]\w*$/i.test(key) ? `.${key}` : `['${key.replace(/['\\]/g, '\\$&')}']`
}
