import { randomBytes } from 'node:crypto'
import type { Profile } from '../contract/profile.ts'
import type { Journal } from '../control/journal/journal.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { warmUpLists } from '../sim/list-persons.ts'
import { MemoryStore } from '../store/memory.ts'
import type { Organization } from '../store/store.ts'
import type { Worlds } from '../store/worlds.ts'
import { readData, withTokens } from '../world/data.ts'
import type { Deployments } from './deployments.ts'
import { type Hearing, journalOf } from './hearing.ts'
import { afterTtl, type Minted } from './minted.ts'
import type { AllMoves } from './moves.ts'
import type { OwnOrganization } from './own-organization.ts'
import type { ReplaySources } from './replay-sources.ts'
import { createSimulatorWorld, type SimulatorOrganization } from './simulator-world.ts'
import { checkOrganizationOptions, type OrganizationOptions, profileOf, sourceOf } from './start-options.ts'
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

/**
 * Opens another world. Its tokens are new, so that several tests can use the same fixture.
 * @throws {OperatorError} when the fixture cannot be used
 */
export async function openOrganization(
  options: OrganizationOptions,
  surroundings: Surroundings,
): Promise<OwnOrganization> {
  checkOrganizationOptions(options)
  const { worlds, minted, deployments, controls: ofStart, hearing, sources, notice } = surroundings
  const { ttl, allowInvalidCpf = false } = options
  const profile = options.profile === undefined ? surroundings.profile : profileOf(options.profile)
  const { dataset } = await readData({ ...sourceOf(options), notice })
  const deployment = options.profile === undefined ? undefined : await deployments.prepare(profile)
  const tokens = dataset.organizacoes.map(() => `sim-${randomBytes(16).toString('hex')}`)
  const controls = ofStart.open((clock) => new MemoryStore(withTokens(dataset, tokens), { clock }))
  const { world } = controls
  if (deployment) deployments.use(world, deployment)
  worlds.add(world)
  const forget = sources.add(worlds, world, options)
  warmUpLists(world, profile)
  let isExpired = false
  const requireOpen = () => {
    if (minted.has(world)) return
    const why = isExpired ? 'was closed, because its time to live (ttl) is over' : 'is closed'
    throw new OperatorError(`The organization ${why}. Open another one.`)
  }
  const moves = surroundings.moves.open(world, { allowInvalidCpf, requireOpen })
  const reset = (organization?: string) => {
    controls.reset(organization)
    moves.clearPlans(organization)
  }
  const held = createSimulatorWorld(() => world, requireOpen, worlds, reset)
  const { organizations } = held.face
  const own = organizations.find(({ enabled }) => enabled) ?? organizations[0]
  const close = async () => {
    callOff()
    if (!minted.delete(world)) return
    hearing?.settle(world)
    forget()
    worlds.remove(world)
    deployments.release(world)
    surroundings.moves.close(moves)
    controls.close()
  }
  const callOff = afterTtl(ttl, () => {
    isExpired = true
    void close()
  })
  minted.set(world, { ...held, expires: ttl === undefined ? null : Date.now() + ttl, close })
  const first = world.organizations.find(({ id }) => id === own?.id) as Organization
  let journal: Journal | undefined
  return {
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
    profile,
    close,
    [Symbol.asyncDispose]: close,
  }
}
