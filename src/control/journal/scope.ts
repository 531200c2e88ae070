import { OperatorError } from '../../operator/operator-error.ts'
import type { Entry, Owner } from './entry.ts'
import type { Recorder } from './recorder.ts'

/** Which exchanges a journal sees. */
export interface Scope {
  has(owner: Owner): boolean
  /** What arrived up to here was cleared by this journal. */
  horizon: number
  /** Returns what is kept and what is in flight, in the order of arrival. */
  entries(recorder: Recorder, since: number): Entry[]
  /** Returns whose exchanges are not kept any more that came after a mark, or that may have. */
  losers(recorder: Recorder, since: number): Owner[]
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
    () => key.isRetired,
  )
}

/** Returns the scope of one organization. */
export function ownerScope(owner: Owner): Scope {
  return scopeOf(
    (other) => other === owner,
    () => owner.isGone,
  )
}

/**
 * Returns the id after which exchanges count.
 * @throws {OperatorError} for a mark that is not of this run, because nothing came after it, whatever came
 */
export function sinceOf(
  { since }: { since?: number | undefined },
  { recorder, scope }: { recorder: Recorder; scope: Scope },
): number {
  if (since === undefined) return scope.horizon
  if (since <= recorder.last) return since
  throw new OperatorError(
    `since is ${since}, and the last exchange is ${recorder.last}: the mark is from before a start. Take a mark again.`,
  )
}

function scopeOf(has: Scope['has'], isOver: Scope['isOver'] = () => false): Scope {
  return {
    has,
    isOver,
    horizon: 0,
    losers: ({ owners }, since) => owners.all().filter((owner) => has(owner) && owner.lost.lastId > since),
    entries: (recorder, since) => {
      const kept = recorder.ring.entries(has)
      const pending = [...recorder.open].filter((entry) => has(recorder.ownerOf(entry)))
      return [...kept, ...pending].filter(({ id }) => id > since).sort((a, b) => a.id - b.id)
    },
  }
}
