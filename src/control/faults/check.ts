import { printable } from '../../contract/printable.ts'
import { shown } from '../../operator/fault-text.ts'
import { hint } from '../../operator/hint.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { otherKindsIn } from '../../operator/other-kinds.ts'
import { pathText } from '../../operator/path-text.ts'
import { faultOf } from '../../operator/schema-fault.ts'
import type { Schema } from '../route.ts'
import type { EffectOf, FaultPlan, FaultRule } from './rule.ts'
import { planSchema, ruleSchema } from './schema.ts'

/** A plan whose rules are judged one by one, so that each error is reported. */
const planOfAnything: Schema = {
  ...planSchema,
  properties: { ...planSchema.properties, faults: { type: 'array', maxItems: 200 } },
}

/** The organizations that faults can be on. */
export interface FaultNames {
  /** Returns the name that requests have for an organization, by what its operator calls it; undefined for none. */
  nameOf(organization: string): string | undefined
  /** The handles of all. */
  handles(): readonly string[]
}

/** Where the rules of a plan are in what somebody sent; by default, they are numbered as in the plan. */
export type Places = readonly number[]

/**
 * Checks a plan as somebody wrote it.
 * @param whose begins the message
 * @param names if given, says which organizations there are
 * @returns a copy, which stays as it is whatever becomes of the original
 * @throws {OperatorError} listing the first error of each rule
 */
export function checkPlan(
  given: unknown,
  whose = 'The faults',
  names?: FaultNames,
  places?: Places,
): FaultPlan {
  const [other] = otherKindsIn(given)
  if (other !== undefined) {
    const at = pathText(other.path) || 'plan'
    throw new OperatorError(`${whose} cannot be used:\n  ${at} is ${printable(other.kind)}.`)
  }
  const plan = JSON.parse(JSON.stringify(given) ?? 'null') as FaultPlan
  const errors = planErrors(plan, names, places)
  if (errors.length === 0) return plan
  throw new OperatorError(
    `${whose} cannot be used:\n${errors.map((error) => `  ${printable(error)}\n`).join('')}docs/control/faults.md lists the kinds of faults and their options.`,
  )
}

function planErrors(plan: FaultPlan, known: FaultNames | undefined, places: Places = []): string[] {
  const error = faultOf(planOfAnything, plan, 'plan')
  if (error !== undefined) return [error]
  const names = plan.faults.map((rule) => (rule as FaultRule | null)?.name)
  return plan.faults.flatMap((rule, i) => {
    const at = `faults[${places[i] ?? i}]`
    const error = faultOf(ruleSchema, rule, at) ?? contradiction(rule, at) ?? strangerIn(rule, at, known)
    if (error !== undefined) return [error]
    return names.indexOf(rule.name) === i ? [] : [`${at}.name ${shown(rule.name)} is used twice.`]
  })
}

/** A fault on an organization that nobody has would strike nothing. */
function strangerIn({ on }: FaultRule, at: string, known: FaultNames | undefined): string | undefined {
  const handle = on?.organization
  if (handle === undefined || known === undefined || known.nameOf(handle) !== undefined) return undefined
  const handles = known.handles()
  const remedy = hint(handle, handles) || `. Use one of ${handles.slice(0, 10).join(', ')}.`
  return `${at}.on.organization is ${shown(handle)}, which is not a known handle${remedy}`
}

/** Returns what is sound by itself, but does not go together. */
function contradiction({ fault, when = {} }: FaultRule, at: string): string | undefined {
  for (const name of ['after', 'before'] as const) {
    const moment = when[name]
    if (typeof moment === 'string' && Number.isNaN(Date.parse(moment)))
      return `${at}.when.${name} ${shown(moment)} is not a time.`
  }
  return fault.kind === 'latency' ? latencyError(fault, `${at}.fault`) : undefined
}

function latencyError({ fixed, uniform, logNormal }: EffectOf<'latency'>, at: string): string | undefined {
  const given = [fixed, uniform, logNormal].filter((one) => one !== undefined)
  if (given.length !== 1) return `${at} must have exactly one of fixed, uniform or logNormal.`
  return uniform !== undefined && uniform[0] > uniform[1]
    ? `${at}.uniform must be [minimum, maximum], not ${shown(uniform)}.`
    : undefined
}
