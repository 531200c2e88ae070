import { randomBytes } from 'node:crypto'
import { printableLines } from '../contract/printable.ts'
import type { Profile } from '../contract/profile.ts'
import type { FixtureFollower } from '../fixture/follow.ts'
import { LONG_SEEDING } from '../fixture/make/origin.ts'
import { isShipped } from '../fixture/shipped.ts'
import { OperatorError, optionsError } from '../operator/operator-error.ts'
import { createAccessLog } from '../sim/access-log.ts'
import { Backlog } from '../sim/backlog.ts'
import { warmUpLists } from '../sim/list-persons.ts'
import { listen } from '../sim/listen.ts'
import { findQuirks, withQuirks } from '../sim/quirks/index.ts'
import { createSimulator } from '../sim/sim.ts'
import { MemoryStore } from '../store/memory.ts'
import { Worlds } from '../store/worlds.ts'
import { readData, withTokens } from '../world/data.ts'
import { type Opened, openWorld } from '../world/state.ts'
import { collectGarbage } from './collect-garbage.ts'
import { createSimulatorWorld, type SimulatorOrganization, type SimulatorWorld } from './simulator-world.ts'
import {
  checkStartOptions,
  checkWorldOptions,
  guardOf,
  profileOf,
  type StartOptions,
  sourceOf,
  type WorldOptions,
} from './start-options.ts'

/** An organization in a separate world. Closing it ends the world; its token is then refused. */
export interface OwnOrganization extends SimulatorWorld, SimulatorOrganization, AsyncDisposable {
  close(): Promise<void>
}

export interface RunningSimulator extends SimulatorWorld, AsyncDisposable {
  /** The first base URL, without a slash at the end. */
  url: string
  urls: string[]
  /** Null if the data is not seeded. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the fixture's text, or of the dataset's. */
  hash: string
  /** The state folder; null in memory. */
  state: string | null
  /** The number of reports with a decision made here, including those in the state folder. */
  readonly decisions: number
  /** The complete profile that it serves. */
  profile: Profile
  /**
   * Opens an organization with a new token in a separate world in memory: the first one of the fixture, or of the
   * default data. The other organizations of the fixture are in the same world, with new tokens.
   * @throws {OperatorError} when the fixture cannot be used
   */
  organization(options?: WorldOptions): Promise<OwnOrganization>
  /** Finishes the requests in flight and stops. */
  close(): Promise<void>
}

/**
 * Starts the service, by default on a free port of both loopback addresses, in memory and without a log. It handles no
 * signals, and one process may start any number of them.
 * @throws {OperatorError} when the port is in use, the data is invalid or the state folder cannot be used
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  checkStartOptions(options)
  const { port = 0, host, state, tokens = [], log = 'silent' } = options
  const profile = profileOf(options.profile)
  const quirks = findQuirks(options.quirks ?? [])
  const { write: writeRaw = (line: string) => void process.stderr.write(`${line}\n`) } = options
  const write = (notice: string) => writeRaw(printableLines(notice))
  const source = sourceOf(options)
  const follower = options.watch ? await follow(source, write) : undefined
  const worlds = new Worlds()
  const accessLog = log === 'silent' ? undefined : createAccessLog(log, writeRaw, worlds)
  const backlog = new Backlog()
  const listening = await listen({
    port,
    hosts: host === undefined ? undefined : [host],
    accessLog,
    guard: guardOf(options),
    backlog,
  })
  let opened: Opened | undefined
  try {
    opened = await openWorld({ ...source, state, tokens, notice: write })
    const { renew, seed } = opened
    let { world, hash } = opened
    worlds.add(world)
    const onError = (error: unknown) => write(`error: ${textOf(error)}`)
    const isQuirky = quirks.length > 0
    const app = createSimulator({ store: worlds, profile, backlog, onError })
    const handler = isQuirky
      ? withQuirks(app, quirks, {
          organizationsOf: (authorization) => worlds.organizationsOf(authorization),
          profile,
          backlog,
          onError,
        })
      : undefined
    warmUpLists(world, profile)
    if (world.organizations.some(({ persons }) => persons >= LONG_SEEDING)) collectGarbage()
    await listening.serve(app, handler)
    follower?.start((dataset, newHash) => {
      const next = renew(dataset)
      worlds.replace(world, next)
      ;[world, hash] = [next, newHash]
      warmUpLists(world, profile)
    })
    let closing: Promise<void> | undefined
    const close = () => {
      follower?.close()
      closing ??= listening.close().then(() => world.close())
      return closing
    }
    const requireOpen = () => {
      if (closing) throw new OperatorError('The simulator is closed. Start another one.')
    }
    const face = createSimulatorWorld(() => world, requireOpen)
    return {
      ...face,
      get organizations() {
        return face.organizations
      },
      get hash() {
        return hash
      },
      get decisions() {
        return new Set(world.decisions().map(({ numero }) => numero)).size
      },
      url: listening.urls[0],
      urls: listening.urls,
      seed,
      state: state ?? null,
      profile,
      organization: async (given = {}) => {
        requireOpen()
        const { allowInvalidCpf = false } = options
        const own = await openOrganization({ allowInvalidCpf, ...given }, worlds, profile, write)
        requireOpen()
        return own
      },
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await listening.close()
    await opened?.world.close()
    throw error
  }
}

/** Returns an error for the log; an error that the operator can fix needs no stack. */
function textOf(error: unknown): unknown {
  return error instanceof OperatorError ? error.message : ((error as Error | undefined)?.stack ?? error)
}

/** Opens another world. Its tokens are new, so that several tests can use the same fixture. */
async function openOrganization(
  options: WorldOptions,
  worlds: Worlds,
  profile: Profile,
  notice: (line: string) => void,
): Promise<OwnOrganization> {
  checkWorldOptions(options)
  const { dataset } = await readData({ ...sourceOf(options), notice })
  const tokens = dataset.organizacoes.map(() => `sim-${randomBytes(16).toString('hex')}`)
  const world = new MemoryStore(withTokens(dataset, tokens))
  worlds.add(world)
  warmUpLists(world, profile)
  let isClosed = false
  const requireOpen = () => {
    if (isClosed) throw new OperatorError('The organization is closed. Open another one.')
  }
  const face = createSimulatorWorld(() => world, requireOpen)
  const { organizations } = face
  const own = organizations.find(({ enabled }) => enabled) ?? organizations[0]
  const close = async () => {
    isClosed = true
    worlds.remove(world)
  }
  return { ...face, ...(own as SimulatorOrganization), close, [Symbol.asyncDispose]: close }
}

async function follow(
  { fixture, allowInvalidCpf }: ReturnType<typeof sourceOf>,
  notice: (line: string) => void,
): Promise<FixtureFollower> {
  if (typeof fixture === 'string' && !isShipped(fixture)) {
    const { FixtureFollower } = await import('../fixture/follow.ts')
    return new FixtureFollower(fixture, { allowInvalidCpf }, notice)
  }
  const what = typeof fixture === 'string' ? `, but ${fixture} ships with the package and never changes` : ''
  throw optionsError(`{watch} watches the file of a fixture${what}. Use {fixture} with a file of your own.`)
}
