import { nearest } from '../operator/hint.ts'
import { error, type Finding, type Path, shownKey } from './finding.ts'

/** The part of JSON Schema that this check supports. */
interface Schema {
  anyOf?: readonly [one: Schema, list: Schema, recipe?: Schema]
  type?: string
  properties?: Record<string, Schema>
  /** The keys that are ignored, whatever they have. */
  patternProperties?: Record<string, unknown>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
}

/**
 * Compares values with the schema of fixtures. Messages never repeat a value, because it may be personal data. It
 * returns values without what is wrong in them, so that the rest can be checked further.
 */
export class ShapeCheck {
  /** The paths that have an error, so that no other check needs to report them. */
  readonly told = new Set<string>()
  readonly #add: (finding: Finding) => void

  constructor(add: (finding: Finding) => void) {
    this.#add = add
  }

  /** Returns the value, a copy without its faulty parts, or undefined if it is faulty itself. */
  visit(schema: Schema, value: unknown, path: Path): unknown {
    const form = formOf(schema, value)
    const type = form.type as Type
    if (!isOfType[type](value)) {
      const orList = schema.anyOf === undefined ? '' : ' or a list'
      return this.#fault('type', path, `must be ${nouns[type]}${orList}, not ${kindOf(value)}`)
    }
    if (type === 'object') return this.#object(form, value as Record<string, unknown>, path)
    if (type === 'array') return this.#list(form, value as unknown[], path)
    if (type === 'string') return this.#text(form, value as string, path)
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = form
    if (Number(value) >= minimum && Number(value) <= maximum) return value
    return this.#fault('range', path, `must be a number from ${minimum} to ${maximum}`)
  }

  #object(schema: Schema, value: Record<string, unknown>, path: Path): unknown {
    const { properties = {}, patternProperties = {}, required = [] } = schema
    const ignored = Object.keys(patternProperties).map(compiled)
    let sound = value
    const missing = required.filter((name) => !Object.hasOwn(value, name))
    for (const name of Object.keys(value)) {
      if (ignored.some((pattern) => pattern.test(name))) continue
      const inside = [...path, name]
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (known === undefined) {
        const meant = this.#unknownKey(name, Object.keys(properties), inside)
        // A misspelled key counts as the key that was meant, so that it is not also reported as missing.
        if (meant !== undefined && !Object.hasOwn(value, meant))
          this.told.add(JSON.stringify([...path, meant]))
        continue
      }
      const found = this.visit(known, value[name], inside)
      if (found === value[name]) continue
      if (sound === value) sound = { ...value }
      if (found === undefined) delete sound[name]
      else sound[name] = found
    }
    for (const name of missing) {
      const inside = [...path, name]
      if (!this.told.has(JSON.stringify(inside))) this.#add(error('missing-key', inside, 'is missing'))
    }
    return sound
  }

  #unknownKey(name: string, known: readonly string[], path: Path): string | undefined {
    const meant = nearest(name, known)
    const advice = meant === undefined ? `use one of ${known.join(', ')}` : `did you mean ${meant}?`
    this.#fault('unknown-key', path, `the key "${shownKey(name)}" is unknown: ${advice}`)
    return meant
  }

  #list({ items = {}, minItems = 0, maxItems, uniqueItems }: Schema, value: unknown[], path: Path): unknown {
    const isOfRecords = items.type === 'object'
    let sound: unknown[] | undefined = value
    for (const [i, item] of value.entries()) {
      const found = this.visit(items, item, [...path, i])
      if (found === item) continue
      if (sound === value) sound = [...value]
      sound[i] = found ?? (isOfRecords ? {} : undefined)
    }
    if (value.length < minItems)
      return this.#fault('empty', path, 'must not be empty: add an item, or remove the key')
    if (maxItems !== undefined && value.length > maxItems)
      return this.#fault('range', path, `must have at most ${maxItems} items`)
    if (uniqueItems && new Set(value).size < value.length)
      return this.#fault('form', path, 'must not repeat a value')
    return sound
  }

  #text({ pattern, maxLength }: Schema, value: string, path: Path): unknown {
    if (maxLength !== undefined && value.length > maxLength && [...value].length > maxLength)
      return this.#fault('range', path, `must have at most ${maxLength} characters`)
    if (pattern === undefined || compiled(pattern).test(value)) return value
    return this.#fault('form', path, patterns[String(path.at(-1))] ?? 'must not be blank')
  }

  #fault(rule: string, path: Path, message: string): undefined {
    this.told.add(JSON.stringify(path))
    this.#add(error(rule, path, message))
  }
}

/** Returns the alternative that a value is meant to fit. */
function formOf({ anyOf, ...schema }: Schema, value: unknown): Schema {
  if (anyOf === undefined) return schema
  const [one, list, recipe] = anyOf
  if (Array.isArray(value)) return list
  return recipe && isOfType.object(value) && Object.hasOwn(value as object, 'organizacoes') ? recipe : one
}

type Type = 'object' | 'array' | 'string' | 'integer' | 'boolean'

const isOfType: Record<Type, (value: unknown) => boolean> = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
}

const nouns: Record<Type, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a string, in quotes',
  integer: 'a whole number',
  boolean: 'true or false',
}

/** The meaning of each pattern of the schema, as a message. */
const patterns: Record<string, string> = {
  token: 'must be visible ASCII without spaces, because a header has to carry it',
  numero: 'must be a UUID (8-4-4-4-12 hexadecimal digits)',
}

const expressions = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, 'u')
  expressions.set(pattern, expression)
  return expression
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction'
  return typeof value === 'string' ? 'a string' : 'an object'
}
