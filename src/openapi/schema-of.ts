import { forms, type Template } from '../contract/slots.ts'

/** A JSON Schema, 2020-12. */
export interface Schema {
  readonly [keyword: string]: unknown
}

/** The schemas of slots, by name. */
export type SlotSchemas = Readonly<Record<string, Schema>>

const SLOT = /\{\w[\w.]*(?::\w+)?\??\}/
const ONE_SLOT = /^\{(\w[\w.]*)(?::(\w+))?(\??)\}$/
const LINK = /\{link\.\w+(\??)\}/

/**
 * Returns the schema of what a template becomes; a slot that is not known may be anything.
 * @param named receives the schema of each field that is an object, and may return a reference to it
 */
export function schemaOf(
  template: Template,
  slots: SlotSchemas,
  named: (key: string, schema: Schema) => Schema = (_, schema) => schema,
): Schema {
  if (typeof template === 'string') return schemaOfText(template, slots)
  if (template === null) return { type: 'null' }
  if (typeof template !== 'object') return constant(template)
  if (isList(template)) {
    const items = template.map((one) => schemaOf(one, slots, named))
    // A single element may be repeated for each fault.
    if (items.length === 1) return { type: 'array', items: items[0] }
    return { type: 'array', prefixItems: items, items: false, minItems: items.length }
  }
  const entries = Object.entries(template)
  const [fixed, open] = [entries.filter(([key]) => !SLOT.test(key)), entries.find(([key]) => SLOT.test(key))]
  const properties = fixed.map(([key, value]) => {
    const schema = schemaOf(value, slots, named)
    return [key, schema.type === 'object' ? named(key, schema) : schema]
  })
  return {
    type: 'object',
    required: fixed.filter(([, value]) => !mayBeAbsent(value)).map(([key]) => key),
    additionalProperties: open === undefined ? false : schemaOf(open[1], slots, named),
    properties: Object.fromEntries(properties),
  }
}

/** Returns the schema of one value. */
export function constant(value: string | number | boolean): Schema {
  return { type: typeof value === 'number' ? 'integer' : typeof value, const: value }
}

function schemaOfText(text: string, slots: SlotSchemas): Schema {
  const [, name = '', form, mark] = ONE_SLOT.exec(text) ?? []
  if (name === '') {
    if (LINK.test(text)) return { type: LINK.exec(text)?.[1] === '' ? ['string', 'null'] : 'string' }
    return SLOT.test(text) ? { type: 'string' } : constant(text)
  }
  const schema = Object.hasOwn(slots, name) ? (slots[name] as Schema) : {}
  const types = [schema.type].flat()
  const isNullable = types.includes('null') && mark === ''
  if (form !== undefined) return formed(form, isNullable)
  if (!types.includes('null') || isNullable) return schema
  return { ...schema, type: types.find((type) => type !== 'null') }
}

/** Returns the schema of a slot with a form, of which one value tells the type. */
function formed(form: string, isNullable: boolean): Schema {
  if (!Object.hasOwn(forms, form) || form === 'first' || form === 'last') return {}
  const type = typeof forms[form as keyof typeof forms]('0') === 'number' ? 'integer' : 'string'
  return { type: isNullable ? [type, 'null'] : type }
}

function mayBeAbsent(value: Template): boolean {
  if (typeof value === 'string') return ONE_SLOT.exec(value)?.[3] === '?' || LINK.exec(value)?.[1] === '?'
  if (typeof value !== 'object' || value === null || isList(value)) return false
  const fields = Object.values(value)
  return fields.length > 0 && fields.every(mayBeAbsent)
}

function isList(template: Template): template is readonly Template[] {
  return Array.isArray(template)
}
