import { type ByteText, toByteText } from '../../contract/bytes.ts'
import { nameComparison } from '../name-order.ts'
import { FoldedWords, foldingKey, nameMatches, type PartsPlan, searchKey } from '../name-search.ts'
import { orderAt, slotOf, TIME_SLOTS } from '../orders.ts'
import { lowerBound, upTo } from '../persons.ts'
import type { Soon } from '../soon.ts'
import type { Collation, ListRequest, NameMatch, Order, Page, TieKey } from '../store.ts'
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
import type { Face, Faces, Membership } from './faces.ts'
import { BLOCK } from './load.ts'
import { type FixedOrder, MergedOrder, type MovedPerson } from './merge.ts'
import { markRows } from './names.ts'
import { Overlay } from './overlay.ts'
import { nextStep } from './search-plan.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** Up to this many persons are read and sorted one by one; for more, a stored order is scanned. */
const FEW = 2_000
/**
 * Up to so many places of a stored order are scanned for a page of a search, or this share of a large one; for
 * more, all are read once.
 */
const MOST_SCANNED = 16_384
const SHARE = 32
/** How many persons are read at once where every name must be looked at. */
const PERSONS_AT_ONCE = 5_000
/** About how many rows one statement reads for words. */
const MOST_AT_ONCE = 500_000
/** The sum of the rows of all searches that a replica keeps for one organization. */
const SEARCH_ROWS = 4_000_000

/** The words of the names of an organization. */
export interface OwnWords {
  words: readonly string[]
  /** In how many rows each word is. */
  many: readonly number[]
}

/** The persons of a list, or of a search. */
interface Selection extends Membership {
  /** Ascending, as the data has them; null for everyone. */
  rows: Uint32Array | null
  /** How many these are. */
  total: number
  /** The orders that were needed so far: the rows, and the place of each among everyone. */
  readonly orders: Map<number, Promise<OwnOrder>>
  /** The beginnings of orders that were scanned. */
  readonly beginnings: Map<number, Beginning>
}

/** The first rows of a search in an order. */
interface Beginning {
  rows: readonly number[]
  /** The place in the order of everyone at which the scan stopped. */
  end: number
}

interface OwnOrder {
  rows: Uint32Array
  /** The place of each in the order of everyone. */
  places: Uint32Array
}

export interface SqlListOptions {
  persons: number
  words: () => Promise<OwnWords>
  caches: ColumnCaches
  /** Calls back when decisions moved more persons than this. */
  foldFrom?: number
  onGrown?: () => void
  /** Calls back when moves changed who is listed. */
  onMoved?: (total: number, faces: Faces) => void
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
  readonly #onMoved: (total: number, faces: Faces) => void
  #overlay = new Overlay()
  #refreshing: Promise<void> | undefined

  constructor(
    database: Database,
    org: number,
    {
      persons,
      words,
      caches,
      foldFrom = Number.POSITIVE_INFINITY,
      onGrown = () => {},
      onMoved = () => {},
    }: SqlListOptions,
  ) {
    this.#onMoved = onMoved
    this.#foldFrom = foldFrom
    this.#onGrown = onGrown
    this.#columns = new Columns(database, org, caches)
    this.#everyone = {
      ...{ rows: null, total: persons, orders: new Map(), beginnings: new Map() },
      has: (row) => row < persons,
      matches: () => true,
    }
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

  /** Reads what decisions and moves changed so far, which may be much. */
  async ready(): Promise<void> {
    const { database, org } = this.#columns
    this.#have(await this.#overlay.next(database, org, { query_timeout: LONG }))
  }

  /** Reads what changed until now. */
  async refresh(): Promise<void> {
    await this.#refreshed()
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
    return this.#page(selection, order, from, rows)
  }

  async #one(cpf: string, nome: NameMatch | undefined, from: number): Promise<Page> {
    const asked = toStored(cpf)
    const { persons, seq, epoch } = await this.#columns.byCpf(asked)
    const overlay = await this.#overlayFrom(seq)
    if (overlay.epoch !== epoch) throw new Folded()
    const face = overlay.faces.ofCpf(cpf)
    const stored = [...persons.values()].find((one) => one.cpf === asked)
    const person = face === undefined ? stored : face.isListed ? personOf(face) : undefined
    if (person === undefined || (nome !== undefined && !nameMatches(nameOf(person), nome)))
      return { items: [], total: 0 }
    return { items: from === 0 ? [itemOf({ ...stored, ...person }, overlay)] : [], total: 1 }
  }

  /**
   * Returns a page as it was at one moment after the request came: the statement that reads its persons also says
   * whether decisions or moves came that this replica has not heard of, and then it is read once more.
   */
  async #page(selection: Selection, order: Order, from: number, count: number): Promise<Page> {
    const first = this.#overlay
    const rows = await this.#rowsOfPage(selection, order, first, from, count)
    const { persons, seq, epoch } = await this.#columns.persons(rows.filter((row) => this.#isGiven(row)))
    if (epoch !== first.epoch) throw new Folded()
    if (seq <= first.seq) return this.#shown(selection, first, rows, persons)
    const overlay = await this.#overlayFrom(seq)
    const others = await this.#rowsOfPage(selection, order, overlay, from, count)
    const missing = others.filter((row) => this.#isGiven(row) && !persons.has(row))
    const more = missing.length === 0 ? { persons, epoch } : await this.#columns.persons(missing)
    if (overlay.epoch !== epoch || more.epoch !== epoch) throw new Folded()
    return this.#shown(selection, overlay, others, new Map([...persons, ...more.persons]))
  }

  async #rowsOfPage(
    selection: Selection,
    order: Order,
    overlay: Overlay,
    from: number,
    count: number,
  ): Promise<number[]> {
    const to = Math.min(from + count, totalOf(selection, overlay))
    return from >= to ? [] : this.#rows(selection, order, overlay, from, to)
  }

  #shown(
    selection: Selection,
    overlay: Overlay,
    rows: readonly number[],
    persons: ReadonlyMap<number, StoredPerson>,
  ): Page {
    const items = rows.map((row) => {
      const face = overlay.faces.at(row)
      const stored = persons.get(row) as StoredPerson
      return itemOf(face === undefined ? stored : { ...stored, ...personOf(face) }, overlay)
    })
    return { items, total: totalOf(selection, overlay) }
  }

  /** Whether a row is one of the data. */
  #isGiven(row: number): boolean {
    return row < this.#everyone.total
  }

  /** Returns what decisions and moves changed, up to at least one of them. */
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
        if (this.#overlay === from) this.#have(next)
        if (next.size > this.#foldFrom) this.#onGrown()
      })
      .finally(() => {
        if (this.#refreshing === refreshing) this.#refreshing = undefined
      })
    return refreshing
  }

  #have(next: Overlay): void {
    const { faces } = this.#overlay
    this.#overlay = next
    if (next.faces !== faces) this.#onMoved(totalOf(this.#everyone, next), next.faces)
  }

  async #rows(
    selection: Selection,
    order: Order,
    overlay: Overlay,
    from: number,
    to: number,
  ): Promise<number[]> {
    if (order.ties?.length) return (await this.#sorted(selection, order, order.ties, overlay)).slice(from, to)
    const slot = slotOf(order)
    const fixedPart = (start: number, end: number) => this.#fixed(selection, order, overlay.epoch, start, end)
    const moved = await this.#moved(order, slot, overlay)
    if (moved.length === 0) return fixedPart(from, to)
    if (selection.rows === null) {
      const everyone = { length: selection.total, below: (place: number) => place }
      const known = overlay.laid(slot, () => new MergedOrder(everyone, moved))
      return this.#picked(known, fixedPart, from, to)
    }
    const own = overlay.faces.ofSelection(moved, selection)
    if (own.length === 0) return fixedPart(from, to)
    const merged = new MergedOrder(await this.#fixedOrder(selection, order, overlay.epoch), own)
    return this.#picked(merged, fixedPart, from, to)
  }

  /** Returns the persons of everyone that decisions and moves brought elsewhere in an order, as they follow each other. */
  #moved(order: Order, slot: number, overlay: Overlay): Soon<readonly MovedPerson[]> {
    if (order.by === 'atualizado_em') return overlay.moved(order.descending)
    const { faces } = overlay
    if (faces.size === 0) return []
    if (order.by === 'cpf') return faces.kept(`cpf ${slot}`, () => this.#movedByCpf(faces, order.descending))
    const key = `nome ${slot}`
    const made = faces.kept(key, () => this.#movedByName(faces, order, slot))
    made.catch(() => faces.forget(key))
    return made
  }

  #movedByCpf(faces: Faces, descending: boolean): readonly MovedPerson[] {
    const count = this.#everyone.total
    const sign = descending ? -1 : 1
    const placeOf = (row: number) => (descending ? count - 1 - row : row)
    return [...faces.all()]
      .sort((a, b) => sign * faces.compareCpfs(a.row, b.row))
      .map(({ row, base, bound, isListed }) => {
        const from = base === null ? undefined : placeOf(row)
        return { row, from, to: isListed ? (from ?? (descending ? count - bound : bound)) : undefined }
      })
  }

  async #movedByName(faces: Faces, order: Order, slot: number): Promise<readonly MovedPerson[]> {
    const compareNames = nameComparison(order.collation)
    const sign = order.descending ? -1 : 1
    const sorted = [...faces.all()].sort(
      (a, b) => sign * compareNames(a.nome, b.nome) || faces.compareCpfs(a.row, b.row),
    )
    const given = sorted.flatMap(({ cpf, base }) => (base === null ? [] : [{ cpf, nome: base.nome }]))
    const places = await this.#columns.placesByName(slot, this.#everyone.total, [...sorted, ...given])
    let next = sorted.length
    return sorted.map(({ row, base, isListed }, i) => ({
      row,
      from: base === null ? undefined : places[next++],
      to: isListed ? places[i] : undefined,
    }))
  }

  /** Returns the order of the persons of a search as the data has them. */
  async #fixedOrder(selection: Selection, order: Order, epoch: number): Promise<FixedOrder> {
    const { total: length } = selection
    const rows = selection.rows as Uint32Array
    if (order.by === 'cpf') {
      const count = this.#everyone.total
      const below = (place: number) =>
        order.descending ? length - lowerBound(rows, count - place) : lowerBound(rows, place)
      return { length, below }
    }
    const { places } = await this.#ownOrder(selection, slotOf(order), epoch)
    return { length, below: (place) => lowerBound(places, place) }
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

  /** Returns a part of a selection in an order, as it was before the decisions and moves that lie over it. */
  async #fixed(
    selection: Selection,
    order: Order,
    epoch: number,
    from: number,
    to: number,
  ): Promise<number[]> {
    if (order.by === 'cpf') return this.#byCpf(selection, order.descending, from, to)
    const slot = slotOf(order)
    if (selection.rows === null) return this.#columns.part(storedSlot(slot, epoch), from, to)
    const isReadAtOnce = selection.orders.has(storedSlot(slot, epoch)) || isSorted(selection, slot)
    const beginning = isReadAtOnce ? undefined : await this.#beginning(selection, storedSlot(slot, epoch), to)
    if (beginning !== undefined) return beginning.slice(from, to)
    const { rows } = await this.#ownOrder(selection, slot, epoch)
    return Array.from(rows.subarray(from, to))
  }

  /**
   * Returns the first rows of a search in an order, found by scanning the order of everyone: the first page of a
   * frequent word is there long before the whole order is. Undefined if the scan would be long.
   */
  async #beginning(
    selection: Selection,
    slot: number,
    count: number,
  ): Promise<readonly number[] | undefined> {
    const everyone = this.#everyone.total
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
      // What is no more needed after a fold.
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
    const persons = (await this.#read(rows)).map((person) => ({ row: person.row, nome: nameOf(person) }))
    persons.sort((a, b) => sign * compareNames(a.nome, b.nome) || a.row - b.row)
    return persons.map(({ row }) => row)
  }

  #ownOrder(selection: Selection, slot: number, epoch: number): Promise<OwnOrder> {
    const stored = storedSlot(slot, epoch)
    const known = selection.orders.get(stored)
    if (known !== undefined) return known
    // What is no more needed after a fold.
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
    if (isSorted({ total: rows.length }, slot)) {
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
    const { faces } = overlay
    const given = Array.from(selection.rows ?? upTo(selection.total)).filter((row) => !faces.at(row))
    const changed = [...faces.all()].filter((face) => face.isListed && selection.matches(face))
    const keys = [order, ...ties]
    const ownCollation = (key: TieKey): Collation | undefined =>
      key !== order && key.by === 'nome' && key.collation !== order.collation ? key.collation : undefined
    const isByName = keys.some(({ by }) => by === 'nome')
    const isRanked = faces.size === 0
    const isByPerson = keys.some(
      (key) => key.by !== 'cpf' && (key.by !== 'nome' || !isRanked || ownCollation(key) !== undefined),
    )
    const nowGiven = changed.flatMap(({ row }) => (this.#isGiven(row) ? [row] : []))
    const read = isByPerson ? await this.#readAt([...given, ...nowGiven], overlay.epoch) : []
    const stored = new Map(read.map((person) => [person.row, person]))
    const personAt = (row: number) => stored.get(row) as StoredPerson
    const nameSlot = slotOf({ by: 'nome', descending: false, collation: order.collation })
    const ranks = isByName && isRanked ? await this.#columns.nameRanks(nameSlot) : new Uint32Array()
    const compareNames = nameComparison(order.collation)
    const named = (row: number) => faces.at(row)?.nome ?? nameOf(personAt(row))
    const rankOf = (row: number) => ranks[row] as number
    const stampOf = (row: number) => overlay.stamp(row) ?? personAt(row).stamp
    const placeOf = (row: number) => faces.at(row)?.place ?? personAt(row).place
    const compareBy: Record<TieKey['by'], (a: number, b: number) => number> = {
      cpf: (a, b) => faces.compareCpfs(a, b),
      nome: (a, b) => (isRanked ? rankOf(a) - rankOf(b) : compareNames(named(a), named(b))),
      atualizado_em: (a, b) => stampOf(a) - stampOf(b),
      stored: (a, b) => placeOf(a) - placeOf(b),
    }
    const comparisons = keys.map((key) => {
      const collation = ownCollation(key)
      if (collation === undefined) return { compare: compareBy[key.by], descending: key.descending }
      const compareOwn = nameComparison(collation)
      const compare = (a: number, b: number) => compareOwn(named(a), named(b))
      return { compare, descending: key.descending }
    })
    return [...given, ...changed.map(({ row }) => row)].sort((a, b) => {
      for (const { compare, descending } of comparisons) {
        const difference = compare(a, b)
        if (difference !== 0) return descending ? -difference : difference
      }
      return faces.compareCpfs(a, b)
    })
  }

  async #search(nome: NameMatch): Promise<Selection> {
    const folded = await this.#foldedWords(nome)
    const { words, others = [], matches, parts } = folded.plan(nome)
    const found = (rows: Uint32Array) => selectionOf(rows, (face) => nameMatches(face.nome, nome))
    const persons = this.#everyone.total
    let rows: Uint32Array | null = null
    const left = words === null ? [] : [words, ...others]
    const everyone = {
      ...{ persons, isSure: matches === null, isHeld: this.#columns.hasNameParts() },
      words: parts === undefined ? undefined : folded.total,
    }
    for (;;) {
      const counts = left.map((part) => folded.count(part))
      const step = nextStep({ rows: rows?.length ?? persons, counts }, everyone)
      if (step === 'left') return found(await this.#matching(rows ?? upTo(persons), matches))
      if (step === 'everyone') {
        const seen = await this.#withParts(parts as PartsPlan, folded)
        if (seen !== undefined) return found(seen)
        everyone.words = undefined
      } else {
        const { member, count } = await this.#marked(left.shift() as readonly number[], folded)
        rows = rows === null ? rowsMarked(member, count) : rows.filter((row) => member[row] === 1)
      }
    }
  }

  /** Returns the rows whose names have the parts of a search, ascending; undefined if the names cannot be looked through. */
  async #withParts(parts: PartsPlan, { idOf }: FoldedWords): Promise<Uint32Array | undefined> {
    const persons = this.#everyone.total
    const names = await this.#columns.nameParts({ persons, words: idOf.length })
    if (names === undefined) return undefined
    const member = new Uint8Array(persons)
    return rowsMarked(member, await markRows(names, idOf, parts, member))
  }

  /** Returns an array with 1 at each row with any of these folded words, and how many these are. */
  async #marked(foldedWords: readonly number[], { idOf }: FoldedWords) {
    const meant = new Set(foldedWords)
    const { many } = await this.#words()
    const words = Array.from(idOf.keys()).filter((word) => meant.has(idOf[word] as number))
    const groups = groupsOf(words, (word) => many[word] as number)
    const member = new Uint8Array(this.#everyone.total)
    let count = 0
    await twoAtATime(groups.length, async (i) => {
      for (const part of await this.#columns.withWords(groups[i] as number[])) {
        for (const row of part) {
          count += 1 - (member[row] as number)
          member[row] = 1
        }
      }
    })
    return { member, count }
  }

  async #matching(rows: Uint32Array, matches: ((name: string) => boolean) | null): Promise<Uint32Array> {
    if (matches === null) return rows
    const found: number[] = []
    await twoAtATime(Math.ceil(rows.length / PERSONS_AT_ONCE), async (i) => {
      const some = rows.subarray(i * PERSONS_AT_ONCE, (i + 1) * PERSONS_AT_ONCE)
      for (const { row, nome } of await this.#columns.names(some)) if (matches(nome)) found.push(row)
    })
    return Uint32Array.from(found).sort()
  }

  async #beginningWith(beginning: string, nome: NameMatch | undefined): Promise<Selection> {
    const [start, end] = await this.#columns.cpfRange(beginning)
    const all = upTo(end - start).map((row) => row + start)
    const rows = await this.#matching(all, nome ? (name) => nameMatches(name, nome) : null)
    return selectionOf(
      rows,
      (face) => face.cpf.startsWith(beginning) && (nome === undefined || nameMatches(face.nome, nome)),
    )
  }

  #read(rows: Uint32Array): Promise<StoredPerson[]> {
    return this.#readAt(rows, null)
  }

  /** @throws {Folded} when the persons are no more as they were in an epoch; null for any */
  async #readAt(rows: Uint32Array | readonly number[], epoch: number | null): Promise<StoredPerson[]> {
    const persons: StoredPerson[] = []
    for (let start = 0; start < rows.length; start += PERSONS_AT_ONCE) {
      const some = Array.from(rows.slice(start, start + PERSONS_AT_ONCE))
      const read = await this.#columns.persons(some)
      if (epoch !== null && read.epoch !== epoch) throw new Folded()
      for (const row of some) persons.push(read.persons.get(row) as StoredPerson)
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

/** Groups words so that one statement does not return too many rows. */
function groupsOf(words: readonly number[], manyOf: (word: number) => number): number[][] {
  const groups: number[][] = []
  let rows = MOST_AT_ONCE
  for (const word of words) {
    if (rows >= MOST_AT_ONCE) {
      groups.push([])
      rows = 0
    }
    groups.at(-1)?.push(word)
    rows += manyOf(word)
  }
  return groups
}

/** Returns the rows that are marked with 1, ascending. */
function rowsMarked(marked: Uint8Array, count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0, found = 0; found < count; row++) if (marked[row] === 1) rows[found++] = row
  return rows
}

function selectionOf(rows: Uint32Array, matches: Membership['matches']): Selection {
  const has = (row: number) => rows[lowerBound(rows, row)] === row
  return { rows, total: rows.length, orders: new Map(), beginnings: new Map(), has, matches }
}

/** Returns whether the persons of a search are read and sorted, instead of scanning a stored order. */
function isSorted({ total }: Pick<Selection, 'total'>, slot: number): boolean {
  return slot < TIME_SLOTS && total <= FEW
}

/** Returns how many persons a selection has now. */
function totalOf(selection: Selection, { faces }: Overlay): number {
  return selection.total + (faces.size === 0 ? 0 : faces.difference(selection))
}

/** What a face says of a person; its last update is that of the data, or laid over it. */
function personOf({ row, stored }: Face): Pick<StoredPerson, 'row' | 'cpf' | 'nome'> {
  return { row, ...stored }
}

/** Returns a person as the list shows it. Stored texts are JSON already. */
function itemOf(
  { row, cpf, nome, stamp }: Pick<StoredPerson, 'row' | 'cpf' | 'nome'> & Partial<StoredPerson>,
  overlay: Overlay,
): ByteText {
  const at = new Date((overlay.stamp(row) ?? stamp) as number).toISOString()
  return toByteText(`{"cpf":"${cpf}","nome":"${nome}","atualizado_em":"${at}"}`)
}
