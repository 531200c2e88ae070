/** A JSON Schema (2020-12) as a plain object, of the keywords that `schema-fault.ts` supports. */
export interface Schema {
  readonly type?: SchemaType | readonly SchemaType[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** Unknown fields are refused unless this says otherwise, also where it is left out. */
  readonly additionalProperties?: boolean | Schema
  readonly minProperties?: number
  /** What the names of fields must be. */
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** What an error shows in place of the pattern. */
  readonly examples?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
