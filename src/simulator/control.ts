import { packageVersion } from '../contract/package-version.ts'
import { openDoor } from '../control/door.ts'
import type { ControlRoute } from '../control/route.ts'
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
  const { clockByHandle, createFaultDirectory } = await import('./handles.ts')
  return [
    ...lifecycleRoutes(createLifecycle({ ...sources, version: packageVersion })),
    ...faultRoutes(createFaultDirectory(sources)),
    ...clockRoutes(clockByHandle(sources)),
    ...moveRoutes(sources.moves.directory),
    ...(sources.hearing ? journalRoutes(sources.hearing) : []),
  ]
}
