import type { IncomingHttpHeaders } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import type { Ask } from '../service/ask.ts'
import type { Organization, World } from '../store/store.ts'
import type { Worlds } from '../store/worlds.ts'
import type { Deployment } from './deploy.ts'
import type { Profiles } from './moves.ts'

/** A deployment of another profile than that of the start, shared by the worlds that chose it. */
interface Shared extends Deployment {
  key: string
  worlds: Set<World>
}

/**
 * The profiles that one process serves at once: that of the start, and those that worlds have of their own. The token of
 * a request chooses; an unknown one is answered under the profile of the start.
 */
export class Deployments implements Profiles {
  readonly #worlds: Worlds
  readonly #start: Deployment
  readonly #create: (profile: Profile) => Deployment
  readonly #shared = new Map<string, Shared>()
  readonly #of = new Map<World, Shared>()
  readonly #byToken = new Map<string, Shared>()

  constructor(worlds: Worlds, start: Profile, create: (profile: Profile) => Deployment) {
    this.#worlds = worlds
    this.#start = create(start)
    this.#create = create
  }

  readonly ask: Ask = (request) =>
    (this.#byToken.size === 0 ? this.#start : this.#meant(request)).ask(request)

  profileOf(request: { headers: IncomingHttpHeaders }): Profile {
    return this.#meant(request).profile
  }

  profileOfOrganization(organization: Organization): Profile {
    return (this.#of.get(this.#worlds.worldOf(organization)) ?? this.#start).profile
  }

  /** Answers the requests of a world under a profile from now on. */
  use(world: World, profile: Profile): void {
    const key = JSON.stringify(profile)
    const shared = this.#shared.get(key) ?? { ...this.#create(profile), key, worlds: new Set<World>() }
    this.#shared.set(key, shared)
    shared.worlds.add(world)
    this.#of.set(world, shared)
    for (const { token } of world.organizations) this.#byToken.set(token, shared)
  }

  /** Forgets the deployment of a world, unless other worlds use it. Requests in flight are still answered. */
  release(world: World): void {
    const shared = this.#of.get(world)
    if (shared === undefined) return
    this.#of.delete(world)
    for (const { token } of world.organizations) this.#byToken.delete(token)
    shared.worlds.delete(world)
    if (shared.worlds.size === 0) this.#shared.delete(shared.key)
  }

  #meant({ headers: { authorization = '' } }: { headers: IncomingHttpHeaders }): Deployment {
    const token = authorization.slice(authorization.lastIndexOf(' ') + 1)
    return this.#byToken.get(authorization) ?? this.#byToken.get(token) ?? this.#start
  }
}
