import type { IncomingMessage } from 'node:http'
import { fromByteText } from './contract/bytes.ts'
import type { Dataset } from './contract/dataset.ts'
import type { Profile } from './contract/profile.ts'
import type { Situation } from './contract/wording.ts'
import { type Answer, headOf } from './sim/answer.ts'
import { createFinish, type Finish } from './sim/finish.ts'
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

/** @param mayKnow whether nothing has changed since the same request was judged before */
type Judge = (request: TwinRequest, mayKnow: boolean) => Promise<Judged>

/** Builds a twin in memory. */
export function createTwin(dataset: Dataset): Twin {
  const store = new MemoryStore(dataset)
  let isDecided = false
  const finishes = new WeakMap<Profile, Finish | undefined>()
  const finishOf = (profile: Profile): Finish | undefined => {
    if (!finishes.has(profile)) finishes.set(profile, createFinish(profile))
    return finishes.get(profile)
  }
  const judges = new WeakMap<Profile, Judge>()
  const latest = new Map<string, Judge>()
  /** Profiles that differ only in the words of refusals share a judge, if one follows soon after another. */
  const judgeOf = (profile: Profile): Judge => {
    const own = judges.get(profile)
    if (own !== undefined) return own
    const plain = { ...profile, dialect: { ...profile.dialect, refusals: {} } }
    const name = JSON.stringify(plain)
    const judge = latest.get(name) ?? createJudge(store, plain)
    judges.set(profile, judge)
    latest.delete(name)
    latest.set(name, judge)
    const [oldest] = latest.keys()
    if (latest.size > MOST_LATEST) latest.delete(oldest as string)
    return judge
  }
  return {
    async ask(profile, asked) {
      const { request, answer } = await judgeOf(profile)(asked, !isDecided)
      isDecided ||= asked.method === 'POST' && answer.status === 200
      const finished = finishOf(profile)?.(answer, request) ?? answer
      const { status, body } = finished
      const headers = Object.entries(headOf(finished)).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value : String(value),
      ])
      const isEmpty = asked.method === 'HEAD' || status === 204 || status === 304
      const text = isEmpty ? '' : fromByteText(typeof body === 'string' ? body : body.whole())
      const situations = answer instanceof Refusal ? answer.situations : []
      return { status, headers: Object.fromEntries(headers), text, situations }
    },
    async restore() {
      await store.restore([])
      isDecided = false
    },
  }
}

/** Judges that are kept for profiles to come, with all that they have judged. */
const MOST_LATEST = 4

/** Returns what judges requests under a profile, each of them once. */
function createJudge(store: MemoryStore, profile: Profile): Judge {
  const answers = new WeakMap<IncomingMessage, Answer>()
  const app = createSimulator({
    store,
    profile,
    onAnswer: (request, answer) => answers.set(request, answer),
  })
  const ready = app.ready()
  const known = new WeakMap<TwinRequest, Judged>()
  return async (asked, mayKnow) => {
    const before = mayKnow ? known.get(asked) : undefined
    if (before !== undefined) return before
    await ready
    const { body = '', ...head } = asked
    const { request } = await askWithoutSocket(app.routing, { ...head, body: Buffer.from(body) })
    const answer = answers.get(request) as Answer
    const judged = { request, answer }
    const isDecision = head.method === 'POST' && answer.status === 200
    if (mayKnow && !isDecision) known.set(asked, judged)
    return judged
  }
}
