import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { DecisionRecord, World } from '../store/store.ts'
import { type Change, reportChanges } from '../world/changes.ts'

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
export interface SimulatorWorld {
  readonly organizations: SimulatorOrganization[]
  /** Takes every decision back. */
  reset(): Promise<void>
  /** Saves the current decisions under a name. */
  checkpoint(name: string): void
  /**
   * Returns to the decisions of a checkpoint.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  restore(name: string): Promise<void>
  /**
   * Returns what changed since the start, or since a checkpoint; `changesText` converts it to text.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  changes(since?: string): Change[]
}

const REPORTS_SHOWN = 60

/**
 * Creates the public view of the current world. When the world gets other data, start and checkpoints are reset.
 * @param requireOpen throws if the simulator is closed
 */
export function createSimulatorWorld(worldNow: () => World, requireOpen: () => void): SimulatorWorld {
  let view = begin(worldNow())
  const now = () => {
    const world = worldNow()
    if (view.of !== world.organizations) view = begin(world)
    return { world, ...view }
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
      return reportChanges(world, since === undefined ? start : checkpointOf(checkpoints, since))
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

/** @throws {OperatorError} when the checkpoint is unknown */
function checkpointOf(
  checkpoints: ReadonlyMap<string, readonly DecisionRecord[]>,
  name: string,
): readonly DecisionRecord[] {
  const found = checkpoints.get(name)
  if (found !== undefined) return found
  const known = [...checkpoints.keys()]
  const there = known.length === 0 ? '. No checkpoint was saved.' : `. Use one of ${known.join(', ')}.`
  throw new OperatorError(`The checkpoint "${name}" is unknown${hint(name, known) || there}`)
}
