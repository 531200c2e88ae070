import type { Pool, PoolClient } from 'pg'
import { clearTimeout, performance, setTimeout, sleep, turn } from '../../../contract/real-globals.ts'
import { Unavailable } from '../../unavailable.ts'
import { asUnavailable, explain, isMomentary, whyOf } from './failures.ts'
import type { Place } from './place.ts'

/** Of a statement that moves much data, or waits for another replica that does: the most milliseconds for its answer. */
export const LONG = { query_timeout: 3_600_000 }

/**
 * Sends a statement, in which `{name}` is a table, and returns its rows as arrays.
 * @param more a name, if it is sent often, and the most milliseconds for its answer
 */
export type Query = <Row extends unknown[]>(
  text: string,
  values?: unknown[],
  more?: { name?: string; query_timeout?: number },
) => Promise<Row[]>

/** The first of several hosts that accepts writes; when it is gone, the next call looks for the one to use then. */
export class Database {
  readonly place: Place
  /** Receives a line when the database cannot be used, and when it can be used again. */
  notice: (line: string) => void = () => {}
  readonly #pools: readonly Pool[]
  readonly #warned = new Set<string>()
  #current = 0
  /** Whether no host can be used. */
  #isAway = false

  /** @param Driver `Pool` of the client library, which is loaded only for a shared world; users need not have its types */
  constructor(place: Place, Driver: unknown) {
    const limit = Math.ceil(place.timeout / place.hosts.length)
    this.place = place
    this.#pools = place.hosts.map(({ url }) => {
      const pool = new (Driver as typeof Pool)({
        connectionString: url,
        max: place.pool,
        connectionTimeoutMillis: limit,
        query_timeout: limit,
        keepAlive: true,
        application_name: 'pessoas-sim',
        onConnect: async (client) => {
          const { rows } = await client.query<[string]>({
            text: 'SHOW transaction_read_only',
            rowMode: 'array',
          })
          if (rows[0]?.[0] === 'on') throw new Unavailable('it is read-only')
        },
      })
      // A connection that breaks while it is idle is replaced when the next one is needed.
      return pool.on('error', () => {})
    })
  }

  /** Sends one statement. See {@link session} for what it throws. */
  query: Query = (text, values, more) => this.session((query) => query(text, values, more))

  /**
   * Runs with one connection, which is closed if the work fails.
   * @throws {Unavailable} for what may pass; it is undecided if a statement may have worked
   */
  async session<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    // The statement that fails reports it.
    const ignore = () => {}
    client.on('error', ignore)
    let failure: (Error & { code?: string }) | undefined
    try {
      const result = await work(this.#queryOf(client))
      this.#tellBack()
      return result
    } catch (error) {
      failure = error as Error
      // This host does not answer, or may not be written to any more: another one may do better.
      if (failure.message === 'Query read timeout' || failure.code === '25006')
        this.#current = (this.#current + 1) % this.#pools.length
      if (!isMomentary(failure)) this.#warn(failure)
      throw asUnavailable(failure)
    } finally {
      client.removeListener('error', ignore)
      client.release(failure)
    }
  }

  /** Runs as one transaction, again if another one was in its way. The locks of a frozen process end by themselves. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    try {
      return await this.session(async (query) => {
        await query('BEGIN')
        await query(`SET LOCAL idle_in_transaction_session_timeout = ${10_000 + this.place.timeout}`)
        const result = await work(query)
        await query('COMMIT')
        return result
      })
    } catch (error) {
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
      if (/^(40001|40P01)$/.test(code)) return this.transaction(work)
      throw error
    }
  }

  /**
   * Tries again while the database cannot be used.
   * @param until returns when the last attempt may begin, as `performance.now()` has it
   */
  async persist<T>(work: () => Promise<T>, until: () => number): Promise<T> {
    for (let pause = 0; ; pause = Math.min(20 + 2 * pause, 500)) {
      try {
        return await work()
      } catch (error) {
        const isLast = performance.now() + pause > until() || this.#pools[0]?.ending
        if (!(error instanceof Unavailable) || isLast) throw error
        await sleep(pause)
      }
    }
  }

  async close(): Promise<void> {
    this.notice = () => {}
    const ended = this.#pools.map((pool) => (pool.ending ? undefined : pool.end()))
    // A server that does not answer does not say farewell.
    await Promise.race([Promise.all(ended), sleep(1_000, undefined, { ref: false })])
  }

  #queryOf(client: PoolClient): Query {
    return async <Row extends unknown[]>(text: string, values: unknown[] = [], more = {}) => {
      const inSchema = text.replace(/\{(\w+)\}/g, `"${this.place.schema}".$1`)
      return (await client.query<Row>({ text: inSchema, values, rowMode: 'array', ...more })).rows
    }
  }

  async #connect(): Promise<PoolClient> {
    const { hosts } = this.place
    const reasons: string[] = []
    let cause: unknown
    for (const i of hosts.keys()) {
      const at = (this.#current + i) % hosts.length
      try {
        const client = await (this.#pools[at] as Pool).connect()
        this.#current = at
        return client
      } catch (error) {
        // That a standby cannot be written to is the least of several reasons.
        if (cause === undefined || !(error instanceof Unavailable)) cause = error
        reasons.push(`${hosts[at]?.shown}: ${whyOf(error)}`)
      }
    }
    this.#isAway = true
    const error = new Unavailable(reasons.join('; '), { cause })
    this.#warn(error)
    throw error
  }

  #warn(error: Error): void {
    const line = `warning: ${this.place.shown} cannot be used: ${explain(error, this.place)}`
    if (!this.#warned.has(line)) this.notice(line)
    this.#warned.add(line)
  }

  #tellBack(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#warned.clear()
    this.notice(`${this.place.shown} is available again, at ${this.place.hosts[this.#current]?.shown}.`)
  }
}

/** @throws {Unavailable} when a promise is late: `deadline` is as `performance.now()` has it */
export function within<T>(deadline: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Unavailable('the database does not answer within the time limit'))
    const timer = setTimeout(late, Math.max(0, deadline - performance.now()))
    void promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Runs work once for all who ask in the same turn, or while it runs for others before. */
export class Together<T> {
  readonly #work: () => Promise<T>
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<T> | undefined

  constructor(work: () => Promise<T>) {
    this.#work = work
  }

  ask(): Promise<T> {
    if (this.#next !== undefined) return this.#next
    const last = this.#last
    this.#next = turn()
      .then(() => last)
      .then(() => {
        this.#next = undefined
        return this.#work()
      })
    this.#last = this.#next.catch(() => {})
    return this.#next
  }
}
