import type { ReplaySource } from '../control/journal/export/replay.ts'
import type { Organization, World } from '../store/store.ts'
import type { Worlds } from '../store/worlds.ts'
import type { StartOptions, WorldOptions } from './start-options.ts'

/** How a simulator and the organizations of their own were started, for test files that do it again. */
export interface ReplaySources {
  /** Returns a function that forgets the world. */
  add(worlds: Worlds, world: World, options: WorldOptions): () => void
  all(): ReplaySource
}

/** Options that decide what is answered. */
const TOLD = [
  'fixture',
  'data',
  'allowInvalidCpf',
  'seed',
  'persons',
  'organizations',
  'profile',
  'quirks',
] as const satisfies readonly (keyof StartOptions)[]

export function createReplaySources(options: StartOptions): ReplaySources {
  const own = new Set<ReplaySource['own'][number]>()
  return {
    add(worlds, world, given) {
      const [first] = world.organizations as [Organization]
      const source = { suffix: worlds.handleOf(first).slice(first.id.length), options: told(given) }
      own.add(source)
      return () => void own.delete(source)
    },
    all: () => ({ start: told(options), own: [...own] }),
  }
}

/** @returns undefined where the data is an object, which no file has */
function told(options: StartOptions): object | undefined {
  const { fixture, data } = options
  if (typeof (fixture ?? data) === 'object') return undefined
  return Object.fromEntries(
    TOLD.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  )
}
