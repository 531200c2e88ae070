import type { IncomingMessage } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import { ControlClock } from '../control/clock.ts'
import type { FaultService } from '../control/faults/effects.ts'
import { FaultSet } from '../control/faults/faults.ts'
import type { FaultPlan } from '../control/faults/rule.ts'
import type { Clock } from '../operator/clock.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { createFaultTraffic, type FaultTraffic } from './fault-traffic.ts'

/** The faults and the clock of a world. */
export interface Controls {
  faults: FaultSet
  clock: ControlClock
  /**
   * Returns to the faults of the start, and to the time of the machine. For one organization, removes the faults on it
   * that were set since the start; the clock stays.
   */
  reset(organization?: string): void
}

/** The faults and the clock of the start. Also opens worlds that have faults and a clock of their own. */
export interface StartControls extends Controls {
  traffic: FaultTraffic
  /**
   * Opens a world with a clock and faults of its own.
   * @param requireOpen throws if the world is closed
   */
  open(openWorld: (clock: Clock) => World, requireOpen: () => void): OwnControls
  /** Returns the faults and the clock of a world; those of the start for one without. */
  of(world: World): Controls
}

interface OwnControls extends Controls {
  world: World
  /** Ends its faults and its clock. */
  close(): void
}

export interface StartControlsOptions {
  worlds: Worlds
  /** The faults of the start. */
  plan: FaultPlan
  /** Where they are from: the name of a plan that ships, or a file. */
  planName?: string | undefined
  profileOf(request: IncomingMessage): Profile
  heard?: Pick<FaultService, 'struck' | 'read' | 'answered'> | undefined
}

export function createStartControls({ plan, planName, ...options }: StartControlsOptions): StartControls {
  const setClocks = new Set<ControlClock>()
  const ownFaults = new Map<World, FaultSet>()
  const controlsOf = new WeakMap<World, Controls>()
  const clock = new ControlClock(undefined, setClocks)
  const { worlds } = options
  const ofStart = new FaultSet({
    clock,
    start: plan,
    startPlan: planName,
    names: {
      nameOf: (handle) => (worlds.byHandle(handle) ? handle : undefined),
      handles: () => worlds.all().map((organization) => worlds.handleOf(organization)),
    },
  })
  const start = withReset(ofStart, clock)

  const open: StartControls['open'] = (openWorld, requireOpen) => {
    const clock = new ControlClock(undefined, setClocks, requireOpen)
    const world = openWorld(clock)
    const faults = new FaultSet({
      clock,
      requireOpen,
      changed: (isEmpty) => {
        // Requests ask only worlds that have faults.
        if (isEmpty) ownFaults.delete(world)
        else ownFaults.set(world, faults)
      },
      // Its requests know an organization by its id; its operator may use the handle, too.
      names: {
        nameOf: (name) =>
          world.organizations.find((one) => one.id === name || worlds.handleOf(one) === name)?.id,
        handles: () => world.organizations.map((one) => worlds.handleOf(one)),
      },
    })
    const own = withReset(faults, clock)
    controlsOf.set(world, own)
    return { world, ...own, close: () => own.reset() }
  }

  return {
    ...start,
    traffic: createFaultTraffic({ ...options, faults: start.faults, ownFaults, setClocks }),
    open,
    of: (world) => controlsOf.get(world) ?? start,
  }
}

function withReset(faults: FaultSet, clock: ControlClock): Controls {
  const reset = (organization?: string) => {
    if (organization !== undefined) return faults.resetOf(organization)
    clock.real()
    faults.reset()
  }
  return { faults, clock, reset }
}
