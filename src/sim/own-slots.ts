import { render, type Slots, type Template } from '../contract/template.ts'
import type { Frame, Phrase } from '../contract/wording.ts'

/** One fault in the words of the profile. */
export interface Told {
  text: string
  phrase: Exclude<Phrase, string> | undefined
  slots: Slots
  /** The unknown fields that its text reports together, as one fault each, or all as one. */
  members?: readonly Told[]
  /** The names of the fields that it is about, if there are several. */
  names?: readonly string[]
}

/** Returns whether a template lists the path of a syntax error that has no path. An empty body has another message. */
function listsNoPlace(template: Template, { dotted, body }: Slots): boolean {
  const isList = Array.isArray(template) && template.length === 1 && template[0] === '{dotted}'
  return isList && dotted === '' && String(body).trim() !== ''
}

/** Returns the values of slots such as `{own.code}` for one fault. */
export function ownSlots(frame: Frame, told: Told, usual: Slots): Slots {
  const { phrase, slots, text, members, names } = told
  const { own } = frame
  if (own === undefined && phrase?.own === undefined) return {}
  if (members !== undefined) return together(members.map((one) => ownSlots(frame, { ...one, text }, usual)))
  return Object.fromEntries(
    Object.entries({ ...own, ...phrase?.own }).map(([name, template]) => [
      `own.${name}`,
      listsNoPlace(template, slots)
        ? []
        : render(template, { ...slots, ...usual, ...(names && { keys: names }), text }),
    ]),
  )
}

/** Puts what several faults say into one value: objects field by field, lists one after the other, else the first. */
export function together<T>(values: readonly T[]): T {
  const [first, ...others] = values as [T, ...T[]]
  if (others.length === 0) return first
  if (Array.isArray(first)) return values.filter(Array.isArray).flat() as T
  if (!isListOrObject(first)) return first
  const objects: readonly object[] = values.filter(isListOrObject)
  const names = new Set(objects.flatMap((value) => Object.keys(value)))
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      together(objects.flatMap((value) => (Object.hasOwn(value, name) ? [value[name as never]] : []))),
    ]),
  ) as T
}

export function isListOrObject<T>(value: T): value is T & object {
  return typeof value === 'object' && value !== null
}
