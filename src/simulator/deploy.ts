import { completeProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import type { Ask, Layer } from '../service/ask.ts'
import { overlay } from '../service/overlay.ts'
import type { Quirk } from '../service/quirks/index.ts'
import { createService } from '../service/service.ts'
import type { Worlds } from '../store/worlds.ts'

/** What answers requests under one profile. */
export interface Deployment {
  profile: Profile
  ask: Ask
}

/** What all deployments share. */
export interface DeployOptions {
  worlds: Worlds
  quirks: readonly Quirk[]
}

export function deploy(profile: Profile, { worlds, quirks }: DeployOptions): Deployment {
  const ask = layered(createService(worlds, profile), layersOf(profile, worlds, quirks))
  return { profile, ask }
}

/** The layers of a profile, the outermost first. */
function layersOf(profile: Profile, worlds: Worlds, quirks: readonly Quirk[]): Layer[] {
  const otherwise = (choices: PartialProfile) => createService(worlds, completeProfile(profile, choices))
  const organizationsOf = (authorization: string | undefined) => worlds.organizationsOf(authorization)
  return [
    ...quirks.map(({ layer }) => layer({ profile, organizationsOf })),
    ...(isLearned(profile) ? [overlay(profile.seen, otherwise)] : []),
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
