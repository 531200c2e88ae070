import type { IncomingMessage, RequestListener } from 'node:http'
import { fromByteText } from './contract/bytes.ts'
import type { Dataset } from './contract/dataset.ts'
import type { Profile } from './contract/profile.ts'
import type { Situation } from './contract/wording.ts'
import { Refusal } from './sim/refusal.ts'
import { createSimulator } from './sim/sim.ts'
import { askWithoutSocket } from './sim/without-socket.ts'
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

/** What answers under a profile. */
interface Served {
  serve: RequestListener
  /** What was wrong with a request that was refused. */
  situationsOf(request: IncomingMessage): readonly Situation[]
}

/** Builds a twin in memory. */
export function createTwin(dataset: Dataset): Twin {
  const store = new MemoryStore(dataset)
  const apps = new WeakMap<Profile, Promise<Served>>()
  const appOf = (profile: Profile): Promise<Served> => {
    const app = apps.get(profile) ?? opened(store, profile)
    apps.set(profile, app)
    return app
  }
  return {
    async ask(profile, { body = '', ...asked }) {
      const { serve, situationsOf } = await appOf(profile)
      const answered = await askWithoutSocket(serve, { ...asked, body: Buffer.from(body) })
      const { request, status } = answered
      const headers = Object.entries(answered.headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value : String(value),
      ])
      const isEmpty = asked.method === 'HEAD' || status === 204 || status === 304
      const text = isEmpty ? '' : fromByteText(answered.body)
      return { status, headers: Object.fromEntries(headers), text, situations: situationsOf(request) }
    },
    restore: () => store.restore([]),
  }
}

async function opened(store: MemoryStore, profile: Profile): Promise<Served> {
  const situations = new WeakMap<IncomingMessage, readonly Situation[]>()
  const app = createSimulator({
    store,
    profile,
    onAnswer: (request, answer) => {
      if (answer instanceof Refusal) situations.set(request, answer.situations)
    },
  })
  await app.ready()
  return { serve: app.routing, situationsOf: (request) => situations.get(request) ?? [] }
}
