import { completeProfile, type Profile } from '../contract/profile.ts'
import { clearTimeout, dateNow, setTimeout } from '../contract/real-globals.ts'
import type { WorldClock } from '../control/clock.ts'
import type { Faults } from '../control/faults/faults.ts'
import type { Journal } from '../control/journal/journal.ts'
import type { Moves } from '../control/moves/moves.ts'
import { openData } from '../data/open.ts'
import type { Clock } from '../operator/clock.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { checkProfile } from '../operator/read-profile.ts'
import { ordersOf } from '../world/open.ts'
import { newToken, type SharedMinted, type SharedPlace } from '../world/shared.ts'
import type { Organization } from '../world/store.ts'
import { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { Deployments } from './deployments.ts'
import { type Hearing, journalOf } from './hearing.ts'
import type { AllMoves } from './moves.ts'
import { DATA_ELSEWHERE, type ReplaySources } from './replay-sources.ts'
import {
  createSimulatorWorld,
  type HeldWorld,
  type SharedWorld,
  type SimulatorOrganization,
  type SimulatorWorld,
} from './simulator-world.ts'
import { checkOrganizationOptions, type OrganizationOptions, profileOf, sourceOf } from './start-options.ts'
import type { StartControls } from './world-controls.ts'

/** How long a minted organization of a database lives if nobody says so, in milliseconds. */
const DEFAULT_TTL = 3_600_000

/** An organization in a separate world. Closing it ends the world; its token is then refused. */
export interface OwnOrganization extends OwnFacts, SimulatorWorld {}

/**
 * An organization in a separate world of a shared store: every simulator of the store serves it within a second. Its
 * journal, its faults and its clock are those of this simulator.
 */
export interface SharedOrganization extends OwnFacts, SharedWorld {}

interface OwnFacts extends SimulatorOrganization, AsyncDisposable {
  /** What was sent with its tokens, and what was answered. */
  readonly journal: Journal
  /** Faults that strike it, and no other organization. */
  faults: Faults
  /** Its clock. */
  clock: WorldClock
  /** Moves its persons and reports. */
  moves: Moves
  /** The complete profile that it is served under. */
  profile: Profile
  /** Its name on the control port, which no other organization of the simulator has: `ID~N`. */
  handle: string
  close(): Promise<void>
}

/** A world that was opened while the simulator ran. */
export interface MintedWorld extends HeldWorld {
  /** When it closes by itself, milliseconds since the epoch; null for never. */
  expires: number | null
  close(): Promise<void>
}

/** The worlds that were opened while the simulator ran, and are not closed yet. */
export type Minted = Map<World, MintedWorld>

/** What every world of a simulator shares. */
export interface Surroundings {
  worlds: Worlds
  minted: Minted
  /** The profile of the start. */
  profile: Profile
  deployments: Deployments
  controls: StartControls
  moves: AllMoves
  /** Undefined if the journal is off. */
  hearing: Hearing | undefined
  sources: ReplaySources
  notice: (line: string) => void
}

/** What is opened with an organization. */
interface Opening {
  open(clock: Clock): World
  /** A profile of its own; that of the start otherwise. */
  profile: Profile | undefined
  options: OrganizationOptions
  /** When it closes by itself, milliseconds since the epoch; null for never. */
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
  const timer = options.ttl === undefined ? undefined : setTimeout(end, options.ttl).unref()
  const close = async () => {
    clearTimeout(timer)
    end()
  }
  own.close = close
  own[Symbol.asyncDispose] = close
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
  const adopted = new Map<number, OpenedOrganization>()
  await place.listen({
    replaced,
    opened: async (one) => {
      try {
        adopted.set(one.n, adoptOrganization(one, surroundings, place))
      } catch (error) {
        const { message } = error as Error
        surroundings.notice(`warning: a minted organization cannot be served here: ${message}`)
      }
    },
    closed: (n) => {
      adopted.get(n)?.end()
      adopted.delete(n)
    },
  })
  return async (options) => {
    const found = adopted.get(await mintShared(options, surroundings, place))
    if (found) return found.own
    throw new OperatorError(
      'The organization was opened in the database, but this simulator cannot serve it. If its log has a warning about a minted organization, that says why.',
    )
  }
}

/** Opens another world in the database; returns its number. */
async function mintShared(
  options: OrganizationOptions,
  { notice }: Surroundings,
  place: SharedPlace,
): Promise<number> {
  checkOrganizationOptions(options)
  const { fixture, ...others } = options
  // A fixture that is an object is in the database already.
  const source = fixture === undefined ? {} : { fixture: typeof fixture === 'string' ? fixture : {} }
  const about: About = {
    profile: ownProfile(options),
    options: { ...others, ...source } as OrganizationOptions,
  }
  return place.mint({ ...sourceOf(options), notice }, about, options.ttl ?? DEFAULT_TTL)
}

/** Serves an organization that some replica minted. */
function adoptOrganization(
  { n, about, expires, open }: SharedMinted,
  surroundings: Surroundings,
  place: SharedPlace,
): OpenedOrganization {
  const { profile: given, options } = JSON.parse(about) as About
  const profile = given && completeProfile(checkProfile(given, 'The profile'))
  return serveOrganization({ open, profile, options, expires, shared: { place, n } }, surroundings)
}

function ownProfile({ profile }: OrganizationOptions): Profile | undefined {
  return profile === undefined ? undefined : profileOf(profile)
}

function serveOrganization(
  { open, profile: ownProfile, options, expires, shared }: Opening,
  surroundings: Surroundings,
): OpenedOrganization {
  const { worlds, minted, deployments, controls: ofStart, hearing, sources } = surroundings
  const { allowInvalidCpf = false } = options
  const requireOpen = () => {
    if (minted.has(world)) return
    const isExpired = expires !== null && dateNow() >= expires
    const why = isExpired ? 'was closed, because its time to live (ttl) is over' : 'is closed'
    throw new OperatorError(`The organization ${why}. Open another one.`)
  }
  const controls = ofStart.open(open, requireOpen)
  const { world } = controls
  if (ownProfile) deployments.use(world, ownProfile)
  worlds.add(world, shared?.n)
  const forget = sources.add(worlds, world, options)
  if (shared) sources.spoil(worlds.suffixOf(world), DATA_ELSEWHERE)
  const moves = surroundings.moves.open(world, { allowInvalidCpf, requireOpen })
  const reset = (organization?: string) => {
    controls.reset(organization)
    moves.clearPlans(organization)
  }
  const held = createSimulatorWorld(() => world, requireOpen, worlds, reset)
  const { organizations } = held.face
  const own = organizations.find(({ enabled }) => enabled) ?? organizations[0]
  const end = () => {
    if (!minted.delete(world)) return
    hearing?.releaseWorld(world)
    forget()
    worlds.remove(world)
    deployments.release(world)
    surroundings.moves.close(moves)
    controls.close()
  }
  const close = async () => {
    if (minted.has(world)) await shared?.place.closeMinted(shared.n)
    end()
  }
  minted.set(world, { ...held, expires, close: () => organization.close() })
  const first = world.organizations.find(({ id }) => id === own?.id) as Organization
  let journal: Journal | undefined
  const organization: OwnOrganization = {
    ...held.face,
    ...(own as SimulatorOrganization),
    handle: worlds.handleOf(first),
    get journal() {
      requireOpen()
      journal ??= journalOf(hearing, ({ ofWorld }) => ofWorld(world))
      return journal
    },
    faults: controls.faults,
    clock: controls.clock,
    moves,
    profile: ownProfile ?? surroundings.profile,
    close,
    [Symbol.asyncDispose]: close,
  }
  return { own: organization, end }
}
