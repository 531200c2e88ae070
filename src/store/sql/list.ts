import { type ByteText, toByteText } from '../../contract/bytes.ts'
import { nameMatches, searchKey } from '../name-match.ts'
import { nameComparison } from '../name-order.ts'
import { slotOf } from '../orders.ts'
import type { Soon } from '../soon.ts'
import type { ListRequest, NameMatch, Order, Page } from '../store.ts'
import { Cache } from './cache.ts'
import { toStored } from './codec.ts'
import { type ColumnCaches, Columns, Missing, nameOf, type StoredPerson } from './columns.ts'
import { type Database, LONG } from './database.ts'
import type { Face, Faces } from './faces.ts'
import { FixedOrders, OrdersReplaced } from './fixed-orders.ts'
import { MergedOrder, type MovedRow } from './merge.ts'
import { Overlay, Restored } from './overlay.ts'
import { PlacesByName } from './places-by-name.ts'
import { type OwnWords, Search } from './search.ts'
import { type StoredSelection, totalOf } from './selection.ts'

/** The sum of the rows of all searches that a replica keeps for one organization. */
const SEARCH_ROWS = 4_000_000

export interface SqlListOptions {
  persons: number
  words: OwnWords
  caches: ColumnCaches
  /** Calls back when decisions moved more persons than this. */
  rebuildFrom?: number
  onGrown?: () => void
  /** Calls back when moves changed who is listed. */
  onMoved?: (total: number, faces: Faces) => void
}

function noSearches(): Cache<StoredSelection> {
  return new Cache<StoredSelection>(SEARCH_ROWS, ({ total }) => total + 100)
}

/** The list of one organization. A page costs one statement, or two; the first page of a search costs what is found. */
export class SqlList {
  readonly #columns: Columns
  readonly #orders: FixedOrders
  readonly #search: Search
  readonly #placesByName: PlacesByName
  readonly #everyone: StoredSelection
  #searches = noSearches()
  readonly #rebuildFrom: number
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
      rebuildFrom = Number.POSITIVE_INFINITY,
      onGrown = () => {},
      onMoved = () => {},
    }: SqlListOptions,
  ) {
    this.#onMoved = onMoved
    this.#rebuildFrom = rebuildFrom
    this.#onGrown = onGrown
    this.#columns = new Columns(database, org, caches)
    this.#orders = new FixedOrders(this.#columns, persons)
    this.#search = new Search(this.#columns, persons, words)
    this.#placesByName = new PlacesByName(database, org)
    this.#everyone = {
      ...{ rows: null, total: persons, orders: new Map(), beginnings: new Map() },
      has: (row) => row < persons,
      matches: () => true,
    }
  }

  async list(request: ListRequest): Promise<Page> {
    for (;;) {
      try {
        return await this.#list(request)
      } catch (error) {
        const { epoch } = this.#overlay
        if (!(error instanceof OrdersReplaced || error instanceof Missing)) throw error
        await this.#refreshed()
        // Orders of an earlier rebuild are removed in the end.
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

  async #list({ page, rows, order, cpf, nome }: ListRequest): Promise<Page> {
    const from = (page - 1) * rows
    if (cpf !== undefined) return this.#one(cpf, nome, from)
    const selection =
      nome === undefined
        ? this.#everyone
        : await this.#searches.get(searchKey(nome), () => this.#search.byName(nome))
    return this.#page(selection, order, from, rows)
  }

  async #one(cpf: string, nome: NameMatch | undefined, from: number): Promise<Page> {
    const asked = toStored(cpf)
    const first = this.#overlay
    const { persons, seq, epoch } = await this.#columns.byCpf(asked)
    this.#checkForward(first, seq)
    const overlay = await this.#overlayFrom(seq)
    if (overlay.epoch !== epoch) throw new OrdersReplaced()
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
  async #page(selection: StoredSelection, order: Order, from: number, count: number): Promise<Page> {
    const first = this.#overlay
    const rows = await this.#rowsOfPage(selection, order, first, from, count)
    const { persons, seq, epoch } = await this.#columns.persons(rows.filter((row) => this.#isGiven(row)))
    this.#checkForward(first, seq)
    if (epoch !== first.epoch) throw new OrdersReplaced()
    if (seq <= first.seq) return this.#shown(selection, first, rows, persons)
    const overlay = await this.#overlayFrom(seq)
    const others = await this.#rowsOfPage(selection, order, overlay, from, count)
    const missing = others.filter((row) => this.#isGiven(row) && !persons.has(row))
    const more = missing.length === 0 ? { persons, epoch } : await this.#columns.persons(missing)
    if (overlay.epoch !== epoch || more.epoch !== epoch) throw new OrdersReplaced()
    return this.#shown(selection, overlay, others, new Map([...persons, ...more.persons]))
  }

  async #rowsOfPage(
    selection: StoredSelection,
    order: Order,
    overlay: Overlay,
    from: number,
    count: number,
  ): Promise<number[]> {
    const to = Math.min(from + count, totalOf(selection, overlay))
    if (from >= to) return []
    const slot = slotOf(order)
    const fixedPart = (start: number, end: number) =>
      this.#orders.part(selection, order, overlay.epoch, start, end)
    const moved = await this.#moved(order, slot, overlay)
    if (moved.length === 0) return fixedPart(from, to)
    if (selection.rows === null) {
      const everyone = { length: selection.total, below: (place: number) => place }
      const known = overlay.laid(slot, () => new MergedOrder(everyone, moved))
      return picked(known, fixedPart, from, to)
    }
    const own = overlay.faces.ofSelection(moved, selection)
    if (own.length === 0) return fixedPart(from, to)
    const merged = new MergedOrder(await this.#orders.orderOf(selection, order, overlay.epoch), own)
    return picked(merged, fixedPart, from, to)
  }

  #shown(
    selection: StoredSelection,
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

  /** @throws {OrdersReplaced} when a statement that began after an overlay was known has not all that it knows */
  #checkForward(known: Overlay, seq: number): void {
    if (seq >= known.seq) return
    if (this.#overlay === known) this.forgetDecisions()
    throw new OrdersReplaced()
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
        if (next.size > this.#rebuildFrom) this.#onGrown()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Restored)) throw error
        if (this.#overlay === from) this.forgetDecisions()
        return this.#refreshed()
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

  /** Returns the persons of everyone that decisions and moves brought elsewhere in an order, as they follow each other. */
  #moved(order: Order, slot: number, overlay: Overlay): Soon<readonly MovedRow[]> {
    if (order.by === 'atualizado_em') return overlay.moved(order.descending)
    const { faces } = overlay
    if (faces.size === 0) return []
    if (order.by === 'cpf') return faces.kept(`cpf ${slot}`, () => this.#movedByCpf(faces, order.descending))
    const key = `nome ${slot}`
    const made = faces.kept(key, () => this.#movedByName(faces, order, slot))
    made.catch(() => faces.forget(key))
    return made
  }

  #movedByCpf(faces: Faces, descending: boolean): readonly MovedRow[] {
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

  async #movedByName(faces: Faces, order: Order, slot: number): Promise<readonly MovedRow[]> {
    const compareNames = nameComparison(order.collation)
    const sign = order.descending ? -1 : 1
    const sorted = [...faces.all()].sort(
      (a, b) => sign * compareNames(a.nome, b.nome) || faces.compareCpfs(a.row, b.row),
    )
    const given = sorted.flatMap(({ cpf, base }) => (base === null ? [] : [{ cpf, nome: base.nome }]))
    const places = await this.#placesByName.of(slot, this.#everyone.total, [...sorted, ...given])
    let next = sorted.length
    return sorted.map(({ row, base, isListed }, i) => ({
      row,
      from: base === null ? undefined : places[next++],
      to: isListed ? places[i] : undefined,
    }))
  }
}

/** Returns the rows of a part of a merged order. */
async function picked(
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
