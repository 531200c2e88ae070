import { randomBytes } from 'node:crypto'
import type { Profile } from '../contract/profile.ts'
import { completeProfile } from '../contract/profile.ts'
import { dateNow } from '../contract/real-globals.ts'
import type { Journal } from '../control/journal/journal.ts'
import { DEFAULT_TTL } from '../control/lifecycle.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { checkProfile } from '../operator/read-profile.ts'
import { MemoryStore } from '../store/memory.ts'
import type { Organization, World } from '../store/store.ts'
import type { Worlds } from '../store/worlds.ts'
import { readData, withTokens } from '../world/data.ts'
import type { SharedMinted, SharedPlace } from '../world/shared.ts'
import type { Deployments } from './deployments.ts'
import { type Hearing, journalOf } from './hearing.ts'
import { afterTtl, type Minted } from './minted.ts'
import type { AllMoves } from './moves.ts'
import type { OwnOrganization } from './own-organization.ts'
import { DATA_ELSEWHERE, type ReplaySources } from './replay-sources.ts'
import { createSimulatorWorld, type SimulatorOrganization, type SimulatorWorld } from './simulator-world.ts'
import { checkOrganizationOptions, type OrganizationOptions, profileOf, sourceOf } from './start-options.ts'
import { warmUpLists } from './warm-up-lists.ts'
import type { StartControls } from './world-controls.ts'

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
interface Opening<W extends World> {
  world: (clock: W['clock']) => W
  /** A profile of its own; that of the start otherwise. */
  profile: Profile | undefined
  options: OrganizationOptions
  /** When it closes by itself, milliseconds since the epoch; null for never. */
  expires: number | null
  /** The database that it is in; in memory otherwise. */
  shared?: { place: SharedPlace; number: number } | undefined
}

/** An organization, and what ends it in this process. */
export interface OpenedOrganization {
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
  const { dataset, profile } = await preparedData(options, surroundings)
  const expires = options.ttl === undefined ? null : dateNow() + options.ttl
  const world = (clock: MemoryStore['clock']) => new MemoryStore(dataset, { clock })
  const { own, end } = await serveOrganization({ world, profile, options, expires }, surroundings)
  const callOff = afterTtl(options.ttl, end)
  const close = async () => {
    callOff()
    end()
  }
  own.close = close
  own[Symbol.asyncDispose] = close
  return own
}

/** What every process must know of a minted organization, as the database has it. */
interface SharedOptions {
  profile: Profile | undefined
  options: OrganizationOptions
}

/**
 * Opens another world in the database, which every process serves within a second.
 * @returns its number
 * @throws {OperatorError} when the fixture cannot be used
 */
export async function mintShared(
  options: OrganizationOptions,
  surroundings: Surroundings,
  place: SharedPlace,
): Promise<number> {
  checkOrganizationOptions(options)
  const { dataset, profile } = await preparedData(options, surroundings)
  const { fixture, ...others } = options
  // A fixture that is an object is in the database already.
  const source = fixture === undefined ? {} : { fixture: typeof fixture === 'string' ? fixture : {} }
  const told: SharedOptions = { profile, options: { ...others, ...source } as OrganizationOptions }
  return place.mint(dataset, { ttl: options.ttl ?? DEFAULT_TTL, options: JSON.stringify(told) })
}

/** Serves an organization that some process minted. */
export function adoptOrganization(
  { world, options: text, expires }: SharedMinted,
  surroundings: Surroundings,
  place: SharedPlace,
): Promise<OpenedOrganization> {
  const { profile: given, options } = JSON.parse(text) as SharedOptions
  const profile = given && completeProfile(checkProfile(given, 'The profile'))
  const withClock = (clock: typeof world.clock) => {
    world.clock = clock
    return world
  }
  const shared = { place, number: world.number }
  return serveOrganization({ world: withClock, profile, options, expires, shared }, surroundings)
}

async function preparedData(options: OrganizationOptions, { notice }: Surroundings) {
  const profile = options.profile === undefined ? undefined : profileOf(options.profile)
  const { dataset } = await readData({ ...sourceOf(options), notice })
  const tokens = dataset.organizacoes.map(() => `sim-${randomBytes(16).toString('hex')}`)
  return { profile, dataset: withTokens(dataset, tokens) }
}

async function serveOrganization<W extends World>(
  { world: create, profile: ownProfile, options, expires, shared }: Opening<W>,
  surroundings: Surroundings,
): Promise<OpenedOrganization> {
  const { worlds, minted, deployments, controls: ofStart, hearing, sources } = surroundings
  const { allowInvalidCpf = false } = options
  const profile = ownProfile ?? surroundings.profile
  const requireOpen = () => {
    if (minted.has(world)) return
    const isExpired = expires !== null && dateNow() >= expires
    const why = isExpired ? 'was closed, because its time to live (ttl) is over' : 'is closed'
    throw new OperatorError(`The organization ${why}. Open another one.`)
  }
  const controls = ofStart.open(create, requireOpen)
  const { world } = controls
  if (ownProfile) deployments.use(world, ownProfile)
  worlds.add(world, shared?.number)
  const forget = sources.add(worlds, world, options)
  if (shared) sources.spoil(worlds.suffixOf(world), DATA_ELSEWHERE)
  if (!shared) warmUpLists(world, profile)
  const moves = surroundings.moves.open(world, { allowInvalidCpf, requireOpen })
  const reset = (organization?: string) => {
    controls.reset(organization)
    moves.clearPlans(organization)
  }
  const elsewhere = shared && {
    history: shared.place.pastOf(world),
    setWithdrawn: (organizations: readonly Organization[], isWithdrawn: boolean) =>
      shared.place.setWithdrawn(organizations, world, isWithdrawn),
  }
  const held = createSimulatorWorld(() => world, requireOpen, worlds, reset, elsewhere)
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
    if (minted.has(world)) await shared?.place.closeMinted(shared.number)
    end()
  }
  minted.set(world, { ...held, expires, close: () => organization.close() })
  const first = world.organizations.find(({ id }) => id === own?.id) as Organization
  let journal: Journal | undefined
  const organization: OwnOrganization = {
    ...(held.face as SimulatorWorld),
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
    profile,
    close,
    [Symbol.asyncDispose]: close,
  }
  return { own: organization, end }
}
