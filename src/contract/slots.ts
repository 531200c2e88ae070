/**
 * A JSON value with slots: `{name}` in a string or a key is replaced by the value of the slot. A string that is only one
 * slot becomes its value, with its type. A slot may have a form, such as `{total:number}`. A field whose value is `{name?}`
 * is left out if the slot is null. A slot without a value stays as it is written.
 */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [key: string]: Template }

/** The values of slots, by name. */
export type Slots = Readonly<Record<string, unknown>>

/** The forms of a slot. */
export const forms = {
  number: (value) => Number(value),
  json: (value) => JSON.stringify(value),
  /** Of a date: `+00:00` in place of `Z`, or no milliseconds. */
  offset: (value) => String(value).replace(/Z$/, '+00:00'),
  seconds: (value) => String(value).replace(/\.\d+/, ''),
} satisfies Record<string, (value: unknown) => unknown>

const SLOT = /\{(\w[\w.]*(?::\w+)?)\??\}/g
const ONE_SLOT = /^\{(\w[\w.]*(?::\w+)?)(\??)\}$/
/** The slots that make an element of a list one that is repeated for each fault. */
const OF_ONE_FAULT = /\{(?:key|text)\}/

/** The value of a field that is left out. */
const ABSENT = Symbol('absent')

/**
 * Returns a template with the values of its slots.
 * @param each slots of several faults; those of a fault override `slots`. In a list with a single element that contains
 *   `{key}` or `{text}`, this element is repeated for each fault; in an object with a single key that contains `{key}`, this
 *   field is repeated for each key.
 */
export function render(template: Template, slots: Slots, each: readonly Slots[] = []): unknown {
  if (typeof template === 'string') return filled(template, slots)
  if (typeof template !== 'object' || template === null) return template
  if (isList(template)) {
    const [only] = template
    const isRepeated = template.length === 1 && each.length > 0 && OF_ONE_FAULT.test(JSON.stringify(only))
    if (!isRepeated) return template.map((element) => render(element, slots, each))
    return each.map((one) => render(only as Template, { ...slots, ...one }, [one]))
  }
  const entries = Object.entries(template)
  const [[name, value] = ['', null]] = entries
  if (entries.length === 1 && each.length > 0 && name.includes('{key}'))
    return byKey(name, value, slots, each)
  const left = entries
    .map(([key, value]) => [fill(key, slots), render(value, slots, each)] as const)
    .filter(([, value]) => value !== ABSENT)
  return left.length === 0 && entries.length > 0 ? ABSENT : Object.fromEntries(left)
}

function byKey(name: string, value: Template, slots: Slots, each: readonly Slots[]): unknown {
  const groups = new Map<string, Slots[]>()
  for (const one of each) {
    const key = fill(name, { ...slots, ...one })
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return Object.fromEntries(
    Array.from(groups, ([key, group]) => [key, render(value, { ...slots, ...group[0] }, group)]),
  )
}

/** Fills the slots of a text. Braces in a value are not read as slots. */
export function fill(text: string, slots: Slots): string {
  if (!text.includes('{')) return text
  return text.replace(SLOT, (written, name: string) => {
    const value = slotValue(name, slots)
    return value === undefined ? written : textOf(value)
  })
}

/** Returns whether a template has this slot, or any. */
export function hasSlot(template: Template | undefined, name?: string): boolean {
  const names = Array.from((JSON.stringify(template) ?? '').matchAll(SLOT), ([, found]) =>
    found?.replace(/:.*/, ''),
  )
  return name === undefined ? names.length > 0 : names.includes(name)
}

/** Returns a value as a text repeats it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function isList(template: Template): template is readonly Template[] {
  return Array.isArray(template)
}

function filled(template: string, slots: Slots): unknown {
  const [, name, mark] = ONE_SLOT.exec(template) ?? []
  const value = name === undefined ? undefined : slotValue(name, slots)
  if (value === undefined) return withLink(template, slots)
  return value === null && mark === '?' ? ABSENT : value
}

const LINK = /\{(link\.\w+)(\??)\}/

/** Fills a text, which is null if the page that it links to does not exist. */
function withLink(text: string, slots: Slots): unknown {
  const [, link, mark] = LINK.exec(text) ?? []
  if (link === undefined || slotValue(link, slots) !== null) return fill(text, slots)
  return mark === '' ? null : ABSENT
}

function slotValue(written: string, slots: Slots): unknown {
  const [name, form] = written.split(':') as [string, string?]
  const value = Object.hasOwn(slots, name) ? slots[name] : undefined
  if (form === undefined || value === undefined || value === null) return value
  return Object.hasOwn(forms, form) ? forms[form as keyof typeof forms](value) : undefined
}
