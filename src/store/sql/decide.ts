import { createHash, randomUUID } from 'node:crypto'
import { clearTimeout, performance, setTimeout, sleep } from '../../contract/real-globals.ts'
import { NOT_OWN } from '../memory.ts'
import type { Decision, DecisionRules } from '../store.ts'
import { Unavailable } from '../unavailable.ts'
import { toStored } from './codec.ts'
import { type Database, FREQUENT, nextWait, persistently, timeLeft } from './database.ts'

/** The most decisions of one transaction. */
const BATCH = 200

interface Waiting extends Decision {
  /** Given by us, so that a commit whose answer was lost can be looked up. A request that was sent again has the same. */
  id: string
  numero: string
  rules: DecisionRules
  at: number
  /** When it is refused if it was not tried until then, as `performance.now()` has it. */
  deadline: number
  timer: NodeJS.Timeout
  resolve: (recorded: boolean) => void
  reject: (error: unknown) => void
}

interface Outcome {
  id: string
  own: boolean
  won: boolean
}

/** Locks the organization: its decisions are in one order, and a replica that has seen one has seen all before it. */
export const LOCK = 'UPDATE {organizations} SET seq = seq + 1 WHERE k = $1 RETURNING seq'

/** Records those decisions of a batch that may be recorded, and says which. */
export const DECIDE = `
  WITH given AS (
    SELECT * FROM unnest($3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::bigint[], $8::boolean[], $9::boolean[])
      AS g(id, numero, aprovar, mensagem, at, once, touch)
  ), given_reports AS (
    UPDATE {reports} r SET decision = g.id,
      now_stamp = CASE WHEN g.touch THEN greatest(coalesce(r.now_stamp, r.stamp), g.at) ELSE r.now_stamp END
    FROM given g
    WHERE r.numero = g.numero AND r.world = (SELECT world FROM {organizations} WHERE k = $1) AND r.org = $1
      AND NOT r.gone AND NOT (g.once AND (r.aprovar IS NOT NULL OR r.decision IS NOT NULL))
    RETURNING g.id, r.row_no
  ), added_reports AS (
    UPDATE {added} r SET decision = g.id,
      stamp = CASE WHEN g.touch THEN greatest(r.stamp, g.at) ELSE r.stamp END
    FROM given g
    WHERE r.numero = g.numero AND r.world = (SELECT world FROM {organizations} WHERE k = $1) AND r.org = $1
      AND NOT (g.once AND (r.aprovar IS NOT NULL OR r.decision IS NOT NULL))
    RETURNING g.id, r.row_no
  ), won AS (
    SELECT * FROM given_reports UNION ALL SELECT * FROM added_reports
  ), recorded AS (
    INSERT INTO {decisions} (id, org, seq, numero, aprovar, mensagem, decidido_em, atualiza)
    SELECT g.id, $1, $2, g.numero, g.aprovar, g.mensagem, g.at, g.touch FROM given g JOIN won w ON w.id = g.id
  ), touched AS (
    INSERT INTO {moved} (org, row_no, stamp, seq)
    SELECT $1, w.row_no, max(g.at), $2 FROM given g JOIN won w ON w.id = g.id
      LEFT JOIN {persons} p ON p.org = $1 AND p.row_no = w.row_no
      LEFT JOIN {moved} m ON m.org = $1 AND m.row_no = w.row_no
    WHERE g.touch AND g.at > coalesce(m.stamp, p.stamp) GROUP BY w.row_no
    ON CONFLICT (org, row_no) DO UPDATE SET stamp = excluded.stamp, seq = excluded.seq
  )
  SELECT g.id, r.numero IS NOT NULL OR a.numero IS NOT NULL AS own, w.id IS NOT NULL AS won
  FROM given g LEFT JOIN won w ON w.id = g.id
    LEFT JOIN {reports} r ON r.numero = g.numero AND r.org = $1 AND NOT r.gone
      AND r.world = (SELECT world FROM {organizations} WHERE k = $1)
    LEFT JOIN {added} a ON a.numero = g.numero AND a.org = $1
      AND a.world = (SELECT world FROM {organizations} WHERE k = $1)`

/** Which of some decisions were recorded before, when their requests came to another replica. */
export const RECORDED = 'SELECT id FROM {decisions} WHERE id = ANY($1)'

/** Returns the id of the decision that a request makes. */
export function idOf(named: { org: number; numero: string; request: string }): string {
  const { org, numero, request } = named
  const hash = createHash('sha256')
    .update(`${org} ${JSON.stringify(numero)} ${request}`)
    .digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')
}

/**
 * Records the decisions of one organization. Those that come while a transaction runs share the next one, so that many
 * replicas take turns at the organization instead of waiting for each other with every decision.
 */
export class Decider {
  readonly #database: Database
  readonly #org: number
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(database: Database, org: number) {
    this.#database = database
    this.#org = org
  }

  decide(numero: string, decision: Decision, rules: DecisionRules, at: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const { request } = rules
      const id = request === undefined ? randomUUID() : idOf({ org: this.#org, numero, request })
      const { timeout } = this.#database.place
      const now = performance.now()
      const deadline = Math.min(now + timeout, rules.until ?? Number.POSITIVE_INFINITY)
      const timer = setTimeout(() => this.#expire(timer), deadline - now)
      this.#waiting.push({ id, numero, ...decision, rules, at, deadline, timer, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  /** Refuses a decision that waits. One that is being recorded has an answer soon. */
  #expire(timer: NodeJS.Timeout): void {
    const expired = this.#waiting.find((waiting) => waiting.timer === timer)
    if (expired === undefined) return
    this.#waiting = this.#waiting.filter((waiting) => waiting !== expired)
    expired.reject(new Unavailable('no turn within the time limit'))
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    let wait = 0
    while (this.#waiting.length > 0) {
      const batch = this.#take()
      try {
        const outcomes = await this.#record(batch)
        wait = 0
        for (const { id, timer, resolve, reject } of batch) {
          clearTimeout(timer)
          const { own, won } = outcomes.get(id) as Outcome
          if (own) resolve(won)
          else reject(new Error(NOT_OWN))
        }
      } catch (error) {
        if (this.#reject(batch, error, wait)) await sleep(wait)
        wait = nextWait(wait)
      }
    }
    this.#isRunning = false
  }

  /** Refuses decisions after an error; those that were certainly not recorded and have time wait again, as before. */
  #reject(batch: readonly Waiting[], error: unknown, wait: number): boolean {
    const isCertain = error instanceof Unavailable && !error.isUndecided
    const soonest = performance.now() + wait
    const isLeft = ({ deadline }: Waiting) => isCertain && soonest < this.#database.until(deadline)
    const again = batch.filter(isLeft)
    for (const { timer, reject } of batch.filter((waiting) => !isLeft(waiting))) {
      clearTimeout(timer)
      reject(error)
    }
    this.#waiting.unshift(...again)
    return again.length > 0
  }

  /** Takes the next decisions, at most one on each report. */
  #take(): Waiting[] {
    const taken = new Map<string, Waiting>()
    const left: Waiting[] = []
    for (const waiting of this.#waiting) {
      if (taken.size < BATCH && !taken.has(waiting.numero)) taken.set(waiting.numero, waiting)
      else left.push(waiting)
    }
    this.#waiting = left
    return [...taken.values()]
  }

  /**
   * Records decisions, once, whatever becomes of the connection.
   * @throws {Unavailable} when none was recorded, or undecided, when nobody knows
   */
  async #record(batch: readonly Waiting[]): Promise<Map<string, Outcome>> {
    const { timeout } = this.#database.place
    const deadline = Math.min(...batch.map((waiting) => waiting.deadline))
    const limit = () => ({ query_timeout: timeLeft(deadline, timeout) })
    let committed: { outcomes: Map<string, Outcome>; ids: string[] } | undefined
    try {
      return await this.#database.session(async ({ query }) => {
        await query('BEGIN', [], limit())
        const [locked] = await query<{ seq: string }>(LOCK, [this.#org], { ...limit(), ...FREQUENT })
        const named = batch.flatMap(({ id, rules }) => (rules.request === undefined ? [] : [id]))
        const known = named.length === 0 ? [] : await query<{ id: string }>(RECORDED, [named], limit())
        const before = new Map(known.map(({ id }) => [id, { id, own: true, won: true }]))
        const left = batch.filter(({ id }) => !before.has(id))
        const values = [
          this.#org,
          locked?.seq ?? 0,
          left.map(({ id }) => id),
          left.map(({ numero }) => toStored(numero)),
          left.map(({ aprovar }) => aprovar),
          left.map(({ mensagem }) => toStored(mensagem)),
          left.map(({ at }) => at),
          left.map(({ rules }) => rules.once),
          left.map(({ rules }) => rules.touch),
        ]
        const rows = await query<Outcome>(DECIDE, values, { ...limit(), ...FREQUENT })
        const ids = rows.flatMap(({ id, won }) => (won ? [id] : []))
        const outcomes = new Map([...before, ...rows.map((row) => [row.id, row] as const)])
        if (ids.length > 0) committed = { outcomes, ids }
        await query(ids.length > 0 ? 'COMMIT' : 'ROLLBACK', [], limit())
        return outcomes
      }, deadline)
    } catch (error) {
      // Only a commit can have worked although it failed.
      if (committed === undefined || !(error instanceof Unavailable)) throw error
      const latest = Math.max(...batch.map((waiting) => waiting.deadline))
      if (await this.#isRecorded(committed.ids, error, latest)) return committed.outcomes
      throw error
    }
  }

  /**
   * Finds out whether a commit worked whose answer was lost. The lock is held until the transaction is over, so whoever
   * gets it next sees all of it, or knows that none will ever be there.
   * @throws {Unavailable} undecided, when the database does not answer in time
   */
  async #isRecorded(ids: readonly string[], cause: Unavailable, latest: number): Promise<boolean> {
    const { timeout } = this.#database.place
    // Nobody waits for longer; and a late commit deserves at least one question.
    const deadline = Math.max(latest, performance.now() + timeout / 4)
    const ask = () =>
      this.#database.transaction(async ({ query }) => {
        const limit = { query_timeout: timeLeft(deadline, timeout) }
        await query('SELECT k FROM {organizations} WHERE k = $1 FOR UPDATE', [this.#org], limit)
        return query(RECORDED, [ids], limit)
      }, deadline)
    try {
      const found = await persistently(() => deadline, ask)
      return found.length > 0
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      throw new Unavailable(cause.message, { isUndecided: true, cause })
    }
  }
}
