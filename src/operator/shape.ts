import { counted } from '../contract/counted.ts'
import { isPlainObject } from '../contract/plain-object.ts'
import { or, shown } from './fault-text.ts'
import { hint, nearest } from './hint.ts'
import type { Schema, SchemaType } from './schema.ts'

/** The keys and positions that lead to a value. */
export type Path = readonly (string | number)[]

/** A part of a value that does not fit a schema. */
export interface ShapeFault {
  path: Path
  rule: 'type' | 'form' | 'range' | 'empty' | 'unknown-key' | 'missing-key'
  /** Completes the name of the part: `must be a string`. */
  message: string
  /** The known key that is nearest to an unknown one. */
  near?: string
}

interface Words {
  /** How a message calls a string. */
  string?: string
  /** Returns how a message calls a value of another type; without it, messages say nothing of the value. */
  value?(value: unknown): string
}

/** More choices than these are listed only where no hint says which is meant. */
const MANY_CHOICES = 5
/** A longer key is near to no other. */
const LONGEST_KEY = 60

/** Calls `add` with every part of a value that does not fit a schema. */
export function walkShape(schema: Schema, value: unknown, words: Words, add: (fault: ShapeFault) => void) {
  const path: (string | number)[] = []
  let isOptional = false

  function fault(rule: ShapeFault['rule'], message: string): void {
    add({ path: [...path], rule, message: `${message}${isOptional ? ', or be left out' : ''}` })
  }

  function inside(part: string | number, visitPart: () => void): void {
    path.push(part)
    visitPart()
    path.pop()
  }

  function visit(given: Schema, value: unknown): void {
    const schema = given.anyOf ? branchOf(given.anyOf, value) : given
    if (schema === undefined) return void ofNoBranch(given.anyOf as Schema[], value)
    const choices = choicesOf(schema)
    if (choices && !choices.includes(value)) ofNoChoice(choices, value)
    else if (schema.type && !hasType(schema, value)) ofNoType([schema], value)
    else if (typeof value === 'string') visitText(schema, value)
    else if (typeof value === 'number') visitNumber(schema, value)
    else if (Array.isArray(value)) visitList(schema, value)
    else if (isPlainObject(value)) visitObject(schema, value)
  }

  function ofNoType(branches: readonly Schema[], value: unknown, example = ''): void {
    const nouns = new Set(branches.flatMap((branch) => nounsOf(branch, words.string ?? 'a string')))
    const not = words.value === undefined ? '' : `, not ${words.value(value)}`
    fault('type', `must be ${or([...nouns])}${not}${example}`)
  }

  /** Tells the fault of the key that names the branch, or lists the types that there can be. */
  function ofNoBranch(branches: readonly Schema[], value: unknown): void {
    const key = namingKeyOf(branches)
    if (key === undefined) return void ofNoType(flat(branches), value)
    const names = branches.map(({ properties }) => String(properties?.[key]?.const))
    if (isPlainObject(value)) {
      const use = or(names.map(written))
      return void inside(key, () => {
        if (Object.hasOwn(value, key)) ofNoChoice(names, value[key])
        else fault('missing-key', `is missing. Use ${use}.`)
      })
    }
    const near = typeof value === 'string' ? nearest(value, names) : undefined
    const example = `{ ${written(key)}: ${written(near ?? names[0])} }`
    ofNoType(flat(branches), value, near === undefined ? ` such as ${example}` : `: did you mean ${example}?`)
  }

  function ofNoChoice(choices: readonly unknown[], value: unknown): void {
    const advice = hint(value, choices.map(String))
    const not = words.value === undefined ? '' : `, not ${words.value(value)}`
    const message = `must be ${or(choices.map(written))}${not}${advice}`
    fault('form', advice !== '' && choices.length > MANY_CHOICES ? `is ${shown(value)}${advice}` : message)
  }

  function visitText(schema: Schema, value: string): void {
    const { pattern, minLength = 0, maxLength = Infinity, examples } = schema
    // An emoji is one character to JSON Schema.
    if (value.length > maxLength && [...value].length > maxLength)
      fault('range', `must have at most ${counted(maxLength, 'character')}`)
    else if (value.length < minLength) fault('range', `must have at least ${counted(minLength, 'character')}`)
    else if (pattern !== undefined && !compiled(pattern).test(value))
      fault('form', schema.$comment ?? `must ${examples ? `look like ${or(examples)}` : `match ${pattern}`}`)
  }

  function visitNumber(schema: Schema, value: number): void {
    const { minimum = -Infinity, maximum = Infinity, multipleOf = 1 } = schema
    if (value < minimum) fault('range', `must be at least ${minimum}`)
    else if (value > maximum) fault('range', `must be at most ${maximum}`)
    else if (multipleOf !== 1 && value % multipleOf !== 0)
      fault('range', `must be a multiple of ${multipleOf}`)
  }

  function visitList(schema: Schema, value: readonly unknown[]): void {
    const { items, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema
    if (items) for (const [i, item] of value.entries()) inside(i, () => visit(items, item))
    if (value.length < minItems) fault('empty', `must have at least ${counted(minItems, 'entry', 'entries')}`)
    else if (value.length > maxItems)
      fault('range', `must have at most ${counted(maxItems, 'entry', 'entries')}`)
    else if (uniqueItems && new Set(value).size < value.length) fault('form', 'must not repeat a value')
  }

  function visitObject(schema: Schema, value: Record<string, unknown>): void {
    const { properties = {}, required = [], propertyNames, minProperties = 0 } = schema
    const { additionalProperties: others = schema.properties === undefined } = schema
    const meant = new Set<string | undefined>()
    const names = Object.keys(value)
    if (names.length < minProperties) fault('empty', `must have at least ${counted(minProperties, 'field')}`)
    for (const name of names) {
      const known = Object.hasOwn(properties, name) ? properties[name] : others
      const isIgnored = known === false && isOfPattern(schema, name)
      if (known === false && !isIgnored) meant.add(unknownKey(name, Object.keys(properties)))
      inside(name, () => {
        if (propertyNames) visit(propertyNames, name)
        // Whoever sends false or null probably wants to leave the key out.
        isOptional = (value[name] === false || value[name] === null) && !required.includes(name)
        if (typeof known === 'object') visit(known, value[name])
        isOptional = false
      })
    }
    // A misspelled key counts as the key that was meant.
    for (const name of required)
      if (!Object.hasOwn(value, name) && !meant.has(name))
        inside(name, () => fault('missing-key', 'is missing'))
  }

  function unknownKey(name: string, names: readonly string[]): string | undefined {
    const near = name.length > LONGEST_KEY ? undefined : nearest(name, names)
    const use = names.length === 0 ? '. Nothing can be sent here.' : `. Use ${names.join(', ')}.`
    const message = `is unknown${near === undefined ? use : `: did you mean ${near}?`}`
    add({ path: [...path, name], rule: 'unknown-key', message, ...(near !== undefined && { near }) })
    return near
  }

  visit(schema, value)
}

/**
 * Returns the branch that a value is meant to fit: the one of its type, whose key names it if there is such a key, or
 * which knows most of its keys.
 */
function branchOf(branches: readonly Schema[], value: unknown): Schema | undefined {
  const ofType = flat(branches).filter((branch) => isMeant(branch, value))
  const key = namingKeyOf(branches)
  if (key !== undefined)
    return ofType.find(({ properties }) => properties?.[key]?.const === Object(value)[key])
  const strangers = ({ properties = {} }: Schema) =>
    Object.keys(Object(value)).filter((name) => !Object.hasOwn(properties, name)).length
  return ofType.length > 1 ? ofType.reduce((a, b) => (strangers(b) < strangers(a) ? b : a)) : ofType[0]
}

/** A choice between choices is one choice. */
function flat(branches: readonly Schema[]): readonly Schema[] {
  return branches.flatMap((branch) => (branch.anyOf ? flat(branch.anyOf) : [branch]))
}

/** Returns the key whose value says which branch is meant, if there is one. */
function namingKeyOf(branches: readonly Schema[]): string | undefined {
  const names = Object.keys(branches[0]?.properties ?? {})
  return names.find((name) => branches.every(({ properties }) => properties?.[name]?.const !== undefined))
}

function isOfPattern({ patternProperties = {} }: Schema, name: string): boolean {
  return Object.keys(patternProperties).some((pattern) => compiled(pattern).test(name))
}

function choicesOf(schema: Schema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const]
}

function hasType(schema: Schema, value: unknown): boolean {
  if (typeof schema.type === 'string') return isOfType[schema.type as SchemaType](value)
  if (schema.type) return (schema.type as SchemaType[]).some((type) => isOfType[type](value))
  return true
}

/** Returns whether a branch may be meant: it takes values of this type, or has choices that may be misspelled. */
function isMeant(schema: Schema, value: unknown): boolean {
  const choices = choicesOf(schema)
  if (choices) return choices.includes(value) || (typeof value === 'string' && choices.some(isOfType.string))
  return hasType(schema, value) || (schema.type === 'integer' && typeof value === 'number')
}

function nounsOf(schema: Schema, string: string): readonly string[] {
  const choices = choicesOf(schema)
  if (choices) return choices.map(written)
  return ([schema.type ?? []].flat() as SchemaType[]).map((type) =>
    type === 'string' ? string : nouns[type],
  )
}

function written(value: unknown): string {
  return JSON.stringify(value)
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

const nouns: Record<Exclude<SchemaType, 'string'>, string> = {
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

const expressions = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, 'u')
  expressions.set(pattern, expression)
  return expression
}
