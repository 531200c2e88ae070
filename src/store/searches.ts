import type { NameIndex } from './name-index.ts'
import { nameMatcher, searchKey } from './name-match.ts'
import type { Selection } from './orders.ts'
import { lowerBound, type Persons } from './persons.ts'
import type { NameMatch } from './store.ts'

/** The maximum of cached searches, and of their rows together; a row takes up to eight bytes for each order. */
const SEARCHES = 256
const SEARCH_ROWS = 10_000_000

/** A cached search. */
interface Search extends Selection {
  /** Tells whether it finds a name. */
  isMatch: (name: string) => boolean
}

/** The cached searches of a list; the least recently used are dropped when there are too many. */
export class Searches {
  readonly #names: NameIndex
  readonly #persons: Persons
  /** The most recently used last. */
  readonly #selections = new Map<string, Search>()
  #latest = ''
  #rows = 0

  constructor(names: NameIndex, persons: Persons) {
    this.#names = names
    this.#persons = persons
  }

  /** Iterates the cached selections. */
  all(): Iterable<Search> {
    return this.#selections.values()
  }

  select(nome: NameMatch): Selection {
    const key = searchKey(nome)
    const known = this.#selections.get(key)
    if (known !== undefined) {
      if (key !== this.#latest) this.#selections.delete(key)
      this.#selections.set(key, known)
      this.#latest = key
      return known
    }
    const rows = this.#names.select(nome)
    const { alive, hasDead } = this.#persons
    const total = hasDead ? rows.reduce((sum, row) => sum + (alive[row] as number), 0) : rows.length
    const selection = { nome, isMatch: nameMatcher(nome), rows, late: [], total, rankings: [] }
    this.#selections.set(key, selection)
    this.#latest = key
    this.count(total)
    return selection
  }

  /** Counts rows that were added to the cache, and drops searches if it is full. */
  count(rows: number): void {
    this.#rows += rows
    for (const [key, selection] of this.#selections) {
      if (this.#selections.size <= 1 || (this.#selections.size <= SEARCHES && this.#rows <= SEARCH_ROWS))
        return
      this.#selections.delete(key)
      this.#rows -= selection.total * copiesOf(selection)
    }
  }

  /** Counts a row that entered (1) or left (-1) a cached selection. */
  change(selection: Selection, by: 1 | -1): void {
    this.#rows += by * copiesOf(selection)
  }

  /** Forgets every row from this one on. */
  truncate(end: number): void {
    for (const selection of this.#selections.values()) {
      const rows = selection.rows as Uint32Array
      selection.rows = rows.subarray(0, lowerBound(rows, end))
      selection.late = []
    }
  }

  clear(): void {
    this.#selections.clear()
    this.#rows = 0
  }
}

/** Returns how often each row of a selection is stored. */
function copiesOf({ rankings }: Selection): number {
  return 1 + rankings.filter((ranking) => ranking !== undefined).length
}
