import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../world/event.ts'
import { type Listener, openShared, type SharedLog } from '../world/log/postgres/log.ts'
import type { PrepareOptions } from '../world/log/postgres/schema.ts'
import { RegisterWorld } from './register-world.ts'

/** One of several processes that serve a database, with a world that is made anew when the data is replaced. */
export interface Replica {
  shared: SharedLog
  world: RegisterWorld
  log: Log
  lines: string[]
  /** What it heard of worlds. */
  heard: string[]
  /** The worlds that were minted, by number. */
  minted: Map<number, RegisterWorld>
}

const SEEDED = async () => ({ seed: 7, persons: 40, organizations: 2, hash: 'seeded' })

/** Opens a log, of a seed by default, and listens if `listens`. */
export async function openReplica(
  url: string,
  { listens = false, ...options }: Partial<PrepareOptions> & { listens?: boolean } = {},
): Promise<Replica> {
  const [lines, heard, minted]: [string[], string[], Replica['minted']] = [[], [], new Map()]
  const notice = (line: string) => void lines.push(line)
  const shared = await openShared(url, { source: SEEDED, notice, ...options })
  const [world, log] = [new RegisterWorld(), shared.logOf(0)]
  const bind = () => {
    world.decided.clear()
    world.applied.length = 0
    log.bind(world)
  }
  bind()
  const listener: Listener = {
    opened({ n, about, origin }) {
      heard.push(`opened ${n} ${about} ${origin.hash}`)
      const world = new RegisterWorld()
      minted.set(n, world)
      shared.logOf(n).bind(world)
    },
    closed: (n) => void heard.push(`closed ${n}`),
    replaced() {
      heard.push('replaced')
      bind()
    },
  }
  if (listens) await shared.listen(listener)
  await shared.catchUp()
  return { shared, world, log, lines, heard, minted }
}

/** Waits until something holds; the test ends with the runner's patience otherwise. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20)
}

/** Returns whether a promise was fulfilled. */
export function works(promise: Promise<unknown> | undefined): Promise<boolean> {
  return Promise.resolve(promise).then(
    () => true,
    () => false,
  )
}
