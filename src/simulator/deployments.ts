import type { IncomingMessage, RequestListener } from 'node:http'
import type { Profile } from '../contract/profile.ts'
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
  readonly #shared = new Map<string, Promise<Shared>>()
  readonly #of = new Map<World, Shared>()
  readonly #byToken = new Map<string, Shared>()

  constructor(worlds: Worlds, start: Deployment, create: (profile: Profile) => Deployment) {
    this.#worlds = worlds
    this.#start = start
    this.#create = create
  }

  readonly handler: RequestListener = (request, response) => {
    const { handler } = this.#byToken.size === 0 ? this.#start : this.#meant(request)
    handler(request, response)
  }

  profileOf(request: IncomingMessage): Profile {
    return this.#meant(request).profile
  }

  profileOfOrganization(organization: Organization): Profile {
    return (this.#of.get(this.#worlds.worldOf(organization)) ?? this.#start).profile
  }

  /** Returns the deployment of a profile, ready for a world to use. */
  async prepare(profile: Profile): Promise<Shared> {
    const key = JSON.stringify(profile)
    const known = this.#shared.get(key)
    if (known !== undefined) return known
    const made = this.#open(key, profile)
    this.#shared.set(key, made)
    return made
  }

  async #open(key: string, profile: Profile): Promise<Shared> {
    const deployment = this.#create(profile)
    await deployment.app.ready()
    return { ...deployment, key, worlds: new Set<World>() }
  }

  /** Answers the requests of a world with this deployment from now on. */
  use(world: World, shared: Shared): void {
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

  #meant({ headers: { authorization = '' } }: IncomingMessage): Deployment {
    const token = authorization.slice(authorization.lastIndexOf(' ') + 1)
    return this.#byToken.get(authorization) ?? this.#byToken.get(token) ?? this.#start
  }
}
