import { type HostedWorld, type OperatedWorld, REPORTS_SHOWN } from '../control/host.ts'
import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { Event } from '../world/event.ts'
import { organizationWith } from '../world/organization-with.ts'
import { WorldPeople } from '../world/people.ts'
import type { World } from '../world/world.ts'
import type { WorldControls } from './world-controls.ts'

export interface SimulatorOrganization {
  id: string
  name: string
  token: string
  enabled: boolean
  /** The number of persons that it queried. */
  persons: number
  /** Up to 60 numbers of its reports that were undecided when its data was read. */
  reports: string[]
}

/** The data of a simulator, with decisions that a test can inspect and take back. */
export interface SimulatorWorld extends OperatedWorld {
  readonly organizations: SimulatorOrganization[]
}

/** What a hosted world is made of. */
interface HostedOptions {
  /** Returns the world, which a watched fixture may replace. */
  world(): World
  controls: WorldControls
  allowInvalidCpf?: boolean | undefined
  /** When it closes by itself, milliseconds since 1970; null for never, as by default. */
  expires?: number | null
  close?(): Promise<void>
  /** Throws if it is closed. */
  requireOpen(): void
}

/** Returns what the operator of a world can do to it: in code, and on the control port. */
export function createHostedWorld(options: HostedOptions): { face: SimulatorWorld; hosted: HostedWorld } {
  const { world, controls, allowInvalidCpf = false, expires = null, close, requireOpen } = options
  let shown = organizationsOf(world())
  const about = (id: string | undefined) =>
    id === undefined ? {} : { organizacao: organizationWith(world(), id).id }
  const commit = async (event: Event) => {
    requireOpen()
    await world().commit([event])
  }
  /** Returns the world as others may have changed it. */
  const fresh = async () => {
    await world().fresh?.()
    return world()
  }
  const setWithdrawn = async (id: string | undefined, withdrawn: boolean) =>
    commit({ event: 'token', organizacao: organizationWith(world(), id).id, withdrawn })

  const face: SimulatorWorld = {
    clock: controls.clock,
    people: new WorldPeople(world, allowInvalidCpf, requireOpen),
    get organizations() {
      if (shown.of !== world().organizations) shown = organizationsOf(world())
      return shown.organizations
    },
    reset: async (id) => {
      await commit({ event: 'reset', ...about(id) })
      controls.reset(id)
    },
    checkpoint: async (name, id) => {
      if (typeof name !== 'string' || name === '') throw new OperatorError('A checkpoint needs a name.')
      await commit({ event: 'checkpoint', name, ...about(id) })
    },
    restore: async (name, id) => {
      requireOpen()
      requireKnown(await fresh(), name, about(id).organizacao)
      await commit({ event: 'restore', name, ...about(id) })
    },
    withdrawToken: (id) => setWithdrawn(id, true),
    giveTokenBack: (id) => setWithdrawn(id, false),
    changes: async (since, id) => {
      const now = await fresh()
      const { organizacao } = about(id)
      if (since !== undefined) requireKnown(now, since, organizacao)
      return now.changes(since, organizacao)
    },
  }
  const knows = async (name: string, id?: string) => (await fresh()).knows(name, id)
  return { face, hosted: withGetters(face, { world, faultOwner: controls.owner, expires, close, knows }) }
}

/** Returns an object with the properties of both, whose getters stay getters. */
export function withGetters<A extends object, B extends object>(one: A, other: B): A & B {
  const properties = [one, other].map((each) => Object.getOwnPropertyDescriptors(each))
  return Object.defineProperties({} as A & B, Object.assign({}, ...properties))
}

/** @throws {OperatorError} when a checkpoint has nothing about the whole world, or about an organization */
function requireKnown(world: World, name: string, organizacao?: string): void {
  if (world.knows(name, organizacao)) return
  const known = world.checkpoints.filter((one) => world.knows(one, organizacao))
  const there = known.length === 0 ? '. No checkpoint was saved.' : `. Use one of ${known.join(', ')}.`
  throw new OperatorError(`The checkpoint "${name}" is unknown${hint(name, known) || there}`)
}

function organizationsOf(world: World) {
  return {
    of: world.organizations,
    organizations: world.organizations.map((organization) => ({
      ...organization,
      reports: organization.enabled ? world.undecided(organization, REPORTS_SHOWN) : [],
    })),
  }
}
