import type { ReplaySource } from '../control/journal/export/replay.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { type StartOptions, WORLD_OPTIONS, type WorldOptions } from './start-options.ts'

/** How a simulator and the organizations of their own were started, for test files that do it again. */
export interface ReplaySources {
  /** Returns a function to call when the world is closed. */
  add(worlds: Worlds, world: World, options: WorldOptions): () => void
  /** Notes that something else than a request changed a world, after the exchange with an id. */
  disturb(suffix: string, by: string, after: number): void
  /** Notes why nothing that was asked of a world can be repeated. */
  spoil(suffix: string, why: string): void
  /** @param reveal whether people may be written: a fixture that is an object has some */
  all(reveal: boolean): ReplaySource
}

/** Options that decide what is answered. */
const TOLD = [...WORLD_OPTIONS, 'profile', 'quirks', 'cors', 'allowedHosts'] as const

/** Why no request to a shared store is repeated. */
export const DATA_ELSEWHERE = 'its data is in a database, which others change, too'

/** How many organizations that are closed are remembered: about as many as the journal may have exchanges of. */
const REMEMBERED = 1_000

interface OwnSource {
  options: WorldOptions
  isClosed: boolean
}

export function createReplaySources(options: StartOptions): ReplaySources {
  /** By what handles end in. */
  const own = new Map<string, OwnSource>()
  const disturbed = new Map<string, { by: string; after: number }>()
  const spoiled = new Map<string, string>()
  const close = (suffix: string, source: OwnSource) => {
    own.delete(suffix)
    // Now it is behind those that are open, and its data is not kept.
    own.set(suffix, { options: hasObject(source.options) ? { fixture: {} } : source.options, isClosed: true })
    const closed = [...own].filter(([, { isClosed }]) => isClosed)
    for (const [oldest] of closed.slice(0, -REMEMBERED)) {
      own.delete(oldest)
      disturbed.delete(oldest)
      spoiled.delete(oldest)
    }
  }
  return {
    add(worlds, world, given) {
      const suffix = worlds.suffixOf(world)
      const source = { options: given, isClosed: false }
      own.set(suffix, source)
      return () => close(suffix, source)
    },
    disturb(suffix, by, after) {
      if (!disturbed.has(suffix)) disturbed.set(suffix, { by, after })
    },
    spoil: (suffix, why) => void spoiled.set(suffix, why),
    all: (reveal) => {
      const canTell = ({ options, isClosed }: OwnSource) => !hasObject(options) || (reveal && !isClosed)
      return {
        start: hasObject(options) && !reveal ? undefined : told(options),
        own: [...own]
          .filter(([, source]) => canTell(source))
          .map(([suffix, { options }]) => ({ suffix, options: told(options) })),
        hasMemory: (options.quirks?.length ?? 0) > 0,
        obstacleTo(handle, id) {
          const suffix = /~\d+$/.exec(handle)?.[0] ?? ''
          const source = own.get(suffix)
          if (suffix !== '' && source === undefined) return 'its organization was closed too long ago'
          if (source && !canTell(source))
            return source.isClosed
              ? 'the fixture of its organization was an object: export before it is closed'
              : 'the fixture of its organization is an object: export with reveal'
          if (spoiled.has(suffix)) return spoiled.get(suffix)
          const before = disturbed.get(suffix)
          return before && id > before.after ? `it came after ${before.by}` : undefined
        },
      }
    },
  }
}

function hasObject({ fixture }: StartOptions): boolean {
  return typeof fixture === 'object'
}

function told(options: StartOptions): object {
  return Object.fromEntries(
    TOLD.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  )
}
