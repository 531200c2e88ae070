import { collectGarbage } from './collect-garbage.ts'
import { completeProfile, type PartialProfile, type Profile } from './contract/profile.ts'
import type { ProfileName } from './contract/profiles.ts'
import { checkProfile, readProfile } from './read-profile.ts'
import { createAccessLog } from './sim/access-log.ts'
import { listen } from './sim/listen.ts'
import { findQuirks, withQuirks } from './sim/quirks/index.ts'
import { createSimulator } from './sim/sim.ts'
import { OperatorError } from './store/operator-error.ts'
import { LONG_SEEDING, type Origin } from './store/origin.ts'
import { openWorld } from './store/state.ts'

export interface StartOptions extends Partial<Origin> {
  /** 0, the default, takes any that is free. */
  port?: number
  /** Both loopbacks by default. */
  host?: string
  /** A folder for the data and the decisions; without one everything is in memory. */
  state?: string
  /** A dataset file; it is read and never written. */
  data?: string
  /** Tokens for the organizations, in their order, in place of the dataset's. */
  tokens?: readonly string[]
  /** Choices for what the interface leaves open; the others are the defaults. Or the name of a profile that ships. */
  profile?: PartialProfile | ProfileName
  /** Names of clauses to break on purpose, the outermost first; `quirks` is the list of them. */
  quirks?: readonly string[]
  log?: 'pretty' | 'json' | 'silent'
  /** Gets each line of the access log and each notice; standard error by default. */
  write?: (line: string) => void
}

export interface SimulatorOrganization {
  id: string
  name: string
  token: string
  enabled: boolean
  /** How many persons it queried. */
  persons: number
  /** Up to 60 numbers of its reports that nobody had decided at the start. */
  reports: string[]
}

export interface RunningSimulator {
  /** The first address that is bound, without a slash at the end. */
  url: string
  urls: string[]
  organizations: SimulatorOrganization[]
  /** Null when the data is not seeded. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the dataset. */
  hash: string
  /** Null in memory. */
  state: string | null
  /** Every choice that it has made. */
  profile: Profile
  /** Takes every decision back. */
  reset(): Promise<void>
  /** Finishes what is in flight and ends. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const REPORTS_SHOWN = 60

/**
 * Starts the service: by default on any free port of the loopbacks, in memory and silent. It takes no signals, and
 * any number of them run in one process.
 * @throws {OperatorError} when the port is taken, the data is unsound or the state folder cannot be used
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  checkOptions(options)
  const { port = 0, host, state, data, tokens = [], log = 'silent' } = options
  const profile = profileOf(options.profile)
  const quirks = findQuirks(options.quirks ?? [])
  const write = options.write ?? ((line: string) => void process.stderr.write(`${line}\n`))
  const { store, seed, hash } = await openWorld({
    state,
    data,
    origin: originOf(options),
    tokens,
    notice: write,
  })
  try {
    const accessLog = log === 'silent' ? undefined : createAccessLog(log, write)
    const onError = (error: unknown) => write(`error: ${error instanceof Error ? error.stack : error}`)
    const isQuirky = quirks.length > 0
    const app = createSimulator({ store, profile, accessLog: isQuirky ? undefined : accessLog, onError })
    const { organizations } = store
    const handler = isQuirky
      ? withQuirks(app, quirks, { organizations, profile, accessLog, onError })
      : undefined
    if (store.organizations.some(({ persons }) => persons >= LONG_SEEDING)) collectGarbage()
    const { urls, close: stop } = await listen(app, {
      port,
      hosts: host === undefined ? undefined : [host],
      accessLog,
      handler,
    })
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= stop().then(() => store.close())
      return closing
    }
    return {
      url: urls[0],
      urls,
      organizations: store.organizations.map((organization) => ({
        ...organization,
        reports: organization.enabled ? store.undecided(organization, REPORTS_SHOWN) : [],
      })),
      seed,
      hash,
      state: state ?? null,
      profile,
      reset: () => store.reset(),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

const LOGS = ['pretty', 'json', 'silent']
const OPTIONS = [
  'port',
  'host',
  'state',
  'data',
  'tokens',
  'profile',
  'quirks',
  'log',
  'write',
  'seed',
  'persons',
  'organizations',
]

/** What the compiler would tell whoever uses it. */
function checkOptions(options: StartOptions): void {
  const { port = 0, log = 'silent', tokens = [], quirks = [] } = options
  refuseUnknown('option', Object.keys(options), OPTIONS)
  refuseUnknown('log', [log], LOGS)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new OperatorError(`port must be a whole number from 0 to 65535, not ${port}.`)
  }
  if (!Array.isArray(tokens))
    throw new OperatorError('tokens must be a list of texts, one for each organization.')
  if (!Array.isArray(quirks)) throw new OperatorError('quirks must be a list of names.')
  for (const name of ['host', 'state', 'data'] as const) {
    const value = options[name]
    if (value !== undefined && typeof value !== 'string') throw new OperatorError(`${name} must be a text.`)
  }
}

function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const [unknown] = given.filter((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new OperatorError(`${what} "${unknown}" is unknown: there are ${known.join(', ')}.`)
}

function profileOf(given: StartOptions['profile'] = {}): Profile {
  return completeProfile(typeof given === 'string' ? readProfile(given) : checkProfile(given, 'The profile'))
}

function originOf({ seed, persons, organizations }: StartOptions): Partial<Origin> {
  return {
    ...(seed !== undefined && { seed }),
    ...(persons !== undefined && { persons }),
    ...(organizations !== undefined && { organizations }),
  }
}
