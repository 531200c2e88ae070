import type { IncomingMessage } from 'node:http'
import type { Dataset } from './contract/dataset.ts'
import type { Situation } from './contract/dialect.ts'
import type { Profile } from './contract/profile.ts'
import type { FastifyInstance } from './sim/fastify.ts'
import { Refusal } from './sim/refusal.ts'
import { createSimulator } from './sim/sim.ts'
import { MemoryStore } from './store/memory.ts'

/** The simulator without a socket, for a probe that compares it with a deployment. */

export type { Situation }

/** A request as it would come over a socket. */
export interface TwinRequest {
  method: string
  /** The path with its query, encoded. */
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

export interface TwinAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  /** What was wrong, for an answer that refuses: one situation or several, each with the values of its slots. */
  situations: readonly Situation[]
}

export interface Twin {
  /** Answers as the service would under a profile, which must not change later. Decisions stay until `restore`. */
  ask(profile: Profile, request: TwinRequest): Promise<TwinAnswer>
  /** Takes all decisions back. */
  restore(): Promise<void>
}

/** Builds a twin in memory. */
export function createTwin(dataset: Dataset): Twin {
  const store = new MemoryStore(dataset)
  const situations = new WeakMap<IncomingMessage, readonly Situation[]>()
  const apps = new WeakMap<Profile, FastifyInstance>()
  const appOf = (profile: Profile): FastifyInstance => {
    const app =
      apps.get(profile) ??
      createSimulator({
        store,
        profile,
        onAnswer: (request, answer) => {
          if (answer instanceof Refusal) situations.set(request, answer.situations)
        },
      })
    apps.set(profile, app)
    return app
  }
  return {
    async ask(profile, { method, url, headers, body }) {
      const answer = await appOf(profile).inject({
        method: method as 'GET',
        url,
        headers,
        ...(body !== undefined && { payload: body }),
      })
      return {
        status: answer.statusCode,
        headers: answer.headers as TwinAnswer['headers'],
        text: answer.payload,
        situations: situations.get(answer.raw.req) ?? [],
      }
    },
    restore: () => store.restore([]),
  }
}
