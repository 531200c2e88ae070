import { completeProfile, type Profile } from '../contract/profile.ts'
import { dateNow, setTimeout } from '../contract/real-globals.ts'
import type { Faults } from '../control/faults/faults.ts'
import { DEFAULT_TTL, type HostedWorld } from '../control/host.ts'
import type { Journal } from '../control/journal/journal.ts'
import { ControlRefusal } from '../control/route.ts'
import { openData } from '../data/open.ts'
import type { Clock } from '../operator/clock.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { checkProfile } from '../operator/read-profile.ts'
import { ordersOf } from '../world/open.ts'
import { organizationWith } from '../world/organization-with.ts'
import { newToken, type SharedMinted, type SharedPlace } from '../world/shared.ts'
import { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { Deployments } from './deployments.ts'
import { type Hearing, journalOf } from './hearing.ts'
import {
  createHostedWorld,
  type SimulatorOrganization,
  type SimulatorWorld,
  withGetters,
} from './hosted-world.ts'
import { checkOrganizationOptions, type OrganizationOptions, profileOf, sourceOf } from './start-options.ts'
import type { StartControls } from './world-controls.ts'

/** An organization in a separate world. Closing it ends the world; its token is then refused. */
export interface OwnOrganization extends SimulatorOrganization, SimulatorWorld, AsyncDisposable {
  /** What was sent with its tokens, and what was answered. */
  readonly journal: Journal
  /** Faults that strike it, and no other organization. */
  faults: Faults
  /** The complete profile that it is served under. */
  profile: Profile
  /** Its name on the control port, which no other organization of the simulator has: `ID~N`. */
  handle: string
  close(): Promise<void>
}

/** The most worlds that callers of the control port may have open. */
const WORLDS = 1_000

/** The worlds of a simulator, that of the start first. */
export class HostedWorlds extends Set<HostedWorld> {
  #opening = 0

  /** @throws {ControlRefusal} when there are too many, those that are being opened included */
  async mint<T>(open: () => Promise<T>): Promise<T> {
    if (this.size + this.#opening > WORLDS) {
      const message = `${WORLDS} organizations are open already.`
      throw new ControlRefusal(409, 'organizations', message, 'Close some, or give them a shorter ttl.')
    }
    this.#opening++
    return open().finally(() => this.#opening--)
  }
}

/** What every world of a simulator shares. */
export interface Surroundings {
  worlds: Worlds
  hosted: HostedWorlds
  /** The profile of the start. */
  profile: Profile
  deployments: Deployments
  controls: StartControls
  /** Undefined if the journal is off. */
  hearing: Hearing | undefined
  notice: (line: string) => void
}

/** What is opened with an organization. */
interface Opening {
  open(clock: Clock): World
  /** A profile of its own; that of the start otherwise. */
  profile: Profile | undefined
  options: OrganizationOptions
  /** When it closes by itself, milliseconds since 1970; null for never. */
  expires: number | null
  /** The database that it is in; in memory otherwise. */
  shared?: { place: SharedPlace; n: number } | undefined
}

/** An organization, and what ends it in this process. */
interface OpenedOrganization {
  own: OwnOrganization
  end(): void
}

/**
 * Opens another world in memory. Its tokens are new, so that several tests can use the same fixture.
 * @throws {OperatorError} when the fixture cannot be used
 */
export async function openOrganization(
  options: OrganizationOptions,
  surroundings: Surroundings,
): Promise<OwnOrganization> {
  checkOrganizationOptions(options)
  const profile = ownProfile(options)
  const { notice } = surroundings
  const orders = ordersOf(await openData({ ...sourceOf(options), notice }), profile ?? surroundings.profile)
  const tokens = orders.columns.organizations.map(newToken)
  const open = (clock: Clock) => new World(orders, { clock, tokens })
  const expires = options.ttl === undefined ? null : dateNow() + options.ttl
  const { own, end } = serveOrganization({ open, profile, options, expires }, surroundings)
  // Real time, whatever the clock of a test says, because its purpose is that a killed test leaves nothing behind.
  if (options.ttl !== undefined) setTimeout(end, options.ttl).unref()
  return own
}

/** What every replica must know of a minted organization, as the database has it. */
interface About {
  profile: Profile | undefined
  options: OrganizationOptions
}

/**
 * Serves what any replica minted in a database, now and from now on.
 * @param replaced hears of the world that takes the place of that of the start
 * @returns a function that opens another world in the database, which every replica serves within a second; it throws
 *   {@link OperatorError} when the fixture cannot be used
 */
export async function serveMinted(
  place: SharedPlace,
  surroundings: Surroundings,
  replaced: (world: World) => void,
): Promise<(options: OrganizationOptions) => Promise<OwnOrganization>> {
  const { notice } = surroundings
  const adopted = new Map<number, OpenedOrganization>()
  const adopt = ({ n, about, expires, open }: SharedMinted) => {
    const { profile: given, options } = JSON.parse(about) as About
    const profile = given && completeProfile(checkProfile(given, 'The profile'))
    return serveOrganization({ open, profile, options, expires, shared: { place, n } }, surroundings)
  }
  await place.listen({
    replaced,
    opened: async (one) => {
      try {
        adopted.set(one.n, adopt(one))
      } catch (error) {
        notice(`warning: a minted organization cannot be served here: ${(error as Error).message}`)
      }
    },
    closed: (n) => {
      adopted.get(n)?.end()
      adopted.delete(n)
    },
  })
  return async (options) => {
    checkOrganizationOptions(options)
    // A fixture that is an object is in the database already.
    const fixture = typeof options.fixture === 'object' ? {} : options.fixture
    const about: About = {
      profile: ownProfile(options),
      options: { ...options, ...(fixture !== undefined && { fixture }) },
    }
    const ttl = options.ttl ?? DEFAULT_TTL
    const found = adopted.get(await place.mint({ ...sourceOf(options), notice }, about, ttl))
    if (found) return found.own
    throw new OperatorError(
      'The organization was opened in the database, but this simulator cannot serve it. If its log has a warning about a minted organization, that says why.',
    )
  }
}

function ownProfile({ profile }: OrganizationOptions): Profile | undefined {
  return profile === undefined ? undefined : profileOf(profile)
}

function serveOrganization(
  { open, profile: ownProfile, options, expires, shared }: Opening,
  surroundings: Surroundings,
): OpenedOrganization {
  const { worlds, hosted, deployments, controls: ofStart, hearing } = surroundings
  const requireOpen = () => {
    if (hosted.has(one)) return
    const isExpired = expires !== null && dateNow() >= expires
    const why = isExpired ? 'was closed, because its time to live (ttl) is over' : 'is closed'
    throw new OperatorError(`The organization ${why}. Open another one.`)
  }
  const controls = ofStart.open(open, requireOpen)
  const { world } = controls
  if (ownProfile) deployments.use(world, ownProfile)
  worlds.add(world, shared?.n)
  const end = () => {
    if (!hosted.delete(one)) return
    hearing?.releaseWorld(world)
    worlds.remove(world)
    deployments.release(world)
    controls.reset()
  }
  const close = async () => {
    if (hosted.has(one)) await shared?.place.closeMinted(shared.n)
    end()
  }
  const { face, hosted: one } = createHostedWorld({
    ...{ world: () => world, controls, expires, close, requireOpen },
    allowInvalidCpf: options.allowInvalidCpf,
  })
  hosted.add(one)
  const first = organizationWith(world)
  let journal: Journal | undefined
  const own = withGetters(face, {
    ...(face.organizations.find(({ id }) => id === first.id) as SimulatorOrganization),
    handle: worlds.handleOf(first),
    get journal() {
      requireOpen()
      journal ??= journalOf(hearing, ({ ofWorld }) => ofWorld(world))
      return journal
    },
    faults: controls.faults,
    profile: ownProfile ?? surroundings.profile,
    close,
    [Symbol.asyncDispose]: close,
  })
  return { own, end }
}
