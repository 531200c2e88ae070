/** A JSON Schema as a plain object, of the keywords that `shape.ts` supports. */
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
  /** Keys that are ignored, whatever they have. */
  readonly patternProperties?: Readonly<Record<string, unknown>>
  /** What the names of fields must be. */
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** What an error says in place of the pattern. */
  readonly $comment?: string
  /** What an error shows in place of the pattern. */
  readonly examples?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
