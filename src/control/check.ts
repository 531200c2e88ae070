import { printable } from '../contract/printable.ts'
import { hint } from '../operator/hint.ts'
import type { Schema, SchemaType } from './route.ts'

/**
 * Returns what is wrong with a value, such as `ttl must be at least 1000.`; undefined if it fits the schema.
 * The first fault is enough, because the caller is a program under test.
 * @param at what the value is called
 */
export function faultOf(schema: Schema, value: unknown, at: string): string | undefined {
  if (schema.anyOf) return faultOfAny(schema.anyOf, value, at)
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => isOfType[type](value)))
    return `${at} must be ${types.map((type) => nouns[type]).join(' or ')}.`
  const choices = schema.const === undefined ? schema.enum : [schema.const]
  if (choices && !choices.includes(value))
    return `${at} must be ${choices.map((choice) => JSON.stringify(choice)).join(' or ')}${typeof value === 'string' ? hint(value, choices.map(String)) || '.' : '.'}`
  if (typeof value === 'string') return faultOfText(schema, value, at)
  if (typeof value === 'number') return faultOfNumber(schema, value, at)
  if (Array.isArray(value)) return faultOfList(schema, value, at)
  return isOfType.object(value) ? faultOfObject(schema, value as object, at) : undefined
}

/**
 * Returns the parameters of a query as the values that its schema speaks of. A text that is none stays a text, which
 * the schema then refuses.
 */
export function typedQuery(schema: Schema, query: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const types = Object.hasOwn(schema.properties ?? {}, name)
        ? typesOf(schema.properties?.[name] as Schema)
        : []
      if (
        /^-?\d{1,15}(\.\d{1,15})?$/.test(text) &&
        types.some((type) => type === 'integer' || type === 'number')
      )
        return [name, Number(text)]
      if (/^(true|false)$/.test(text) && types.includes('boolean')) return [name, text === 'true']
      return [name, text]
    }),
  )
}

function typesOf({ type = [] }: Schema): readonly SchemaType[] {
  return [type].flat() as SchemaType[]
}

const isOfType: Record<SchemaType, (value: unknown) => boolean> = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

const nouns: Record<SchemaType, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

/** One fault is told by the branch that is meant: the one whose kind the value has, or the only one of its type. */
function faultOfAny(branches: readonly Schema[], value: unknown, at: string): string | undefined {
  const kinds = branches.map(({ properties }) => properties?.kind?.const)
  if (isOfType.object(value) && !kinds.includes(undefined)) {
    const { kind } = value as { kind?: unknown }
    const branch = branches[kinds.indexOf(kind)]
    return branch ? faultOf(branch, value, at) : faultOf({ enum: kinds }, kind, `${at}.kind`)
  }
  const faults = branches.map((branch) => faultOf(branch, value, at))
  if (faults.includes(undefined)) return undefined
  const meant = faults.filter((_, k) => {
    const types = typesOf(branches[k] as Schema)
    return types.length === 0 || types.some((type) => isOfType[type](value))
  })
  return meant.length === 1 ? meant[0] : faults.join(' Or: ')
}

function faultOfText({ minLength = 0, maxLength, pattern }: Schema, value: string, at: string) {
  if (value.length < minLength) return `${at} must have at least ${minLength} characters.`
  if (maxLength !== undefined && value.length > maxLength)
    return `${at} must have at most ${maxLength} characters.`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return `${at} must match ${pattern}.`
  return undefined
}

function faultOfNumber({ minimum, maximum }: Schema, value: number, at: string): string | undefined {
  if (minimum !== undefined && value < minimum) return `${at} must be at least ${minimum}.`
  if (maximum !== undefined && value > maximum) return `${at} must be at most ${maximum}.`
  return undefined
}

function faultOfList({ items, minItems = 0, maxItems }: Schema, value: readonly unknown[], at: string) {
  if (value.length < minItems) return `${at} must have at least ${minItems} entries.`
  if (maxItems !== undefined && value.length > maxItems) return `${at} must have at most ${maxItems} entries.`
  if (items === undefined) return undefined
  for (const [k, one] of value.entries()) {
    const fault = faultOf(items, one, `${at}[${k}]`)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOfObject(schema: Schema, value: object, at: string): string | undefined {
  const { properties = {}, required = [], minProperties = 0 } = schema
  const more = schema.additionalProperties ?? schema.properties === undefined
  if (Object.keys(value).length < minProperties) return `${at} must have at least ${minProperties} fields.`
  for (const [name, one] of Object.entries(value)) {
    const path = `${at}.${shown(name)}`
    const known = Object.hasOwn(properties, name) ? properties[name] : more
    if (known === false) return `${path} is unknown${adviceOn(name, Object.keys(properties))}`
    const fault = typeof known === 'object' ? faultOf(known, one, path) : undefined
    if (fault !== undefined) return fault
  }
  const missing = required.find((name) => !Object.hasOwn(value, name))
  return missing === undefined ? undefined : `${at}.${missing} is missing.`
}

function adviceOn(name: string, known: readonly string[]): string {
  if (known.length === 0) return '. Nothing can be sent here.'
  return (name.length > SHOWN ? '' : hint(name, known)) || `. Use ${known.join(', ')}.`
}

/** An error repeats at most this many characters of an unknown name. */
const SHOWN = 60

function shown(name: string): string {
  return printable(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name)
}
