import type { Entry, Owner } from './entry.ts'
import type { Recorder } from './recorder.ts'

/** Which exchanges a journal sees. */
export interface Scope {
  has(owner: Owner): boolean
  /** What arrived up to here was cleared by this journal. */
  horizon: number
  /** Returns what is kept and what is in flight, in the order of arrival. */
  entries(recorder: Recorder, since: number): Entry[]
  /** Whether its organizations are closed, so that what was dropped of them is no longer told apart. */
  isOver(): boolean
}

/** Returns the scope of everything. */
export function wholeScope(): Scope {
  return scopeOf(() => true)
}

/** Returns the scope of the organizations in a world. */
export function worldScope({ owners }: Recorder, world: object): Scope {
  const key = owners.keyOf(world)
  return scopeOf(
    (owner) => owner.world === key,
    () => owners.isRetired(key),
  )
}

/** Returns the scope of one organization. */
export function ownerScope(owner: Owner): Scope {
  return scopeOf(
    (other) => other === owner,
    () => owner.isGone,
  )
}

function scopeOf(has: Scope['has'], isOver: Scope['isOver'] = () => false): Scope {
  return {
    has,
    isOver,
    horizon: 0,
    entries: (recorder, since) => {
      const kept = recorder.ring.entries(has)
      const pending = [...recorder.open].filter((entry) => has(recorder.ownerOf(entry)))
      return [...kept, ...pending].filter(({ id }) => id > since).sort((a, b) => a.id - b.id)
    },
  }
}
