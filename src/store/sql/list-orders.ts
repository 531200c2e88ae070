import { type NameOrder, orderNames } from '../name-order.ts'
import { orderAt, reversed } from '../orders.ts'
import { upTo } from '../persons.ts'
import { sortByKey } from '../sort-by-key.ts'
import type { Collation } from '../store.ts'
import type { PersonColumns } from './source.ts'

/** The orders of a list, computed when first needed; only the latest collation is kept. */
export class ListOrders {
  readonly persons: PersonColumns
  #time: TimeOrders | undefined
  #places: readonly [oldest: Uint32Array, newest: Uint32Array] | undefined
  #latest: ({ collation: Collation } & NameOrder) | undefined

  constructor(persons: PersonColumns) {
    this.persons = persons
  }

  get oldest(): Uint32Array {
    return this.#inverses()[0]
  }

  get newest(): Uint32Array {
    return this.#inverses()[1]
  }

  at(slot: number): Uint32Array {
    const { by, descending, collation } = orderAt(slot)
    // The places were needed for the persons, which are written.
    this.#places = undefined
    if (by !== 'nome') return this.#byTime()[descending ? 'newest' : 'oldest']
    this.#time = undefined
    if (this.#latest?.collation !== collation) {
      this.#latest = undefined
      const { names, words } = this.persons
      this.#latest = { collation, ...orderNames(names, words, collation) }
    }
    const { rows, ranks } = this.#latest
    return descending ? reversed(rows, ranks) : rows
  }

  /** Yields the rows with each word, ascending and unique. */
  *postings(): Generator<[word: number, rows: Uint32Array]> {
    this.#latest = undefined
    const { words, ids, ends } = this.persons.words
    const starts = new Uint32Array(words.length + 1)
    const last = new Int32Array(words.length)
    const eachOnce = (use: (word: number, row: number) => void) => {
      last.fill(-1)
      for (let row = 0, at = 0; row < ends.length; row++) {
        for (const end = ends[row] as number; at < end; at++) {
          const word = ids[at] as number
          if (last[word] === row) continue
          last[word] = row
          use(word, row)
        }
      }
    }
    eachOnce((word) => {
      starts[word + 1] = (starts[word + 1] as number) + 1
    })
    for (let word = 0; word < words.length; word++) {
      starts[word + 1] = (starts[word + 1] as number) + (starts[word] as number)
    }
    const rows = new Uint32Array(starts[words.length] as number)
    const next = starts.slice()
    eachOnce((word, row) => {
      const at = next[word] as number
      rows[at] = row
      next[word] = at + 1
    })
    for (let word = 0; word < words.length; word++)
      yield [word, rows.subarray(starts[word], starts[word + 1])]
  }

  #byTime(): TimeOrders {
    this.#time ??= timeOrders(this.persons.stamps)
    return this.#time
  }

  #inverses(): readonly [Uint32Array, Uint32Array] {
    const { oldest, newest } = this.#byTime()
    this.#places ??= [inverse(oldest), inverse(newest)]
    return this.#places
  }
}

export interface TimeOrders {
  oldest: Uint32Array
  newest: Uint32Array
}

/** Returns the rows by their last updates, those with the same by their numbers. */
export function timeOrders(stamps: Float64Array): TimeOrders {
  const oldest = upTo(stamps.length)
  // Numbers to sort by begin with 0.
  const least = stamps.reduce((least, stamp) => Math.min(least, stamp), 0)
  sortByKey(oldest, least < 0 ? stamps.map((stamp) => stamp - least) : stamps)
  return { oldest, newest: reversed(oldest, stamps) }
}

/** Returns the place of each row. */
export function inverse(rows: Uint32Array): Uint32Array {
  const places = new Uint32Array(rows.length)
  for (let place = 0; place < rows.length; place++) places[rows[place] as number] = place
  return places
}
