import { DEFAULT_TTL } from '../life.ts'
import type { Schema } from '../route.ts'
import { faultKinds } from './kinds.ts'
import type { FaultEffect, FaultKind, FaultPlan, FaultRule } from './rule.ts'

/** The properties of a type, which compile only if they name each of its keys. */
type PropertiesOf<T> = Readonly<Record<keyof T & string, Schema>>

const count = (description: string): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000_000,
  description,
})
const duration = (description: string): Schema => ({
  type: 'integer',
  minimum: 0,
  maximum: 31_536_000_000,
  description,
})
const moment = (description: string): Schema => ({
  anyOf: [
    {
      type: 'string',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$',
      examples: ['2026-01-31T12:00:00Z'],
    },
    duration('Milliseconds after the fault was set.'),
  ],
  description,
})

/** The schema of what one kind of fault does. */
function effectSchema(kind: FaultKind): Schema {
  const { says, signature, options, required = [] } = faultKinds[kind]
  return {
    type: 'object',
    description: `${says} On the wire: ${signature}`,
    properties: { kind: { const: kind }, ...options },
    required: ['kind', ...required],
    additionalProperties: false,
  }
}

const on: PropertiesOf<NonNullable<FaultRule['on']>> = {
  organization: {
    type: 'string',
    maxLength: 500,
    description: 'Its handle; the id, for those of the start.',
  },
  endpoint: { enum: ['list', 'validation'], description: 'GET /pessoas, or POST /relatorios/validar.' },
  parameters: {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 2_000 },
    description:
      'Parameters of the query with these values, decoded; `numero_do_relatorio` is that of the path.',
  },
}

const when: PropertiesOf<NonNullable<FaultRule['when']>> = {
  calls: {
    type: 'array',
    minItems: 1,
    maxItems: 1_000,
    items: count('From 1.'),
    description: 'Which calls, from 1.',
  },
  from: count('The first call; all later ones follow, or every Nth with `every`.'),
  every: count('Only every Nth call.'),
  share: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'The share of the calls, drawn with the seed.',
  },
  after: moment('When it begins.'),
  before: moment('When it ends.'),
}

const rule: PropertiesOf<FaultRule> = {
  name: { type: 'string', pattern: '^[\\w.:-]{1,100}$', description: 'Unique name, shown in the journal.' },
  fault: {
    anyOf: (Object.keys(faultKinds) as FaultEffect['kind'][]).map(effectSchema),
    description: 'What it does.',
  },
  on: object(on, 'Which requests it may strike; all by default.'),
  per: {
    enum: ['request', 'endpoint', 'organization', 'all'],
    default: 'request',
    description:
      'What counts as the same call again: the same request of one organization, any to one endpoint, any of the organization, or any at all. A rate limit counts by organization.',
  },
  when: object(when, 'Which calls it strikes; all by default.'),
  strikes: count('The maximum number of strikes, counted like calls.'),
  rest: object(
    { calls: count('Calls.'), time: duration('Milliseconds.') },
    'What it spares after each strike, counted like calls.',
  ),
  ttl: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 31_536_000_000,
    description: `Milliseconds of its world's clock until it is removed; null for never. By default ${DEFAULT_TTL} of the machine's clock, and never for the faults of the start.`,
  },
}

/** The schema of one fault. */
export const ruleSchema: Schema = { ...object(rule, 'One fault.'), required: ['name', 'fault'] }

const plan: PropertiesOf<FaultPlan> = {
  $schema: { type: 'string' },
  says: { type: 'string', maxLength: 2_000, description: 'What it is for.' },
  seed: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 1,
    description: 'The seed of random draws.',
  },
  faults: { type: 'array', maxItems: 200, items: ruleSchema },
}

/** The schema of a plan: faults that belong together. */
export const planSchema: Schema = {
  ...object(plan, 'Faults of pessoas-sim that belong together.'),
  required: ['faults'],
}

/** Returns the JSON Schema (2020-12) of a file for `--faults`, for editors. */
export function faultPlanSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Faults for pessoas-sim serve --faults',
    ...planSchema,
  }
}

function object(properties: Readonly<Record<string, Schema>>, description: string): Schema {
  return { type: 'object', description, properties, additionalProperties: false }
}
