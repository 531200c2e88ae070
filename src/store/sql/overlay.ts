import type { Database } from './database.ts'
import type { MergedOrder, MovedPerson } from './merge.ts'

/** A person whose last update a decision set. */
interface Touched {
  row: number
  stamp: number
  oldest: Omit<MovedPerson, 'row'>
  newest: Omit<MovedPerson, 'row'>
}

/** What decisions changed of the list of one organization, up to one of them. It never changes. */
export class Overlay {
  /** The number of the last decision, or restore, that it knows. */
  readonly seq: number
  /** How often decisions were folded into the stored orders over which it lies. */
  readonly epoch: number
  readonly #touched: ReadonlyMap<number, Touched>
  readonly #laid: (MergedOrder | undefined)[] = []
  readonly #sorted: (readonly MovedPerson[] | undefined)[] = []

  constructor(epoch = 0, seq = 0, touched: ReadonlyMap<number, Touched> = new Map()) {
    this.epoch = epoch
    this.seq = seq
    this.#touched = touched
  }

  get size(): number {
    return this.#touched.size
  }

  /** Returns the last update of a row, if a decision set it. */
  stamp(row: number): number | undefined {
    return this.#touched.get(row)?.stamp
  }

  /** Returns the persons that were moved, as they follow each other now. */
  moved(descending: boolean): readonly MovedPerson[] {
    const known = this.#sorted[Number(descending)]
    if (known !== undefined) return known
    const sign = descending ? -1 : 1
    const sorted = [...this.#touched.values()]
      .sort((a, b) => sign * (a.stamp - b.stamp) || a.row - b.row)
      .map(({ row, oldest, newest }) => ({ row, ...(descending ? newest : oldest) }))
    this.#sorted[Number(descending)] = sorted
    return sorted
  }

  /** Returns everyone in an order by time with the moved persons laid over it, made when first needed. */
  laid(descending: boolean, make: () => MergedOrder): MergedOrder {
    const known = this.#laid[Number(descending)] ?? make()
    this.#laid[Number(descending)] = known
    return known
  }

  /** Returns the overlay with what was decided and restored since; a new one if the stored orders are others now. */
  async next(database: Database, org: number, more?: object): Promise<Overlay> {
    const values = [org, this.seq]
    const rows = await (more
      ? database.query<ChangedRow>(CHANGED, values, more)
      : database.read<ChangedRow>(CHANGED, values))
    const epoch = rows[0]?.epoch ?? this.epoch
    if (epoch !== this.epoch) return new Overlay(epoch).next(database, org, more)
    const seq = Number(rows[0]?.seq ?? this.seq)
    if (seq === this.seq) return this
    const touched = new Map(this.#touched)
    for (const { row_no: row, stamp, base, ...places } of rows) {
      if (row === null || stamp === null) continue
      // A restore brought it back to where it is stored.
      if (stamp === base) touched.delete(row)
      else {
        touched.set(row, {
          row,
          stamp: Number(stamp),
          oldest: { from: places.oldest, to: places.to_oldest },
          newest: { from: places.newest, to: places.to_newest },
        })
      }
    }
    return new Overlay(epoch, seq, touched)
  }
}

interface ChangedRow {
  seq: string
  epoch: number
  row_no: number | null
  stamp: string | null
  base: string | null
  oldest: number
  newest: number
  to_oldest: number
  to_newest: number
}

/**
 * The last decision of an organization, and who was moved since another one. The place of a person among everyone is
 * that after the last person before it: with the same last update, or else with the nearest one.
 */
export const CHANGED = `
  SELECT o.seq, o.epoch, m.row_no, m.stamp, p.stamp AS base, p.oldest, p.newest,
    coalesce(
      (SELECT b.oldest + 1 FROM {persons} b
        WHERE b.org = m.org AND b.stamp = m.stamp AND b.row_no < m.row_no ORDER BY b.row_no DESC LIMIT 1),
      (SELECT b.oldest + 1 FROM {persons} b
        WHERE b.org = m.org AND b.stamp < m.stamp ORDER BY b.stamp DESC, b.row_no DESC LIMIT 1),
      0) AS to_oldest,
    coalesce(
      (SELECT b.newest + 1 FROM {persons} b
        WHERE b.org = m.org AND b.stamp = m.stamp AND b.row_no < m.row_no ORDER BY b.row_no DESC LIMIT 1),
      (SELECT b.newest FROM {persons} b
        WHERE b.org = m.org AND b.stamp = (
          SELECT c.stamp FROM {persons} c
            WHERE c.org = m.org AND c.stamp <= m.stamp ORDER BY c.stamp DESC LIMIT 1)
        ORDER BY b.row_no LIMIT 1),
      o.persons) AS to_newest
  FROM {organizations} o
    LEFT JOIN {moved} m ON m.org = o.k AND m.seq > $2
    LEFT JOIN {persons} p ON p.org = m.org AND p.row_no = m.row_no
  WHERE o.k = $1`
