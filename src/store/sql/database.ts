import type { PoolClient, QueryConfig } from 'pg'
import { performance, sleep } from '../../contract/real-globals.ts'
import { Unavailable } from '../unavailable.ts'
import { asText, bytesOf } from './codec.ts'
import type { StorePlace } from './connection.ts'
import { copyBytes } from './copied.ts'
import { isUnsupported } from './failures.ts'
import { Servers } from './servers.ts'

/** A statement's result; the client has its own type for each. */
export type Row = Record<string, unknown>

/** How long a statement may take that moves much data, in milliseconds. */
export const LONG = 600_000

/** For statements with few texts and the same best plan for all values: the server keeps their plans. */
export const FREQUENT = { isFrequent: true }

interface Prepared {
  text: string
  name: { name?: string }
}

/** A database. Every failure to reach it is an {@link Unavailable}. */
export class Database {
  readonly place: StorePlace
  readonly #servers: Servers
  /** Statements that are sent again and again. A connection plans each of them once. */
  readonly #texts = new Map<string, Prepared>()
  /** False once the server has refused COPY of a query in the binary format. */
  #canCopy = true

  constructor(place: StorePlace, servers: Servers) {
    this.place = place
    this.#servers = servers
  }

  /**
   * @param notice receives a line when the database cannot be used, and when it can be used again
   * @throws {Error} when the client cannot be loaded
   */
  static async open(place: StorePlace, notice: (line: string) => void = () => {}): Promise<Database> {
    const { default: driver } = await import('pg')
    return new Database(place, new Servers(place, { driver, notice }))
  }

  /**
   * When the last attempt of work may begin that can wait until then: sooner if the database is away for long, so that
   * nobody waits in vain.
   */
  until(deadline: number): number {
    return Math.min(deadline, (this.#servers.awaySince ?? Infinity) + this.place.timeout)
  }

  /** Calls back before the first use of a server that was looked for: it may be another one than before. */
  whenChosen(callback: () => void): void {
    this.#servers.whenChosen(callback)
  }

  /** Returns the name of a table. */
  table(name: string): string {
    return `"${this.place.schema}".${name}`
  }

  query<T extends object = Row>(text: string, values: unknown[] = [], more: object = {}): Promise<T[]> {
    return this.session(({ query }) => query<T>(text, values, more))
  }

  /** Runs a statement that changes nothing, again if the database is away for a moment. */
  read<T extends object = Row>(text: string, values: unknown[] = [], more: object = {}): Promise<T[]> {
    return this.#reading(({ query }, limit) => query<T>(text, values, { ...limit, ...more }))
  }

  /** Returns the only column of a query, a bytea, one array for each row. For large data. */
  async readColumn(
    text: string,
    values: readonly (number | readonly number[])[],
  ): Promise<Uint8Array<ArrayBuffer>[]> {
    const given = (_: string, i: string) => {
      const value = values[Number(i) - 1] as number | readonly number[]
      // Without braces, in which the fallback would look for the name of a table.
      return typeof value === 'number' ? String(value) : `ARRAY[${value.join()}]::int[]`
    }
    const query = this.#inSchema(text).replace(/\$(\d)/g, given)
    try {
      if (this.#canCopy) return await this.#reading(({ client }) => copyBytes(client, query, LONG))
    } catch (error) {
      if (!isUnsupported(error)) throw error
      this.#canCopy = false
    }
    const rows = await this.read<Record<string, string>>(query, [], { ...asText, query_timeout: LONG })
    return rows.map((row) => bytesOf(Object.values(row)[0] as string))
  }

  #reading<T>(work: (session: Session, limit: { query_timeout: number }) => Promise<T>): Promise<T> {
    const { timeout } = this.place
    const deadline = performance.now() + timeout
    return persistently(
      () => this.until(deadline),
      () =>
        this.session((session) => work(session, { query_timeout: timeLeft(deadline, timeout) }), deadline),
    )
  }

  /**
   * Runs with one connection, which is closed if the work fails.
   * @param deadline when to give up waiting for one, as `performance.now()` has it
   */
  session<T>(work: (session: Session) => Promise<T>, deadline?: number): Promise<T> {
    const run = (client: PoolClient) =>
      work({
        client,
        query: async <R extends object>(text: string, values: unknown[] = [], more: object = {}) => {
          const known = this.#prepared(text, more)
          const query: QueryConfig = { text: known.text, values, ...more, ...known.name }
          return (await client.query(query)).rows as R[]
        },
      })
    return this.#servers.use(run, deadline)
  }

  /** Runs as one transaction. */
  transaction<T>(work: (session: Session) => Promise<T>, deadline?: number): Promise<T> {
    return this.session(async (session) => {
      await session.query('BEGIN')
      const result = await work(session)
      await session.query('COMMIT')
      return result
    }, deadline)
  }

  /**
   * Runs as one transaction that waits for a database which is away for a moment, as a request of the service does.
   * @param isRepeatable whether it may run twice; otherwise a commit whose answer was lost is left undecided
   */
  change<T>(work: (session: Session) => Promise<T>, isRepeatable = false): Promise<T> {
    const deadline = performance.now() + this.place.timeout
    const attempt = async () => {
      let isCommitting = false
      try {
        return await this.session(async (session) => {
          await session.query('BEGIN')
          const result = await work(session)
          isCommitting = !isRepeatable
          await session.query('COMMIT')
          return result
        }, deadline)
      } catch (error) {
        if (!isCommitting || !(error instanceof Unavailable)) throw error
        throw new Unavailable(error.message, { isUndecided: true, cause: error })
      }
    }
    return persistently(() => this.until(deadline), attempt)
  }

  close(): Promise<void> {
    return this.#servers.close()
  }

  /** Puts the schema before the name of each table, which is written `{name}`. */
  #inSchema(text: string): string {
    return text.replace(/\{(\w+)\}/g, (_, name: string) => this.table(name))
  }

  #prepared(text: string, more: { isFrequent?: boolean }): Prepared {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const inSchema = this.#inSchema(text)
    if (!more.isFrequent) return { text: inSchema, name: {} }
    const isNamed = this.place.isPrepared
    const made = { text: inSchema, name: isNamed ? { name: `pessoas_sim_${this.#texts.size}` } : {} }
    this.#texts.set(text, made)
    return made
  }
}

export interface Session {
  client: PoolClient
  query<T extends object = Row>(text: string, values?: unknown[], more?: object): Promise<T[]>
}

/** Returns how many milliseconds a statement may take so that little of it is after the deadline. */
export function timeLeft(deadline: number, timeout: number): number {
  return Math.ceil(Math.max(deadline - performance.now(), timeout / 4))
}

/**
 * Tries again while the database cannot be reached.
 * @param until returns when the last attempt may begin, in milliseconds as `performance.now()` has them
 */
export async function persistently<T>(until: () => number, work: () => Promise<T>): Promise<T> {
  for (let wait = 0; ; wait = nextWait(wait)) {
    try {
      return await work()
    } catch (error) {
      const isLast = performance.now() + wait > until()
      if (isLast || !(error instanceof Unavailable) || error.isUndecided) throw error
      await sleep(wait)
    }
  }
}

/** Returns the pause after the next failure, in milliseconds; the first failure has none, because a server was left. */
export function nextWait(wait: number): number {
  return Math.min(Math.max(20, 2 * wait), 500)
}
