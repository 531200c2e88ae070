import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { Change } from '../world/changes.ts'
import type { Event } from '../world/event.ts'
import { organizationWith } from '../world/organization-with.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'

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

/**
 * The data of a simulator, with decisions that a test can inspect and take back. Where a method takes the id of an
 * organization, it is about this one only. On a shared store, it concerns every simulator that serves it.
 */
export interface SimulatorWorld extends WorldFace {
  /**
   * Returns what changed since the start, or since a checkpoint; `changesText` converts it to text.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  changes(since?: string, organization?: string): Change[]
}

/** The same on a shared store, where others may have changed it: since the data was loaded. */
export interface SharedWorld extends WorldFace {
  changes(since?: string, organization?: string): Promise<Change[]>
}

interface WorldFace {
  readonly organizations: SimulatorOrganization[]
  /**
   * Takes every decision and every move back, removes the plans of moves, accepts withdrawn tokens again, restores the
   * faults of the start, and sets the clock to the machine's time. For one organization, it resets its decisions, moves,
   * plans and token, and removes the faults on it that were set since the start; the clock and all other faults stay.
   */
  reset(organization?: string): Promise<void>
  /** Saves the current decisions and moves under a name. */
  checkpoint(name: string, organization?: string): Promise<void>
  /**
   * Returns to the decisions and the moves of a checkpoint.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  restore(name: string, organization?: string): Promise<void>
  /** Refuses the token of an organization with 401 from now on; by default that of the first enabled one. */
  withdrawToken(organization?: string): Promise<void>
  /** Accepts a withdrawn token again. */
  giveTokenBack(organization?: string): Promise<void>
}

/** A world as the code of `simulator/` connects it with others. */
export interface HeldWorld {
  world(): World
  face: SimulatorWorld & SharedWorld
  /** Returns whether a checkpoint has something about the whole world, or about an organization. */
  knows(name: string, organization?: string): Promise<boolean>
}

export const REPORTS_SHOWN = 60

/**
 * Creates the public view of the current world.
 * @param requireOpen throws if the simulator is closed
 * @param onReset resets what is not in the world, such as faults; for one organization, only what concerns it
 */
export function createSimulatorWorld(
  worldNow: () => World,
  requireOpen: () => void,
  worlds: Worlds,
  onReset: (organization?: string) => void,
): HeldWorld {
  let shown = organizationsOf(worldNow())
  /** Checks the id of an organization, if there is one. */
  const about = (id?: string) =>
    id === undefined ? {} : { organizacao: organizationWith(worldNow(), id).id }
  const commit = async (event: Event) => {
    requireOpen()
    await worldNow().commit([event])
  }
  const setWithdrawn = async (id: string | undefined, withdrawn: boolean) => {
    requireOpen()
    await commit({ event: 'token', organizacao: organizationWith(worldNow(), id).id, withdrawn })
    worlds.whenDisturbed(worldNow(), 'a token was withdrawn or accepted again')
  }
  const changesNow = (since?: string, id?: string) => {
    const { organizacao } = about(id)
    if (since !== undefined) requireKnown(worldNow(), since, organizacao)
    return worldNow().changes(since, organizacao)
  }
  const face: WorldFace & { changes(since?: string, id?: string): Change[] | Promise<Change[]> } = {
    get organizations() {
      const world = worldNow()
      if (shown.of !== world.organizations) shown = organizationsOf(world)
      return shown.organizations
    },
    reset: async (id) => {
      await commit({ event: 'reset', ...about(id) })
      worlds.whenDisturbed(worldNow(), 'a reset')
      onReset(id)
    },
    checkpoint: async (name, id) => {
      if (typeof name !== 'string' || name === '') throw new OperatorError('A checkpoint needs a name.')
      await commit({ event: 'checkpoint', name, ...about(id) })
    },
    restore: async (name, id) => {
      requireOpen()
      await worldNow().fresh?.()
      requireKnown(worldNow(), name, about(id).organizacao)
      await commit({ event: 'restore', name, ...about(id) })
      worlds.whenDisturbed(worldNow(), 'a checkpoint was restored')
    },
    changes: (since, id) => {
      const { fresh } = worldNow()
      return fresh ? fresh().then(() => changesNow(since, id)) : changesNow(since, id)
    },
    withdrawToken: (id) => setWithdrawn(id, true),
    giveTokenBack: (id) => setWithdrawn(id, false),
  }
  const knows = async (name: string, id?: string) => {
    await worldNow().fresh?.()
    return worldNow().knows(name, id)
  }
  return { world: worldNow, face: face as HeldWorld['face'], knows }
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
