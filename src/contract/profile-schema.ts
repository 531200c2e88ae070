import { profileForms } from './dialect-form.ts'
import { schemaOfForm } from './dialect-schema.ts'
import { type Knob, knobNames, knobs } from './knobs.ts'

/** Returns the JSON Schema (draft-07) of a profile, for editors. */
export function profileSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A profile of pessoas-sim: choices for points that the interface leaves open',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(
        Object.entries(profileForms).map(([name, form]) => [
          name,
          { description: profileParts[name as keyof typeof profileParts], ...schemaOfForm(form) },
        ]),
      ),
      ...Object.fromEntries(knobNames.map((name) => [name, schemaOf(knobs[name])])),
    },
  }
}

/** What a profile has beside its knobs. */
const profileParts = {
  version: '2 for a profile with tables; profiles of version 1 have none.',
  measured: 'How alike a simulator with this profile was when it was measured.',
  assumed: 'What a body can have wrong that the probe was never shown; simulator answers there are assumed.',
  dialect: 'Tables for what one knob is too coarse for. Where a table has no entry, the knobs decide.',
}

function schemaOf(knob: Knob): object {
  const description = `${knob.says[0]?.toUpperCase()}${knob.says.slice(1)} (clause ${knob.clause}).`
  if (knob.kind === 'limit') {
    const { least, step } = knob
    return { description, default: null, type: ['integer', 'null'], minimum: least, multipleOf: step }
  }
  if (knob.kind === 'texts') {
    const text = { type: 'string', minLength: 1 }
    const properties = Object.fromEntries(Object.keys(knob.texts).map((name) => [name, text]))
    return { description, default: knob.texts, type: 'object', additionalProperties: false, properties }
  }
  const { choices } = knob
  if (knob.kind === 'choice') return { description, default: choices[0], enum: choices }
  const items = { enum: choices }
  return { description, default: choices, type: 'array', minItems: 1, uniqueItems: true, items }
}
