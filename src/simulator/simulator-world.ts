import { OperatorError } from '../operator/operator-error.ts'
import { organizationWith } from '../store/organization-with.ts'
import type { Soon } from '../store/soon.ts'
import type { Change, Organization, OwnWorld, Past, World } from '../store/store.ts'
import type { Worlds } from '../store/worlds.ts'
import { History } from './history.ts'

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

/** The methods of a world. Those that return `Soon` are synchronous in memory and asynchronous in a database. */
export interface WorldFace {
  readonly organizations: SimulatorOrganization[]
  reset(organization?: string): Promise<void>
  checkpoint(name: string, organization?: string): Soon<void>
  restore(name: string, organization?: string): Promise<void>
  changes(since?: string, organization?: string): Soon<Change[]>
  withdrawToken(organization?: string): Soon<void>
  giveTokenBack(organization?: string): Soon<void>
}

/**
 * The data of a simulator, with decisions that a test can inspect and take back. Where a method takes the id of an
 * organization, it is about this one only.
 */
export interface SimulatorWorld extends WorldFace {
  readonly organizations: SimulatorOrganization[]
  /**
   * Takes every decision and every move back, removes the plans of moves, accepts withdrawn tokens again, restores the
   * faults of the start, and sets the clock to the machine's time. For one organization, it resets its decisions, moves,
   * plans and token, and removes the faults on it that were set since the start; the clock and all other faults stay.
   */
  reset(organization?: string): Promise<void>
  /** Saves the current decisions and moves under a name. */
  checkpoint(name: string, organization?: string): void
  /**
   * Returns to the decisions and the moves of a checkpoint.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  restore(name: string, organization?: string): Promise<void>
  /**
   * Returns what changed since the start, or since a checkpoint; `changesText` converts it to text.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  changes(since?: string, organization?: string): Change[]
  /** Refuses the token of an organization with 401 from now on; by default that of the first enabled one. */
  withdrawToken(organization?: string): void
  /** Accepts a withdrawn token again. */
  giveTokenBack(organization?: string): void
}

/**
 * The same methods for the world of a shared store, which concern every simulator that serves it. A reset or a restore
 * is recorded after the decisions that it takes back; decisions that are acknowledged after it hold.
 */
export interface SharedWorld extends WorldFace {
  checkpoint(name: string, organization?: string): Promise<void>
  /** Returns what changed since the data was loaded, or since a checkpoint. */
  changes(since?: string, organization?: string): Promise<Change[]>
  withdrawToken(organization?: string): Promise<void>
  giveTokenBack(organization?: string): Promise<void>
}

/** A world with its history, for the code of `simulator/` that connects the modules. */
export interface HeldWorld {
  world(): World
  face: WorldFace
  history: Past
}

/** What a world does elsewhere than in this process. */
export interface Elsewhere {
  history: Past
  setWithdrawn(organizations: readonly Organization[], isWithdrawn: boolean): Promise<void>
}

export const REPORTS_SHOWN = 60

/**
 * Creates the public view of the current world. When the world gets other data, start and checkpoints are reset.
 * @param requireOpen throws if the simulator is closed
 * @param onReset resets what is not in the world, such as faults; for one organization, only what concerns it
 */
export function createSimulatorWorld(
  worldNow: () => World,
  requireOpen: () => void,
  worlds: Worlds,
  onReset: (organization?: string) => void,
  elsewhere?: Elsewhere,
): HeldWorld {
  const history = elsewhere?.history ?? new History(worldNow as () => OwnWorld)
  const setAllWithdrawn = (organizations: readonly Organization[], isWithdrawn: boolean): Soon<void> => {
    if (elsewhere) return elsewhere.setWithdrawn(organizations, isWithdrawn)
    for (const organization of organizations) worlds.setWithdrawn(organization, isWithdrawn)
  }
  let shown = organizationsOf(worldNow())
  const organizations = () => {
    const world = worldNow()
    if (shown.of !== world.organizations) shown = organizationsOf(world)
    return shown.organizations
  }
  /** Checks the id of an organization, if there is one. */
  const scope = (id?: string): string | undefined =>
    id === undefined ? undefined : organizationWith(worldNow(), id).id
  const setWithdrawn = (id: string | undefined, isWithdrawn: boolean) => {
    requireOpen()
    return setAllWithdrawn([organizationWith(worldNow(), id)], isWithdrawn)
  }
  const face: WorldFace = {
    get organizations() {
      return organizations()
    },
    reset: async (id) => {
      requireOpen()
      await history.reset(scope(id))
      const { organizations } = worldNow()
      await setAllWithdrawn(id === undefined ? organizations : [organizationWith(worldNow(), id)], false)
      worlds.whenDisturbed(worldNow(), 'a reset')
      onReset(id)
    },
    checkpoint: (name, id) => {
      if (typeof name !== 'string' || name === '') throw new OperatorError('A checkpoint needs a name.')
      requireOpen()
      return history.checkpoint(name, scope(id))
    },
    restore: async (name, id) => {
      requireOpen()
      await history.restore(name, scope(id))
      worlds.whenDisturbed(worldNow(), 'a checkpoint was restored')
    },
    changes: (since, id) => history.changes(since, scope(id)),
    withdrawToken: (id) => setWithdrawn(id, true),
    giveTokenBack: (id) => setWithdrawn(id, false),
  }
  return { world: worldNow, face, history }
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
