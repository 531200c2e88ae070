import { printable } from '../contract/printable.ts'
import type { Schema, SchemaType } from './schema.ts'
import { type ShapeFault, walkShape } from './shape.ts'

/** An error repeats at most this many characters of a key. */
const SHOWN = 60

/**
 * Returns what is wrong with a value, such as `ttl must be at least 1000.`; undefined if it fits the schema.
 * The first fault is enough, because the caller is a program under test.
 * @param at what the value is called
 */
export function faultOf(schema: Schema, value: unknown, at: string): string | undefined {
  const faults: ShapeFault[] = []
  walkShape(schema, value, {}, (fault) => faults.push(fault))
  const [first] = faults
  if (first === undefined) return undefined
  const path = first.path.map((part) => {
    if (typeof part === 'number') return `[${part}]`
    return `.${printable(part.length > SHOWN ? `${part.slice(0, SHOWN)}…` : part)}`
  })
  const { message } = first
  return `${at}${path.join('')} ${message}${/[.?]$/.test(message) ? '' : '.'}`
}

/**
 * Returns the parameters of a query with the types of its schema. A value that does not have its type stays a string,
 * which the schema then refuses.
 */
export function typedQuery(schema: Schema, query: Readonly<Record<string, string>>): Record<string, unknown> {
  const typed = (name: string, text: string) => {
    const { properties = {} } = schema
    const { type = [] } = (Object.hasOwn(properties, name) ? properties[name] : {}) as Schema
    const types = [type].flat() as SchemaType[]
    const isNumber = /^-?\d{1,15}(\.\d{1,15})?$/.test(text)
    if (isNumber && (types.includes('integer') || types.includes('number'))) return Number(text)
    return /^(true|false)$/.test(text) && types.includes('boolean') ? text === 'true' : text
  }
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, typed(name, text)]))
}
