import { copyLine } from './codec.ts'
import { storedSlot } from './columns.ts'
import { copyLines } from './copy.ts'
import { type Database, LONG, type Session } from './database.ts'
import { LOCK } from './decide.ts'
import { inverse, timeOrders } from './list-orders.ts'
import { blockLines } from './load.ts'
import { schemaLock } from './migrations.ts'

/** How many persons decisions may move before the stored orders are rebuilt, unless the list is large. */
const LEAST = 50_000
/** The share of a large list. */
const SHARE = 50

/**
 * Rebuilds the stored orders of one organization from what decisions moved. The new orders are stored beside the old ones,
 * and one commit makes them those that count; the old ones stay until the next rebuild, because others may be reading them.
 */
export class OrderRebuilder {
  readonly #database: Database
  readonly #org: number
  readonly #from: number | undefined
  #isRebuilding = false

  constructor(database: Database, org: number, from?: number) {
    this.#database = database
    this.#org = org
    this.#from = from
  }

  /** Returns how many persons must have moved before the orders of a list are rebuilt. */
  from(persons: number): number {
    return this.#from ?? Math.max(LEAST, persons / SHARE)
  }

  /** Rebuilds the orders, unless another process does. A failure is for the next attempt. */
  async rebuild(): Promise<void> {
    if (this.#isRebuilding) return
    this.#isRebuilding = true
    try {
      await this.#database.session(async (session) => {
        // The name of the lock stays: simulators of other versions take it, too.
        const key = schemaLock(this.#database.place.schema, `fold ${this.#org}`)
        const [lock] = await session.query<{ mine: boolean }>(
          'SELECT pg_try_advisory_lock($1::bigint) AS mine',
          [key],
        )
        if (!lock?.mine) return
        try {
          await this.#rebuild(session)
        } finally {
          await session.query('SELECT pg_advisory_unlock($1::bigint)', [key])
        }
      })
    } catch {
      // The orders are as they were.
    } finally {
      this.#isRebuilding = false
    }
  }

  async #rebuild(session: Session): Promise<void> {
    const { query } = session
    const org = this.#org
    const long = { query_timeout: LONG }
    const moved = await query<{ seq: string; epoch: number; row_no: number | null; stamp: string }>(
      MOVED,
      [org],
      long,
    )
    const [{ seq = '0', epoch = 0 } = {}] = moved
    const stamps = Float64Array.from(await query<{ stamp: string }>(STAMPS, [org], long), ({ stamp }) =>
      Number(stamp),
    )
    const changed = new Map<number, number>()
    for (const { row_no, stamp } of moved) if (row_no !== null) changed.set(row_no, Number(stamp))
    for (const [row, stamp] of changed) stamps[row] = stamp
    const orders = timeOrders(stamps)
    const [oldest, newest] = [inverse(orders.oldest), inverse(orders.newest)]
    function* lines(): Generator<string> {
      for (let row = 0; row < stamps.length; row++) {
        yield copyLine([row, oldest[row] as number, newest[row] as number, changed.get(row) ?? null])
      }
    }

    await query('BEGIN')
    await query(
      'CREATE TEMPORARY TABLE rebuilt (row_no int, oldest int, newest int, stamp bigint) ON COMMIT DROP',
    )
    await copyLines(session, 'rebuilt', lines())
    // Those of the rebuild before the last one.
    const slots = [0, 1].map((slot) => storedSlot(slot, epoch - 1))
    if (epoch > 0) await query('DELETE FROM {orders} WHERE org = $1 AND slot = ANY($2)', [org, slots], long)
    for (const [slot, rows] of [orders.oldest, orders.newest].entries()) {
      const into = `${this.#database.table('orders')} (org, slot, block, row_nos)`
      await copyLines(session, into, blockLines(org, storedSlot(slot, epoch + 1), rows))
    }
    await query(REPLACE, [org], long)
    // From here on, decisions wait: what was rebuilt is no longer laid over the orders.
    await query(LOCK, [org])
    await query(FORGET, [org, seq], long)
    await query('UPDATE {organizations} SET epoch = $2 WHERE k = $1', [org, epoch + 1])
    await query('COMMIT')
  }
}

const MOVED = `
  SELECT o.seq, o.epoch, m.row_no, m.stamp FROM {organizations} o LEFT JOIN {moved} m ON m.org = o.k WHERE o.k = $1`
/** Who came later is in no stored order. */
const FORGET = `
  DELETE FROM {moved} WHERE org = $1 AND seq <= $2
    AND row_no < (SELECT persons FROM {organizations} WHERE k = $1)`
const STAMPS = 'SELECT stamp FROM {persons} WHERE org = $1 ORDER BY row_no'
const REPLACE = `
  UPDATE {persons} p SET oldest = f.oldest, newest = f.newest, stamp = coalesce(f.stamp, p.stamp),
    base = CASE WHEN f.stamp IS NULL THEN p.base ELSE coalesce(p.base, p.stamp) END
  FROM rebuilt f WHERE p.org = $1 AND p.row_no = f.row_no
    AND (p.oldest <> f.oldest OR p.newest <> f.newest OR f.stamp IS NOT NULL)`
