import { ControlClock } from '../control/clock.ts'
import { type FaultOwner, FaultSet } from '../control/faults/faults.ts'
import type { FaultPlan } from '../control/faults/rule.ts'
import type { Clock } from '../operator/clock.ts'
import { shown } from '../operator/fault-text.ts'
import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { Organization } from '../world/store.ts'
import type { World } from '../world/world.ts'
import { createFaultTraffic, type FaultTrafficOptions } from './fault-traffic.ts'

/** The faults and the clock of the start. Also opens worlds that have faults and a clock of their own. */
export type StartControls = ReturnType<typeof createStartControls>

/** The faults and the clock of a world, and what resets them: for one organization, only faults on it. */
export type WorldControls = Pick<StartControls, 'owner' | 'faults' | 'clock' | 'reset'>

/** @param plan the faults of the start */
export function createStartControls(
  plan: FaultPlan,
  options: Omit<FaultTrafficOptions, 'set' | 'setClocks'>,
) {
  const { worlds } = options
  const set = new FaultSet()
  const setClocks = new Set<ControlClock>()
  const create = (clock: ControlClock, rest: Omit<FaultOwner, 'clock'>, suffixOf: () => string) => {
    const owner: FaultOwner = { clock, ...rest }
    /** Goes back to the faults of the start and the time of the machine; for one organization, the clock stays. */
    const reset = (id?: string) => {
      if (id !== undefined) return set.resetOf(owner, `${id}${suffixOf()}`)
      clock.real()
      set.reset(owner)
    }
    return { owner, faults: set.ownedBy(owner), clock, reset }
  }
  const known = (handle: string, organizations: readonly Organization[]) => {
    const handles = organizations.map((organization) => worlds.handleOf(organization))
    if (handles.includes(handle)) return handle
    const remedy = hint(handle, handles) || `. Use one of ${handles.slice(0, 10).join(', ')}.`
    throw new OperatorError(`on.organization ${shown(handle)} of a fault is not a known handle${remedy}`)
  }

  const strikes = (handle: string | undefined) => handle && known(handle, worlds.all())
  const start = create(new ControlClock(undefined, setClocks), { start: plan, strikes }, () => '')
  set.reset(start.owner)
  return {
    ...start,
    set,
    traffic: createFaultTraffic({ ...options, set, setClocks }),
    /** @throws {OperatorError} when a fault of the start is on an organization that nobody has */
    requireNames: () => {
      for (const { on } of plan.faults) strikes(on?.organization)
    },
    /** @param requireOpen throws if the world is closed */
    open: (openWorld: (clock: Clock) => World, requireOpen: () => void) => {
      const clock = new ControlClock(undefined, setClocks, requireOpen)
      const world = openWorld(clock)
      const strikes = (handle: string | undefined) => {
        requireOpen()
        const { organizations } = world
        const first = organizations.find(({ enabled }) => enabled) ?? organizations[0]
        return known(handle ?? worlds.handleOf(first as Organization), organizations)
      }
      return { ...create(clock, { strikes }, () => worlds.suffixOf(world)), world }
    },
  }
}
