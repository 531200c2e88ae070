import { type ControlHost, organizationOrFirst } from '../host.ts'
import { allOf, ControlRefusal, type ControlRoute, handleSchema, route, text } from '../route.ts'
import type { FaultState } from './faults.ts'
import { type FaultPlanName, faultPlans } from './plans.ts'
import type { FaultPlan } from './rule.ts'
import { checkPlan, planSchema } from './schema.ts'

const organization = handleSchema('The handle of an organization; all by default.')
const plan = { enum: Object.keys(faultPlans) as FaultPlanName[], description: 'A plan that ships.' } as const
const shipped = (name?: string): FaultPlan | undefined => faultPlans[name as FaultPlanName]
const selector = { type: 'object', properties: { organization, name: text } } as const
const orNull = { type: ['string', 'null'] } as const
const state = allOf({
  name: text,
  organization: { ...orNull, description: 'The handle of whom it strikes; null for all.' },
  rule: { type: 'object' },
  seed: { type: 'integer' },
  calls: { type: 'integer', description: 'The calls that it could have struck.' },
  strikes: { type: 'integer' },
  set: text,
  expires: orNull,
})
const answer = allOf({ faults: { type: 'array', items: state } })

/** Returns the routes about faults. */
export function faultRoutes(host: ControlHost): ControlRoute[] {
  const { faults: set } = host
  const ownerOf = (handle: string | undefined) => organizationOrFirst(host, handle).hosted.faultOwner
  const selects = ({ organization, name }: { organization?: string; name?: string }) => {
    ownerOf(organization)
    return (state: FaultState) =>
      (organization ?? state.organization) === state.organization && (name ?? state.name) === state.name
  }
  return [
    route({
      method: 'GET',
      path: '/faults',
      summary: 'Lists the active faults in the order in which they are evaluated.',
      query: selector,
      answer,
      handle: ({ query }) => ({ faults: set.list(selects(query)) }),
    }),
    route({
      method: 'POST',
      path: '/faults',
      summary: 'Sets faults: a plan that ships, or a list. A fault replaces one with its name.',
      body: {
        type: 'object',
        properties: {
          organization,
          plan,
          faults: { ...planSchema.properties.faults, minItems: 1 },
          seed: planSchema.properties.seed,
        },
      },
      status: 201,
      answer,
      handle: ({ body: { organization, plan, faults, seed } }) => {
        if ((plan === undefined) === (faults === undefined))
          throw new ControlRefusal(400, 'body', 'body must have either plan or faults.')
        const { faults: rules } = checkPlan(shipped(plan) ?? { faults })
        const placed = rules.map((rule) =>
          organization === undefined ? rule : { ...rule, on: { organization, ...rule.on } },
        )
        const given = { faults: placed, ...(seed !== undefined && { seed }) }
        return { faults: set.add(given, ownerOf) }
      },
    }),
    route({
      method: 'DELETE',
      path: '/faults',
      summary: 'Removes every fault, or those on one organization, of one name or of a plan.',
      query: { type: 'object', properties: { ...selector.properties, plan } },
      handle: ({ query }) => {
        const names = shipped(query.plan)?.faults.map(({ name }) => name)
        const isSelected = selects(query)
        const wasThere = set.remove((state) => isSelected(state) && (names?.includes(state.name) ?? true))
        if (wasThere || query.name === undefined) return
        throw new ControlRefusal(404, 'fault', 'No fault has this name.', 'GET /v1/faults lists them.')
      },
    }),
  ]
}
