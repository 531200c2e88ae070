import type { Template } from '../../src/contract/template.ts'
import { render } from '../../src/contract/template.ts'
import type { Situation } from '../../src/twin.ts'
import { objectOf } from '../service/lists.ts'
import type { Example } from './example.ts'
import { largestGroup } from './most-common.ts'
import { phraseOf } from './phrase.ts'
import { PLACES } from './places.ts'
import { isSameJson } from './same-json.ts'

type Slots = Situation['slots']

/** The body of a refusal with one fault, and the values that it may repeat. */
export interface RefusedBody {
  body: unknown
  slots: Slots
  message?: string
}

/** Returns the bodies as one template: `message` as a slot of its own, the keys of faults as `{keys}`. */
export function bodyTemplateOf(bodies: readonly [RefusedBody, ...RefusedBody[]]): Template {
  const [{ body }] = bodies
  const object = objectOf(body)
  if (!object) return templateOf(bodies)
  const known = bodies.map((one) => ({ ...one, message: String(objectOf(one.body)?.message) })) as [
    RefusedBody,
  ]
  return Object.fromEntries(
    Object.keys(object).map((name): [string, Template] => {
      if (name === 'message' && typeof object.message === 'string') return [name, '{text}']
      return [name, templateOf(part(known, name))]
    }),
  )
}

/** Returns whether a value is more than a word, which two fields may have in common by chance. */
function isSentence(value: unknown): boolean {
  return typeof value === 'string' && /\S\s+\S+\s+\S/.test(value)
}

function templateOf(all: readonly [RefusedBody, ...RefusedBody[]], isElement = false): Template {
  const slot = typedSlotOf(all)
  if (slot !== undefined) return slot
  // PHP writes an object as a list where its only key is a number: the form that most have counts.
  const parts = largestGroup(all, ({ body }) => kindOf(body)) as typeof all
  const [{ body, slots }] = parts
  if (typeof body === 'string') return wordOf(parts) ?? asText(phraseOf(examplesOf(parts)).text, slots)
  if (Array.isArray(body)) return listTemplateOf(body, parts, isElement)
  const object = objectOf(body)
  if (!object) return constantOf(parts)
  const names = Object.keys(object)
  // An object with the key of the fault as its only key has one for each fault.
  if (names.length === 1 && names[0] === slots.key && slots.key !== '') {
    const own = parts.map(({ body, ...rest }) => ({
      body: objectOf(body)?.[String(rest.slots.key)],
      ...rest,
    }))
    return { '{key}': templateOf(own as [RefusedBody], true) }
  }
  const path = pathWithKey(parts, names)
  if (path !== undefined) {
    const own = parts.map(({ body, ...rest }) => ({ body: Object.values(objectOf(body) ?? {})[0], ...rest }))
    return { [path]: templateOf(own as [RefusedBody], true) }
  }
  // That of a parameter in another spelling has the known one.
  if (names.length === 1 && names[0] === slots.name && /\W/.test(String(slots.key)))
    return { '{name}': templateOf(part(parts, names[0] as string)) }
  return Object.fromEntries(names.map((name) => [name, templateOf(part(parts, name), isElement)]))
}

/** Returns the only name of all of these objects, where it is a path to the key such as `$.aprovar`. */
function pathWithKey(
  parts: readonly RefusedBody[],
  [name = '', ...others]: readonly string[],
): string | undefined {
  const key = String(parts[0]?.slots.key ?? '')
  const before = key === '' || others.length > 0 ? '' : name.slice(0, -key.length)
  if (!/\W$/.test(before) || name !== before + key) return undefined
  const isSame = ({ body, slots }: RefusedBody) =>
    isSameJson(Object.keys(objectOf(body) ?? {}), [before + String(slots.key)])
  return parts.every(isSame) ? `${before}{key}` : undefined
}

function kindOf(body: unknown): string {
  return Array.isArray(body) ? 'array' : objectOf(body) ? 'object' : 'value'
}

/** A slot that is a number by itself, such as a position, is a text where the body has a string. */
function asText(template: string, slots: Slots): string {
  return typeof render(template, slots) === 'string'
    ? template
    : template.replace(/^\{([^:}]+)\}$/, '{$1:text}')
}

/** Returns the slot of the key or of the message, where all parts are just that. */
function wordOf(parts: readonly RefusedBody[]): Template | undefined {
  if (parts.every(({ body, slots }) => body !== '' && body === slots.key)) return '{key}'
  return parts.every(({ body, message }) => isSentence(body) && body === message) ? '{text}' : undefined
}

/** @param isElement whether this is part of what a body has for each fault */
function listTemplateOf(
  list: readonly unknown[],
  parts: readonly [RefusedBody, ...RefusedBody[]],
  isElement: boolean,
): Template {
  const own = parts.filter(
    ({ body, slots }) => Array.isArray(body) && body.length === 1 && body[0] === slots.key,
  )
  // An odd one out is another situation that the tables do not tell apart.
  const isKeys = own.length * 2 > parts.length
  const escapes = ['html', 'go'].find((form) =>
    parts.every(
      ({ body, slots }) => JSON.stringify(body) === JSON.stringify([render(`{key:${form}}`, slots)]),
    ),
  )
  const isOnlyEscaped = escapes !== undefined && own.length < parts.length
  if (isOnlyEscaped && !isElement && list.length === 1) return `{keys:${escapes}}`
  if (isKeys) return isElement ? ['{key}'] : '{keys}'
  const [only] = list
  if (list.length === 1) {
    const element = keyed(
      parts.map(({ body, ...rest }) => ({ body: Array.isArray(body) ? body[0] : only, ...rest })),
    )
    if (element !== undefined) return [element]
  }
  return list.map((_, i) =>
    templateOf(
      parts.map(({ body, ...rest }) => ({ body: Array.isArray(body) ? body[i] : undefined, ...rest })) as [
        RefusedBody,
      ],
      isElement || list.length === 1,
    ),
  )
}

/** The element of a list that has one for each fault: a text around the key, or an object with the key in it. */
function keyed(parts: readonly RefusedBody[]): Template | undefined {
  const [{ body, slots }] = parts as [RefusedBody]
  const key = String(slots.key ?? '')
  if (key === '') return undefined
  if (typeof body === 'string') {
    const word = wordOf(parts)
    if (word !== undefined) return word
    const at = body.indexOf(key)
    if (at === -1) return undefined
    const template = `${body.slice(0, at)}{key}${body.slice(at + key.length)}`
    const isSame = parts.every((one) => one.body === template.replace('{key}', String(one.slots.key)))
    return isSame ? template : undefined
  }
  const object = objectOf(body)
  if (!object || !JSON.stringify(object).includes(key)) return undefined
  return Object.fromEntries(
    Object.keys(object).map((name): [string, Template] => {
      const leaves = part(parts, name)
      if (leaves.every(({ body, slots }) => body === slots.key)) return [name, '{key}']
      if (leaves.every(({ body, message }) => body === message)) return [name, '{text}']
      return [name, templateOf(leaves, true)]
    }),
  )
}

/** Numbers that a body may repeat, and what was sent, with its type. */
const TYPED: readonly [slot: string, form: string][] = [
  ...[...PLACES, 'length', 'limit'].flatMap((name): [string, string][] => [
    [name, ''],
    [name, ':next'],
    [name, ':before'],
  ]),
  ['value', ':number'],
  ['json', ':parsed'],
  ['body', ':parsed'],
]

/** Returns the slot that has all values, which differ and of which some are not strings; or that of what was sent. */
function typedSlotOf(parts: readonly RefusedBody[]): Template | undefined {
  const written = parts.map(({ body }) => JSON.stringify(body))
  // A list or an object is not repeated by chance.
  if (parts.every(({ body, slots }, i) => isFilled(body) && written[i] === slots.json)) return '{json:parsed}'
  if (new Set(written).size < 2 || parts.every(({ body }) => typeof body === 'string')) return undefined
  for (const [name, form] of TYPED) {
    const template = `{${name}${form}}`
    if (parts.every(({ slots }, i) => JSON.stringify(render(template, slots)) === written[i])) return template
  }
  return undefined
}

function isFilled(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0
}

function constantOf(parts: readonly RefusedBody[]): Template {
  const [{ body }] = parts as [RefusedBody]
  // A constant number rarely equals a place by chance, except 0 and 1, which are ignored.
  const place = body === 0 || body === 1 ? undefined : placeOf(parts)
  if (place !== undefined) return `{${place}}`
  return typeof body === 'number' || typeof body === 'boolean' ? body : null
}

/** Returns the place that a number is in all bodies of what is not valid JSON. */
function placeOf(parts: readonly RefusedBody[]): string | undefined {
  return PLACES.find((name) => parts.every(({ body, slots }) => body === slots[name]))
}

function part(parts: readonly RefusedBody[], name: string): [RefusedBody, ...RefusedBody[]] {
  return parts.map(({ body, ...rest }) => ({ body: objectOf(body)?.[name], ...rest })) as [RefusedBody]
}

function examplesOf(parts: readonly RefusedBody[]): [Example, ...Example[]] {
  return parts.flatMap(({ body, slots }) => (typeof body === 'string' ? [{ text: body, slots }] : [])) as [
    Example,
  ]
}
