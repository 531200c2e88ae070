import type { RequestListener } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import type { Backlog } from '../sim/backlog.ts'
import type { FastifyInstance } from '../sim/fastify.ts'
import { type Quirk, withQuirks } from '../sim/quirks/index.ts'
import { createSimulator } from '../sim/sim.ts'
import type { Traffic } from '../sim/traffic.ts'
import type { Worlds } from '../store/worlds.ts'

/** What answers requests under one profile. */
export interface Deployment {
  profile: Profile
  app: FastifyInstance
  handler: RequestListener
}

/** What all deployments share. */
export interface DeployOptions {
  worlds: Worlds
  quirks: readonly Quirk[]
  backlog: Backlog
  traffic: Traffic | undefined
  onError: (error: unknown) => void
}

/** Returns what answers under a profile. The app must be ready before the first request. */
export function deploy(profile: Profile, { worlds, quirks, traffic, ...options }: DeployOptions): Deployment {
  const isQuirky = quirks.length > 0
  const shared = { ...options, profile }
  const app = createSimulator({ ...shared, store: worlds, traffic: isQuirky ? undefined : traffic })
  const handler = isQuirky
    ? withQuirks(app, quirks, {
        ...shared,
        organizationsOf: (authorization) => worlds.organizationsOf(authorization),
        traffic,
      })
    : app.routing
  return { profile, app, handler }
}
