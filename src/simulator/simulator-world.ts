import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { DecisionRecord, World } from '../store/store.ts'
import { type Change, changesSince } from '../world/changes.ts'

export interface SimulatorOrganization {
  id: string
  name: string
  token: string
  enabled: boolean
  /** How many persons it queried. */
  persons: number
  /** Up to 60 numbers of its reports that nobody had decided when its data was read. */
  reports: string[]
}

/** Data that tests decide on, and get back. */
export interface SimulatorWorld {
  readonly organizations: SimulatorOrganization[]
  /** Takes every decision back. */
  reset(): Promise<void>
  /** Remembers what is decided now, under a name. */
  checkpoint(name: string): void
  /**
   * Makes what is decided what it was then.
   * @throws {OperatorError} when there is no checkpoint of this name
   */
  restore(name: string): Promise<void>
  /**
   * What has changed since the start, or since a checkpoint; `changesText` makes lines of it.
   * @throws {OperatorError} when there is no checkpoint of this name
   */
  changes(since?: string): Change[]
}

const REPORTS_SHOWN = 60

/**
 * The face of the world that there is at the time; with other data, it begins anew.
 * @param requireOpen throws where what is closed would be changed
 */
export function createSimulatorWorld(worldNow: () => World, requireOpen: () => void): SimulatorWorld {
  let face = begin(worldNow())
  const now = () => {
    const world = worldNow()
    if (face.of !== world.organizations) face = begin(world)
    return { world, ...face }
  }
  return {
    get organizations() {
      return now().organizations
    },
    reset: async () => {
      requireOpen()
      await now().world.restore([])
    },
    checkpoint: (name) => {
      if (typeof name !== 'string' || name === '') throw new OperatorError('A checkpoint needs a name.')
      requireOpen()
      const { world, checkpoints } = now()
      checkpoints.set(name, world.decisions())
    },
    restore: async (name) => {
      requireOpen()
      const { world, checkpoints } = now()
      await world.restore(checkpointOf(checkpoints, name))
    },
    changes: (since) => {
      const { world, checkpoints, start } = now()
      return changesSince(world, since === undefined ? start : checkpointOf(checkpoints, since))
    },
  }
}

function begin(world: World) {
  return {
    of: world.organizations,
    start: world.decisions(),
    checkpoints: new Map<string, readonly DecisionRecord[]>(),
    organizations: world.organizations.map((organization) => ({
      ...organization,
      reports: organization.enabled ? world.undecided(organization, REPORTS_SHOWN) : [],
    })),
  }
}

/** @throws {OperatorError} */
function checkpointOf(
  checkpoints: ReadonlyMap<string, readonly DecisionRecord[]>,
  name: string,
): readonly DecisionRecord[] {
  const found = checkpoints.get(name)
  if (found !== undefined) return found
  const known = [...checkpoints.keys()]
  const there = known.length === 0 ? ': there is none.' : `: there are ${known.join(', ')}.`
  throw new OperatorError(`There is no checkpoint "${name}"${hint(name, known) || there}`)
}
