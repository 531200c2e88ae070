import { nameComparison } from '../name-order.ts'
import { orderAt, slotOf, TIME_SLOTS } from '../orders.ts'
import { lowerBound } from '../persons.ts'
import type { Order } from '../store.ts'
import { type Columns, EPOCH, nameOf, PERSONS_AT_ONCE, type StoredPerson, storedSlot } from './columns.ts'
import { BLOCK } from './load.ts'
import type { FixedOrder } from './merge.ts'
import type { OwnOrder, StoredSelection } from './selection.ts'

/** Up to this many persons are read and sorted one by one; for more, a stored order is scanned. */
const FEW = 2_000
/**
 * For a page of a search, at most this many places of a stored order are scanned, or 1/SHARE of them if that is more;
 * beyond that, the whole order is read once.
 */
const MOST_SCANNED = 16_384
const SHARE = 32

/** The stored orders were rebuilt while something was read from them: it must be read again. */
export class OrdersReplaced extends Error {}

/** The orders of one organization as the data has them, before the decisions and moves that lie over it. */
export class FixedOrders {
  readonly #columns: Columns
  readonly #persons: number

  /** @param persons how many the data has */
  constructor(columns: Columns, persons: number) {
    this.#columns = columns
    this.#persons = persons
  }

  /** Returns the rows of a part of a selection in an order. */
  async part(
    selection: StoredSelection,
    order: Order,
    epoch: number,
    from: number,
    to: number,
  ): Promise<number[]> {
    if (order.by === 'cpf') return this.#byCpf(selection, order.descending, from, to)
    const slot = slotOf(order)
    if (selection.rows === null) return this.#columns.part(storedSlot(slot, epoch), from, to)
    const isReadAtOnce = selection.orders.has(storedSlot(slot, epoch)) || isSorted(selection.total, slot)
    const beginning = isReadAtOnce ? undefined : await this.#beginning(selection, storedSlot(slot, epoch), to)
    if (beginning !== undefined) return beginning.slice(from, to)
    const { rows } = await this.#ownOrder(selection, slot, epoch)
    return Array.from(rows.subarray(from, to))
  }

  /** Returns the order of the persons of a search. */
  async orderOf(selection: StoredSelection, order: Order, epoch: number): Promise<FixedOrder> {
    const { total: length } = selection
    const rows = selection.rows as Uint32Array
    if (order.by === 'cpf') {
      const count = this.#persons
      const below = (place: number) =>
        order.descending ? length - lowerBound(rows, count - place) : lowerBound(rows, place)
      return { length, below }
    }
    const { places } = await this.#ownOrder(selection, slotOf(order), epoch)
    return { length, below: (place) => lowerBound(places, place) }
  }

  /**
   * Returns persons, in the order of their rows.
   * @throws {OrdersReplaced} when they are no longer as they were in an epoch; null for any
   */
  async #read(rows: Uint32Array, epoch: number | null): Promise<StoredPerson[]> {
    const persons: StoredPerson[] = []
    for (let start = 0; start < rows.length; start += PERSONS_AT_ONCE) {
      const some = Array.from(rows.slice(start, start + PERSONS_AT_ONCE))
      const read = await this.#columns.persons(some)
      if (epoch !== null && read.epoch !== epoch) throw new OrdersReplaced()
      for (const row of some) persons.push(read.persons.get(row) as StoredPerson)
    }
    return persons
  }

  #byCpf({ rows, total }: StoredSelection, descending: boolean, from: number, to: number): number[] {
    return Array.from({ length: to - from }, (_, i) => {
      const index = descending ? total - 1 - from - i : from + i
      return rows === null ? index : (rows[index] as number)
    })
  }

  /**
   * Returns the first rows of a search in an order, found by scanning the order of everyone: the first page of a
   * frequent word is there long before the whole order is. Undefined if the scan would be long.
   */
  async #beginning(
    selection: StoredSelection,
    slot: number,
    count: number,
  ): Promise<readonly number[] | undefined> {
    const everyone = this.#persons
    const isKnown = selection.beginnings.has(slot)
    if (!isKnown && slot >= TIME_SLOTS && slot < EPOCH && selection.total <= FEW) {
      const rows = await this.#sortedByName(selection.rows as Uint32Array, slot)
      selection.beginnings.set(slot, { rows, end: everyone })
      return rows
    }
    for (;;) {
      const known = selection.beginnings.get(slot) ?? { rows: [], end: 0 }
      if (known.rows.length >= count || known.end >= everyone) return known.rows
      const expected = ((count - known.rows.length) / selection.total) * everyone
      const end = Math.min(everyone, known.end + Math.ceil(1.5 * expected) + BLOCK)
      if (end > Math.max(MOST_SCANNED, everyone / SHARE)) return undefined
      const part = await this.#columns.part(slot, known.end, end)
      const rows = [...known.rows, ...part.filter((row) => selection.has(row))]
      // What is no longer needed after a rebuild.
      for (const other of selection.beginnings.keys()) {
        if (other % EPOCH === slot % EPOCH && other < slot) selection.beginnings.delete(other)
      }
      selection.beginnings.set(slot, { rows, end })
    }
  }

  /** Returns a few rows in a stored order by name. */
  async #sortedByName(rows: Uint32Array, slot: number): Promise<number[]> {
    const { collation, descending } = orderAt(slot)
    const compareNames = nameComparison(collation)
    const sign = descending ? -1 : 1
    const persons = (await this.#read(rows, null)).map((person) => ({
      row: person.row,
      nome: nameOf(person),
    }))
    persons.sort((a, b) => sign * compareNames(a.nome, b.nome) || a.row - b.row)
    return persons.map(({ row }) => row)
  }

  #ownOrder(selection: StoredSelection, slot: number, epoch: number): Promise<OwnOrder> {
    const stored = storedSlot(slot, epoch)
    const known = selection.orders.get(stored)
    if (known !== undefined) return known
    // What is no longer needed after a rebuild.
    for (const other of selection.orders.keys()) {
      if (other % EPOCH === slot && other < stored) selection.orders.delete(other)
    }
    selection.beginnings.clear()
    const made = this.#order(selection.rows as Uint32Array, slot, epoch)
    selection.orders.set(stored, made)
    made.catch(() => selection.orders.delete(stored))
    return made
  }

  async #order(rows: Uint32Array, slot: number, epoch: number): Promise<OwnOrder> {
    if (rows.length === 0) return { rows, places: rows }
    if (isSorted(rows.length, slot)) {
      const persons = await this.#read(rows, epoch)
      const placeOf = ({ oldest, newest }: StoredPerson) => (slot === 0 ? oldest : newest)
      const sorted = persons.sort((a, b) => placeOf(a) - placeOf(b))
      return { rows: Uint32Array.from(sorted, ({ row }) => row), places: Uint32Array.from(sorted, placeOf) }
    }
    const everyone = await this.#columns.order(storedSlot(slot, epoch))
    const member = new Uint8Array(everyone.length)
    for (const row of rows) member[row] = 1
    const picked = new Uint32Array(rows.length)
    const places = new Uint32Array(rows.length)
    let found = 0
    for (let place = 0; place < everyone.length; place++) {
      const row = everyone[place] as number
      if (member[row] === 0) continue
      picked[found] = row
      places[found++] = place
    }
    return { rows: picked, places }
  }
}

/** Returns whether the persons of a search are read and sorted, instead of scanning a stored order. */
function isSorted(total: number, slot: number): boolean {
  return slot < TIME_SLOTS && total <= FEW
}
