import type { WorldClock } from '../control/clock.ts'
import type { FaultSet } from '../control/faults/faults.ts'
import type { FaultDirectory, FaultTarget } from '../control/faults/routes.ts'
import type { Organization } from '../store/store.ts'
import type { Worlds } from '../store/worlds.ts'
import type { StartControls } from './world-controls.ts'

interface Sources {
  worlds: Worlds
  controls: StartControls
}

/** Returns the faults of organizations by their handles. */
export function createFaultDirectory({ worlds, controls }: Sources): FaultDirectory {
  const targetOf = (organization: Organization): FaultTarget => {
    const handle = worlds.handleOf(organization)
    const { faults } = controls.of(worlds.worldOf(organization))
    // The faults of a separate world know an organization by its id.
    const isOwn = faults !== controls.faults
    return { faults, handle, organization: isOwn ? organization.id : handle, isWhole: isOwn }
  }
  return {
    ofAll: controls.faults,
    of: (handle) => {
      const organization = worlds.byHandle(handle)
      return organization && targetOf(organization)
    },
    targets: () => {
      const told = new Set<FaultSet>()
      const own = worlds
        .all()
        .map(targetOf)
        .filter(({ faults }) => faults !== controls.faults)
      // Faults of a world that are on none of its organizations are listed once, with the first one.
      const once = own.map((target) => {
        const isWhole = !told.has(target.faults)
        told.add(target.faults)
        return { ...target, isWhole }
      })
      return [{ faults: controls.faults, handle: null, isWhole: true }, ...once]
    },
  }
}

/** Returns the clock in the world of a handle; without one, that of the start. */
export function clockByHandle({ worlds, controls }: Sources): (handle?: string) => WorldClock | undefined {
  return (handle) => {
    if (handle === undefined) return controls.clock
    const organization = worlds.byHandle(handle)
    return organization && controls.of(worlds.worldOf(organization)).clock
  }
}
