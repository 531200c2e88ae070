import { groupBy } from './group-by.ts'
import { formOf, slotText } from './slot-forms.ts'

/**
 * A JSON value with slots. `{name}` in a string or a key is replaced by the value of the slot. A string that is only one
 * slot becomes its value, with its type. A slot can have a form, such as `{total:number}`: see slot-forms.ts. A slot that
 * is null stays null in most forms. A string that contains a link, such as `{link.proxima}`, is null if that page does not
 * exist. A field that would be null is left out if its slot has a `?`, as in `{proxima?}`.
 */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [key: string]: Template }

/** The values of slots, by name. One may be a getter, so that only what a template asks for is worked out. */
export type Slots = Readonly<Record<string, unknown>>

/** `{total}`, or with a form after a colon: `{total:number}`. */
const SLOT = /\{(\w[\w.-]*(?::\w[\w-]*)?)\??\}/g
const ONE_SLOT = /^\{(\w[\w.-]*(?::\w[\w-]*)?)(\??)\}$/

/** Returns whether a text has slots. */
export function hasSlots(text: string): boolean {
  return text.search(SLOT) !== -1
}

/** Returns whether each slot of a text has a value, be it null. */
export function hasValues(text: string, slots: Slots): boolean {
  return Array.from(text.matchAll(SLOT), ([, name]) => name as string).every(
    (name) => slotValue(name, slots) !== undefined,
  )
}

/** Returns whether a slot of a text is null. */
export function hasNull(text: string, slots: Slots): boolean {
  return Array.from(text.matchAll(SLOT), ([, name]) => name as string).some(
    (name) => slotValue(name, slots) === null,
  )
}

/** The slots that make an element of a list one that is repeated for each fault. */
const SLOT_OF_ONE_FAULT = /\{(key|text|own\.[\w.-]+)\}/

/** The slot of a link to a page in a string. */
const LINK = /\{(link\.[^{}?]*)(\??)\}/

/** The value of a field that is left out. */
const ABSENT = Symbol('absent')

/**
 * Returns a template with the values of its slots. A string that is only one slot becomes its value, with its type; in
 * other strings and in keys, values are converted to strings. A slot without a value stays as it is written.
 * @param each slots of several things, such as faults; those of a thing override `slots`. In a list with a single element
 *   that contains `{key}`, `{text}` or a slot such as `{own.code}`, this element is repeated for each thing. In an object
 *   with a single key that contains `{key}`, this field is repeated for each key among the things.
 */
export function render(template: Template, slots: Slots, each: readonly Slots[] = []): unknown {
  if (typeof template === 'string') return filled(template, slots)
  if (typeof template !== 'object' || template === null) return template
  if (isList(template)) {
    const [only] = template
    if (template.length !== 1 || each.length === 0 || !SLOT_OF_ONE_FAULT.test(JSON.stringify(only)))
      return template.map((element) => render(element, slots, each))
    return each.map((one) => render(only as Template, { ...slots, ...one }, [one]))
  }
  const entries = Object.entries(template)
  const [first] = entries
  if (first === undefined || entries.length > 1 || each.length === 0 || !first[0].includes('{key}'))
    return withoutAbsent(entries.map(([key, value]) => [textIn(key, slots), render(value, slots, each)]))
  const [key, value] = first
  return Object.fromEntries(
    [...groupBy(each, (one) => textIn(key, { ...slots, ...one }))].map(([name, group]) => [
      name,
      render(value, { ...slots, ...group[0] }, group),
    ]),
  )
}

/** Fills the slots of a text. Braces in a value that the client sent are not read as slots. */
export function textWith(template: string, slots: Slots): string {
  return String(render(template, slots))
}

/** Returns an object without its absent fields, which is absent itself if no field is left. */
function withoutAbsent(entries: readonly (readonly [string, unknown])[]): unknown {
  const left = entries.filter(([, value]) => value !== ABSENT)
  return left.length === 0 && entries.length > 0 ? ABSENT : Object.fromEntries(left)
}

function isList(template: Template): template is readonly Template[] {
  return Array.isArray(template)
}

function filled(template: string, slots: Slots): unknown {
  const alone = ONE_SLOT.exec(template)
  if (alone === null) {
    const [, link, mark] = LINK.exec(template) ?? []
    if (link === undefined || slotValue(link, slots) !== null) return textIn(template, slots)
    return mark === '' ? null : ABSENT
  }
  const value = slotValue(alone[1] as string, slots)
  if (value === null && alone[2] !== '') return ABSENT
  return value === undefined ? template : value
}

function textIn(template: string, slots: Slots): string {
  if (!template.includes('{')) return template
  return template.replace(SLOT, (written, name: string) => {
    const value = slotValue(name, slots)
    return value === undefined ? written : slotText(value)
  })
}

function slotValue(name: string, slots: Slots): unknown {
  if (Object.hasOwn(slots, name)) return slots[name]
  const [base, form] = name.split(':') as [string, string?]
  return form === undefined || !Object.hasOwn(slots, base) ? undefined : formOf(slots[base], form)
}
