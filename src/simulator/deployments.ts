import type { IncomingHttpHeaders } from 'node:http'
import { completeProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import { announced } from '../service/announced.ts'
import type { Ask, Layer } from '../service/ask.ts'
import { overlay } from '../service/overlay.ts'
import type { Quirk } from '../service/quirks/index.ts'
import { createService } from '../service/service.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'

/** What answers requests under one profile. */
interface Deployment {
  profile: Profile
  ask: Ask
}

/**
 * The profiles that one process serves at once: that of the start, and those that worlds have of their own. The token of
 * a request chooses; an unknown one is answered under the profile of the start.
 */
export class Deployments {
  readonly #worlds: Worlds
  readonly #start: Deployment
  readonly #quirks: readonly Quirk[]
  /** Those of worlds with a profile of their own, by the tokens of these. */
  readonly #byToken = new Map<string, Deployment>()

  constructor(worlds: Worlds, start: Profile, quirks: readonly Quirk[]) {
    this.#worlds = worlds
    this.#start = deploy(start, worlds, quirks)
    this.#quirks = quirks
  }

  readonly ask: Ask = (request) =>
    (this.#byToken.size === 0 ? this.#start : this.#meant(request)).ask(request)

  profileOf(request: { headers: IncomingHttpHeaders }): Profile {
    return this.#meant(request).profile
  }

  /** Answers the requests of a world under a profile from now on. */
  use(world: World, profile: Profile): void {
    const own = deploy(profile, this.#worlds, this.#quirks)
    for (const { token } of world.organizations) this.#byToken.set(token, own)
  }

  /** Forgets the deployment of a world. Requests in flight are still answered. */
  release(world: World): void {
    for (const { token } of world.organizations) this.#byToken.delete(token)
  }

  #meant({ headers: { authorization = '' } }: { headers: IncomingHttpHeaders }): Deployment {
    const token = authorization.slice(authorization.lastIndexOf(' ') + 1)
    return this.#byToken.get(authorization) ?? this.#byToken.get(token) ?? this.#start
  }
}

function deploy(profile: Profile, worlds: Worlds, quirks: readonly Quirk[]): Deployment {
  const ask = layered(createService(worlds, profile), layersOf(profile, worlds, quirks))
  return { profile, ask }
}

/** The layers of a profile, the outermost first. */
function layersOf(profile: Profile, worlds: Worlds, quirks: readonly Quirk[]): Layer[] {
  const otherwise = (choices: PartialProfile) => createService(worlds, completeProfile(profile, choices))
  const organizationsOf = (authorization: string | undefined) => worlds.organizationsOf(authorization)
  return [
    ...quirks.map(({ layer }) => layer({ profile, organizationsOf })),
    ...(isLearned(profile) ? [announced(profile), overlay(profile.seen, otherwise)] : []),
  ]
}

/** Returns whether a profile has more than choices of knobs. */
export function isLearned({ seen }: Profile): boolean {
  return Object.keys(seen).length > 0
}

/** Puts layers around a service; the first is the outermost. */
export function layered(service: Ask, layers: readonly Layer[]): Ask {
  return layers.reduceRight((next, layer) => layer(next), service)
}
