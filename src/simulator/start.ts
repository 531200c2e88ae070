import type { IncomingMessage } from 'node:http'
import { printableLines } from '../contract/printable.ts'
import type { Profile } from '../contract/profile.ts'
import type { WorldClock } from '../control/clock.ts'
import type { Faults } from '../control/faults/faults.ts'
import type { Journal } from '../control/journal/journal.ts'
import type { Moves } from '../control/moves/moves.ts'
import { isWaitProbe } from '../control/wait-probe.ts'
import type { FixtureFollower } from '../data/follow.ts'
import { LONG_SEEDING } from '../data/origin.ts'
import { isShipped } from '../data/shipped.ts'
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
import { Worlds } from '../world/worlds.ts'
import { type Control, openControl } from './control.ts'
import { Deployments, isLearned, layered } from './deployments.ts'
import { createExplain, createHearing, journalOf } from './hearing.ts'
import { loadLayers } from './layers.ts'
import { AllMoves } from './moves.ts'
import {
  type Minted,
  type OwnOrganization,
  openOrganization,
  type SharedOrganization,
  serveMinted,
} from './open-organization.ts'
import { createReplaySources, DATA_ELSEWHERE } from './replay-sources.ts'
import { createSimulatorWorld, type SharedWorld, type SimulatorWorld } from './simulator-world.ts'
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

export interface RunningSimulator extends Running, SimulatorWorld {
  /**
   * Opens an organization with a new token in a separate world in memory: the first one of the fixture, or of the
   * default data. The other organizations of the fixture are in the same world, with new tokens.
   * @throws {OperatorError} when the fixture cannot be used
   */
  organization(options?: OrganizationOptions): Promise<OwnOrganization>
}

/** A simulator on a shared store. Methods that concern every simulator of the store return promises. */
export interface SharedSimulator extends Running, SharedWorld {
  /**
   * Opens an organization with a new token in a separate world of the database, which every simulator of the store serves
   * within a second. After its time to live, by default an hour, it is closed, whatever became of this simulator.
   * @throws {OperatorError} when the fixture cannot be used
   */
  organization(options?: OrganizationOptions): Promise<SharedOrganization>
}

interface Running extends AsyncDisposable {
  /** What clients sent, what they were answered and why. */
  readonly journal: Journal
  /** Faults that may strike every request. */
  faults: Faults
  /** The clock of the organizations of the start; each of `organization()` has its own. */
  clock: WorldClock
  /** Moves persons and reports of the organizations of the start. */
  moves: Moves
  /** The first base URL, without a slash at the end. */
  url: string
  urls: string[]
  /** Null if the data is not seeded. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the fixture's text, or of the dataset's. */
  hash: string
  /** The state folder; null in memory. */
  state: string | null
  /** The database of a shared store, without its password; null without one. */
  store: string | null
  /** The number of reports with a decision made here, including those in the state folder. */
  readonly decisions: number
  /** The complete profile that it serves. */
  profile: Profile
  /** The control port; null without one. */
  control: { url: string; token: string } | null
  /** Finishes the requests in flight and stops. */
  close(): Promise<void>
}

/**
 * Starts the service, by default on a free port of both loopback addresses, in memory and without a log. It handles no
 * signals, and one process may start any number of them.
 * @throws {OperatorError} when the port is in use, the data is invalid or the state folder cannot be used
 */
export function startSimulator(options: StartOptions & { store: string }): Promise<SharedSimulator>
export function startSimulator(options?: StartOptions): Promise<RunningSimulator>
export async function startSimulator(given: StartOptions = {}): Promise<RunningSimulator & SharedSimulator> {
  const options = withPaths(given)
  checkStartOptions(options)
  const { port = 0, host, state, store, tokens = [], log = 'silent' } = options
  const quirks = findQuirks(options.quirks ?? [])
  const { write: writeRaw = (line: string) => void process.stderr.write(`${line}\n`) } = options
  const write = (notice: string) => writeRaw(printableLines(notice))
  const profile = profileOf(options.profile)
  const onError = (error: unknown) => write(`error: ${textOf(error)}`)
  const layers = await loadLayers(options.layers ?? [], onError)
  const plan = faultPlanOf(options)
  const source = sourceOf(options)
  const follower = options.watch ? await follow(source, write) : undefined
  const worlds = new Worlds()
  const minted: Minted = new Map()
  const backlog = new Backlog()
  const sources = createReplaySources(options)
  const deployments = new Deployments(worlds, profile, quirks)
  const profileOfRequest = (request: IncomingMessage) => deployments.profileOf(request)
  const explain = createExplain(worlds, profile, profileOfRequest)
  const accessLog =
    log === 'silent' ? undefined : withoutWaiting(createAccessLog(log, writeRaw, explain, worlds))
  const { journal = true } = options
  const hearing = journal
    ? createHearing({ worlds, limits: journal === true ? {} : journal, explain, source: sources.all })
    : undefined
  worlds.whenDisturbed = (world, by) =>
    sources.disturb(worlds.suffixOf(world), by, hearing?.whole.mark() ?? 0)
  const controls = createStartControls({
    worlds,
    plan,
    planName: typeof options.faults === 'string' ? options.faults : undefined,
    profileOf: profileOfRequest,
    heard: hearing?.ofFaults,
  })
  const { faults, clock } = controls
  const allMoves = new AllMoves(worlds, deployments)
  const everything = composeTraffic([
    // First, so that the journal hears which plan moved the data.
    allMoves.traffic,
    ...(hearing ? [hearing.traffic] : []),
    controls.traffic,
  ])
  // No client sent it: it is in no journal, and uses up no fault.
  const traffic = unheard(everything, isWaitProbe)
  const listening = await listen({
    port,
    hosts: host === undefined ? undefined : [host],
    accessLog,
    guard: guardOf(options),
    basePath: basePathOf(options.basePath ?? ''),
    backlog,
    traffic,
    clock,
  })
  let control: Control | undefined
  let opened: Awaited<ReturnType<typeof openAny>> | undefined
  try {
    control = await openControl(options.control, write)
    opened = await openAny({ ...source, state, store, tokens, clock, profile, notice: write })
    // Only now: a start that fails for its data has no control port to speak of.
    if (control?.notice !== undefined) write(control.notice)
    const { renew, shared } = opened
    let { world } = opened
    worlds.add(world)
    faults.requireNames()
    // What changes answers may have to see each request.
    const isPlain = store === undefined && layers.length === 0 && quirks.length === 0 && !isLearned(profile)
    const router = createRouter(layered(deployments.ask, layers), {
      ...{ backlog, traffic, onError },
      ready: isPlain ? new ReadyAnswers(worlds) : undefined,
    })
    if (shared) sources.spoil('', DATA_ELSEWHERE)
    else if (!world.isAsGiven) sources.spoil('', 'its simulator started with changes of an earlier session')
    const surroundings = {
      ...{ worlds, minted, profile, controls, hearing, sources, notice: write },
      deployments,
      moves: allMoves,
    }
    const mintShared =
      shared &&
      (await serveMinted(shared, surroundings, (next) => {
        worlds.replace(world, next)
        world = next
      }))
    await listening.serve(router)
    follower?.start((source) => {
      const next = (renew as Opened['renew'])(source)
      hearing?.releaseWorld(world)
      worlds.replace(world, next)
      sources.spoil(worlds.suffixOf(next), 'the file of its fixture was changed')
      world = next
    })
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
    const { allowInvalidCpf = false } = options
    const moves = allMoves.start({ world: () => world, allowInvalidCpf, requireOpen })
    const resetRest = (organization?: string) => {
      controls.reset(organization)
      moves.clearPlans(organization)
    }
    const start = createSimulatorWorld(() => world, requireOpen, worlds, resetRest)
    const { face } = start
    const organization = async (given: OrganizationOptions = {}) => {
      requireOpen()
      const whole = { allowInvalidCpf, ...withPaths(given) }
      const own = await (mintShared?.(whole) ?? openOrganization(whole, surroundings))
      requireOpen()
      return own as OwnOrganization & SharedOrganization
    }
    control?.serve({
      url: listening.urls[0],
      worlds,
      start,
      minted,
      controls,
      moves: allMoves,
      hearing,
      organization,
      isReady: () => closing === undefined,
      outage: async () => shared?.outage(),
      hash: () => world.orders.columns.hash,
    })
    if (control && state !== undefined) tellReset(state, control, write)
    return {
      ...face,
      faults,
      clock,
      moves,
      get journal() {
        return journalOf(hearing, ({ whole }) => whole)
      },
      get organizations() {
        return face.organizations
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
      control: control ? { url: control.url, token: control.token } : null,
      organization,
      close,
      [Symbol.asyncDispose]: close,
    }
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
