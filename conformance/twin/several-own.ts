import type { Template } from '../../src/contract/template.ts'
import type { Frame, Joining, Phrase } from '../../src/contract/wording.ts'
import { objectOf } from '../service/lists.ts'

export type SeveralOwn = NonNullable<Joining['severalOwn']>

/** So many characters between two names are a list of them, and no text about something else. */
const LONGEST_BETWEEN = 20

/**
 * Finds what an answer about several unknown fields has for all of them together: in a list of its body, which a frame
 * fills from what each fault has of its own, one element that names every field.
 */
export function severalOwnIn(
  json: unknown,
  keys: readonly string[],
  { frame, phrase }: { frame: Frame | undefined; phrase: Phrase | undefined },
): SeveralOwn | undefined {
  const own = typeof phrase === 'object' ? phrase.own : undefined
  for (const [name, template] of Object.entries({ ...frame?.own, ...own })) {
    const list = valueAt(json, frame?.body, `{own.${name}}`)
    if (!Array.isArray(template) || template.length !== 1 || !Array.isArray(list)) continue
    for (const element of list) {
      const between = betweenIn(element, keys)
      if (between === undefined) continue
      return { between, own: { ...own, [name]: [templateOf(element, keys, between)] } }
    }
  }
  return undefined
}

/** Returns the value in an answer where its frame has a slot. */
function valueAt(json: unknown, body: unknown, slot: string): unknown {
  if (body === slot) return json
  const [own, value] = [objectOf(body), objectOf(json)]
  for (const [name, part] of Object.entries(own ?? {})) {
    const found = valueAt(value?.[name], part, slot)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns what stands between names that a text of a value has one after the other. */
function betweenIn(value: unknown, keys: readonly string[]): string | undefined {
  if (typeof value !== 'string') {
    const parts = typeof value === 'object' && value !== null ? Object.values(value) : []
    return parts.map((part) => betweenIn(part, keys)).find((found) => found !== undefined)
  }
  const [first = '', second = ''] = keys
  const begin = value.indexOf(first)
  const next = value.indexOf(second, begin + first.length)
  if (begin === -1 || next === -1) return undefined
  const between = value.slice(begin + first.length, next)
  return between.length <= LONGEST_BETWEEN && value.includes(keys.join(between)) ? between : undefined
}

function templateOf(value: unknown, keys: readonly string[], between: string): Template {
  if (typeof value === 'string') return value.replace(keys.join(between), () => '{key}')
  if (Array.isArray(value))
    return value.length === keys.length && value.every((key, i) => key === keys[i])
      ? '{keys}'
      : value.map((part) => templateOf(part, keys, between))
  const fields = objectOf(value)
  if (fields === undefined) return value as Template
  return Object.fromEntries(
    Object.entries(fields).map(([name, part]) => [name, templateOf(part, keys, between)]),
  )
}
