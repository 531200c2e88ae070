import { isPlainObject } from '../contract/plain-object.ts'
import { typeOf } from '../contract/slots.ts'

/** A JSON Schema, 2020-12. */
export interface Schema {
  readonly [keyword: string]: unknown
}

/** Keeps a schema under a name, and returns what refers to it. */
export type Named = (name: string, schema: Schema) => Schema

export const string: Schema = { type: 'string' }

/** Returns the schema of an object that has all of these fields, and no others. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties }
}

/** Returns the schema of one value. */
export function constant(value: string | number): Schema {
  return { type: typeof value === 'number' ? 'integer' : 'string', const: value }
}

/** Returns a schema of values that are like these: their types, and the fields that all of them have. */
export function likeThese(values: readonly unknown[]): Schema {
  if (values.length === 0) return {}
  const types = [...new Set(values.map((one) => (Number.isInteger(one) ? 'integer' : typeOf(one))))]
  const [objects, lists] = [values.filter(isPlainObject), values.filter((one) => Array.isArray(one))]
  const keys = [...new Set(objects.flatMap((one) => Object.keys(one)))]
  const valuesOf = (key: string) =>
    objects.filter((one) => Object.hasOwn(one, key)).map((one) => Reflect.get(one, key) as unknown)
  return {
    type: types.length === 1 ? types[0] : types.sort(),
    ...(objects.length > 0 && {
      required: keys.filter((key) => valuesOf(key).length === objects.length),
      properties: Object.fromEntries(keys.map((key) => [key, likeThese(valuesOf(key))])),
    }),
    ...(lists.length > 0 && { items: likeThese(lists.flat()) }),
  }
}
