import type { Entry, Owner } from './entry.ts'
import { Texts } from './texts.ts'

export interface RingLimits {
  /** The most exchanges that are kept. */
  exchanges: number
  /** The most bytes that they may have together. */
  bytes: number
}

export const ringLimits: RingLimits = { exchanges: 1_000, bytes: 16 * 2 ** 20 }

/** Keeps the latest exchanges, and lets go of the oldest beyond its limits. */
export class Ring {
  readonly limits: RingLimits
  readonly texts: Texts
  /** An exchange is at its number by the number of places. */
  #places: (Entry | undefined)[] = []
  #added = 0
  #dropped = 0
  #bytes = 0
  readonly #onDrop: (entry: Entry) => void

  /** @param onDrop gets what is not kept any more, also what was cleared */
  constructor(limits: RingLimits, onDrop: (entry: Entry) => void) {
    this.limits = limits
    this.texts = new Texts(limits.bytes)
    this.#onDrop = onDrop
  }

  /** Where the texts begin that are still wanted. */
  get oldest(): number {
    return this.#places[this.#dropped % this.limits.exchanges]?.start ?? this.texts.end
  }

  add(entry: Entry): void {
    if (this.#added - this.#dropped >= this.limits.exchanges) this.#drop()
    this.#places[this.#added++ % this.limits.exchanges] = entry
    entry.isKept = true
    this.grow(entry.bytes)
  }

  /** Counts bytes that an exchange has now, and makes room for them. */
  grow(by: number): void {
    this.#bytes += by
    while (
      this.#added - this.#dropped > 1 &&
      (this.#bytes > this.limits.bytes || !this.texts.has(this.oldest))
    )
      this.#drop()
  }

  /** Returns what is kept, in the order of arrival. */
  entries(isWanted: (owner: Owner) => boolean): Entry[] {
    return this.#all()
      .filter(({ owner }) => isWanted(owner as Owner))
      .sort((a, b) => a.id - b.id)
  }

  clear(isWanted: (owner: Owner) => boolean): void {
    const all = this.#all()
    this.#places = []
    this.#added = this.#dropped = this.#bytes = 0
    for (const entry of all) {
      if (isWanted(entry.owner as Owner)) this.#letGo(entry)
      else this.add(entry)
    }
  }

  #all(): Entry[] {
    return Array.from(
      { length: this.#added - this.#dropped },
      (_, i) => this.#places[(this.#dropped + i) % this.limits.exchanges] as Entry,
    )
  }

  #drop(): void {
    const place = this.#dropped++ % this.limits.exchanges
    const entry = this.#places[place] as Entry
    this.#places[place] = undefined
    this.#bytes -= entry.bytes
    this.#letGo(entry)
  }

  #letGo(entry: Entry): void {
    entry.isKept = false
    this.#onDrop(entry)
  }
}
