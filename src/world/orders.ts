import { Cache } from './cache.ts'
import { type Columns, rowsOf } from './columns.ts'
import { type Folding, folds, searchOf } from './match.ts'
import { nameRanks } from './names.ts'
import { type FoldedNames, findNames, foldNames } from './search.ts'
import { sortByKey, upTo } from './sort-by-key.ts'
import type { Collation, NameMatch, Order } from './store.ts'
import { wordsOf } from './words.ts'

/** When to sort instead of filtering, when to fold changes in, and how much to keep. Tests lower them. */
export const LIMITS = {
  /** Bytes of the rows that searches found, the latest ones. */
  foundBytes: 32 * 2 ** 20,
  /** Bytes of the orders of searches in one list, the latest ones. */
  viewBytes: 24 * 2 ** 20,
  /** From one row found in so many on, the order of everyone is filtered; fewer rows are sorted by themselves. */
  few: 256,
  /** Changes that are laid over a list before its columns are made anew, at least; in a large list one in this share. */
  changes: 1_024,
  changesShare: 256,
}

/** What is derived from columns once, for whichever world asks first: orders, folded names, searches. */
export class Orders {
  readonly columns: Columns
  readonly ranks = new Map<Collation, Uint32Array>()
  readonly folded = new Map<Folding, FoldedNames>()
  readonly #everyone = new Map<string, Uint32Array>()
  readonly limits: typeof LIMITS
  readonly #found: Cache<Uint32Array>

  constructor(columns: Columns, limits: Partial<typeof LIMITS> = {}) {
    this.columns = columns
    this.limits = { ...LIMITS, ...limits }
    this.#found = new Cache(this.limits.foundBytes, ({ byteLength }) => byteLength)
  }

  /** Makes what lists under these choices need, so that no request waits for it. */
  prepare(collation: Collation, folding: Folding): void {
    if (this.ranks.has(collation) && this.folded.has(folding)) return
    const words = wordsOf(this.columns)
    if (!this.ranks.has(collation)) this.ranks.set(collation, nameRanks(this.columns, words, collation))
    if (!this.folded.has(folding)) this.folded.set(folding, foldNames(words, folding))
  }

  /** Returns all rows of an organization in an order, ties by CPF. */
  everyone(organization: number, order: Order): Uint32Array {
    const key = `${organization} ${orderKey(order)}`
    const known = this.#everyone.get(key)
    if (known) return known
    const [from, to] = rowsOf(this.columns, organization)
    const rows = upTo(to - from, from)
    this.sort(rows, order, this.columns.stamps)
    this.#everyone.set(key, rows)
    return rows
  }

  /** Returns the rows that a search finds, ascending. */
  found(organization: number, match: NameMatch): Uint32Array {
    return this.#found.get(`${organization} ${matchKey(match)}`, () => {
      const { folding } = match
      if (!this.folded.has(folding)) this.folded.set(folding, foldNames(wordsOf(this.columns), folding))
      return findNames(this.columns, this.folded.get(folding) as FoldedNames, organization, searchOf(match))
    })
  }

  /**
   * Returns rows of an organization in an order.
   * @param rows ascending
   * @param everyone all rows in that order
   */
  inOrder(
    organization: number,
    rows: Uint32Array,
    order: Order,
    stamps: Float64Array,
    everyone: () => Uint32Array,
  ) {
    const [from, to] = rowsOf(this.columns, organization)
    if (rows.length < (to - from) / this.limits.few) return this.sort(rows.slice(), order, stamps)
    const isFound = new Uint8Array(to - from)
    for (let i = 0; i < rows.length; i++) isFound[(rows[i] as number) - from] = 1
    const all = everyone()
    const sorted = new Uint32Array(rows.length)
    for (let i = 0, at = 0; at < sorted.length; i++) {
      const row = all[i] as number
      if (isFound[row - from] === 1) sorted[at++] = row
    }
    return sorted
  }

  /** Sorts ascending rows by an order, ties by CPF. */
  sort(rows: Uint32Array, { by, descending, collation }: Order, stamps: Float64Array): Uint32Array {
    if (by === 'cpf') return descending ? rows.reverse() : rows
    const { personOf } = this.columns
    const ranks = by === 'nome' ? this.ranksOf(collation) : undefined
    const keyOf = (row: number) => (ranks ? ranks[personOf[row] as number] : stamps[row]) as number
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let i = 0; i < rows.length; i++) {
      const value = keyOf(rows[i] as number)
      if (value < least) least = value
      if (value > most) most = value
    }
    const keys = new Float64Array(rows.length)
    for (let i = 0; i < rows.length; i++) {
      const value = keyOf(rows[i] as number)
      keys[i] = descending ? most - value : value - least
    }
    const places = upTo(rows.length)
    sortByKey(places, keys)
    const before = rows.slice()
    for (let i = 0; i < rows.length; i++) rows[i] = before[places[i] as number] as number
    return rows
  }

  ranksOf(collation: Collation): Uint32Array {
    const known = this.ranks.get(collation) ?? nameRanks(this.columns, wordsOf(this.columns), collation)
    this.ranks.set(collation, known)
    return known
  }

  /** Returns the number of persons that the data of an organization lists. */
  countOf(organization: number): number {
    const [from, to] = rowsOf(this.columns, organization)
    return to - from
  }
}

/** Returns a key that is the same for orders of the same effect. */
export function orderKey({ by, descending, collation }: Order): string {
  return `${by} ${descending}${by === 'nome' ? ` ${collation}` : ''}`
}

/** Returns a key that is the same for searches of the same effect. */
export function matchKey({ text, matching, folding }: NameMatch): string {
  return `${matching} ${folding} ${folds[folding](text)}`
}
