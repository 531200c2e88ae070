import type { Entry, Owner } from './entry.ts'
import type { Route } from './route-of.ts'
import { fitsStatus, type MatchResult } from './values.ts'

/** How many exchanges of one sort were dropped. */
export interface Tally {
  readonly owner: Owner
  readonly method: string
  /** 0 for those without an answer. */
  readonly status: number
  readonly route: Route
  count: number
  firstId: number
  lastId: number
}

/** Whoever invents methods gets one tally for all of them. */
const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']
const ROUTES: readonly Route[] = ['list', 'validation', 'other']
const OTHER_METHOD = '*'

function keyOf(method: string, status: number, route: Route): number {
  return (status * 16 + METHODS.indexOf(method) + 1) * 4 + ROUTES.indexOf(route)
}

/** Counts what is not kept any more, by what can be told of an exchange without looking into it. */
export class Tallies {
  readonly #tallies = new Map<Owner, Map<number, Tally>>()

  add({ id, method, status = 0, route }: Entry, owner: Owner): void {
    let own = this.#tallies.get(owner)
    if (own === undefined) {
      own = new Map()
      this.#tallies.set(owner, own)
    }
    const key = keyOf(method, status, route)
    const tally = own.get(key)
    if (tally === undefined) {
      const named = METHODS.includes(method) ? method : OTHER_METHOD
      own.set(key, { owner, method: named, status, route, count: 1, firstId: id, lastId: id })
      return
    }
    tally.count++
    if (id > tally.lastId) tally.lastId = id
    if (id < tally.firstId) tally.firstId = id
  }

  /** Counts one less of what was added. */
  remove({ method, status = 0, route }: Entry, owner: Owner): void {
    const tally = this.#tallies.get(owner)?.get(keyOf(method, status, route))
    if (tally) tally.count--
  }

  /** Returns those of some owners that have an exchange after `since`. */
  since(since: number, isWanted: (owner: Owner) => boolean): Tally[] {
    return [...this.#tallies]
      .filter(([owner]) => isWanted(owner))
      .flatMap(([, own]) => [...own.values()])
      .filter(({ count, lastId }) => count > 0 && lastId > since)
  }

  /** Counts what one owner had as another's, which is all that is left of it. */
  merge(owner: Owner, into: Owner): void {
    const own = this.#tallies.get(owner)
    if (own === undefined) return
    this.#tallies.delete(owner)
    const others = this.#tallies.get(into) ?? new Map<number, Tally>()
    this.#tallies.set(into, others)
    for (const [key, tally] of own) {
      const there = others.get(key) ?? { ...tally, owner: into, count: 0 }
      there.count += tally.count
      there.firstId = Math.min(there.firstId, tally.firstId)
      there.lastId = Math.max(there.lastId, tally.lastId)
      others.set(key, there)
    }
  }
}

/** What is known of exchanges that were dropped. */
const COARSE: readonly string[] = ['method', 'status', 'organization']

/** Returns whether dropped exchanges may have what a matcher wants. */
export function fitsTally(
  name: string,
  expected: unknown,
  { method, status, route, owner }: Tally,
): MatchResult {
  if (name === 'report' && route !== 'validation') return 'no'
  if (name === 'listed' && (status < 200 || status >= 400)) return 'no'
  if (!COARSE.includes(name)) return 'unknown'
  if (name === 'status') return fitsStatus(expected as number, status) ? 'yes' : 'no'
  if (name === 'organization') return owner.isGone ? 'unknown' : owner.handle === expected ? 'yes' : 'no'
  const methods = [expected as string].flat().map((one) => one.toUpperCase())
  if (method === OTHER_METHOD) return 'unknown'
  return methods.includes(method) ? 'yes' : 'no'
}
