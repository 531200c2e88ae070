import { type Form, TEMPLATE_CHARACTERS, TEMPLATE_DEPTH } from './dialect-form.ts'

/** Returns the JSON Schema (draft-07) of a form. */
export function schemaOfForm(form: Form): object {
  switch (form.kind) {
    case 'choice':
      return { enum: form.choices }
    case 'whole':
      return { type: 'integer', minimum: form.least, maximum: form.most }
    case 'share':
      return { type: 'number', minimum: 0, maximum: 1 }
    case 'text': {
      const { most, pattern, orNull } = form
      return {
        type: orNull ? ['string', 'null'] : 'string',
        maxLength: most,
        ...(pattern && { pattern: pattern.source }),
      }
    }
    case 'template':
      return {
        description: `JSON with slots such as {total} in its strings and keys, of at most ${TEMPLATE_DEPTH} levels and ${TEMPLATE_CHARACTERS} characters.`,
      }
    case 'list': {
      const list = { type: 'array', maxItems: form.most, items: schemaOfForm(form.of) }
      return form.words === undefined ? list : { anyOf: [{ enum: [...form.words] }, list] }
    }
    case 'order': {
      const { choices, later } = form
      const each = choices.filter((one) => !later.includes(one)).map((one) => ({ contains: { const: one } }))
      return {
        type: 'array',
        uniqueItems: true,
        items: { enum: choices },
        anyOf: [{ maxItems: 0 }, { allOf: each }],
      }
    }
    case 'map': {
      const propertyNames =
        form.names instanceof RegExp ? { pattern: form.names.source } : { enum: form.names }
      return { type: 'object', propertyNames, additionalProperties: schemaOfForm(form.of) }
    }
    case 'text-or-object':
      return { anyOf: [schemaOfForm({ kind: 'text', most: form.most }), schemaOfForm(form.object)] }
    case 'object': {
      const { keys, required, oneOf } = form
      const properties = Object.fromEntries(
        Object.entries(keys).map(([name, one]) => [name, schemaOfForm(one)]),
      )
      return {
        type: 'object',
        additionalProperties: false,
        ...(required && { required }),
        ...(oneOf && { oneOf: oneOf.map((name) => ({ required: [name] })) }),
        properties,
      }
    }
  }
}
