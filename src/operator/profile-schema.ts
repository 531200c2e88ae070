import { askable } from '../contract/faults.ts'
import { type Knob, knobNames, knobs } from '../contract/knobs.ts'
import { steps, typedFaults, valueTypes } from '../contract/seen.ts'
import type { Schema } from './schema.ts'

/** What a fault can be called in a profile: its name, or that of a group. */
const faultKeys: readonly string[] = [
  ...askable,
  ...new Set(
    askable.flatMap((name) => {
      const [subject, kind] = name.split('.')
      return [`${subject}.*`, `*.${kind}`]
    }),
  ),
  ...typedFaults.flatMap((name) => valueTypes.map((type) => `${name}:${type}`)),
  '*',
]

const template: Schema = { description: 'JSON with slots, such as {key}.' }
const templates: Schema = { type: 'object', additionalProperties: template }
const status: Schema = { type: 'integer', minimum: 200, maximum: 599 }
const text: Schema = { type: 'string' }
const object = (properties: Schema['properties'] = {}, required: readonly string[] = []): Schema => ({
  ...{ type: 'object', additionalProperties: false, properties },
  ...(required.length > 0 && { required }),
})
const headers: Schema = {
  type: 'object',
  propertyNames: { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", examples: ['x-total-count'] },
  additionalProperties: { type: ['string', 'null'], pattern: '^[ -~]*$', examples: ['no-cache'] },
}
const share = object(
  {
    share: { type: 'number', minimum: 0, maximum: 1 },
    atLeast: { type: 'number', minimum: 0, maximum: 1 },
  },
  ['share', 'atLeast'],
)
const likeness = object({ questions: { type: 'integer', minimum: 0 }, behaves: share, toTheLetter: share }, [
  'questions',
  'behaves',
  'toTheLetter',
])

/** What a profile has beside its knobs. */
export const profileParts: Readonly<Record<'$schema' | 'version' | 'seen' | 'measured', Schema>> = {
  $schema: text,
  version: { description: 'The version of its form.', enum: [3] },
  seen: {
    description: 'What a deployment was seen to do where the interface shows nothing and no knob decides.',
    ...object({
      order: {
        description: 'The order in which a request is judged.',
        type: 'array',
        items: { enum: steps },
        minItems: steps.length,
        maxItems: steps.length,
      },
      faults: {
        description: 'How faults are told, or that they are ignored.',
        type: 'object',
        propertyNames: { enum: faultKeys },
        additionalProperties: {
          anyOf: [
            { enum: ['ignore'] },
            object({
              ...{ status, text, own: templates, body: template, headers },
              ...{ as: { anyOf: [text, { type: 'boolean' }] }, choice: text, shows: templates },
            }),
          ],
        },
      },
      between: { ...text, description: 'What stands between the texts of several faults.' },
      list: template,
      item: template,
      decision: template,
      rejection: template,
      headers,
      decisionHeaders: headers,
      recorded: {
        description: 'Odd requests, with what was answered.',
        type: 'array',
        maxItems: 50,
        items: object(
          {
            request: { type: 'string', pattern: '^[A-Z]+ /[^ ?]*$', examples: ['GET /pessoas/'] },
            as: { type: 'string', pattern: '^/', examples: ['/pessoas'] },
            ...{ status, body: template, headers },
          },
          ['request'],
        ),
      },
    }),
  },
  measured: {
    description: 'How alike a simulator with this profile was when it was measured.',
    ...object({ at: text, everyday: likeness, oddities: likeness }, ['at']),
  },
}

/** Returns the JSON Schema of a profile, for editors. */
export function profileSchema() {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A profile of pessoas-sim: choices for points that the interface leaves open',
    type: 'object' as const,
    additionalProperties: false,
    properties: {
      ...profileParts,
      ...Object.fromEntries(knobNames.map((name) => [name, schemaOf(knobs[name])])),
    },
  }
}

function schemaOf(knob: Knob): Schema {
  const description = `${knob.says[0]?.toUpperCase()}${knob.says.slice(1)} (clause ${knob.clause}).`
  if (knob.kind === 'limit') {
    const { least, step } = knob
    return { description, default: null, type: ['integer', 'null'], minimum: least, multipleOf: step }
  }
  if (knob.kind === 'texts') {
    const texts = Object.keys(knob.texts).map((name) => [name, { type: 'string', minLength: 1 }])
    return { description, default: knob.texts, ...object(Object.fromEntries(texts)) }
  }
  const { choices } = knob
  if (knob.kind === 'choice') return { description, default: choices[0], enum: choices }
  const items = { enum: choices }
  return { description, default: choices, type: 'array', minItems: 1, uniqueItems: true, items }
}
