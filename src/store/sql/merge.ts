import { lowerBound } from '../persons.ts'

/** An order that never changes: everyone, or the persons of a search. */
export interface FixedOrder {
  readonly length: number
  /** Returns how many of its persons have a place in the order of everyone before this one. */
  below(place: number): number
}

/** A person that decisions or moves brought to another place of an order. */
export interface MovedRow {
  row: number
  /** Its place in the fixed order of everyone; undefined if it is not there. */
  from: number | undefined
  /** How many of everyone come before it now, by their fixed places; undefined if it vanished. */
  to: number | undefined
}

/** A part of a merged order: an index into the fixed one, or a person that was moved. */
export type Merged = { index: number } | { row: number }

/** A fixed order with a few persons laid over it at other places, or taken from it. The cost of a part is that of the part. */
export class MergedOrder {
  readonly length: number
  /** The rows that have other places now, as they follow each other. */
  readonly #rows: number[] = []
  /** The indices of the moved persons in the fixed order, ascending. */
  readonly #left: number[] = []
  /** The index of each of the rows in the merged order, ascending. */
  readonly #places: number[] = []

  /** @param moved persons, as they follow each other now */
  constructor(fixed: FixedOrder, moved: readonly MovedRow[]) {
    for (const { from } of moved) if (from !== undefined) this.#left.push(fixed.below(from))
    this.#left.sort((a, b) => a - b)
    for (const { row, to } of moved) {
      if (to === undefined) continue
      const before = fixed.below(to)
      this.#places.push(this.#rows.length + before - lowerBound(this.#left, before))
      this.#rows.push(row)
    }
    this.length = fixed.length - this.#left.length + this.#rows.length
  }

  *slice(from: number, to: number): Generator<Merged> {
    let next = lowerBound(this.#places, from)
    for (let place = from; place < to; place++) {
      if (this.#places[next] === place) yield { row: this.#rows[next++] as number }
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
