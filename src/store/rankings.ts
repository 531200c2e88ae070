import { joined, type NameIndex } from './name-index.ts'
import { orderNames } from './name-order.ts'
import { orderAt, reversed, type Selection, slotOf } from './orders.ts'
import { type Persons, upTo } from './persons.ts'
import { Ranking } from './ranking.ts'
import type { Searches } from './searches.ts'
import type { SortKeys } from './sort-keys.ts'
import type { Collation, Order } from './store.ts'

const BY_CPF: Order = { by: 'cpf', descending: false, collation: 'pt-BR' }

/** Orders the selections of one list. They are computed on first use and cached in the selection. */
export class Rankings {
  readonly #persons: Persons
  readonly #keys: SortKeys
  readonly #names: NameIndex
  readonly #everyone: Selection
  readonly #searches: Searches
  /** 1 at each row of a selection while that selection is being ordered. */
  #member = new Uint8Array(0)

  constructor(persons: Persons, keys: SortKeys, names: NameIndex, everyone: Selection, searches: Searches) {
    this.#persons = persons
    this.#keys = keys
    this.#names = names
    this.#everyone = everyone
    this.#searches = searches
  }

  /** Returns the rows of a selection from one position up to another. */
  slice(selection: Selection, order: Order, from: number, to: number): number[] {
    return this.#ranking(selection, order).slice(from, to)
  }

  /** Gets ready for rows whose numbers do not follow the CPF. */
  expectLater(): void {
    if (this.#keys.knowsLater) return
    this.#ranking(this.#everyone, BY_CPF)
    this.#keys.expectLater()
    for (const { rankings } of [this.#everyone, ...this.#searches.all()]) {
      for (const [slot, ranking] of rankings.entries()) {
        if (ranking !== undefined) ranking.compare = this.#keys.compare(orderAt(slot))
      }
    }
  }

  /** Gives ranks to the living rows that have none, which scans the orders of everyone. */
  rankAll(): void {
    if (this.#keys.unranked === 0) return
    const { alive, size } = this.#persons
    const living = (order: Order) => this.#ranking(this.#everyone, order).pick(alive, size)
    this.#keys.rankAll(living(BY_CPF), (collation) => living(byName(collation)))
    this.#names.indexAll()
  }

  #ranking(selection: Selection, order: Order): Ranking {
    const slot = slotOf(order)
    const known = selection.rankings[slot]
    if (known !== undefined) return known
    if (order.by === 'nome') this.#orderNames(order.collation)
    const ranking = selection.rankings[slot] ?? this.#rank(selection, order)
    selection.rankings[slot] = ranking
    if (selection !== this.#everyone) this.#searches.count(selection.total)
    return ranking
  }

  #rank(selection: Selection, order: Order): Ranking {
    const compare = this.#keys.compare(order)
    if (selection === this.#everyone) return new Ranking(this.#rankEveryone(order), compare)
    // Sorting is faster for few rows; for many, one scan of the order of everyone is.
    const rows = this.#rowsOf(selection)
    if (rows.length < this.#persons.size / 32) return new Ranking(rows.slice().sort(compare), compare)
    const everyone = this.#ranking(this.#everyone, order)
    if (this.#member.length < this.#persons.count) this.#member = new Uint8Array(this.#persons.stamps.length)
    for (const row of rows) this.#member[row] = 1
    const picked = everyone.pick(this.#member, rows.length)
    this.#member.fill(0)
    return new Ranking(picked, compare)
  }

  #rankEveryone(order: Order): Uint32Array {
    if (order.descending) {
      this.rankAll()
      const ascending = this.#ranking(this.#everyone, { ...order, descending: false })
      return reversed(ascending.slice(0, this.#persons.size), this.#keys.values(order))
    }
    const rows = this.#rowsOf(this.#everyone)
    return order.by === 'cpf' && !this.#keys.knowsLater ? rows : rows.sort(this.#keys.compare(order))
  }

  /** Returns the living rows of a selection, ascending. */
  #rowsOf({ rows, late }: Selection): Uint32Array {
    const { alive, count, hasDead } = this.#persons
    const known = rows ?? upTo(count)
    const all = late.length === 0 ? known : joined([known, late])
    return hasDead ? all.filter((row) => alive[row] === 1) : all
  }

  /** Orders everyone by name. Rows have ranks by name in a collation if and only if everyone is ordered so. */
  #orderNames(collation: Collation): void {
    if (this.#keys.hasNames(collation)) return
    const { alive, hasDead, names } = this.#persons
    const { rows, ranks } = orderNames(names, this.#names.words(), collation, this.#keys.compare(BY_CPF))
    this.#keys.setNames(collation, ranks)
    const order = byName(collation)
    const living = hasDead ? rows.filter((row) => alive[row] === 1) : rows
    this.#everyone.rankings[slotOf(order)] = new Ranking(living, this.#keys.compare(order))
  }
}

function byName(collation: Collation): Order {
  return { by: 'nome', descending: false, collation }
}
