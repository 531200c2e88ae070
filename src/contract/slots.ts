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
  text: (value) => textOf(value),
  json: (value) => JSON.stringify(value),
  /** Of a date: `+00:00` in place of `Z`, no milliseconds, both, microseconds, no zone, or the time in Brasília. */
  offset: (value) => String(value).replace(/Z$/, '+00:00'),
  seconds: (value) => String(value).replace(/\.\d+/, ''),
  offset_seconds: (value) => String(value).replace(/\.\d+Z$/, '+00:00'),
  micros: (value) => String(value).replace(/Z$/, '000Z'),
  offset_micros: (value) => String(value).replace(/Z$/, '000+00:00'),
  local: (value) => String(value).replace(/Z$/, ''),
  local_seconds: (value) => String(value).replace(/\.\d+Z$/, ''),
  local_micros: (value) => String(value).replace(/Z$/, '000'),
  brasilia: (value) => inBrasilia(value),
  brasilia_seconds: (value) => inBrasilia(value).replace(/\.\d+/, ''),
  milliseconds: (value) => Date.parse(String(value)),
  epoch: (value) => Math.floor(Date.parse(String(value)) / 1_000),
  /** Of a parameter that is sent several times. */
  first: (value) => [value].flat()[0],
  last: (value) => [value].flat().at(-1),
  joined: (value) => [value].flat().join(','),
  /** Of a number as a lenient parser reads it. */
  integer: (value) => /^\s*[+-]?\d+/.exec(String(value))?.[0].trim() ?? '',
  unsigned: (value) => String(value).replace(/^-/, ''),
  digits: (value) => String(value).replace(/\D/g, ''),
} satisfies Record<string, (value: unknown) => unknown>

const BRASILIA = 3 * 3_600_000

/** Returns an instant as it is written in Brasília, where no clock is put forward any more. */
function inBrasilia(value: unknown): string {
  const time = Date.parse(String(value))
  return Number.isNaN(time) ? String(value) : new Date(time - BRASILIA).toISOString().replace('Z', '-03:00')
}

const SLOT = /\{(\w[\w.]*(?::\w+)?)\??\}/g
const ONE_SLOT = /^\{(\w[\w.]*(?::\w+)?)(\??)\}$/
/** The slots that make an element of a list one that is repeated for each fault. */
const OF_ONE_FAULT = /\{(?:key|text|own\.\w+)\}/

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

/** Returns the type of a value, as the name of a rule has it after a colon: `mensagem.wrong-type:array`. */
export function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** Returns the names of the slots of a template. */
export function namesOf(template: Template | undefined): string[] {
  return Array.from((JSON.stringify(template) ?? '').matchAll(SLOT), ([, found = '']) =>
    found.replace(/:.*/, ''),
  )
}

/** Returns a value as a text repeats it. */
export function textOf(value: unknown): string {
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
