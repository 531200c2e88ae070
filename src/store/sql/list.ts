import { type ByteText, toByteText } from '../../contract/bytes.ts'
import { FoldedWords, foldingKey, nameMatches, searchKey } from '../name-search.ts'
import { slotOf, TIME_SLOTS } from '../orders.ts'
import { lowerBound, upTo } from '../persons.ts'
import type { ListRequest, NameMatch, Order, Page, TieKey } from '../store.ts'
import { Cache } from './cache.ts'
import { toStored } from './codec.ts'
import {
  type ColumnCaches,
  Columns,
  EPOCH,
  Missing,
  nameOf,
  type StoredPerson,
  storedSlot,
} from './columns.ts'
import { type Database, LONG } from './database.ts'
import { type FixedOrder, MergedOrder } from './merge.ts'
import { Overlay } from './overlay.ts'

/** Up to this many persons are read and sorted one by one; for more, a stored order is walked through. */
const FEW = 2_000
/** How many persons are read at once where every name must be looked at. */
const STRETCH = 5_000
/** The sum of the rows of all searches that a replica keeps for one organization. */
const SEARCH_ROWS = 4_000_000

/** The words of the names of an organization. */
export interface OwnWords {
  words: readonly string[]
  /** In how many rows each word is. */
  many: readonly number[]
}

/** The persons of a list, or of a search. */
interface Selection {
  /** Ascending; null for everyone. */
  rows: Uint32Array | null
  total: number
  /** The orders that were needed so far: the rows, and the place of each among everyone by time. */
  readonly orders: Map<number, Promise<OwnOrder>>
}

interface OwnOrder {
  rows: Uint32Array
  places: Uint32Array | null
}

export interface SqlListOptions {
  persons: number
  words: () => Promise<OwnWords>
  caches: ColumnCaches
  /** Calls back when decisions moved more persons than this. */
  foldFrom?: number
  onGrown?: () => void
}

/** Decisions were folded into the stored orders while something was read from them: it must be read again. */
class Folded extends Error {}

function noSearches(): Cache<Selection> {
  return new Cache<Selection>(SEARCH_ROWS, ({ total }) => total + 100)
}

/** The list of one organization. A page costs one statement, or two; the first page of a search costs what is found. */
export class SqlList {
  readonly #columns: Columns
  readonly #everyone: Selection
  #searches = noSearches()
  readonly #folded = new Map<string, FoldedWords>()
  readonly #words: () => Promise<OwnWords>
  readonly #foldFrom: number
  readonly #onGrown: () => void
  #overlay = new Overlay()
  #refreshing: Promise<void> | undefined

  constructor(
    database: Database,
    org: number,
    { persons, words, caches, foldFrom = Number.POSITIVE_INFINITY, onGrown = () => {} }: SqlListOptions,
  ) {
    this.#foldFrom = foldFrom
    this.#onGrown = onGrown
    this.#columns = new Columns(database, org, caches)
    this.#everyone = { rows: null, total: persons, orders: new Map() }
    this.#words = words
  }

  async list(request: ListRequest): Promise<Page> {
    for (;;) {
      try {
        return await this.#list(request)
      } catch (error) {
        const { epoch } = this.#overlay
        if (!(error instanceof Folded || error instanceof Missing)) throw error
        await this.#refreshed()
        // Orders of an earlier fold are removed in the end.
        if (error instanceof Missing && epoch === this.#overlay.epoch) throw error
      }
    }
  }

  /** Reads what decisions changed so far, which may be much. */
  async ready(): Promise<void> {
    const { database, org } = this.#columns
    this.#overlay = await this.#overlay.next(database, org, { query_timeout: LONG })
  }

  /** Forgets what was decided, and reads it again: another server may not have all that the last one had. */
  forgetDecisions(): void {
    this.#overlay = new Overlay()
    this.#refreshing = undefined
    this.#searches = noSearches()
    this.#columns.forget()
  }

  async #list({ page, rows, order, cpf, cpfBeginning, nome }: ListRequest): Promise<Page> {
    const from = (page - 1) * rows
    if (cpf !== undefined) return this.#one(cpf, nome, from)
    const selection =
      cpfBeginning !== undefined
        ? await this.#beginningWith(cpfBeginning, nome)
        : nome === undefined
          ? this.#everyone
          : await this.#searches.get(searchKey(nome), () => this.#search(nome))
    const { total } = selection
    const to = Math.min(from + rows, total)
    if (from >= to) return { items: [], total }
    return { items: await this.#page(selection, order, from, to), total }
  }

  async #one(cpf: string, nome: NameMatch | undefined, from: number): Promise<Page> {
    const { persons, seq, epoch } = await this.#columns.byCpf(toStored(cpf))
    const [person] = persons.values()
    if (person === undefined || (nome !== undefined && !nameMatches(nameOf(person), nome)))
      return { items: [], total: 0 }
    const overlay = await this.#overlayFrom(seq)
    if (overlay.epoch !== epoch) throw new Folded()
    return { items: from === 0 ? [itemOf(person, overlay)] : [], total: 1 }
  }

  /**
   * Returns a page as it was at one moment after the request came: the statement that reads its persons also says
   * whether decisions came that this replica has not heard of, and then it is read once more.
   */
  async #page(selection: Selection, order: Order, from: number, to: number): Promise<ByteText[]> {
    let overlay = this.#overlay
    let rows = await this.#rows(selection, order, overlay, from, to)
    const { persons, seq, epoch } = await this.#columns.persons(rows)
    if (epoch !== overlay.epoch) throw new Folded()
    if (seq <= overlay.seq) return rows.map((row) => itemOf(persons.get(row) as StoredPerson, overlay))
    overlay = await this.#overlayFrom(seq)
    rows = await this.#rows(selection, order, overlay, from, to)
    const missing = rows.filter((row) => !persons.has(row))
    const others = missing.length === 0 ? { persons, epoch } : await this.#columns.persons(missing)
    if (overlay.epoch !== epoch || others.epoch !== epoch) throw new Folded()
    return rows.map((row) => itemOf((persons.get(row) ?? others.persons.get(row)) as StoredPerson, overlay))
  }

  /** Returns what decisions changed, up to at least one of them. */
  async #overlayFrom(seq: number): Promise<Overlay> {
    while (this.#overlay.seq < seq) await this.#refreshed()
    return this.#overlay
  }

  /** Asks what was decided since, once for all who ask at the same time. */
  #refreshed(): Promise<void> {
    this.#refreshing ??= this.#refresh(this.#overlay)
    return this.#refreshing
  }

  #refresh(from: Overlay): Promise<void> {
    const refreshing = from
      .next(this.#columns.database, this.#columns.org)
      .then((next) => {
        if (this.#overlay === from) this.#overlay = next
        if (next.size > this.#foldFrom) this.#onGrown()
      })
      .finally(() => {
        if (this.#refreshing === refreshing) this.#refreshing = undefined
      })
    return refreshing
  }

  async #rows(
    selection: Selection,
    order: Order,
    overlay: Overlay,
    from: number,
    to: number,
  ): Promise<number[]> {
    if (order.ties?.length) return (await this.#sorted(selection, order, order.ties, overlay)).slice(from, to)
    if (order.by === 'cpf') return this.#byCpf(selection, order.descending, from, to)
    const slot = slotOf(order)
    const fixedPart = (start: number, end: number) => this.#fixed(selection, slot, overlay.epoch, start, end)
    if (order.by === 'nome' || overlay.size === 0) return fixedPart(from, to)
    if (selection.rows === null) {
      const everyone = { length: selection.total, below: (place: number) => place }
      const known = overlay.laid(
        order.descending,
        () => new MergedOrder(everyone, overlay.moved(order.descending)),
      )
      return this.#picked(known, fixedPart, from, to)
    }
    const { rows } = selection
    const { places } = await this.#ownOrder(selection, slot, overlay.epoch)
    const isIn = ({ row }: { row: number }) => rows[lowerBound(rows, row)] === row
    const fixed: FixedOrder = {
      length: selection.total,
      below: (place) => lowerBound(places as Uint32Array, place),
    }
    const merged = new MergedOrder(fixed, overlay.moved(order.descending).filter(isIn))
    return this.#picked(merged, fixedPart, from, to)
  }

  /** Returns the rows of a part of a merged order. */
  async #picked(
    order: MergedOrder,
    fixed: (from: number, to: number) => Promise<number[]>,
    from: number,
    to: number,
  ): Promise<number[]> {
    const merged = [...order.slice(from, to)]
    const indices = merged.flatMap((one) => ('index' in one ? [one.index] : []))
    if (indices.length === 0) return merged.map((one) => ('row' in one ? one.row : -1))
    const first = indices[0] as number
    const known = await fixed(first, (indices.at(-1) as number) + 1)
    return merged.map((one) => ('row' in one ? one.row : (known[one.index - first] as number)))
  }

  #byCpf({ rows, total }: Selection, descending: boolean, from: number, to: number): number[] {
    return Array.from({ length: to - from }, (_, i) => {
      const index = descending ? total - 1 - from - i : from + i
      return rows === null ? index : (rows[index] as number)
    })
  }

  /** Returns a part of a selection in an order, as it was before the decisions that lie over it. */
  async #fixed(
    selection: Selection,
    slot: number,
    epoch: number,
    from: number,
    to: number,
  ): Promise<number[]> {
    if (selection.rows === null) return this.#columns.part(storedSlot(slot, epoch), from, to)
    const { rows } = await this.#ownOrder(selection, slot, epoch)
    return Array.from(rows.subarray(from, to))
  }

  #ownOrder(selection: Selection, slot: number, epoch: number): Promise<OwnOrder> {
    const stored = storedSlot(slot, epoch)
    const known = selection.orders.get(stored)
    if (known !== undefined) return known
    // What is no more needed after a fold.
    for (const other of selection.orders.keys()) {
      if (other % EPOCH === slot && other < stored) selection.orders.delete(other)
    }
    const made = this.#order(selection.rows as Uint32Array, slot, epoch)
    selection.orders.set(stored, made)
    made.catch(() => selection.orders.delete(stored))
    return made
  }

  async #order(rows: Uint32Array, slot: number, epoch: number): Promise<OwnOrder> {
    if (slot < TIME_SLOTS && rows.length <= FEW) {
      const persons = await this.#readAt(rows, epoch)
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

  /** Returns a selection in an order of several fields, which is not kept. */
  async #sorted(
    selection: Selection,
    order: Order,
    ties: readonly TieKey[],
    overlay: Overlay,
  ): Promise<number[]> {
    const rows = selection.rows ?? upTo(selection.total)
    const keys = [order, ...ties]
    const isByName = keys.some(({ by }) => by === 'nome')
    const isByPerson = keys.some(({ by }) => by !== 'cpf' && by !== 'nome')
    const persons = isByPerson ? await this.#readAt(rows, overlay.epoch) : []
    const personOf = new Map(persons.map((person) => [person.row, person]))
    const nameSlot = slotOf({ by: 'nome', descending: false, collation: order.collation })
    const ranks = isByName ? await this.#columns.nameRanks(nameSlot) : rows
    const keyOf: Record<TieKey['by'], (row: number) => number> = {
      cpf: (row) => row,
      nome: (row) => ranks[row] as number,
      atualizado_em: (row) => overlay.stamp(row) ?? (personOf.get(row) as StoredPerson).stamp,
      stored: (row) => (personOf.get(row) as StoredPerson).place,
    }
    return Array.from(rows).sort((a, b) => {
      for (const { by, descending } of keys) {
        const difference = keyOf[by](a) - keyOf[by](b)
        if (difference !== 0) return descending ? -difference : difference
      }
      return a - b
    })
  }

  async #search(nome: NameMatch): Promise<Selection> {
    const { words, matches } = (await this.#foldedWords(nome)).plan(nome)
    let rows: Uint32Array
    if (words === null) rows = await this.#matching(upTo(this.#everyone.total), matches)
    else {
      const idOf = (await this.#foldedWords(nome)).idOf
      const meant = new Set(words)
      const written = Array.from(idOf.keys()).filter((word) => meant.has(idOf[word] as number))
      rows = await this.#matching(await this.#withWords(written), matches)
    }
    return { rows, total: rows.length, orders: new Map() }
  }

  /** Returns the rows with any of these words, ascending. */
  async #withWords(words: readonly number[]): Promise<Uint32Array> {
    const member = new Uint8Array(this.#everyone.total)
    let count = 0
    for (const part of words.length === 0 ? [] : await this.#columns.withWords(words)) {
      for (const row of part) {
        count += 1 - (member[row] as number)
        member[row] = 1
      }
    }
    const rows = new Uint32Array(count)
    for (let row = 0, found = 0; found < count; row++) if (member[row] === 1) rows[found++] = row
    return rows
  }

  async #matching(rows: Uint32Array, matches: ((name: string) => boolean) | null): Promise<Uint32Array> {
    if (matches === null) return rows
    const found: number[] = []
    for (let start = 0; start < rows.length; start += STRETCH) {
      for (const person of await this.#read(rows.subarray(start, start + STRETCH))) {
        if (matches(nameOf(person))) found.push(person.row)
      }
    }
    return Uint32Array.from(found).sort()
  }

  async #beginningWith(beginning: string, nome: NameMatch | undefined): Promise<Selection> {
    const [start, end] = await this.#columns.cpfRange(beginning)
    const all = upTo(end - start).map((row) => row + start)
    const rows = await this.#matching(all, nome ? (name) => nameMatches(name, nome) : null)
    return { rows, total: rows.length, orders: new Map() }
  }

  #read(rows: Uint32Array): Promise<StoredPerson[]> {
    return this.#readAt(rows, null)
  }

  /** @throws {Folded} when the persons are no more as they were in an epoch; null for any */
  async #readAt(rows: Uint32Array, epoch: number | null): Promise<StoredPerson[]> {
    const persons: StoredPerson[] = []
    for (let start = 0; start < rows.length; start += STRETCH) {
      const read = await this.#columns.persons(Array.from(rows.subarray(start, start + STRETCH)))
      if (epoch !== null && read.epoch !== epoch) throw new Folded()
      persons.push(...read.persons.values())
    }
    return persons
  }

  async #foldedWords(nome: NameMatch): Promise<FoldedWords> {
    const key = foldingKey(nome)
    const { words, many } = await this.#words()
    const known = this.#folded.get(key) ?? new FoldedWords(words, nome, (place) => many[place] as number)
    this.#folded.set(key, known)
    return known
  }
}

/** Returns a person as the list shows it. Stored texts are JSON already. */
function itemOf({ row, cpf, nome, stamp }: StoredPerson, overlay: Overlay): ByteText {
  const at = new Date(overlay.stamp(row) ?? stamp).toISOString()
  return toByteText(`{"cpf":"${cpf}","nome":"${nome}","atualizado_em":"${at}"}`)
}
