import { randomBytes } from 'node:crypto'
import { printableLines } from '../contract/printable.ts'
import { completeProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import type { ProfileName } from '../contract/profiles.ts'
import type { FixtureFollower } from '../fixture/follow.ts'
import { LONG_SEEDING, type Origin } from '../fixture/make/origin.ts'
import type { FixtureSource } from '../fixture/read-fixture.ts'
import { isShipped } from '../fixture/shipped.ts'
import { OperatorError, OptionError } from '../operator/operator-error.ts'
import { checkProfile, readProfile } from '../operator/read-profile.ts'
import { createAccessLog } from '../sim/access-log.ts'
import { Backlog } from '../sim/backlog.ts'
import { corsOf, originFault } from '../sim/cors.ts'
import { createGuard, type Guard } from '../sim/guard.ts'
import { hostNameFault, isLoopback } from '../sim/hosts.ts'
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

export interface WorldOptions extends Partial<Origin> {
  /** A fixture: a file, the name of one that ships, or the fixture itself; it is never written. */
  fixture?: FixtureSource
  /** Whether a CPF of the fixture may have a mask, another length or wrong check digits. */
  allowInvalidCpf?: boolean
}

export interface StartOptions extends WorldOptions {
  /** 0, the default, takes any that is free. */
  port?: number
  /** Both loopbacks by default. */
  host?: string
  /** Names that may stand in the header Host, beside localhost and addresses; `.example` is every name below example. */
  allowedHosts?: readonly string[]
  /** Web pages that may ask and read the answers: true (or `loopback`) for those of this machine, or origins; none by default. */
  cors?: boolean | string | readonly string[]
  /** A folder for the data and the decisions; without one everything is in memory. */
  state?: string
  /** Whether the file of the fixture is followed: a change that is sound takes the place of what was there. */
  watch?: boolean
  /** @deprecated Use `fixture`. */
  data?: string
  /** Tokens for the organizations, in their order, in place of the dataset's. */
  tokens?: readonly string[]
  /** Choices for what the interface leaves open; the others are the defaults. Or the name of a profile that ships. */
  profile?: PartialProfile | ProfileName
  /** Names of clauses to break on purpose, the outermost first; `quirks` is the list of them. */
  quirks?: readonly string[]
  log?: 'pretty' | 'json' | 'silent'
  /** Gets each entry of the access log, of one line or more, and each notice; standard error by default. */
  write?: (line: string) => void
}

/** An organization in a world of its own, which ends when it is closed: its token is refused then. */
export interface OwnOrganization extends SimulatorWorld, SimulatorOrganization, AsyncDisposable {
  close(): Promise<void>
}

export interface RunningSimulator extends SimulatorWorld, AsyncDisposable {
  /** The first address that it can be opened at, without a slash at the end. */
  url: string
  urls: string[]
  /** Null when the data is not seeded. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the fixture's text, or of the dataset's. */
  hash: string
  /** Null in memory. */
  state: string | null
  /** How many reports have a decision that was made here, with those in the state folder. */
  readonly decisions: number
  /** Every choice that it has made. */
  profile: Profile
  /**
   * An organization with a token and a world of its own, in memory: the first of its fixture, or of the default data.
   * The others of the fixture are in the same world, with tokens of their own.
   * @throws {OperatorError} when the fixture cannot be used
   */
  organization(options?: WorldOptions): Promise<OwnOrganization>
  /** Finishes what is in flight and ends. */
  close(): Promise<void>
}

/**
 * Starts the service: by default on any free port of the loopbacks, in memory and silent. It takes no signals, and
 * any number of them run in one process.
 * @throws {OperatorError} when the port is taken, the data is unsound or the state folder cannot be used
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  checkOptions(options, OPTIONS)
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
      if (closing) throw new OperatorError('The simulator is closed: start another.')
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

/** What the log says of an error: what the operator can put right needs no stack. */
function textOf(error: unknown): unknown {
  return error instanceof OperatorError ? error.message : ((error as Error | undefined)?.stack ?? error)
}

/** Opens a world beside the others; its tokens are new, so that any number of tests may use one fixture. */
async function openOrganization(
  options: WorldOptions,
  worlds: Worlds,
  profile: Profile,
  notice: (line: string) => void,
): Promise<OwnOrganization> {
  checkOptions(options, WORLD_OPTIONS)
  const { dataset } = await readData({ ...sourceOf(options), notice })
  const tokens = dataset.organizacoes.map(() => `sim-${randomBytes(16).toString('hex')}`)
  const world = new MemoryStore(withTokens(dataset, tokens))
  worlds.add(world)
  warmUpLists(world, profile)
  let isClosed = false
  const requireOpen = () => {
    if (isClosed) throw new OperatorError('The organization is closed: open another.')
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

const LOGS = ['pretty', 'json', 'silent']
const WORLD_OPTIONS = [
  'fixture',
  'allowInvalidCpf',
  'seed',
  'persons',
  'organizations',
] as const satisfies readonly (keyof WorldOptions)[]
const OPTIONS = [
  ...WORLD_OPTIONS,
  'port',
  'host',
  'allowedHosts',
  'cors',
  'state',
  'watch',
  'data',
  'tokens',
  'profile',
  'quirks',
  'log',
  'write',
] as const satisfies readonly (keyof StartOptions)[]

/** What the compiler would tell whoever uses it. */
function checkOptions(options: StartOptions, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError('The options must be an object, such as { port: 0 }, or left out.')
  }
  const { port = 0, log = 'silent', tokens = [], quirks = [] } = options
  refuseUnknown('option', Object.keys(options), known)
  refuseUnknown('log', [log], LOGS)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new OptionError(`port must be a whole number from 0 to 65535, not ${port}.`)
  }
  if (!Array.isArray(tokens))
    throw new OptionError('tokens must be a list of texts, one for each organization.')
  checkGuard(options)
  if (!Array.isArray(quirks)) throw new OptionError('quirks must be a list of names.')
  const { fixture, data, ...rest } = options
  if (fixture !== undefined && data !== undefined) {
    throw new OptionError('{data} and {fixture} set the same thing: use one.')
  }
  const origin = (['seed', 'persons', 'organizations'] as const).filter((name) => rest[name] !== undefined)
  if ((fixture ?? data) !== undefined && origin.length > 0) {
    throw new OptionError(
      `{${fixture === undefined ? 'data' : 'fixture'}} brings its own data: it cannot be used with ${origin.map((name) => `{${name}}`).join(', ')}.`,
    )
  }
  if (fixture === null || !['undefined', 'string', 'object'].includes(typeof fixture)) {
    throw new OptionError('fixture must be a file, a name or an object.')
  }
  for (const name of ['host', 'state', 'data'] as const) {
    const value = options[name]
    if (value !== undefined && typeof value !== 'string') throw new OptionError(`${name} must be a text.`)
  }
}

function checkGuard({ allowedHosts = [], cors = false }: StartOptions): void {
  if (!isTexts(allowedHosts)) throw new OptionError('allowedHosts must be a list of host names.')
  if (typeof cors !== 'boolean' && typeof cors !== 'string' && !isTexts(cors)) {
    throw new OptionError('cors must be true, an origin or a list of origins.')
  }
  const origins = typeof cors === 'boolean' ? [] : [cors].flat()
  const [fault] = [...allowedHosts.map(hostNameFault), ...origins.map(originFault)].filter(Boolean)
  if (fault !== undefined) throw new OptionError(fault)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function guardOf({ host, allowedHosts = [], cors = false }: StartOptions): Guard {
  const names = host === undefined ? allowedHosts : [...allowedHosts, host]
  return createGuard({
    allowedHosts: names.map((name) => name.toLowerCase()),
    isOpen: host !== undefined && !isLoopback(host),
    cors: corsOf(cors),
  })
}

function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const [unknown] = given.filter((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new OptionError(`${what} "${unknown}" is unknown: there are ${known.join(', ')}.`)
}

function profileOf(given: StartOptions['profile'] = {}): Profile {
  return completeProfile(typeof given === 'string' ? readProfile(given) : checkProfile(given, 'The profile'))
}

/** Where the data comes from. */
function sourceOf({ fixture, data, allowInvalidCpf, seed, persons, organizations }: StartOptions) {
  return {
    fixture: fixture ?? data,
    allowInvalidCpf,
    origin: {
      ...(seed !== undefined && { seed }),
      ...(persons !== undefined && { persons }),
      ...(organizations !== undefined && { organizations }),
    },
  }
}

async function follow(
  { fixture, allowInvalidCpf }: ReturnType<typeof sourceOf>,
  notice: (line: string) => void,
): Promise<FixtureFollower> {
  if (typeof fixture === 'string' && !isShipped(fixture)) {
    const { FixtureFollower } = await import('../fixture/follow.ts')
    return new FixtureFollower(fixture, { allowInvalidCpf }, notice)
  }
  const what = typeof fixture === 'string' ? `, and ${fixture} is one that ships` : ''
  throw new OptionError(
    `{watch} follows the file of a fixture${what}. Use {fixture} with a file of your own.`,
  )
}
