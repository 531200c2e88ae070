import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import { Unavailable } from '../unavailable.ts'
import type { Place } from './connection.ts'

/** A statement's result; the client has its own type for each. */
export type Row = Record<string, unknown>

/** How long a statement may take that moves much data, in milliseconds. */
export const LONG = 600_000

/** The connections to one database. Every failure to reach it is an {@link Unavailable}. */
export class Database {
  readonly place: Place
  readonly #pool: Pool

  constructor(place: Place, pool: Pool) {
    this.place = place
    this.#pool = pool
  }

  /** @throws {OptionError} when the client cannot be loaded */
  static async open(place: Place): Promise<Database> {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({
      connectionString: place.url,
      max: place.pool,
      connectionTimeoutMillis: place.timeout,
      query_timeout: place.timeout,
      // A replica that is cut off must not hold the organization that it was deciding for.
      idle_in_transaction_session_timeout: 2 * place.timeout,
      keepAlive: true,
      application_name: 'pessoas-sim',
    })
    // A connection that breaks while it is idle is replaced when the next one is needed.
    pool.on('error', () => {})
    return new Database(place, pool)
  }

  /** Returns the name of a table. */
  table(name: string): string {
    return `"${this.place.schema}".${name}`
  }

  async query<T extends object = Row>(text: string, values: unknown[] = [], more: object = {}): Promise<T[]> {
    try {
      const query: QueryConfig = { text: this.#inSchema(text), values, ...more }
      return (await this.#pool.query(query)).rows as T[]
    } catch (error) {
      throw failure(error)
    }
  }

  /** Runs with one connection, which is closed if the work fails. */
  async session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw failure(error)
    }
    // It is told by the statement that fails.
    const ignore = () => {}
    client.on('error', ignore)
    let broken: Error | undefined
    try {
      return await work({
        client,
        query: async <R extends object>(text: string, values: unknown[] = [], more: object = {}) => {
          const query: QueryConfig = { text: this.#inSchema(text), values, ...more }
          return (await client.query(query)).rows as R[]
        },
      })
    } catch (error) {
      broken = error as Error
      throw failure(error)
    } finally {
      client.removeListener('error', ignore)
      client.release(broken)
    }
  }

  /** Runs as one transaction. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.session(async (session) => {
      await session.query('BEGIN')
      const result = await work(session)
      await session.query('COMMIT')
      return result
    })
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** Puts the schema before the name of each table, which is written `{name}`. */
  #inSchema(text: string): string {
    return text.replace(/\{(\w+)\}/g, (_, name: string) => this.table(name))
  }
}

export interface Session {
  client: PoolClient
  query<T extends object = Row>(text: string, values?: unknown[], more?: object): Promise<T[]>
}

/**
 * Errors with these classes of SQLSTATE pass by themselves, with another server, or when a schema that was dropped is
 * loaded again.
 */
const PASSING = /^(08|53|57|58|40|25006|55P03|F0|42P01|3F000)/

/** Returns an error as {@link Unavailable} if the database cannot be reached, or cannot work now. */
function failure(error: unknown): unknown {
  if (error instanceof Unavailable) return error
  const { code, message, severity } = error as { code?: string; message: string; severity?: string }
  if (severity !== undefined && !PASSING.test(code ?? '')) return error
  if (severity === undefined && code === undefined && !CLIENT.test(message)) return error
  return new Unavailable(code === undefined ? message : `${code}: ${message}`, { cause: error })
}

/** What the client says of a connection, without a code. */
const CLIENT = /timeout|terminated|connection|closed|not queryable/i

/**
 * Tries again while the database cannot be reached.
 * @param deadline when the last attempt may begin, in milliseconds as `performance.now()` has them
 */
export async function persistently<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (let wait = 20; ; wait = Math.min(2 * wait, 500)) {
    try {
      return await work()
    } catch (error) {
      const isLast = performance.now() + wait > deadline
      if (isLast || !(error instanceof Unavailable) || error.isUndecided) throw error
      await sleep(wait)
    }
  }
}
