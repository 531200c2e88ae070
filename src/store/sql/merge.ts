import { lowerBound } from '../persons.ts'

/** An order that never changes: everyone, or the persons of a search. */
export interface FixedOrder {
  readonly length: number
  /** Returns how many of its persons have a place in the order of everyone before this one. */
  below(place: number): number
}

/** A person that decisions moved, in one order by time. */
export interface MovedPerson {
  row: number
  /** Its place in the fixed order of everyone. */
  from: number
  /** How many of everyone come before it now, by their fixed places. */
  to: number
}

/** A part of a merged order: an index into the fixed one, or a person that was moved. */
export type Merged = { index: number } | { row: number }

/** A fixed order with a few persons laid over it at other places. The cost of a part is that of the part. */
export class MergedOrder {
  readonly #moved: readonly MovedPerson[]
  /** The indices of the moved persons in the fixed order, ascending. */
  readonly #left: number[]
  /** The index of each moved person in the merged order, ascending. */
  readonly #places: number[]

  /** @param moved persons of the fixed order, as they follow each other now */
  constructor(fixed: FixedOrder, moved: readonly MovedPerson[]) {
    this.#moved = moved
    this.#left = moved.map(({ from }) => fixed.below(from)).sort((a, b) => a - b)
    this.#places = moved.map(({ to }, i) => {
      const before = fixed.below(to)
      return i + before - lowerBound(this.#left, before)
    })
  }

  *slice(from: number, to: number): Generator<Merged> {
    let next = lowerBound(this.#places, from)
    for (let place = from; place < to; place++) {
      if (this.#places[next] === place) yield { row: (this.#moved[next++] as MovedPerson).row }
      else yield { index: this.#indexOf(place - next) }
    }
  }

  /** Returns the index in the fixed order of the n-th person that was not moved. */
  #indexOf(n: number): number {
    let low = 0
    let high = this.#left.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#left[middle] as number) - middle <= n) low = middle + 1
      else high = middle
    }
    return n + low
  }
}
