import { OperatorError } from '../../operator/operator-error.ts'
import {
  ControlRefusal,
  type ControlRoute,
  handleSchema,
  type Schema,
  unknownOrganization,
} from '../route.ts'
import type { MovedPerson, NewPerson, PersonChange, Which } from './move.ts'
import type { Moves } from './moves.ts'
import type { MovePlan, PlanState } from './plan.ts'
import { changeSchema, newPersonSchema, planFields, planSchema, whichSchema } from './schema.ts'

/** The moves of the world of one organization. */
export interface MoveTarget {
  moves: Moves
  /** The organization, by the name that its world has for it. */
  organization: string
  /** The same, by the name that the control port has for it. */
  handle: string
}

/** What the routes need of the simulator. */
export interface MoveDirectory {
  /** Returns undefined if the handle is unknown; without one, the first enabled organization of the start. */
  of(handle?: string): MoveTarget | undefined
  /** Every organization. */
  all(): MoveTarget[]
}

const handle = handleSchema('The handle of an organization; by default the first enabled one of the start.')
const text: Schema = { type: 'string' }
const personSchema: Schema = {
  type: 'object',
  description: 'The person as it is now, or as it was before it was removed.',
  required: ['organization', 'cpf', 'nome', 'atualizado_em', 'relatorios'],
  properties: {
    organization: text,
    cpf: text,
    nome: text,
    atualizado_em: text,
    relatorios: {
      type: 'array',
      items: {
        type: 'object',
        required: ['numero', 'atualizado_em'],
        properties: { numero: text, atualizado_em: text },
      },
    },
  },
}
const stateSchema: Schema = {
  type: 'object',
  required: ['name', 'organization', 'plan', 'moves', 'misses', 'why', 'expires'],
  properties: {
    name: text,
    organization: { type: 'string', description: 'The handle of the organization whose data moves.' },
    plan: planSchema,
    moves: { type: 'integer', description: 'How often it moved data.' },
    misses: { type: 'integer', description: 'How often it could not.' },
    why: { type: ['string', 'null'], description: 'Why it could not, the last time.' },
    expires: { type: ['string', 'null'], description: 'When it ends, in UTC; null for never.' },
  },
}
const updateSchema: Schema = {
  type: 'object',
  required: ['which'],
  properties: { which: whichSchema, change: changeSchema },
}

interface MoveBody {
  organization?: string
  add?: NewPerson
  update?: { which: Which; change?: PersonChange }
  remove?: Which
}

/** Returns the routes about moves. */
export function moveRoutes(directory: MoveDirectory): ControlRoute[] {
  const targetOf = (handle: string | undefined): MoveTarget => {
    const found = directory.of(handle)
    if (found) return found
    throw unknownOrganization()
  }
  /** Each plan with the organization that it is of. */
  const plans = (handle: string | undefined): [MoveTarget, PlanState][] =>
    (handle === undefined ? directory.all() : [targetOf(handle)]).flatMap((target) =>
      target.moves
        .plans()
        .filter(({ organization }) => organization === target.organization)
        .map((state): [MoveTarget, PlanState] => [target, state]),
    )
  const shown = ([{ handle }, state]: [MoveTarget, PlanState]) => ({ ...state, organization: handle })

  return [
    {
      method: 'POST',
      path: '/moves',
      summary: 'Adds, updates or removes a person or a report. Send exactly one of add, update and remove.',
      body: {
        type: 'object',
        minProperties: 1,
        properties: {
          organization: handle,
          add: newPersonSchema,
          update: updateSchema,
          remove: whichSchema,
        },
      },
      answer: personSchema,
      handle: async ({ body }) => {
        const { organization, ...moves } = (body ?? {}) as MoveBody
        const target = targetOf(organization)
        return { organization: target.handle, ...(await moved(target, moves)) }
      },
    },
    {
      method: 'GET',
      path: '/moves/plans',
      summary: 'Lists the plans that wait for pages, of all organizations by default.',
      query: { type: 'object', properties: { organization: handle } },
      answer: {
        type: 'object',
        required: ['plans'],
        properties: { plans: { type: 'array', items: stateSchema } },
      },
      handle: ({ query }) => ({ plans: plans(query.organization).map(shown) }),
    },
    {
      method: 'POST',
      path: '/moves/plans',
      summary: 'Sets a plan that moves the data after a client received a page.',
      body: { type: 'object', minProperties: 1, properties: { organization: handle, ...planFields } },
      answer: stateSchema,
      status: 201,
      handle: async ({ body }) => {
        const { organization, ...plan } = (body ?? {}) as MovePlan & { organization?: string }
        const target = targetOf(organization)
        const whose = { organization: target.organization }
        return shown([target, await target.moves.plan(plan, whose)])
      },
    },
    {
      method: 'DELETE',
      path: '/moves/plans/{name}',
      summary: 'Removes a plan, from all organizations by default. Data that it moved stays moved.',
      query: { type: 'object', properties: { organization: handle } },
      handle: ({ params, query }) => {
        const found = plans(query.organization).filter(([, { name }]) => name === params.name)
        if (found.length === 0)
          throw new ControlRefusal(404, 'plan', 'No plan has this name.', 'GET /v1/moves/plans lists them.')
        for (const [{ moves }, { name }] of found) moves.removePlan(name)
      },
    },
  ]
}

function moved(
  { moves, organization }: MoveTarget,
  { add, update, remove, ...others }: Omit<MoveBody, 'organization'>,
): Promise<MovedPerson> {
  const given = [add, update, remove].filter((one) => one !== undefined)
  if (given.length !== 1 || Object.keys(others).length > 0)
    throw new OperatorError('body must have exactly one of add, update and remove.')
  const whose = { organization }
  if (add !== undefined) return moves.add(add, whose)
  if (update !== undefined) return moves.update(update.which, update.change, whose)
  return moves.remove(remove as Which, whose)
}
