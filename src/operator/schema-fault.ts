import { counted } from '../contract/counted.ts'
import { isPlainObject } from '../contract/plain-object.ts'
import { printable } from '../contract/printable.ts'
import { or, shown as shownValue } from './fault-text.ts'
import { hint, nearest } from './hint.ts'
import type { Schema, SchemaType } from './schema.ts'

/**
 * Returns what is wrong with a value, such as `ttl must be at least 1000.`; undefined if it fits the schema.
 * The first fault is enough, because the caller is a program under test.
 * @param at what the value is called
 */
export function faultOf(schema: Schema, value: unknown, at: string): string | undefined {
  if (schema.anyOf) return faultOfAny(schema.anyOf, value, at)
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => isOfType[type](value)))
    return `${at} must be ${or(types.map((type) => nouns[type]))}.`
  const choices = choicesOf(schema)
  if (choices && !choices.includes(value)) return faultOfChoice(choices, value, at)
  if (typeof value === 'string') return faultOfText(schema, value, at)
  if (typeof value === 'number') return faultOfNumber(schema, value, at)
  if (Array.isArray(value)) return faultOfList(schema, value, at)
  return isOfType.object(value) ? faultOfObject(schema, value as object, at) : undefined
}

/**
 * Returns the parameters of a query with the types of its schema. A value that does not have its type stays a string,
 * which the schema then refuses.
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
  object: isPlainObject,
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

/**
 * One fault is told, by the branch that is meant: the only one for this kind of value, or the one that a key of the
 * value names. If none is, the fault lists what there can be.
 */
function faultOfAny(branches: readonly Schema[], value: unknown, at: string): string | undefined {
  if (branches.some((branch) => faultOf(branch, value, at) === undefined)) return undefined
  const all = branches.flatMap(flat)
  const meant = all.filter((branch) => {
    const kinds = kindsOf(branch)
    return kinds.length === 0 || kinds.includes(kindOf(value))
  })
  const [first, second] = meant
  if (first && !second && !choicesOf(first)) return faultOf(first, value, at)
  const key = keyOf(meant)
  if (key !== undefined) return faultOfNamed(key, value as object, at)
  return `${at} must be ${listed(second ? meant : all)}${exampleOf(all, value)}`
}

/** A choice between choices is one choice. */
function flat(schema: Schema): readonly Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(flat) : [schema]
}

type Kind = Exclude<SchemaType, 'integer'>

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as Kind)
}

/** The kinds of values that can fit, however few of them do; none for a schema that takes every kind. */
function kindsOf(schema: Schema): readonly Kind[] {
  const choices = choicesOf(schema)
  if (choices) return choices.map(kindOf)
  return typesOf(schema).map((type) => (type === 'integer' ? 'number' : type))
}

/** A field whose value says which branch is meant, and the branch that each value means. */
interface NamingKey {
  name: string
  branches: ReadonlyMap<unknown, Schema>
}

function keyOf(branches: readonly Schema[]): NamingKey | undefined {
  const names = Object.keys(branches[0]?.properties ?? {})
  const name = names.find((one) => branches.every(({ properties }) => properties?.[one]?.const !== undefined))
  if (name === undefined) return undefined
  return { name, branches: new Map(branches.map((branch) => [branch.properties?.[name]?.const, branch])) }
}

function faultOfNamed({ name, branches }: NamingKey, value: object, at: string): string | undefined {
  const names = [...branches.keys()]
  if (!Object.hasOwn(value, name)) return `${at}.${name} is missing. Use ${or(names.map(written))}.`
  const given = (value as Record<string, unknown>)[name]
  const branch = branches.get(given)
  return branch ? faultOf(branch, value, at) : faultOf({ enum: names }, given, `${at}.${name}`)
}

/** Returns what a value can be: `true or an object`. */
function listed(branches: readonly Schema[]): string {
  const names = branches.flatMap(
    (schema) => choicesOf(schema)?.map(written) ?? typesOf(schema).map((type) => nouns[type]),
  )
  return or([...new Set(names)])
}

/** Returns the end of a message about a value that should be an object: an example of one that it may mean. */
function exampleOf(branches: readonly Schema[], value: unknown): string {
  const key = keyOf(branches.filter((branch) => kindsOf(branch).includes('object')))
  if (key === undefined) return '.'
  const names = [...key.branches.keys()].map(String)
  const near = typeof value === 'string' ? nearest(value, names) : undefined
  const example = `{ ${written(key.name)}: ${written(near ?? names[0])} }`
  return near === undefined ? ` such as ${example}.` : `: did you mean ${example}?`
}

function choicesOf(schema: Schema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const]
}

function written(value: unknown): string {
  return JSON.stringify(value)
}

/** More choices than these are listed only where no hint says which is meant. */
const MANY_CHOICES = 5

function faultOfChoice(choices: readonly unknown[], value: unknown, at: string): string {
  const advice = typeof value === 'string' ? hint(value, choices.map(String)) : ''
  if (advice !== '' && choices.length > MANY_CHOICES) return `${at} is ${shownValue(value)}${advice}`
  return `${at} must be ${or(choices.map(written))}${advice || '.'}`
}

function faultOfText({ minLength = 0, maxLength, pattern, examples }: Schema, value: string, at: string) {
  if (value.length < minLength) return `${at} must have at least ${counted(minLength, 'character')}.`
  if (maxLength !== undefined && value.length > maxLength)
    return `${at} must have at most ${counted(maxLength, 'character')}.`
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return undefined
  return `${at} must ${examples ? `look like ${or(examples.map(String))}` : `match ${pattern}`}.`
}

function faultOfNumber({ minimum, maximum }: Schema, value: number, at: string): string | undefined {
  if (minimum !== undefined && value < minimum) return `${at} must be at least ${minimum}.`
  if (maximum !== undefined && value > maximum) return `${at} must be at most ${maximum}.`
  return undefined
}

function faultOfList({ items, minItems = 0, maxItems }: Schema, value: readonly unknown[], at: string) {
  if (value.length < minItems) return `${at} must have at least ${counted(minItems, 'entry', 'entries')}.`
  if (maxItems !== undefined && value.length > maxItems)
    return `${at} must have at most ${counted(maxItems, 'entry', 'entries')}.`
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
  if (Object.keys(value).length < minProperties)
    return `${at} must have at least ${counted(minProperties, 'field')}.`
  for (const [name, one] of Object.entries(value)) {
    const path = `${at}.${shown(name)}`
    const known = Object.hasOwn(properties, name) ? properties[name] : more
    const ofName = schema.propertyNames && faultOf(schema.propertyNames, name, `a key of ${at}`)
    if (ofName !== undefined) return ofName
    if (known === false) return `${path} is unknown${adviceOn(name, Object.keys(properties))}`
    const fault = typeof known === 'object' ? faultOf(known, one, path) : undefined
    // A client that sends false or null probably wants to leave the field out.
    const isNothing = (one === false || one === null) && !required.includes(name)
    if (fault !== undefined) return isNothing ? fault.replace(/\.$/, ', or be left out.') : fault
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
