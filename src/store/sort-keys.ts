import { compareUnits, nameComparison } from './name-order.ts'
import { type Persons, upTo } from './persons.ts'
import type { Compare } from './ranking.ts'
import type { Collation, Order } from './store.ts'

/**
 * What rows are compared by. Rows of the dataset have ranks, computed for all of them at once: the row numbers
 * themselves follow the CPF. A row that came later has none until the ranks are computed again; until then its texts are
 * compared, which takes longer and gives the same.
 */
export class SortKeys {
  readonly #persons: Persons
  /** The rank of each row by CPF; null while the row numbers are these ranks. */
  #cpfRanks: Uint32Array | null = null
  readonly #nameRanks = new Map<Collation, Uint32Array>()
  /** 1 for each row that has ranks; null while all rows have. */
  #ranked: Uint8Array | null = null
  /** The number of living rows without ranks. */
  unranked = 0

  constructor(persons: Persons) {
    this.#persons = persons
  }

  /** Whether rows can have come later; comparisons made before do not know of them. */
  get knowsLater(): boolean {
    return this.#ranked !== null
  }

  /** Gets ready for rows that come later. */
  expectLater(): void {
    const { base } = this.#persons
    this.#cpfRanks = upTo(base)
    this.#ranked = new Uint8Array(base).fill(1)
  }

  /** Counts a row that becomes alive. */
  enter(row: number): void {
    if (!this.#isRanked(row)) this.unranked++
  }

  /** Counts a row that ceases to be alive. */
  leave(row: number): void {
    if (!this.#isRanked(row)) this.unranked--
  }

  hasNames(collation: Collation): boolean {
    return this.#nameRanks.has(collation)
  }

  setNames(collation: Collation, ranks: Uint32Array): void {
    this.#nameRanks.set(collation, ranks)
  }

  /** Returns the key of each row, where all have ranks; null for cpf if the row numbers are its keys. */
  values({ by, collation }: Pick<Order, 'by' | 'collation'>): ArrayLike<number> | null {
    if (by === 'cpf') return this.#cpfRanks
    return by === 'nome' ? this.#ranksOf(collation) : this.#persons.stamps
  }

  /** Returns how rows are compared, ties by CPF. */
  compare(order: Order): Compare {
    return this.#ranked === null ? this.#compareRanks(order) : this.#compareAny(order)
  }

  #compareRanks(order: Order): Compare {
    const keys = this.values(order)
    if (keys === null) return order.descending ? (a, b) => b - a : (a, b) => a - b
    if (order.descending) return (a, b) => (keys[b] as number) - (keys[a] as number) || a - b
    return (a, b) => (keys[a] as number) - (keys[b] as number) || a - b
  }

  #compareAny({ by, descending, collation }: Order): Compare {
    const byCpf = this.#compareCpfs()
    const byKey = by === 'cpf' ? byCpf : by === 'nome' ? this.#compareNames(collation) : this.#compareStamps()
    if (descending) return (a, b) => byKey(b, a) || byCpf(a, b)
    return (a, b) => byKey(a, b) || byCpf(a, b)
  }

  #compareCpfs(): Compare {
    const { cpfs } = this.#persons
    return (a, b) => {
      if (this.#isRanked(a) && this.#isRanked(b)) return rankIn(this.#cpfRanks, a) - rankIn(this.#cpfRanks, b)
      return compareUnits(cpfs[a] as string, cpfs[b] as string)
    }
  }

  #compareNames(collation: Collation): Compare {
    const { names } = this.#persons
    const compare = nameComparison(collation)
    return (a, b) => {
      if (!this.#isRanked(a) || !this.#isRanked(b)) return compare(names[a] as string, names[b] as string)
      const ranks = this.#ranksOf(collation)
      return rankIn(ranks, a) - rankIn(ranks, b)
    }
  }

  #compareStamps(): Compare {
    const persons = this.#persons
    return (a, b) => (persons.stamps[a] as number) - (persons.stamps[b] as number)
  }

  /**
   * Computes the ranks of all living rows again.
   * @param byCpf the living rows by CPF
   * @param byName the living rows by name in a collation
   */
  rankAll(byCpf: Uint32Array, byName: (collation: Collation) => Uint32Array): void {
    const { count } = this.#persons
    for (const collation of this.#nameRanks.keys()) {
      this.#nameRanks.set(collation, ranksOf(byName(collation), count, this.#compareNames(collation)))
    }
    this.#cpfRanks = ranksOf(byCpf, count, () => -1)
    const ranked = new Uint8Array(count)
    for (const row of byCpf) ranked[row] = 1
    this.#ranked = ranked
    this.unranked = 0
  }

  /** Forgets the ranks of rows behind those of the dataset. */
  truncate(): void {
    this.#ranked = (this.#ranked as Uint8Array).slice(0, this.#persons.base)
  }

  /** Forgets all ranks but those of the dataset by CPF. */
  clear(): void {
    this.#nameRanks.clear()
    this.unranked = 0
    this.expectLater()
  }

  #ranksOf(collation: Collation): Uint32Array {
    return this.#nameRanks.get(collation) as Uint32Array
  }

  #isRanked(row: number): boolean {
    return this.#ranked === null || this.#ranked[row] === 1
  }
}

function rankIn(ranks: Uint32Array | null, row: number): number {
  return (ranks as Uint32Array)[row] as number
}

/** Returns the rank of each row; rows that compare as equal have the same. */
function ranksOf(rows: Uint32Array, count: number, compare: Compare): Uint32Array {
  const ranks = new Uint32Array(count)
  let rank = 0
  for (let i = 1; i < rows.length; i++) {
    if (compare(rows[i - 1] as number, rows[i] as number) !== 0) rank++
    ranks[rows[i] as number] = rank
  }
  return ranks
}
