import { firstWhere, lowerBound } from './columns.ts'

/** A fixed order of rows, over which a few entries are laid at other places. The cost of a page is that of the page. */
export class MergedOrder<E> {
  readonly fixed: Uint32Array
  readonly #compare: (a: E, b: E) => number
  /** Compares an entry with a row, as the fixed order has it. */
  readonly #compareRow: (entry: E, row: number) => number
  /** The indices in the fixed order of rows that left their places, ascending. */
  readonly #left: number[] = []
  /** The entries that are laid over, in their order, and how many of the fixed order come before each. */
  readonly #over: E[] = []
  readonly #before: number[] = []

  constructor(
    fixed: Uint32Array,
    compare: (a: E, b: E) => number,
    compareRow: (entry: E, row: number) => number,
  ) {
    this.fixed = fixed
    this.#compare = compare
    this.#compareRow = compareRow
  }

  get length(): number {
    return this.fixed.length - this.#left.length + this.#over.length
  }

  /** Takes a row from its place in the fixed order, which is that of an entry. */
  leave(entry: E): void {
    const index = this.#countBefore(entry)
    this.#left.splice(lowerBound(this.#left, index), 0, index)
  }

  /** Gives a row its place in the fixed order back. */
  comeBack(entry: E): void {
    this.#left.splice(lowerBound(this.#left, this.#countBefore(entry)), 1)
  }

  lay(entry: E): void {
    const at = this.#placeOver(entry)
    this.#over.splice(at, 0, entry)
    this.#before.splice(at, 0, this.#countBefore(entry))
  }

  lift(entry: E): void {
    const at = this.#placeOver(entry)
    this.#over.splice(at, 1)
    this.#before.splice(at, 1)
  }

  /** Calls back with what stands from one place to another: an entry that is laid over, or a row of the fixed order. */
  forEach(from: number, to: number, ofEntry: (entry: E) => void, ofRow: (row: number) => void): void {
    let next = this.#firstOverFrom(from)
    const end = Math.min(to, this.length)
    if (from >= end) return
    let index = this.#fixedIndex(from - next)
    let leaves = lowerBound(this.#left, index)
    for (let place = from; place < end; place++) {
      if (next < this.#over.length && this.#placeOf(next) === place) {
        ofEntry(this.#over[next++] as E)
        continue
      }
      for (; this.#left[leaves] === index; leaves++) index++
      ofRow(this.fixed[index++] as number)
    }
  }

  /** Returns the whole as a fixed order, if every entry is a row. */
  merged(rowOf: (entry: E) => number): Uint32Array {
    const rows = new Uint32Array(this.length)
    let at = 0
    const push = (row: number) => {
      rows[at++] = row
    }
    this.forEach(0, this.length, (entry) => push(rowOf(entry)), push)
    return rows
  }

  #placeOf(over: number): number {
    const before = this.#before[over] as number
    return over + before - lowerBound(this.#left, before)
  }

  #firstOverFrom(place: number): number {
    return firstWhere(0, this.#over.length, (i) => this.#placeOf(i) >= place)
  }

  /** Returns the index in the fixed order of the n-th row that did not leave. */
  #fixedIndex(n: number): number {
    return n + firstWhere(0, this.#left.length, (i) => (this.#left[i] as number) - i > n)
  }

  #countBefore(entry: E): number {
    const { fixed } = this
    return firstWhere(0, fixed.length, (i) => this.#compareRow(entry, fixed[i] as number) <= 0)
  }

  #placeOver(entry: E): number {
    return firstWhere(0, this.#over.length, (i) => this.#compare(entry, this.#over[i] as E) <= 0)
  }
}
