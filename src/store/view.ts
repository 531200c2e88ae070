import { type ByteText, toByteText } from '../contract/bytes.ts'
import { wordsOf } from '../contract/personal-key.ts'
import { type NameOrder, orderNames } from './name-order.ts'
import { NameSearch, nameMatches, searchKey } from './name-search.ts'
import { Ranking } from './ranking.ts'
import type { ListRequest, NameMatch, Order, Page } from './store.ts'
import { splitWords, type Words } from './words.ts'

/** The maximum of cached searches, and of their rows together; a row takes up to eight bytes for each order. */
const SEARCHES = 256
const SEARCH_ROWS = 10_000_000

/**
 * The persons that one organization queried, stored as columns; row 0 has the smallest CPF. Orders and searches are
 * computed on first use, cached, and updated on every touch, so the cost of a page depends only on its rows.
 */
export class View {
  readonly #cpfs: readonly string[]
  readonly #names: readonly string[]
  /** The last update of each row's reports, in milliseconds since 1970. */
  readonly #stamps: Float64Array
  readonly #everyone: Selection
  /** Cached searches, the most recently used last. */
  readonly #searches = new Map<string, Selection>()
  #latestSearch = ''
  #searchRows = 0
  #words: Words | undefined
  #nameWords: Set<string> | undefined
  readonly #nameSearches = new Map<NameMatch['folding'], NameSearch>()
  readonly #nameOrders = new Map<Order['collation'], NameOrder>()
  /** Each person as JSON, created when first listed. */
  readonly #items: (ByteText | undefined)[]
  /** 1 at each row of a selection while that selection is being ordered. */
  readonly #member: Uint8Array

  /** @param cpfs unique, ascending by code unit */
  constructor(cpfs: readonly string[], names: readonly string[], stamps: Float64Array) {
    this.#cpfs = cpfs
    this.#names = names
    this.#stamps = stamps
    this.#items = new Array(cpfs.length)
    this.#member = new Uint8Array(cpfs.length)
    this.#everyone = { rows: null, total: cpfs.length, rankings: [] }
  }

  get size(): number {
    return this.#cpfs.length
  }

  /** Returns the last update of a row, in milliseconds since 1970. */
  stamp(row: number): number {
    return this.#stamps[row] as number
  }

  /** Returns a row as the list shows it. */
  person(row: number): { cpf: string; nome: string; atualizado_em: string } {
    const atualizado_em = new Date(this.#stamps[row] as number).toISOString()
    return { cpf: this.#cpfs[row] as string, nome: this.#names[row] as string, atualizado_em }
  }

  /** Returns whether a word, in lower case and without accents, is part of a name. */
  hasName(word: string): boolean {
    this.#nameWords ??= new Set(this.#wordsOfNames().words.flatMap(wordsOf))
    return this.#nameWords.has(word)
  }

  list({ page, rows, order, cpf, nome }: ListRequest): Page {
    const from = (page - 1) * rows
    if (cpf !== undefined) {
      const row = this.#find(cpf)
      const found = row !== -1 && (nome === undefined || nameMatches(this.#names[row] as string, nome))
      return { items: found && from === 0 ? [this.#item(row)] : [], total: found ? 1 : 0 }
    }
    const selection = nome === undefined ? this.#everyone : this.#search(nome)
    if (from >= selection.total) return { items: [], total: selection.total }
    const listed = this.#ranking(selection, order).slice(from, from + rows)
    return { items: listed.map((row) => this.#item(row)), total: selection.total }
  }

  /** Changes the last update of a row, and moves the row in every cached order. */
  touch(row: number, stamp: number): void {
    const moved: Ranking[] = []
    for (const selection of [this.#everyone, ...this.#searches.values()]) {
      if (selection.rows !== null && position(selection.rows, row) === -1) continue
      moved.push(...selection.rankings.slice(0, TIME_SLOTS).filter((ranking) => ranking !== undefined))
    }
    for (const ranking of moved) ranking.remove(row)
    this.#stamps[row] = stamp
    for (const ranking of moved) ranking.insert(row)
    this.#items[row] = undefined
  }

  #item(row: number): ByteText {
    let item = this.#items[row]
    if (item === undefined) {
      item = toByteText(JSON.stringify(this.person(row)))
      this.#items[row] = item
    }
    return item
  }

  #wordsOfNames(): Words {
    this.#words ??= splitWords(this.#names)
    return this.#words
  }

  #find(cpf: string): number {
    return position(this.#cpfs, cpf)
  }

  #search(nome: NameMatch): Selection {
    const key = searchKey(nome)
    const known = this.#searches.get(key)
    if (known !== undefined) {
      if (key !== this.#latestSearch) this.#searches.delete(key)
      this.#searches.set(key, known)
      this.#latestSearch = key
      return known
    }
    let search = this.#nameSearches.get(nome.folding)
    if (search === undefined) {
      search = new NameSearch(this.#names, this.#wordsOfNames(), nome.folding)
      this.#nameSearches.set(nome.folding, search)
    }
    const rows = search.select(nome)
    const selection = { rows, total: rows.length, rankings: [] }
    this.#searches.set(key, selection)
    this.#latestSearch = key
    this.#remember(rows.length)
    return selection
  }

  /** Counts rows that were added to the cache, and drops the least recently used searches if it is full. */
  #remember(rows: number): void {
    this.#searchRows += rows
    for (const [key, { total, rankings }] of this.#searches) {
      if (this.#searches.size <= 1 || (this.#searches.size <= SEARCHES && this.#searchRows <= SEARCH_ROWS))
        return
      this.#searches.delete(key)
      this.#searchRows -= total * (1 + rankings.filter((ranking) => ranking !== undefined).length)
    }
  }

  #ranking(selection: Selection, order: Order): Ranking {
    const slot = slotOf(order)
    const known = selection.rankings[slot]
    if (known !== undefined) return known
    const ranking = this.#rank(selection, order)
    selection.rankings[slot] = ranking
    if (selection !== this.#everyone) this.#remember(selection.total)
    return ranking
  }

  #rank({ rows }: Selection, order: Order): Ranking {
    const compare = this.#compare(order)
    if (rows === null) return new Ranking(this.#rankEveryone(order), compare)
    // Sorting is faster for few rows; for many, one walk through the order of everyone is.
    if (rows.length < this.size / 32) return new Ranking(rows.slice().sort(compare), compare)
    const everyone = this.#ranking(this.#everyone, order)
    for (const row of rows) this.#member[row] = 1
    const picked = everyone.pick(this.#member, rows.length)
    this.#member.fill(0)
    return new Ranking(picked, compare)
  }

  #rankEveryone(order: Order): Uint32Array {
    if (order.descending) {
      const ascending = this.#ranking(this.#everyone, { ...order, descending: false }).slice(0, this.size)
      return reversed(ascending, this.#keys(order))
    }
    if (order.by === 'nome') return this.#nameOrder(order.collation).rows
    return Uint32Array.from(this.#cpfs.keys()).sort(this.#compare(order))
  }

  #compare(order: Order): (a: number, b: number) => number {
    const keys = this.#keys(order)
    if (keys === null) return order.descending ? (a, b) => b - a : (a, b) => a - b
    if (order.descending) return (a, b) => (keys[b] as number) - (keys[a] as number) || a - b
    return (a, b) => (keys[a] as number) - (keys[b] as number) || a - b
  }

  /** Returns the sort key of each row; null for cpf, because the row numbers already follow it. */
  #keys({ by, collation }: Order): Keys | null {
    if (by === 'cpf') return null
    return by === 'nome' ? this.#nameOrder(collation).ranks : this.#stamps
  }

  #nameOrder(collation: Order['collation']): NameOrder {
    let order = this.#nameOrders.get(collation)
    if (order === undefined) {
      order = orderNames(this.#names, this.#wordsOfNames(), collation)
      this.#nameOrders.set(collation, order)
    }
    return order
  }
}

type Keys = ArrayLike<number>

/** Returns the rows in reverse, but keeps the order of rows with equal keys. */
function reversed(rows: readonly number[], keys: Keys | null): Uint32Array {
  const turned = Uint32Array.from(rows).reverse()
  if (keys === null) return turned
  for (let start = 0; start < turned.length; ) {
    let end = start + 1
    while (end < turned.length && keys[turned[end] as number] === keys[turned[start] as number]) end++
    turned.subarray(start, end).reverse()
    start = end
  }
  return turned
}

/** A selection of rows, with their cached orders. */
interface Selection {
  /** Ascending; null means all rows. */
  rows: Uint32Array | null
  total: number
  /** The cached ranking of each order, at the slot of the order. */
  rankings: (Ranking | undefined)[]
}

/** The orders by time, which a touch changes, have the first slots. */
const TIME_SLOTS = 2
const fieldSlots = { atualizado_em: 0, cpf: TIME_SLOTS, nome: TIME_SLOTS + 2 }
const collationSlots = { 'pt-BR': 0, 'code-point': 2, 'case-blind': 4 }

function slotOf({ by, descending, collation }: Order): number {
  return fieldSlots[by] + (by === 'nome' ? collationSlots[collation] : 0) + (descending ? 1 : 0)
}

/** Returns the position of a value in an ascending list, or -1. */
function position<T extends string | number>(sorted: ArrayLike<T>, value: T): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const found = sorted[middle] as T
    if (found < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value ? low : -1
}
