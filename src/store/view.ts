import { type ByteText, toByteText } from '../contract/bytes.ts'
import { wordsOf } from '../operator/personal-key.ts'
import { NameIndex } from './name-index.ts'
import { nameMatches } from './name-match.ts'
import { type Selection, TIME_SLOTS } from './orders.ts'
import { lowerBound, type Person, Persons } from './persons.ts'
import type { Ranking } from './ranking.ts'
import { Rankings } from './rankings.ts'
import { Searches } from './searches.ts'
import { SortKeys } from './sort-keys.ts'
import type { ListRequest, Page } from './store.ts'

/** How many rows may have no ranks before these are computed again, at least; in a large list one in this share. */
const UNRANKED = 1_024
const UNRANKED_SHARE = 64
/** How many dead rows are kept at least, before the living ones get new numbers. */
const DEAD = 1_024

/**
 * The persons that one organization queried, stored as columns. Orders and searches are computed on first use, cached,
 * and updated on every touch and every move, so the cost of a page depends only on its rows.
 */
export class View {
  readonly #persons: Persons
  readonly #names: NameIndex
  readonly #keys: SortKeys
  readonly #everyone: Selection
  readonly #searches: Searches
  readonly #rankings: Rankings
  #nameWords: Set<string> | undefined
  /** Each person as JSON, created when first listed. */
  readonly #items: (ByteText | undefined)[]
  /** The last update in the dataset of each of its rows that changed or vanished. */
  readonly #original = new Map<number, number>()

  /** @param cpfs unique, ascending by code unit */
  constructor(cpfs: string[], names: string[], stamps: Float64Array) {
    this.#persons = new Persons(cpfs, names, stamps)
    this.#names = new NameIndex(this.#persons.names)
    this.#keys = new SortKeys(this.#persons)
    this.#searches = new Searches(this.#names, this.#persons)
    this.#items = new Array(cpfs.length)
    this.#everyone = { nome: null, rows: null, late: [], total: cpfs.length, rankings: [] }
    this.#rankings = new Rankings(this.#persons, this.#keys, this.#names, this.#everyone, this.#searches)
  }

  get size(): number {
    return this.#persons.size
  }

  /** The number of persons in the dataset. */
  get given(): number {
    return this.#persons.base
  }

  /** Returns the living row of a person, or -1. */
  find(cpf: string): number {
    return this.#persons.find(cpf)
  }

  /** Returns the row of a person of the dataset, be it alive or not, or -1. */
  findGiven(cpf: string): number {
    return this.#persons.findGiven(cpf)
  }

  /** Returns the living row of the person of a row of the dataset, or -1. */
  living(row: number): number {
    return this.#persons.alive[row] === 1 ? row : this.find(this.#persons.cpfs[row] as string)
  }

  /** Returns the last update of a row, in milliseconds since 1970. */
  stamp(row: number): number {
    return this.#persons.stamps[row] as number
  }

  /** Returns what a row holds. */
  at(row: number): Person {
    return this.#persons.at(row)
  }

  /** Returns a row as the list shows it. */
  person(row: number): { cpf: string; nome: string; atualizado_em: string } {
    const { cpf, nome, stamp } = this.#persons.at(row)
    return { cpf, nome, atualizado_em: new Date(stamp).toISOString() }
  }

  /** Returns whether a word, in lower case and without accents, is part of a name. */
  hasName(word: string): boolean {
    this.#nameWords ??= new Set(this.#names.words().words.flatMap(wordsOf))
    return this.#nameWords.has(word)
  }

  list({ page, rows, order, cpf, nome }: ListRequest): Page {
    const from = (page - 1) * rows
    if (cpf !== undefined) {
      const row = this.find(cpf)
      const found =
        row !== -1 && (nome === undefined || nameMatches(this.#persons.names[row] as string, nome))
      return { items: found && from === 0 ? [this.#item(row)] : [], total: found ? 1 : 0 }
    }
    const selection = nome === undefined ? this.#everyone : this.#searches.select(nome)
    if (from >= selection.total) return { items: [], total: selection.total }
    const listed = this.#rankings.slice(selection, order, from, from + rows)
    return { items: listed.map((row) => this.#item(row)), total: selection.total }
  }

  /** Changes the last update of a row, and moves the row in every cached order. */
  touch(row: number, stamp: number): void {
    const moved: Ranking[] = []
    for (const selection of this.#selectionsWith(row)) {
      moved.push(...selection.rankings.slice(0, TIME_SLOTS).filter((ranking) => ranking !== undefined))
    }
    for (const ranking of moved) ranking.remove(row)
    this.#keepOriginal(row)
    this.#persons.stamps[row] = stamp
    for (const ranking of moved) ranking.insert(row)
    this.#items[row] = undefined
  }

  /** Makes the list show this person, or nobody with this CPF. */
  showPerson(cpf: string, person: Person | null): void {
    const row = this.find(cpf)
    if (person !== null && row !== -1 && this.#isNamed(row, person)) {
      if (this.stamp(row) !== person.stamp) this.touch(row, person.stamp)
      return
    }
    if (row !== -1) this.#leave(row)
    if (person !== null) this.#enter(this.#rowFor(person), person.stamp)
    const { count, base, size } = this.#persons
    if (this.#keys.unranked > Math.max(UNRANKED, size / UNRANKED_SHARE)) this.#rankings.rankAll()
    else if (count - base > DEAD + size) this.#compact()
  }

  /** Makes the list that of the dataset again. The cost depends on the number of changes. */
  reset(): void {
    for (let row = this.#persons.base; row < this.#persons.count; row++) {
      if (this.#persons.alive[row] === 1) this.#leave(row)
    }
    for (const [row, stamp] of this.#original) {
      if (this.#persons.alive[row] === 0) this.#enter(row, stamp)
      else if (this.stamp(row) !== stamp) this.touch(row, stamp)
    }
    this.#original.clear()
    if (!this.#persons.hasLater) return
    const { base } = this.#persons
    this.#persons.truncate()
    this.#names.truncate()
    this.#items.length = base
    this.#searches.truncate(base)
    this.#keys.truncate()
  }

  #isNamed(row: number, { nome }: Person): boolean {
    return this.#persons.names[row] === nome
  }

  /** Returns a row for a person: that of the dataset if it has this name, or else a new one. */
  #rowFor(person: Person): number {
    const given = this.findGiven(person.cpf)
    if (given !== -1 && this.#isNamed(given, person)) return given
    this.#rankings.expectLater()
    const row = this.#persons.append(person)
    for (const { isMatch, late } of this.#searches.all()) if (isMatch(person.nome)) late.push(row)
    if (this.#nameWords) for (const word of wordsOf(person.nome)) this.#nameWords.add(word)
    return row
  }

  #enter(row: number, stamp: number): void {
    this.#persons.stamps[row] = stamp
    this.#items[row] = undefined
    this.#persons.setAlive(row, true)
    this.#keys.enter(row)
    for (const selection of this.#selectionsWith(row)) {
      selection.total++
      if (selection !== this.#everyone) this.#searches.change(selection, 1)
      for (const ranking of selection.rankings) ranking?.insert(row)
    }
  }

  #leave(row: number): void {
    this.#keepOriginal(row)
    for (const selection of this.#selectionsWith(row)) {
      selection.total--
      if (selection !== this.#everyone) this.#searches.change(selection, -1)
      for (const ranking of selection.rankings) ranking?.remove(row)
    }
    this.#keys.leave(row)
    this.#persons.setAlive(row, false)
  }

  #keepOriginal(row: number): void {
    if (row < this.#persons.base && !this.#original.has(row)) this.#original.set(row, this.stamp(row))
  }

  #selectionsWith(row: number): Selection[] {
    const found = [this.#everyone]
    for (const selection of this.#searches.all()) {
      if (has(selection.rows as Uint32Array, row) || has(selection.late, row)) found.push(selection)
    }
    return found
  }

  /** Gives new numbers to the rows that came later and are alive. All orders and searches are computed again. */
  #compact(): void {
    const { base } = this.#persons
    const living = this.#persons.truncate()
    this.#names.truncate()
    this.#searches.clear()
    this.#items.length = base
    this.#everyone.rankings = []
    this.#keys.clear()
    for (const person of living) {
      const row = this.#persons.append(person)
      this.#persons.setAlive(row, true)
      this.#keys.enter(row)
    }
    this.#rankings.rankAll()
  }

  #item(row: number): ByteText {
    let item = this.#items[row]
    if (item === undefined) {
      item = toByteText(JSON.stringify(this.person(row)))
      this.#items[row] = item
    }
    return item
  }
}

/** Returns whether an ascending list has a value. */
function has(sorted: ArrayLike<number>, value: number): boolean {
  return sorted[lowerBound(sorted, value)] === value
}
