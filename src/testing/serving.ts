import { completeProfile, defaultProfile, type Profile } from '../contract/profile.ts'
import { NOBODY } from '../operator/words.ts'
import { type Explain, type LogRecord, recordOf } from '../server/access-lines.ts'
import type { AccessLog } from '../server/access-log.ts'
import { Backlog } from '../server/backlog.ts'
import { createGuard, type GuardOptions } from '../server/guard.ts'
import { listen } from '../server/listen.ts'
import type { ReadyAnswers } from '../server/ready-answers.ts'
import { createRouter } from '../server/server.ts'
import type { Ask } from '../service/ask.ts'
import { createService } from '../service/service.ts'
import { whyOf } from '../service/why.ts'
import { worldOf } from '../world/in-memory.ts'
import type { Store } from '../world/store.ts'
import { type TokensThen, Worlds } from '../world/worlds.ts'
import { bytesBack } from './wire.ts'
import { smallWorld } from './world.ts'

/** A simulator of the small world behind a socket, and what its log hears. */
export interface Serving {
  url: string
  port: number
  logged: LogRecord[]
  /** Sends bytes, ends, and gives all that comes back. */
  exchange(bytes: string | Buffer): Promise<string>
  /** The record of the one request that these bytes are. */
  recordOf(bytes: string | Buffer): Promise<LogRecord>
}

export interface ServingOptions {
  profile?: Partial<Profile>
  guard?: GuardOptions
  store?: Store
  /** Hears of each request, too. */
  accessLog?: AccessLog
  /** Answers in place of the service. */
  ask?: Ask
  ready?: ReadyAnswers
  onError?: (error: unknown) => void
}

export async function serving(
  { profile = {}, guard, store = worldOf(smallWorld()), accessLog, ask, ready, onError }: ServingOptions,
  use: (serving: Serving) => Promise<void>,
): Promise<void> {
  const logged: LogRecord[] = []
  const known = store instanceof Worlds ? store : NOBODY
  const backlog = new Backlog()
  const whole = completeProfile(profile)
  const router = createRouter(ask ?? createService(store, whole), { backlog, ready, onError })
  const explain = explainFor(store, whole)
  const { urls, serve, close } = await listen({
    port: 0,
    hosts: ['127.0.0.1'],
    backlog,
    accessLog: (answered) => {
      logged.push(recordOf(answered, explain, known))
      accessLog?.(answered)
    },
    guard: createGuard(guard),
  })
  await serve(router)
  const port = Number(new URL(urls[0]).port)
  const exchange = (bytes: string | Buffer) => bytesBack(port, [bytes], (text) => text.includes('\r\n\r\n'))
  try {
    await use({
      url: urls[0],
      port,
      logged,
      exchange,
      recordOf: async (bytes) => {
        const before = logged.length
        await exchange(bytes)
        // A request is logged when its connection has closed on this side, too.
        for (const late = Date.now() + 5_000; logged.length === before && Date.now() < late; ) {
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
        return logged[before] as LogRecord
      },
    })
  } finally {
    await close()
  }
}

/** Returns what says why a request was answered as it was. */
export function explainFor(store: Store, profile: Profile = defaultProfile): Explain {
  const known = store instanceof Worlds ? store : NOBODY
  return ({ request, faults }) => whyOf(faults, { profile, request, tokens: tokensOf(store), known })
}

function tokensOf(store: Store): TokensThen {
  if (store instanceof Worlds) return store.tokens
  return { organizations: store.organizations, wasKnown: () => false, isWithdrawn: () => false }
}
