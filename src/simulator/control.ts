import { packageVersion } from '../contract/package-version.ts'
import type { WorldClock } from '../control/clock.ts'
import { openDoor } from '../control/door.ts'
import type { FaultDirectory, FaultTarget } from '../control/faults/routes.ts'
import type { ControlRoute } from '../control/route.ts'
import type { Organization } from '../world/store.ts'
import type { Hearing } from './hearing.ts'
import type { LifecycleSources } from './lifecycle.ts'
import type { AllMoves } from './moves.ts'
import type { StartOptions } from './start-options.ts'
import type { StartControls } from './world-controls.ts'

type Sources = Omit<LifecycleSources, 'version'> & {
  controls: StartControls
  moves: AllMoves
  /** Undefined if the journal is off. */
  hearing: Hearing | undefined
}

/** The control port of a simulator. */
export interface Control {
  url: string
  token: string
  /** What the operator should know once the start succeeds. */
  notice?: string
  /** Answers every call from now on, first those that were held. */
  serve(sources: Sources): void
  close(): Promise<void>
}

/**
 * Opens the control port; returns undefined if none is wanted.
 * @param write receives unexpected errors
 * @throws {OperatorError} when the port is in use
 */
export async function openControl(
  wanted: StartOptions['control'] = false,
  write: (line: string) => void,
): Promise<Control | undefined> {
  if (wanted === false) return undefined
  const { port = 0, orFree, token } = wanted === true ? {} : wanted
  let serve: Control['serve'] = () => {}
  const served = new Promise<Sources>((resolve) => {
    serve = resolve
  })
  const door = await openDoor({
    port,
    orFree,
    token,
    version: packageVersion,
    routes: async () => routesOf(await served),
    onError: (error) => write(`error: ${(error as Error).stack}`),
  })
  const { url, inUse, close } = door
  const taken = `warning: port ${inUse} is already in use, so the control port is ${url}.`
  return { url, token: door.token, ...(inUse !== undefined && { notice: taken }), serve, close }
}

/** Returns the routes of every module of the control port, which are loaded with the first call. */
async function routesOf(sources: Sources): Promise<readonly ControlRoute[]> {
  const { lifecycleRoutes } = await import('../control/lifecycle.ts')
  const { createLifecycle } = await import('./lifecycle.ts')
  const { faultRoutes } = await import('../control/faults/routes.ts')
  const { moveRoutes } = await import('../control/moves/routes.ts')
  const { clockRoutes } = await import('../control/clock-routes.ts')
  const { journalRoutes } = await import('../control/journal/routes.ts')
  return [
    ...lifecycleRoutes(createLifecycle({ ...sources, version: packageVersion })),
    ...faultRoutes(createFaultDirectory(sources)),
    ...clockRoutes(clockByHandle(sources)),
    ...moveRoutes(sources.moves.directory),
    ...(sources.hearing ? journalRoutes(sources.hearing) : []),
  ]
}

/** Returns the faults of organizations by their handles. */
function createFaultDirectory({ worlds, controls }: Sources): FaultDirectory {
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
      const own = worlds
        .all()
        .map(targetOf)
        .filter(({ faults }) => faults !== controls.faults)
      // Faults of a world that are on none of its organizations are listed once, with the first one.
      const isFirst = ({ faults }: FaultTarget, i: number) =>
        own.findIndex((one) => one.faults === faults) === i
      const once = own.map((target, i) => ({ ...target, isWhole: isFirst(target, i) }))
      return [{ faults: controls.faults, handle: null, isWhole: true }, ...once]
    },
  }
}

/** Returns the clock in the world of a handle; without one, that of the start. */
function clockByHandle({ worlds, controls }: Sources): (handle?: string) => WorldClock | undefined {
  return (handle) => {
    if (handle === undefined) return controls.clock
    const organization = worlds.byHandle(handle)
    return organization && controls.of(worlds.worldOf(organization)).clock
  }
}
