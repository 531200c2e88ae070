import type { Database } from './database.ts'
import type { MovedPerson } from './merge.ts'

/** A person whose last update a decision set. */
interface Touched {
  row: number
  stamp: number
  oldest: Omit<MovedPerson, 'row'>
  newest: Omit<MovedPerson, 'row'>
}

/** What decisions changed of the list of one organization, up to one of them. It never changes. */
export class Overlay {
  /** The number of the last decision that it knows. */
  readonly seq: number
  readonly #touched: ReadonlyMap<number, Touched>
  readonly #sorted: (readonly MovedPerson[] | undefined)[] = []

  constructor(seq = 0, touched: ReadonlyMap<number, Touched> = new Map()) {
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

  /** Returns the overlay with what was decided since. */
  async next(database: Database, org: number): Promise<Overlay> {
    const rows = await database.read<ChangedRow>(CHANGED, [org, this.seq])
    const seq = Math.max(this.seq, ...rows.map(({ seq }) => Number(seq)))
    if (seq === this.seq) return this
    const touched = new Map(this.#touched)
    for (const { row_no: row, stamp, ...places } of rows) {
      if (row === null || stamp === null) continue
      touched.set(row, {
        row,
        stamp: Number(stamp),
        oldest: { from: places.oldest, to: places.to_oldest },
        newest: { from: places.newest, to: places.to_newest },
      })
    }
    return new Overlay(seq, touched)
  }
}

interface ChangedRow {
  seq: string
  row_no: number | null
  stamp: string | null
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
  SELECT o.seq, m.row_no, m.stamp, p.oldest, p.newest,
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
