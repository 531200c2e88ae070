import type { Entry, Owner } from './entry.ts'
import { Tallies } from './tallies.ts'

export interface RingLimits {
  /** The most exchanges that are kept. */
  exchanges: number
  /** The most bytes that they may have together. */
  bytes: number
}

export const ringLimits: RingLimits = { exchanges: 1_000, bytes: 16 * 2 ** 20 }

/**
 * Keeps the latest exchanges. Beyond its limits it drops the oldest of the organization that has most, so that a noisy
 * one pushes out no exchange of those that have less than their share. What is left of closed worlds goes first: in a
 * long run there are so many of them that little would be left for those that are open.
 */
export class Ring {
  readonly limits: RingLimits
  readonly #gone: Owner
  /** What was dropped, or cleared. */
  readonly dropped = new Tallies()
  readonly #owners = new Set<Owner>()
  #count = 0
  #bytes = 0

  /** @param gone gets the counts of those whose world is closed */
  constructor(limits: RingLimits, gone: Owner) {
    this.limits = limits
    this.#gone = gone
  }

  get count(): number {
    return this.#count
  }

  add(entry: Entry, owner: Owner): void {
    if (owner.kept.length === 0) this.#owners.add(owner)
    owner.kept.push(entry)
    entry.isKept = true
    this.#count++
    this.#grow(owner, entry.bytes)
    this.#shrink(owner)
  }

  /** Changes an entry that was added, whether it is still kept or only counted. */
  change(entry: Entry, owner: Owner, change: () => void): void {
    const counted = owner.isGone ? this.#gone : owner
    const { bytes } = entry
    if (!entry.isKept) this.dropped.remove(entry, counted)
    change()
    if (!entry.isKept) return void this.dropped.add(entry, counted)
    this.#grow(owner, entry.bytes - bytes)
    this.#shrink(owner)
  }

  /** Returns what is kept, in the order of arrival. */
  entries(isWanted: (owner: Owner) => boolean): Entry[] {
    const found: Entry[] = []
    for (const owner of this.#owners) {
      if (!isWanted(owner)) continue
      for (let k = owner.from; k < owner.kept.length; k++) found.push(owner.kept[k] as Entry)
    }
    return found.sort((a, b) => a.id - b.id)
  }

  clear(isWanted: (owner: Owner) => boolean): void {
    for (const owner of [...this.#owners]) {
      while (isWanted(owner) && countOf(owner) > 0) this.#drop(owner)
    }
  }

  #grow(owner: Owner, by: number): void {
    owner.bytes += by
    this.#bytes += by
  }

  #shrink(newest: Owner): void {
    while (this.#count > this.limits.exchanges) this.#drop(this.#largest(newest, countOf))
    while (this.#bytes > this.limits.bytes && this.#count > 1)
      this.#drop(this.#largest(newest, ({ bytes }) => bytes))
  }

  /** Nearly always it is the one that just grew. */
  #largest(newest: Owner, sizeOf: (owner: Owner) => number): Owner {
    if (this.#owners.size === 1) return newest
    let largest = newest
    let size = sizeOf(newest)
    for (const owner of this.#owners) {
      const its = sizeOf(owner)
      const isFirst = owner.isGone === largest.isGone ? its > size : owner.isGone
      if (isFirst) [largest, size] = [owner, its]
    }
    return largest
  }

  #drop(owner: Owner): void {
    const entry = owner.kept[owner.from] as Entry
    owner.from++
    entry.isKept = false
    this.#count--
    this.#grow(owner, -entry.bytes)
    this.dropped.add(entry, owner.isGone ? this.#gone : owner)
    const { world } = owner
    if (world && entry.mayHaveDecided && entry.id < world.firstLostDecision)
      world.firstLostDecision = entry.id
    if (countOf(owner) === 0) {
      owner.kept = []
      owner.from = 0
      this.#owners.delete(owner)
      return
    }
    // What was dropped is let go before much of it piles up.
    owner.kept[owner.from - 1] = undefined as never
    if (owner.from < 64 || owner.from * 2 < owner.kept.length) return
    owner.kept = owner.kept.slice(owner.from)
    owner.from = 0
  }
}

export function countOf({ kept, from }: Owner): number {
  return kept.length - from
}
