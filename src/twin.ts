import type { IncomingMessage, RequestListener } from 'node:http'
import { fromByteText } from './contract/bytes.ts'
import type { Dataset } from './contract/dataset.ts'
import type { Profile } from './contract/profile.ts'
import type { Situation } from './contract/wording.ts'
import { type Answer, headOf } from './sim/answer.ts'
import { type Behaviour, createBehaviour } from './sim/behaviour.ts'
import { bodyLimitOf, type ParseJson } from './sim/body.ts'
import type { FastifyInstance } from './sim/fastify.ts'
import { createFinish } from './sim/finish.ts'
import { wholeOf } from './sim/long-body.ts'
import { Refusal } from './sim/refusal.ts'
import { createRouting } from './sim/routes.ts'
import { createRouter } from './sim/sim.ts'
import { askWithoutSocket } from './sim/without-socket.ts'
import { MemoryStore } from './store/memory.ts'

/** The simulator without a socket, for a probe that compares it with a target. */

export type { Situation }

/** A request as it would come over a socket. */
export interface TwinRequest {
  method: string
  /** The path with its query, encoded. */
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
}

export interface TwinAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
  /** What was wrong, for an answer that refuses: one situation or several, each with the values of its slots. */
  situations: readonly Situation[]
}

export interface Twin {
  /**
   * Answers as the service would under a profile, which must not change later. Decisions stay until `restore`. A request
   * that is the same object as an earlier one must be the same request.
   */
  ask(profile: Profile, request: TwinRequest): Promise<TwinAnswer>
  /** Takes all decisions back. */
  restore(): Promise<void>
}

/** What the service says to a request, before a profile words it. */
interface Judged {
  request: IncomingMessage
  answer: Answer
}

/** What judges requests under one profile, and what it has judged while there was no decision. */
interface Judge {
  app: App
  behaviour: Behaviour
  known: WeakMap<TwinRequest, Judged>
}

/** Builds a twin in memory. */
export function createTwin(dataset: Dataset): Twin {
  const store = new MemoryStore(dataset)
  let isDecided = false
  const finishOf = remembered((profile: Profile) => createFinish(profile))
  const apps = new Map<number, App>()
  const createJudge = (profile: Profile): Judge => {
    const limit = bodyLimitOf(profile)
    const app = apps.get(limit) ?? new App(store, limit)
    apps.set(limit, app)
    return { app, behaviour: app.behaviourOf(profile), known: new WeakMap() }
  }
  const latest = new Map<string, Judge>()
  /** Profiles that differ only in the words of refusals share a judge, if one follows soon after another. */
  const judgeOf = remembered((profile: Profile): Judge => {
    const plain = { ...profile, dialect: { ...profile.dialect, refusals: {} } }
    const name = JSON.stringify(plain)
    const judge = latest.get(name) ?? createJudge(plain)
    latest.delete(name)
    latest.set(name, judge)
    const [oldest] = latest.keys()
    if (latest.size > MOST_LATEST) latest.delete(oldest as string)
    return judge
  })
  let last: Promise<unknown> = Promise.resolve()
  /** Judges one request after the other, so that a stored answer never shows half of a concurrent decision. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work)
    last = own.catch(() => {})
    return own
  }
  /** Judges each request once, unless a decision may have changed the answer. */
  const judged = async (profile: Profile, asked: TwinRequest): Promise<Judged> => {
    const { app, behaviour, known } = judgeOf(profile)
    const before = isDecided ? undefined : known.get(asked)
    if (before !== undefined) return before
    const mayKeep = !isDecided
    const own = await app.ask(behaviour, asked)
    const isDecision = asked.method === 'POST' && own.answer.status === 200
    isDecided ||= isDecision
    if (mayKeep && !isDecision) known.set(asked, own)
    return own
  }
  return {
    async ask(profile, asked) {
      const { request, answer } = await inTurn(() => judged(profile, asked))
      const finished = finishOf(profile)?.(answer, request) ?? answer
      const { status, body } = finished
      const headers = Object.entries(headOf(finished)).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value : String(value),
      ])
      const isEmpty = asked.method === 'HEAD' || status === 204 || status === 304
      const text = isEmpty ? '' : fromByteText(wholeOf(body))
      const situations = answer instanceof Refusal ? answer.situations : []
      return { status, headers: Object.fromEntries(headers), text, situations }
    },
    restore: () =>
      inTurn(async () => {
        await store.restore([])
        isDecided = false
      }),
  }
}

/** Judges that are kept for profiles to come. */
const MOST_LATEST = 4

/** Returns a function that works once for each profile. */
function remembered<T>(work: (profile: Profile) => T): (profile: Profile) => T {
  const known = new WeakMap<Profile, { result: T }>()
  return (profile) => {
    const { result } = known.get(profile) ?? { result: work(profile) }
    known.set(profile, { result })
    return result
  }
}

/** One router for all profiles with the same limit of bodies: creating one takes longer than asking it. */
class App {
  readonly #store: MemoryStore
  readonly #behaviours = new WeakMap<IncomingMessage, Behaviour>()
  readonly #answers = new WeakMap<IncomingMessage, Answer>()
  readonly #router: FastifyInstance
  readonly #ready: PromiseLike<unknown>
  #parseJson: ParseJson | undefined

  constructor(store: MemoryStore, bodyLimit: number) {
    this.#store = store
    const behaviourFor = (request: IncomingMessage) => this.#behaviours.get(request) as Behaviour
    this.#router = createRouter({
      store,
      bodyLimit,
      rewriteUrl: (request) => behaviourFor(request).routing.rewriteUrl?.(request) ?? (request.url as string),
      behaviours: (parseJson) => {
        this.#parseJson = parseJson
        return behaviourFor
      },
      onAnswer: (request, answer) => this.#answers.set(request, answer),
    })
    this.#ready = this.#router.ready()
  }

  behaviourOf(profile: Profile): Behaviour {
    const routing = createRouting(profile)
    return createBehaviour({ store: this.#store, profile, routing, parseJson: this.#parseJson as ParseJson })
  }

  async ask(behaviour: Behaviour, { body = '', ...asked }: TwinRequest): Promise<Judged> {
    await this.#ready
    const serve: RequestListener = (request, response) => {
      this.#behaviours.set(request, behaviour)
      this.#router.routing(request, response)
    }
    const { request } = await askWithoutSocket(serve, { ...asked, body: Buffer.from(body) })
    return { request, answer: this.#answers.get(request) as Answer }
  }
}
