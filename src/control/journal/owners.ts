import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../operator/clock.ts'
import type { Organization } from '../../store/store.ts'
import type { Entry, Owner, WorldKey } from './entry.ts'
import type { RecorderFacts } from './facts.ts'

/** Whose exchanges are kept, and whose ever came. */
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

  readonly #retired = new WeakSet<WorldKey>()

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

  /** Lets go of the organizations of a world, which is closed, and returns them. */
  retire(world: object): readonly Owner[] {
    const { key, owners: all } = this.#worldOf(world)
    const owners = all.splice(0)
    this.#retired.add(key)
    // It would keep the world alive.
    this.#latest = undefined
    for (const owner of owners) {
      owner.isGone = true
      this.#all.delete(owner)
      this.gone.heard += owner.heard
      for (const [status, count] of owner.statuses) {
        this.gone.statuses.set(status, (this.gone.statuses.get(status) ?? 0) + count)
      }
    }
    return owners
  }

  /** @param key what stands for a world */
  isRetired(key: WorldKey): boolean {
    return this.#retired.has(key)
  }

  #worldOf(world: object): { key: WorldKey; owners: Owner[] } {
    const known = this.#ofWorld.get(world)
    if (known) return known
    const added = { key: { firstLostDecision: Number.POSITIVE_INFINITY }, owners: [] }
    this.#ofWorld.set(world, added)
    return added
  }
}

function newOwner(handle: string | null, world: WorldKey | undefined, clock?: Clock): Owner {
  return { clock, handle, world, heard: 0, statuses: new Map(), kept: [], from: 0, bytes: 0, isGone: false }
}
