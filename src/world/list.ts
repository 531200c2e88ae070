import { compareUnits } from '../contract/compare-units.ts'
import { Cache } from './cache.ts'
import { cpfOf, findPerson, findRow, lowerBound, nameOf, personText, startOf } from './columns.ts'
import { matches, type Search, searchOf } from './match.ts'
import { MergedOrder } from './merged-order.ts'
import { compareNames } from './names.ts'
import { matchKey, type Orders, orderKey } from './orders.ts'
import { PageText, viewOf } from './page-text.ts'
import type { ListRequest, NameMatch, Order, Page } from './store.ts'

/** Someone whom events brought to another place, or into the list. */
export interface Entry {
  /** -1 for one who is not in the data of this list. */
  row: number
  cpf: string
  /** Undefined for a row with the name of the data. */
  nome: string | undefined
  /** The last update, in milliseconds since 1970. */
  stamp: number
}

/** What became of a person: undefined is as in the data, null is gone. */
type State = Entry | null | undefined
/** A row, or the CPF of someone without one. */
type Key = number | string

interface Change {
  key: Key
  was: State
  now: State
}

/** An order of everyone or of those whom a search finds, and how many changes it has seen. */
interface View {
  order: Order
  merged: MergedOrder<Entry>
  found: Uint32Array | undefined
  search: Search | undefined
  seen: number
}

/** Bytes of a view that found nobody. */
const VIEW_COST = 512

/**
 * The list of one organization in one world: the orders of the data, with what events changed laid over them. A page costs
 * what the page costs; an order learns of changes when it is asked for.
 */
export class List {
  /** Grows with each change of what the list answers. */
  version = 0
  /** The number of persons. */
  length: number
  readonly #orders: Orders
  readonly #organization: number
  readonly #heap: DataView
  /** The last update of each row of the data, or as it was when changes were last folded in. */
  #stamps: Float64Array
  readonly #states = new Map<Key, Entry | null>()
  #changes: Change[] = []
  readonly #views: Cache<View>
  /** The orders by time of everyone, after changes were folded in. */
  readonly #byTime = new Map<string, Uint32Array>()

  constructor(orders: Orders, organization: number) {
    this.#orders = orders
    this.#organization = organization
    this.#stamps = orders.columns.stamps
    const { buffer, byteOffset, byteLength } = orders.columns.heap
    this.#heap = new DataView(buffer, byteOffset, byteLength)
    this.#views = new Cache(orders.limits.viewBytes, ({ found }) => VIEW_COST + (found?.byteLength ?? 0))
    this.length = orders.countOf(organization)
  }

  /** Forgets every change since the data. */
  clear(): void {
    this.version++
    this.length = this.#orders.countOf(this.#organization)
    this.#stamps = this.#orders.columns.stamps
    this.#states.clear()
    this.#changes = []
    this.#views.keep(() => false)
    this.#byTime.clear()
  }

  /** Returns the row of a person in the data, or -1. */
  rowOf(cpf: string): number {
    const { columns } = this.#orders
    const person = findPerson(columns, cpf)
    return person === -1 ? -1 : findRow(columns, this.#organization, person)
  }

  /** Returns a person as the list has it; undefined if it has none. */
  find(cpf: string): { nome: string; stamp: number } | undefined {
    const row = this.rowOf(cpf)
    const state = this.#states.get(row === -1 ? cpf : row)
    if (state === null || (state === undefined && row === -1)) return undefined
    return { nome: state?.nome ?? this.#nameOf(row), stamp: state?.stamp ?? (this.#stamps[row] as number) }
  }

  /**
   * Says what became of a person.
   * @param row its row in the data, or -1
   * @param now null for one who is not listed; without a name, a row has that of the data
   */
  set(cpf: string, row: number, now: { nome: string | undefined; stamp: number } | null): void {
    const key = row === -1 ? cpf : row
    const was = this.#states.get(key)
    const state = this.#stateOf(row, cpf, now)
    if (isSame(was, state)) return
    if (state === undefined) this.#states.delete(key)
    else this.#states.set(key, state)
    this.#changes.push({ key, was, now: state })
    this.version++
    this.length += Number(isListed(row, state)) - Number(isListed(row, was))
    const { changes, changesShare } = this.#orders.limits
    if (this.#changes.length > Math.max(changes, this.#stamps.length / changesShare)) this.#fold()
  }

  page({ page, rows, order, cpf, nome }: ListRequest): Page {
    if (cpf !== undefined) return this.#pageOf(cpf, { page, rows, nome })
    const { merged } = this.#view(order, nome)
    const places: (Entry | number)[] = []
    const push = (place: Entry | number) => void places.push(place)
    const from = (page - 1) * rows
    merged.forEach(from, from + rows, push, push)
    // What a million rows have is seldom in the cache of the processor: it fetches several at a time, but not between calls.
    this.#touch(places)
    const isGiven = isByTime(order) || this.#states.size === 0
    const text = new PageText()
    for (const place of places) {
      if (typeof place !== 'number') this.#writeEntry(text, place)
      else this.#writeRow(text, place, isGiven ? undefined : this.#states.get(place)?.stamp)
    }
    return { text: text.done(), ends: text.ends, total: merged.length }
  }

  #touch(places: readonly (Entry | number)[]): number {
    const { personOf, ends, heap } = this.#orders.columns
    let sum = 0
    for (const place of places) {
      if (typeof place !== 'number') continue
      const end = ends[personOf[place] as number] as number
      sum += (heap[end - 1] as number) + (this.#stamps[place] as number)
    }
    return sum
  }

  #pageOf(cpf: string, { page, rows, nome }: Pick<ListRequest, 'page' | 'rows' | 'nome'>): Page {
    const row = this.rowOf(cpf)
    const state = this.#states.get(row === -1 ? cpf : row)
    if (!isListed(row, state)) return NOBODY
    if (nome !== undefined && !matches(state?.nome ?? this.#nameOf(row), searchOf(nome))) return NOBODY
    const text = new PageText()
    if (page > 1 || rows < 1) return { text: '', ends: [], total: 1 }
    if (state) this.#writeEntry(text, state)
    else this.#writeRow(text, row)
    return { text: text.done(), ends: text.ends, total: 1 }
  }

  #stateOf(row: number, cpf: string, now: { nome: string | undefined; stamp: number } | null): State {
    if (now === null) return row === -1 ? undefined : null
    if (row !== -1 && now.nome === undefined && now.stamp === this.#stamps[row]) return undefined
    return { row, cpf, ...now }
  }

  #view(order: Order, nome: NameMatch | undefined): View {
    const key = nome === undefined ? orderKey(order) : `${orderKey(order)} ${matchKey(nome)}`
    const view = this.#views.get(key, () => this.#newView(order, nome))
    this.#catchUp(view)
    return view
  }

  #catchUp(view: View): void {
    for (; view.seen < this.#changes.length; view.seen++)
      this.#absorb(view, this.#changes[view.seen] as Change)
  }

  #newView(order: Order, nome: NameMatch | undefined): View {
    const orders = this.#orders
    const everyone = () => this.#everyone(order)
    const found = nome && orders.found(this.#organization, nome)
    const fixed = found
      ? orders.inOrder(this.#organization, found, order, this.#stamps, everyone)
      : everyone()
    const merged = this.#mergedOrder(order, fixed)
    const view = { order, merged, found, search: nome && searchOf(nome), seen: this.#changes.length }
    for (const [key, now] of this.#states) this.#absorb(view, { key, was: undefined, now })
    return view
  }

  #everyone(order: Order): Uint32Array {
    const all = this.#orders.everyone(this.#organization, order)
    if (!isByTime(order) || this.#stamps === this.#orders.columns.stamps) return all
    const key = orderKey(order)
    const known = this.#byTime.get(key) ?? this.#orders.sort(all.toSorted(), order, this.#stamps)
    this.#byTime.set(key, known)
    return known
  }

  #mergedOrder({ by, descending, collation }: Order, fixed: Uint32Array): MergedOrder<Entry> {
    const sign = descending ? -1 : 1
    const stamps = this.#stamps
    if (by === 'atualizado_em')
      return new MergedOrder(
        fixed,
        (a, b) => sign * (a.stamp - b.stamp) || this.#compareCpf(a, b),
        (entry, row) => sign * (entry.stamp - (stamps[row] as number)) || this.#compareCpfOf(entry, row),
      )
    if (by === 'cpf')
      return new MergedOrder(
        fixed,
        (a, b) => sign * this.#compareCpf(a, b),
        (entry, row) => sign * this.#compareCpfOf(entry, row),
      )
    const compare = compareNames[collation]
    return new MergedOrder(
      fixed,
      (a, b) => sign * compare(this.#entryName(a), this.#entryName(b)) || this.#compareCpf(a, b),
      (entry, row) =>
        sign * compare(this.#entryName(entry), this.#nameOf(row)) || this.#compareCpfOf(entry, row),
    )
  }

  /** Has an order see a change. */
  #absorb(view: View, change: Change): void {
    const { merged, order } = view
    const [was, now] = [seenIn(order, change.was), seenIn(order, change.now)]
    if (was === undefined && now === undefined) return
    const given = typeof change.key === 'number' && this.#hasRow(view, change.key) ? change.key : -1
    if (was && this.#isIn(view, was)) merged.lift(was)
    if (was === undefined && given !== -1) merged.leave(this.#givenEntry(given))
    if (now && this.#isIn(view, now)) merged.lay(now)
    if (now === undefined && given !== -1) merged.comeBack(this.#givenEntry(given))
  }

  #isIn(view: View, { row, nome }: Entry): boolean {
    if (view.search === undefined) return true
    return nome === undefined ? this.#hasRow(view, row) : matches(nome, view.search)
  }

  #hasRow({ found }: View, row: number): boolean {
    return found === undefined || found[lowerBound(found, row)] === row
  }

  /** Takes later updates into the columns of this list, so that few changes are laid over. */
  #fold(): void {
    const moved = [...this.#states.values()].filter(
      (state) => state !== null && state.nome === undefined,
    ) as Entry[]
    const byTime = [...this.#views.values()].filter(
      ({ order, search }) => isByTime(order) && search === undefined,
    )
    this.#byTime.clear()
    for (const {
      order,
      merged: { fixed },
    } of byTime) {
      const merged = this.#mergedOrder(order, fixed)
      for (const entry of moved) {
        merged.leave(this.#givenEntry(entry.row))
        merged.lay(entry)
      }
      this.#byTime.set(
        orderKey(order),
        merged.merged(({ row }) => row),
      )
    }
    for (const view of this.#views.values()) if (!isByTime(view.order)) this.#catchUp(view)
    this.#views.keep(({ order }) => !isByTime(order))
    for (const view of this.#views.values()) view.seen = 0
    this.#stamps = this.#stamps.slice()
    for (const { row, stamp } of moved) {
      this.#stamps[row] = stamp
      this.#states.delete(row)
    }
    this.#changes = []
  }

  #givenEntry(row: number): Entry {
    return { row, cpf: '', nome: undefined, stamp: this.#stamps[row] as number }
  }

  #compareCpf(a: Entry, b: Entry): number {
    return a.row !== -1 && b.row !== -1 ? a.row - b.row : compareUnits(a.cpf, b.cpf)
  }

  #compareCpfOf(entry: Entry, row: number): number {
    const { columns } = this.#orders
    if (entry.row !== -1) return entry.row - row
    return compareUnits(entry.cpf, cpfOf(columns, columns.personOf[row] as number))
  }

  #entryName({ row, nome }: Entry): string {
    return nome ?? this.#nameOf(row)
  }

  #nameOf(row: number): string {
    const { columns } = this.#orders
    return nameOf(columns, columns.personOf[row] as number)
  }

  #writeEntry(text: PageText, { row, cpf, nome, stamp }: Entry): void {
    if (nome === undefined) {
      this.#writeRow(text, row, stamp)
      return
    }
    const bytes = viewOf(personText(cpf, nome))
    text.add(bytes, 0, bytes.byteLength, stamp)
  }

  #writeRow(text: PageText, row: number, stamp = this.#stamps[row] as number): void {
    const { personOf, ends } = this.#orders.columns
    const person = personOf[row] as number
    text.add(this.#heap, startOf(ends, person), ends[person] as number, stamp)
  }
}

const NOBODY: Page = { text: '', ends: [], total: 0 }

function isByTime({ by }: Order): boolean {
  return by === 'atualizado_em'
}

/** Returns whether a person in this state is in the list. */
function isListed(row: number, state: State): boolean {
  return state === undefined ? row !== -1 : state !== null
}

function isSame(a: State, b: State): boolean {
  return a && b ? a.stamp === b.stamp && a.nome === b.nome : a === b
}

/** Returns what of a state matters in an order: the last update alone moves nobody in one by name or CPF. */
function seenIn(order: Order, state: State): State {
  return state && state.nome === undefined && !isByTime(order) ? undefined : state
}
