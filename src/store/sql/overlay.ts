import type { Database } from './database.ts'
import { type FaceRow, Faces } from './faces.ts'
import type { MergedOrder, MovedRow } from './merge.ts'

/** A person whose last update a decision or a move set. */
interface Touched {
  row: number
  stamp: number
  oldest: Omit<MovedRow, 'row'>
  newest: Omit<MovedRow, 'row'>
}

interface OverlayState {
  epoch: number
  seq: number
  last: string | null
  touched: ReadonlyMap<number, Touched>
  faces: Faces
}

const NOTHING: OverlayState = { epoch: 0, seq: 0, last: null, touched: new Map(), faces: new Faces() }

/** The database lacks events that an overlay already knows: it was restored from a dump. */
export class Restored extends Error {}

/** What decisions and moves changed of the list of one organization, up to one of them. It never changes. */
export class Overlay {
  /** The number of the last decision, move or restore that it knows. */
  readonly seq: number
  /** How often the stored orders over which it lies were rebuilt. */
  readonly epoch: number
  /** What moves changed. */
  readonly faces: Faces
  /** A decision with that number, if there is one; after a restore from a dump, another one may have it. */
  readonly #last: string | null
  readonly #touched: ReadonlyMap<number, Touched>
  readonly #laid = new Map<number, MergedOrder>()
  readonly #sorted: (readonly MovedRow[] | undefined)[] = []

  constructor(state: Partial<OverlayState> = {}) {
    const { epoch, seq, last, touched, faces } = { ...NOTHING, ...state }
    this.#last = last
    this.epoch = epoch
    this.seq = seq
    this.faces = faces
    this.#touched = touched
  }

  get size(): number {
    return this.#touched.size
  }

  /** Returns the last update of a row, if a decision or a move set it. */
  stamp(row: number): number | undefined {
    return this.#touched.get(row)?.stamp
  }

  /** Returns the persons that have another place by time, as they follow each other now. */
  moved(descending: boolean): readonly MovedRow[] {
    const known = this.#sorted[Number(descending)]
    if (known !== undefined) return known
    const sign = descending ? -1 : 1
    const faces = this.faces
    const touched = [...this.#touched.values()]
      // Of those who came later and vanished, only the time is left.
      .filter(({ row, oldest }) => oldest.from !== undefined || faces.at(row) !== undefined)
      .sort((a, b) => sign * (a.stamp - b.stamp) || faces.compareCpfs(a.row, b.row))
      .map(({ row, oldest, newest }): MovedRow => {
        const { from, to } = descending ? newest : oldest
        return { row, from, to: faces.at(row)?.isListed === false ? undefined : to }
      })
    // A person who was only renamed keeps its place among everyone, but may enter or leave a search.
    const others = [...faces.all()].flatMap(({ row, base, isListed }): MovedRow[] => {
      if (base === null || this.#touched.has(row)) return []
      const from = descending ? base.newest : base.oldest
      return [{ row, from, to: isListed ? from : undefined }]
    })
    const sorted = merged(touched, others)
    this.#sorted[Number(descending)] = sorted
    return sorted
  }

  /** Returns everyone in the order of a slot with the moved persons laid over it, made when first needed. */
  laid(slot: number, make: () => MergedOrder): MergedOrder {
    const known = this.#laid.get(slot) ?? make()
    this.#laid.set(slot, known)
    return known
  }

  /**
   * Returns the overlay with what changed since; a new one if the stored orders are others now.
   * @throws {Restored} when the database has not all that it had
   */
  async next(database: Database, org: number, more?: object): Promise<Overlay> {
    const values = [org, this.seq, this.faces.seq]
    const rows = await (more
      ? database.query<ChangedRow>(CHANGED, values, more)
      : database.read<ChangedRow>(CHANGED, values))
    const [first] = rows
    const epoch = first?.epoch ?? this.epoch
    if (first !== undefined && this.seq > 0) {
      const isBack = Number(first.seq) < this.seq || epoch < this.epoch
      if (isBack || first.known !== this.#last) throw new Restored()
    }
    if (epoch !== this.epoch) return new Overlay({ epoch }).next(database, org, more)
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
          oldest: { from: places.oldest ?? undefined, to: places.to_oldest },
          newest: { from: places.newest ?? undefined, to: places.to_newest },
        })
      }
    }
    const moves = Number(rows[0]?.moves ?? 0)
    const faces = moves === this.faces.seq ? this.faces : new Faces(moves, rows[0]?.faces ?? [])
    return new Overlay({ epoch, seq, last: first?.last ?? null, touched, faces })
  }
}

/** Merges persons that were moved with persons that stay where they were, as they follow each other. */
function merged(moved: readonly MovedRow[], staying: readonly MovedRow[]): readonly MovedRow[] {
  if (staying.length === 0) return moved
  const all: MovedRow[] = []
  const rest = staying.toSorted((a, b) => (a.from as number) - (b.from as number))
  let next = 0
  for (const one of moved) {
    // A person that moves to a place comes before the one that is there.
    while (next < rest.length && one.to !== undefined && ((rest[next] as MovedRow).from as number) < one.to) {
      all.push(rest[next++] as MovedRow)
    }
    all.push(one)
  }
  return [...all, ...rest.slice(next)]
}

interface ChangedRow {
  seq: string
  /** A decision with the last number that was known, and one with the last number of all. */
  known: string | null
  last: string | null
  epoch: number
  moves: string
  faces: FaceRow[] | null
  row_no: number | null
  stamp: string | null
  base: string | null
  oldest: number | null
  newest: number | null
  to_oldest: number
  to_newest: number
}

/** The faces of an organization. */
const FACES = `
  SELECT json_agg(json_build_object('row', f.row_no, 'cpf', f.cpf, 'bound', f.bound, 'listed', f.listed,
    'nome', coalesce(i.nome, p.nome), 'base', p.nome, 'oldest', p.oldest, 'newest', p.newest))
  FROM {faces} f LEFT JOIN {persons} p ON p.org = f.org AND p.row_no = f.row_no
    LEFT JOIN {identities} i ON i.cpf = f.cpf AND i.world = (SELECT world FROM {organizations} WHERE k = $1)
  WHERE f.org = $1`

/**
 * The last change of an organization, who was moved since another one, and all faces if they changed since. The place
 * of a person among everyone is that after the last person before it: with the same last update, or else with the
 * nearest one.
 */
export const CHANGED = `
  SELECT o.seq, o.epoch, l.known, l.last, o.moves, m.row_no, m.stamp, p.stamp AS base, p.oldest, p.newest,
    CASE WHEN o.moves > $3 AND row_number() OVER () = 1 THEN (${FACES}) END AS faces,
    coalesce(
      (SELECT b.oldest + 1 FROM {persons} b
        WHERE b.org = m.org AND b.stamp = m.stamp AND b.row_no < coalesce(f.bound, m.row_no)
        ORDER BY b.row_no DESC LIMIT 1),
      (SELECT b.oldest + 1 FROM {persons} b
        WHERE b.org = m.org AND b.stamp < m.stamp ORDER BY b.stamp DESC, b.row_no DESC LIMIT 1),
      0) AS to_oldest,
    coalesce(
      (SELECT b.newest + 1 FROM {persons} b
        WHERE b.org = m.org AND b.stamp = m.stamp AND b.row_no < coalesce(f.bound, m.row_no)
        ORDER BY b.row_no DESC LIMIT 1),
      (SELECT b.newest FROM {persons} b
        WHERE b.org = m.org AND b.stamp = (
          SELECT c.stamp FROM {persons} c
            WHERE c.org = m.org AND c.stamp <= m.stamp ORDER BY c.stamp DESC LIMIT 1)
        ORDER BY b.row_no LIMIT 1),
      o.persons) AS to_newest
  FROM {organizations} o
    CROSS JOIN LATERAL (
      SELECT (SELECT min(d.id::text) FROM {decisions} d WHERE d.org = o.k AND d.seq = $2) AS known,
        (SELECT min(d.id::text) FROM {decisions} d WHERE d.org = o.k AND d.seq = o.seq) AS last
    ) l
    LEFT JOIN {moved} m ON m.org = o.k AND m.seq > $2
    LEFT JOIN {persons} p ON p.org = m.org AND p.row_no = m.row_no
    LEFT JOIN {faces} f ON f.org = m.org AND f.row_no = m.row_no
  WHERE o.k = $1`
