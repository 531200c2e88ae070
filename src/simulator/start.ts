import type { IncomingMessage } from 'node:http'
import { printableLines } from '../contract/printable.ts'
import type { Profile } from '../contract/profile.ts'
import type { Faults } from '../control/faults/faults.ts'
import type { Journal } from '../control/journal/journal.ts'
import { isWaitProbe } from '../control/wait-probe.ts'
import type { FixtureFollower } from '../data/follow.ts'
import { LONG_SEEDING } from '../data/origin.ts'
import { isShipped } from '../data/shipped.ts'
import { translate } from '../messages/translate.ts'
import { OperatorError, optionsError } from '../operator/operator-error.ts'
import { percentLines } from '../operator/percent-lines.ts'
import { createAccessLog } from '../server/access-lines.ts'
import type { AccessLog } from '../server/access-log.ts'
import { Backlog } from '../server/backlog.ts'
import { basePathOf } from '../server/base-path.ts'
import { composeTraffic, unheard } from '../server/compose-traffic.ts'
import { listen } from '../server/listen.ts'
import { ReadyAnswers } from '../server/ready-answers.ts'
import { createRouter } from '../server/server.ts'
import { findQuirks } from '../service/quirks/index.ts'
import { writeControlFile } from '../world/log/folder.ts'
import { type Opened, type OpenOptions, openWorld } from '../world/open.ts'
import type { SharedPlace } from '../world/shared.ts'
import type { World } from '../world/world.ts'
import { Worlds } from '../world/worlds.ts'
import { askAs } from './ask-as.ts'
import { type Control, mintOptions, openControl } from './control.ts'
import { Deployments, isLearned, layered } from './deployments.ts'
import { createExplain, createHearing, journalOf } from './hearing.ts'
import { createHostedWorld, type SimulatorWorld, withGetters } from './hosted-world.ts'
import { loadLayers } from './layers.ts'
import { HostedWorlds, type OwnOrganization, openOrganization, serveMinted } from './open-organization.ts'
import {
  checkStartOptions,
  faultPlanOf,
  guardOf,
  type OrganizationOptions,
  profileOf,
  type StartOptions,
  sourceOf,
  withPaths,
} from './start-options.ts'
import { createStartControls } from './world-controls.ts'

export interface RunningSimulator extends SimulatorWorld, AsyncDisposable {
  /** What clients sent, what they were answered and why. */
  readonly journal: Journal
  /** Faults that may strike every request. */
  faults: Faults
  /** The first base URL, without a slash at the end. */
  url: string
  urls: string[]
  /** Null if the data is not seeded. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the fixture's text, or of the dataset's. */
  readonly hash: string
  /** The state folder; null in memory. */
  state: string | null
  /** The database of a shared store, without its password; null without one. */
  store: string | null
  /** The number of reports with a decision made here, including those in the state folder. */
  readonly decisions: number
  /** The complete profile that it serves. */
  profile: Profile
  /** The control port; null without one. */
  control: { url: string; token: string; console: string } | null
  /**
   * Opens an organization with a new token in a separate world: the first one of the fixture, or of the default data.
   * The other organizations of the fixture are in the same world, with new tokens. On a shared store, every simulator of
   * the store serves it within a second; after its time to live, by default an hour, it is closed.
   * @throws {OperatorError} when the fixture cannot be used
   */
  organization(options?: OrganizationOptions): Promise<OwnOrganization>
  /** Finishes the requests in flight and stops. */
  close(): Promise<void>
}

/**
 * Starts the service, by default on a free port of both loopback addresses, in memory and without a log. It handles no
 * signals, and one process may start any number of them.
 * @throws {OperatorError} when the port is in use, the data is invalid or the state folder cannot be used
 */
export async function startSimulator(given: StartOptions = {}): Promise<RunningSimulator> {
  const options = withPaths(given)
  checkStartOptions(options)
  const { port = 0, host, state, store, tokens = [], log = 'silent', journal = true } = options
  const { write: writeRaw = (line: string) => void process.stderr.write(`${line}\n`) } = options
  const write = (notice: string) => writeRaw(printableLines(translate(notice)))
  const onError = (error: unknown) => write(`error: ${textOf(error)}`)
  const quirks = findQuirks(options.quirks ?? [])
  const profile = profileOf(options.profile)
  const layers = await loadLayers(options.layers ?? [], onError)
  const plan = faultPlanOf(options)
  const source = sourceOf(options)
  const follower = options.watch ? await follow(source, write) : undefined

  const worlds = new Worlds()
  const hosted = new HostedWorlds()
  const backlog = new Backlog()
  const deployments = new Deployments(worlds, profile, quirks)
  const profileOfRequest = (request: Pick<IncomingMessage, 'headers'>) => deployments.profileOf(request)
  const explain = createExplain(worlds, profile, profileOfRequest)
  const accessLog =
    log === 'silent' ? undefined : withoutWaiting(createAccessLog(log, writeRaw, explain, worlds))
  const basePath = basePathOf(options.basePath ?? '') as string
  const hearing = journal
    ? createHearing(worlds, journal === true ? {} : journal, basePath, explain)
    : undefined
  const controls = createStartControls(plan, {
    worlds,
    profileOf: profileOfRequest,
    heard: hearing?.ofFaults,
  })
  const everything = composeTraffic([...(hearing ? [hearing.traffic] : []), controls.traffic])
  // No client sent it: it is in no journal, and uses up no fault.
  const traffic = unheard(everything, isWaitProbe)
  const listening = await listen({
    port,
    hosts: host === undefined ? undefined : [host],
    accessLog,
    guard: guardOf(options),
    basePath,
    backlog,
    traffic,
    clock: controls.clock,
  })
  let control: Control | undefined
  let opened: Awaited<ReturnType<typeof openAny>> | undefined
  try {
    control = await openControl(options.control, write)
    opened = await openAny({ ...source, state, store, tokens, clock: controls.clock, profile, notice: write })
    // Only now: a start that fails for its data has no control port to speak of.
    if (control?.notice !== undefined) write(control.notice)
    const { renew, shared } = opened
    let { world } = opened
    worlds.add(world)
    controls.requireNames()
    let closing: Promise<void> | undefined
    const close = () => {
      follower?.close()
      controls.traffic.release()
      closing ??= Promise.all([listening.close(), control?.close()]).then(opened?.close)
      return closing
    }
    const requireOpen = () => {
      if (closing) throw new OperatorError('The simulator is closed. Start another one.')
    }
    const replace = (next: World) => {
      hearing?.releaseWorld(world)
      worlds.replace(world, next)
      world = next
    }
    const { allowInvalidCpf = false } = options
    const { face, hosted: start } = createHostedWorld({
      ...{ world: () => world, controls, allowInvalidCpf, requireOpen },
    })
    hosted.add(start)
    const surroundings = { worlds, hosted, profile, deployments, controls, hearing, notice: write }
    const mintShared = shared && (await serveMinted(shared, surroundings, replace))
    // What changes answers may have to see each request.
    const isPlain = store === undefined && layers.length === 0 && quirks.length === 0 && !isLearned(profile)
    const ready = isPlain ? new ReadyAnswers(worlds) : undefined
    const ask = layered(deployments.ask, layers)
    await listening.serve(createRouter(ask, { backlog, traffic, onError, ready }))
    follower?.start((source) => replace((renew as Opened['renew'])(source)))
    const organization = async (given: OrganizationOptions = {}) => {
      requireOpen()
      const whole = { allowInvalidCpf, ...withPaths(given) }
      const own = await (mintShared?.(whole) ?? openOrganization(whole, surroundings))
      requireOpen()
      return own
    }
    control?.serve({
      url: listening.urls[0],
      serviceDocument: async () =>
        (await import('../openapi/openapi.ts')).openapiOf(profile, listening.urls[0]),
      worlds,
      hosted: () => [...hosted],
      ask: (organization, request) => askAs(ask, deployments, organization, request),
      journals: hearing,
      faults: controls.set,
      mint: (body) => hosted.mint(async () => (await organization(mintOptions(body))).handle),
      isReady: () => closing === undefined,
      outage: async () => shared?.outage(),
      hash: () => world.orders.columns.hash,
    })
    if (control && state !== undefined) tellReset(state, control, write)
    return withGetters(face, {
      faults: controls.faults,
      get journal() {
        return journalOf(hearing, ({ whole }) => whole)
      },
      get hash() {
        return world.orders.columns.hash
      },
      get decisions() {
        return world.decisions
      },
      url: listening.urls[0],
      urls: listening.urls,
      seed: world.orders.columns.seed,
      state: state ?? null,
      store: shared?.shown ?? null,
      profile,
      control: control ? { url: control.url, token: control.token, console: control.console } : null,
      organization,
      close,
      [Symbol.asyncDispose]: close,
    })
  } catch (error) {
    await Promise.all([listening.close(), control?.close()])
    await opened?.close()
    throw error
  }
}

/** Leaves out `pessoas-sim wait`, which no client sent. */
function withoutWaiting(accessLog: AccessLog): AccessLog {
  return (answered) => {
    if (answered.request === undefined || !isWaitProbe(answered.request)) accessLog(answered)
  }
}

/** Has `pessoas-sim reset` find the control port. Without it, that command only says which process to end. */
function tellReset(state: string, control: Control, write: (line: string) => void): void {
  try {
    writeControlFile(state, control)
  } catch (error) {
    write(`warning: "pessoas-sim reset" cannot find this simulator: ${(error as Error).message}`)
  }
}

/** Returns an error for the log; an error that the operator can fix needs no stack. */
function textOf(error: unknown): unknown {
  return error instanceof OperatorError ? error.message : ((error as Error | undefined)?.stack ?? error)
}

/** Opens the data of a start: in a database, whose client is loaded only then, or in this process. */
async function openAny({
  store,
  ...options
}: OpenOptions & { store: string | undefined }): Promise<
  Omit<Opened, 'renew'> & Partial<Pick<Opened, 'renew'>> & { shared?: SharedPlace }
> {
  const { persons = 0 } = options.origin ?? {}
  const progress = persons < LONG_SEEDING ? {} : { onProgress: percentLines('generating', options.notice) }
  if (store === undefined) return openWorld({ ...options, ...progress })
  const { openSharedWorld } = await import('../world/shared.ts')
  return openSharedWorld(store, { ...options, ...progress })
}

async function follow(
  { fixture, allowInvalidCpf }: ReturnType<typeof sourceOf>,
  notice: (line: string) => void,
): Promise<FixtureFollower> {
  if (typeof fixture === 'string' && fixture !== '-' && !isShipped(fixture)) {
    const { FixtureFollower } = await import('../data/follow.ts')
    return new FixtureFollower(fixture, { allowInvalidCpf }, notice)
  }
  const never =
    fixture === '-' ? 'standard input is read once' : `${fixture} ships with the package and never changes`
  const what = typeof fixture === 'string' ? `, but ${never}` : ''
  throw optionsError(`{watch} watches the file of a fixture${what}. Use {fixture} with a file of your own.`)
}
