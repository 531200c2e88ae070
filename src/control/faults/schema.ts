import { printable } from '../../contract/printable.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { otherKindsIn } from '../../operator/other-kinds.ts'
import { pathText } from '../../operator/path-text.ts'
import { faultOf } from '../../operator/schema-fault.ts'
import type { Schema } from '../route.ts'
import { faultKinds } from './kinds.ts'
import type { FaultPlan, FaultRule } from './rule.ts'

/** How long lives what a test sets and forgets, milliseconds. */
export const DEFAULT_TTL = 600_000

const on: Record<keyof NonNullable<FaultRule['on']>, Schema> = {
  organization: { type: 'string', maxLength: 500, description: 'Its handle.' },
  endpoint: { enum: ['list', 'validation'], description: 'GET /pessoas, or POST /relatorios/validar.' },
  parameters: {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 2_000 },
    description: 'Decoded values of the query, or of the path: `numero_do_relatorio`.',
  },
}
const count: Schema = { type: 'integer', minimum: 1, maximum: 1_000_000_000 }
const rule: Record<keyof FaultRule, Schema> = {
  name: { type: 'string', pattern: '^[\\w.:-]{1,100}$', description: 'Unique name, shown in the journal.' },
  fault: {
    anyOf: Object.entries(faultKinds).map(([kind, { says, signature, options, required = [] }]) => ({
      ...objectOf({ kind: { const: kind }, ...options }, `${says} On the wire: ${signature}`),
      required: ['kind', ...required],
    })),
  },
  on: objectOf(on, 'Which requests it may strike; all by default.'),
  per: {
    enum: ['request', 'organization'],
    default: 'request',
    description: 'What counts as the same call again: the same request of an organization, or any of its.',
  },
  calls: { type: 'array', minItems: 1, maxItems: 1_000, items: count, description: 'Which calls, from 1.' },
  share: { type: 'number', minimum: 0, maximum: 1, description: 'The share of these calls, drawn.' },
  times: { ...count, description: 'The maximum number of strikes in all.' },
  ttl: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 31_536_000_000,
    description: `Milliseconds of its world's clock until it is removed; null for never. By default ${DEFAULT_TTL} of the machine's clock, and never for the faults of the start.`,
  },
}
const plan = {
  $schema: { type: 'string' },
  says: { type: 'string', description: 'What it is for.' },
  seed: { type: 'integer', minimum: 0, description: 'The seed of random draws, 1 by default.' },
  faults: {
    type: 'array',
    maxItems: 200,
    items: { ...objectOf(rule, 'One fault.'), required: ['name', 'fault'] },
  },
} as const satisfies Record<keyof FaultPlan, Schema>

/** The schema of a plan: faults that belong together. */
export const planSchema = {
  ...objectOf(plan, 'Faults of pessoas-sim that belong together.'),
  properties: plan,
  required: ['faults'],
}

/** Returns the JSON Schema (2020-12) of a file for `--faults`, for editors. */
export function faultPlanSchema(): object {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...planSchema }
}

/**
 * Checks a plan as somebody wrote it.
 * @param whose begins the message
 * @returns a copy, which stays as it is whatever becomes of the original
 * @throws {OperatorError}
 */
export function checkPlan(given: unknown, whose = 'The faults'): FaultPlan {
  const [other] = otherKindsIn(given)
  const plan = JSON.parse(JSON.stringify(given) ?? 'null') as FaultPlan
  const error = other
    ? `${pathText(other.path) || 'plan'} is ${other.kind}.`
    : (faultOf(planSchema, plan, 'plan')?.replace('plan.faults', 'faults') ?? twiceIn(plan.faults))
  if (error === undefined) return plan
  throw new OperatorError(`${whose} cannot be used: ${printable(error)}`)
}

function twiceIn(faults: readonly FaultRule[]): string | undefined {
  const names = faults.map(({ name }) => name)
  const i = names.findIndex((name, i) => names.indexOf(name) < i)
  return i === -1 ? undefined : `faults[${i}].name "${names[i]}" is used twice.`
}

function objectOf(properties: Readonly<Record<string, Schema>>, description: string) {
  return { type: 'object', description, properties, additionalProperties: false } as const
}
