import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../operator/clock.ts'
import type { Organization } from '../../world/store.ts'
import type { Entry, Owner, WorldKey } from './entry.ts'
import type { RecorderFacts } from './facts.ts'

/** Whose exchanges came. */
export class Owners {
  /** Stands for requests without a token that is known. */
  readonly nobody: Owner = newOwner(null, undefined)
  /** Stands for what is left of organizations whose world is closed: counts. */
  readonly gone: Owner = { ...newOwner(null, undefined), isGone: true }
  readonly #facts: Pick<RecorderFacts, 'handleOf' | 'worldOf' | 'organizationOf'>
  readonly #all = new Set([this.nobody, this.gone])
  #latest: Organization | undefined
  #latestOwner = this.nobody
  readonly #byOrganization = new WeakMap<Organization, Owner>()
  /** The organizations of a world, as long as it is open. */
  readonly #ofWorld = new WeakMap<object, { key: WorldKey; owners: Owner[] }>()

  constructor(facts: Pick<RecorderFacts, 'handleOf' | 'worldOf' | 'organizationOf'>) {
    this.#facts = facts
  }

  of(organization: Organization | undefined): Owner {
    if (organization === undefined) return this.nobody
    // Nearly every request is from the one that the request before was from.
    if (organization !== this.#latest) {
      this.#latestOwner = this.#ownerOf(organization)
      this.#latest = organization
    }
    return this.#latestOwner
  }

  #ownerOf(organization: Organization): Owner {
    const known = this.#byOrganization.get(organization)
    if (known) return known
    const world = this.#facts.worldOf(organization)
    const { key, owners } = this.#worldOf(world)
    const owner = newOwner(this.#facts.handleOf(organization), key, world.clock)
    owners.push(owner)
    this.#all.add(owner)
    this.#byOrganization.set(organization, owner)
    return owner
  }

  /** Returns whose a request in flight is, as far as its header tells. */
  byToken({ headers }: Pick<Entry, 'headers'>): Owner {
    const k = headers.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === 'authorization')
    const authorization = k === -1 ? undefined : headers[k + 1]
    return this.of(this.#facts.organizationOf({ headers: { authorization } } as IncomingMessage))
  }

  /** Returns what stands for a world in an owner. */
  keyOf(world: object): WorldKey {
    return this.#worldOf(world).key
  }

  /** Returns everybody who sent something, what is left of closed worlds included. */
  all(): readonly Owner[] {
    return [...this.#all]
  }

  /** Counts that an exchange has a status, or no longer has it. */
  count({ owner, status = 0 }: Entry, by: 1 | -1): void {
    const { statuses } = this.#counted(owner as Owner)
    statuses[status] = (statuses[status] ?? 0) + by
  }

  /** Notes that an exchange is not kept any more. */
  lose({ owner, id, mayHaveDecided }: Entry): void {
    const { world } = owner as Owner
    if (world && mayHaveDecided && id < world.firstLostDecision) world.firstLostDecision = id
    lose(this.#counted(owner as Owner), { count: 1, firstId: id, lastId: id })
  }

  /** Lets go of the organizations of a world, which is closed: what is left of them are counts. */
  retire(world: object): void {
    const { key, owners } = this.#worldOf(world)
    key.isRetired = true
    // It would keep the world alive.
    this.#latest = undefined
    for (const owner of owners.splice(0)) {
      owner.isGone = true
      owner.clock = undefined
      this.#all.delete(owner)
      lose(this.gone, owner.lost)
      owner.statuses.forEach((count, status) => {
        this.gone.statuses[status] = (this.gone.statuses[status] ?? 0) + count
      })
    }
  }

  #counted(owner: Owner): Owner {
    return owner.isGone ? this.gone : owner
  }

  #worldOf(world: object): { key: WorldKey; owners: Owner[] } {
    const known = this.#ofWorld.get(world)
    if (known) return known
    const added = { key: { firstLostDecision: Number.POSITIVE_INFINITY, isRetired: false }, owners: [] }
    this.#ofWorld.set(world, added)
    return added
  }
}

function newOwner(handle: string | null, world: WorldKey | undefined, clock?: Clock): Owner {
  const lost = { count: 0, firstId: Number.POSITIVE_INFINITY, lastId: 0 }
  return { clock, handle, world, statuses: [], lost, isGone: false }
}

function lose({ lost }: Owner, { count, firstId, lastId }: Owner['lost']): void {
  lost.count += count
  lost.firstId = Math.min(lost.firstId, firstId)
  lost.lastId = Math.max(lost.lastId, lastId)
}
