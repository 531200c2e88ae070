import { openDoor } from '../control/door.ts'
import type { ControlHost } from '../control/host.ts'
import { ControlRefusal, type ControlRoute } from '../control/route.ts'
import { isShipped, shippedFixtures } from '../data/shipped.ts'
import { shown } from '../operator/fault-text.ts'
import { hint } from '../operator/hint.ts'
import { profiles } from '../operator/profiles.ts'
import type { OrganizationOptions, StartOptions } from './start-options.ts'

/** The control port of a simulator. */
export interface Control {
  url: string
  /** The link to the console, with a code that works once. */
  console: string
  token: string
  /** What the operator should know once the start succeeds. */
  notice?: string
  /** Answers every call from now on, first those that were held. */
  serve(host: ControlHost): void
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
  const served = new Promise<Parameters<Control['serve']>[0]>((resolve) => {
    serve = resolve
  })
  const door = await openDoor({
    port,
    orFree,
    token,
    routes: async () => routesOf(await served),
    onError: (error) => write(`error: ${(error as Error).stack}`),
  })
  const { url, console, inUse, close } = door
  const taken = `warning: port ${inUse} is already in use, so the control port is ${url}. "npx pessoas-sim wait ${url}" waits for this simulator.`
  return { url, console, token: door.token, ...(inUse !== undefined && { notice: taken }), serve, close }
}

/** Returns the routes of every module of the control port, which are loaded with the first call. */
async function routesOf(host: ControlHost): Promise<readonly ControlRoute[]> {
  const { organizationRoutes } = await import('../control/organizations.ts')
  const { askRoutes } = await import('../control/ask.ts')
  const { personRoutes } = await import('../control/persons.ts')
  const { clockRoutes } = await import('../control/clock-routes.ts')
  const { faultRoutes } = await import('../control/faults/routes.ts')
  const { journalRoutes } = await import('../control/journal/routes.ts')
  const { serviceDocumentRoutes } = await import('../control/service-document.ts')
  return [
    ...organizationRoutes(host),
    ...personRoutes(host),
    ...askRoutes(host),
    ...clockRoutes(host),
    ...faultRoutes(host),
    ...journalRoutes(host),
    ...serviceDocumentRoutes(host),
  ]
}

/**
 * Returns the options of a new organization. A text may only name what ships: no caller of the control port has a file
 * read.
 * @throws {ControlRefusal} when it names something else
 */
export function mintOptions(given: Parameters<ControlHost['mint']>[0]): OrganizationOptions {
  const { fixture, profile } = given
  if (typeof fixture === 'string' && !isShipped(fixture)) {
    throw notShipped(
      'fixture',
      fixture,
      shippedFixtures().map(({ name }) => name),
    )
  }
  if (typeof profile === 'string' && !Object.hasOwn(profiles, profile)) {
    throw notShipped('profile', profile, Object.keys(profiles))
  }
  // What is an object here is checked with the other options.
  return given as OrganizationOptions
}

function notShipped(what: 'fixture' | 'profile', given: string, names: string[]): ControlRefusal {
  const remedy = hint(given, names) || `. Use one of ${names.join(', ')}, or send the ${what} itself.`
  return new ControlRefusal(400, what, `This package has no ${what} ${shown(given)}${remedy}`)
}
