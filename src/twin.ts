import { EventEmitter } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Dataset } from './contract/dataset.ts'
import type { Profile } from './contract/profile.ts'
import type { Situation } from './contract/wording.ts'
import { type Answer, headOf } from './sim/answer.ts'
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
  const apps = new WeakMap<Profile, Promise<RequestListener>>()
  const appOf = (profile: Profile): Promise<RequestListener> => {
    const app = apps.get(profile) ?? opened(store, profile)
    apps.set(profile, app)
    return app
  }
  return {
    async ask(profile, asked) {
      const answer = await appOf(profile)
      return new Promise((resolve) => {
        const request = new TwinMessage(asked, resolve) as TwinMessage & IncomingMessage
        answer(request, { req: request, statusCode: 200 } as unknown as ServerResponse)
      })
    },
    restore: () => store.restore([]),
  }
}

async function opened(store: MemoryStore, profile: Profile): Promise<RequestListener> {
  const situations = new WeakMap<IncomingMessage, readonly Situation[]>()
  const app = createSimulator({
    store,
    profile,
    onAnswer: (request, answer) => {
      if (answer instanceof Refusal) situations.set(request, answer.situations)
    },
    traffic: {
      admit: (_request, _response, serve) => serve(),
      body: () => {},
      deliver(request, _, answer) {
        const message = request as TwinMessage & IncomingMessage
        message.answered(answer, situations.get(request) ?? [])
        return true
      },
    },
  })
  await app.ready()
  return app.routing
}

/**
 * What the service uses of a request, and nothing more. A probe asks its twin tens of thousands of times, and the
 * streams of Node, which `app.inject` imitates, would take longer than the service itself.
 */
class TwinMessage extends EventEmitter {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string> = {}
  readonly httpVersion = '1.1'
  readonly socket = {}
  readonly #body: Buffer
  readonly #resolve: (answer: TwinAnswer) => void

  constructor({ method, url, headers, body = '' }: TwinRequest, resolve: (answer: TwinAnswer) => void) {
    super()
    this.method = method
    this.url = url
    this.#body = Buffer.from(body)
    this.#resolve = resolve
    if (this.#body.length > 0) this.headers['content-length'] = String(this.#body.length)
    for (const [name, value] of Object.entries(headers)) this.headers[name.toLowerCase()] = value
  }

  /** Begins to read the body. */
  resume(): this {
    queueMicrotask(() => {
      if (this.#body.length > 0) this.emit('data', this.#body)
      this.emit('end')
    })
    return this
  }

  answered(answer: Answer, situations: readonly Situation[]): void {
    const { status, body } = answer
    const headers = Object.entries(headOf(answer)).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value : String(value),
    ])
    const bytes = typeof body === 'string' ? body : body.whole()
    const isEmpty = this.method === 'HEAD' || status === 204 || status === 304
    const text = isEmpty ? '' : Buffer.from(bytes, 'latin1').toString()
    this.#resolve({ status, headers: Object.fromEntries(headers), text, situations })
  }
}
