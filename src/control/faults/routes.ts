import {
  ControlRefusal,
  type ControlRoute,
  handleSchema,
  type Schema,
  unknownOrganization,
} from '../route.ts'
import type { FaultSet, FaultState } from './faults.ts'
import { type FaultPlanName, faultPlans } from './plans.ts'
import type { FaultRule } from './rule.ts'
import { ruleSchema } from './schema.ts'

/** Whom faults strike. */
export interface FaultTarget {
  faults: FaultSet
  /** One organization, by the name that its faults have for it; undefined for everybody. */
  organization?: string
  /** The same, by the name that the control port has for it; null for everybody. */
  handle: string | null
  /** Whether faults that are on no organization are meant, too, because nobody else has these. */
  isWhole: boolean
}

/** What the routes need of the simulator. */
export interface FaultDirectory {
  /** The faults that strike every organization. */
  ofAll: FaultSet
  /** Returns undefined if the handle is unknown. */
  of(handle: string): FaultTarget | undefined
  /** Every set of faults, that of all organizations first. */
  targets(): FaultTarget[]
}

const handle = handleSchema('The handle of an organization; all by default.')
const selector: Schema = { type: 'object', properties: { organization: handle } }
const text: Schema = { type: 'string' }
const stateFields = {
  name: text,
  organization: {
    type: ['string', 'null'],
    description: 'The handle of the organization that it strikes; null for all.',
  },
  rule: { type: 'object', description: 'The fault as it was set.' },
  seed: { type: 'integer' },
  calls: { type: 'integer', description: 'The calls that it could have struck.' },
  strikes: { type: 'integer', description: 'The calls that it struck.' },
  set: { ...text, description: 'When it was set, in UTC.' },
  expires: { type: ['string', 'null'], description: 'When it ends, in UTC; null for never.' },
} as const satisfies Record<string, Schema>
const stateSchema: Schema = { type: 'object', required: Object.keys(stateFields), properties: stateFields }
const listSchema: Schema = {
  type: 'object',
  required: ['faults'],
  properties: { faults: { type: 'array', items: stateSchema } },
}

const body: Schema = {
  type: 'object',
  properties: {
    organization: handle,
    plan: { enum: Object.keys(faultPlans), description: 'A plan that ships.' },
    faults: { type: 'array', minItems: 1, maxItems: 200, items: ruleSchema },
    seed: { type: 'integer', minimum: 0, description: 'The seed of random draws; 1 by default.' },
  },
}

interface FaultBody {
  organization?: string
  plan?: FaultPlanName
  faults?: readonly FaultRule[]
  seed?: number
}

function isMeant({ on }: FaultRule, { organization, isWhole }: FaultTarget): boolean {
  if (organization === undefined || on?.organization === organization) return true
  return isWhole && on?.organization === undefined
}

/** Returns the routes about faults. */
export function faultRoutes(directory: FaultDirectory): ControlRoute[] {
  const targetOf = (handle: string | undefined): FaultTarget => {
    if (handle === undefined) return { faults: directory.ofAll, handle: null, isWhole: true }
    const found = directory.of(handle)
    if (found) return found
    throw unknownOrganization()
  }
  /** The faults that a call selects: those on an organization, or all there are. */
  const selected = (handle: string | undefined): [FaultTarget, FaultState][] => {
    const targets = handle === undefined ? directory.targets() : [targetOf(handle)]
    return targets.flatMap((target) =>
      target.faults
        .list()
        .filter(({ rule }) => isMeant(rule, target))
        .map((state): [FaultTarget, FaultState] => [target, state]),
    )
  }
  const shown = ([{ handle }, { rule, ...state }]: [FaultTarget, FaultState]) => ({
    ...state,
    organization: handle ?? rule.on?.organization ?? null,
    rule,
  })
  const named = (name: string, handle: string | undefined) => {
    const found = selected(handle).filter(([, state]) => state.name === name)
    if (found.length > 0) return found
    throw new ControlRefusal(404, 'fault', 'No fault has this name.', 'GET /v1/faults lists them.')
  }

  return [
    {
      method: 'GET',
      path: '/faults',
      summary: 'Lists the active faults in the order in which they are evaluated.',
      query: selector,
      answer: listSchema,
      handle: ({ query }) => ({ faults: selected(query.organization).map(shown) }),
    },
    {
      method: 'POST',
      path: '/faults',
      summary:
        'Sets faults: a plan that ships, or a list. A fault with the name of an existing one replaces it.',
      body,
      status: 201,
      answer: listSchema,
      handle: (call) => {
        const { organization, plan, faults, seed } = (call.body ?? {}) as FaultBody
        if ((plan === undefined) === (faults === undefined))
          throw new ControlRefusal(400, 'body', 'body must have either plan or faults.')
        const rules: readonly FaultRule[] = faults ?? faultPlans[plan as FaultPlanName].faults
        const given = { ...(seed !== undefined && { seed }), ...(plan !== undefined && { plan }) }
        const sets = new Map<FaultSet, { target: FaultTarget; rule: FaultRule; place: number }[]>()
        for (const [i, rule] of rules.entries()) {
          const own = rule.on?.organization
          if (own !== undefined && organization !== undefined && own !== organization)
            throw new ControlRefusal(
              400,
              'body',
              `body.faults[${i}].on.organization differs from body.organization. Remove one of them.`,
            )
          const target = targetOf(organization ?? own)
          const on =
            target.organization === undefined ? rule.on : { ...rule.on, organization: target.organization }
          const set = sets.get(target.faults) ?? []
          set.push({ target, rule: on === undefined ? rule : { ...rule, on }, place: i })
          sets.set(target.faults, set)
        }
        // All are checked before the first is set.
        const prepared = [...sets].map(([set, some]) => {
          const rules = some.map(({ rule }) => rule)
          const places = some.map(({ place }) => place)
          return { some, add: set.prepare(rules, given, places) }
        })
        const added = prepared.flatMap(({ some, add }) =>
          add().map((state, i) => shown([some[i]?.target as FaultTarget, state])),
        )
        return { faults: added }
      },
    },
    {
      method: 'DELETE',
      path: '/faults',
      summary: 'Removes every fault, or those on one organization.',
      query: selector,
      handle: ({ query }) => {
        for (const [{ faults }, { name }] of selected(query.organization)) faults.remove(name)
      },
    },
    {
      method: 'GET',
      path: '/faults/{name}',
      summary: 'Returns a fault, with its calls and strikes.',
      query: selector,
      answer: stateSchema,
      handle: ({ params, query }) =>
        shown(named(params.name as string, query.organization)[0] as [FaultTarget, FaultState]),
    },
    {
      method: 'DELETE',
      path: '/faults/{name}',
      summary: 'Removes the faults of this name.',
      query: selector,
      handle: ({ params, query }) => {
        for (const [{ faults }, { name }] of named(params.name as string, query.organization))
          faults.remove(name)
      },
    },
  ]
}
