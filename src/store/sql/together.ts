import { setImmediate } from '../../contract/real-globals.ts'

/** The most of a statement that several requests share. */
export const MOST_SHARED = 1_000

/** Gathers what requests ask for at the same time. A statement begins after all the requests that share it came. */
export class Together<T, Found> {
  readonly #read: (all: T[]) => Promise<Found>
  #next: { all: Set<T>; found: Promise<Found> } | undefined

  constructor(read: (all: T[]) => Promise<Found>) {
    this.#read = read
  }

  ask(some: readonly T[]): Promise<Found> {
    const { all, found } = this.#next ?? this.#begin()
    for (const one of some) all.add(one)
    if (all.size > MOST_SHARED) this.#next = undefined
    return found
  }

  #begin() {
    const all = new Set<T>()
    const found = new Promise<Found>((resolve) => {
      setImmediate(() => {
        if (this.#next === next) this.#next = undefined
        resolve(this.#read([...all]))
      })
    })
    const next = { all, found }
    this.#next = next
    return next
  }
}
