import type { Client, ClientConfig, Pool, PoolClient } from 'pg'
import { clearTimeout, performance, setTimeout, sleep } from '../../contract/real-globals.ts'
import { Unavailable } from '../unavailable.ts'
import type { Host, StorePlace } from './connection.ts'
import { asUnavailable, asUnreachable, isGone, isHindrance, isRefused, isSilent, whyOf } from './failures.ts'
import { firstFit, type Standing, Unfit, whyUnfit } from './hosts.ts'
import { remedyOf } from './remedies.ts'

/** The shortest and the longest pause between two attempts to find a server, in milliseconds. */
const FIRST_PAUSE = 20
const LONGEST_PAUSE = 500
/** The least time for one host of many to answer, in milliseconds. */
const LEAST_TIME = 250
/** For how many milliseconds a reported reason is not reported again. */
const SILENCE = 60_000

const STANDING = `
  SELECT pg_is_in_recovery() AS "isInRecovery", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`

/** The client library, which is loaded only for a shared store. */
export interface Driver {
  Client: typeof Client
  Pool: typeof Pool
}

export interface ServersOptions {
  driver: Driver
  /** Receives a line when no server can be used, and when one can be used again. */
  notice: (line: string) => void
}

/**
 * The connections to that one of several servers which may be used. When it is gone, the next call looks for the one to
 * use then, from the first host on.
 */
export class Servers {
  readonly #place: StorePlace
  readonly #driver: Driver
  readonly #notice: (line: string) => void
  readonly #retired = new Set<Pool>()
  #current: Pool | undefined
  #host: Host | undefined
  #choosing: Promise<Pool> | undefined
  #verifying: Promise<void> | undefined
  #awaySince: number | undefined
  #pause = 0
  #isClosed = false
  #onChosen = () => {}
  /** When each reason of the server to refuse a statement was reported. */
  readonly #told = new Map<string, number>()

  constructor(place: StorePlace, { driver, notice }: ServersOptions) {
    this.#place = place
    this.#driver = driver
    this.#notice = notice
  }

  /** Since when no server could be used, as `performance.now()` has it; undefined if nothing is known of that. */
  get awaySince(): number | undefined {
    return this.#awaySince
  }

  /** Calls back each time before the first use of a server that was looked for. */
  whenChosen(callback: () => void): void {
    this.#onChosen = callback
  }

  /**
   * Runs with one connection, which is closed if the work fails.
   * @param deadline when to give up waiting for one, as `performance.now()` has it
   */
  async use<T>(work: (client: PoolClient) => Promise<T>, deadline = Infinity): Promise<T> {
    const pool = this.#current ?? (await within(deadline, this.#choose()))
    let client: PoolClient
    try {
      client = await within(deadline, pool.connect(), (late) => late.release())
    } catch (error) {
      if (isRefused(error)) this.#retire(pool)
      else this.#judge(pool, error)
      throw asUnreachable(error)
    }
    // The statement that fails reports it.
    const ignore = () => {}
    client.on('error', ignore)
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      broken = error as Error
      this.#judge(pool, error)
      throw asUnavailable(error)
    } finally {
      client.removeListener('error', ignore)
      client.release(broken)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const pools = [...this.#retired, ...(this.#current ? [this.#current] : [])]
    this.#current = undefined
    await Promise.all([this.#choosing?.catch(() => {}), ...pools.map((pool) => end(pool))])
  }

  /** Returns the connections to the server to use; all who ask at the same time wait for the same search. */
  #choose(): Promise<Pool> {
    this.#choosing ??= this.#search().finally(() => {
      this.#choosing = undefined
    })
    return this.#choosing
  }

  async #search(): Promise<Pool> {
    await sleep(this.#pause)
    const { hosts, shown } = this.#place
    let host: Host
    try {
      host = await firstFit(hosts, (host) => this.#ask(host))
    } catch (error) {
      this.#pause = Math.min(Math.max(FIRST_PAUSE, 2 * this.#pause), LONGEST_PAUSE)
      if (this.#awaySince === undefined && this.#host !== undefined) {
        this.#notice(`warning: ${shown} cannot be used: ${(error as Error).message}${this.#remedy(error)}`)
      }
      this.#awaySince ??= performance.now()
      throw error
    }
    if (this.#isClosed) throw new Unavailable('the store is closed')
    const at = hosts.length > 1 ? `, at ${host.shown}` : ''
    if (this.#awaySince !== undefined && this.#host !== undefined)
      this.#notice(`${shown} is available again${at}.`)
    else if (this.#host !== undefined && this.#host !== host)
      this.#notice(`Switched to the server ${host.shown} of ${shown}.`)
    this.#pause = 0
    this.#awaySince = undefined
    this.#host = host
    this.#onChosen()
    this.#current = this.#open(host)
    return this.#current
  }

  /** @throws when a server cannot be reached, or is not the one that is wanted */
  async #ask(host: Host): Promise<void> {
    const { hosts, timeout } = this.#place
    const limit = Math.max(LEAST_TIME, Math.floor(timeout / hosts.length))
    const client = new this.#driver.Client({
      ...this.#settings(host),
      connectionTimeoutMillis: limit,
      query_timeout: limit,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await this.#check(client)
    } finally {
      void client.end().catch(() => {})
    }
  }

  async #check(client: Pick<Client, 'query'>): Promise<void> {
    const { wanted } = this.#place
    if (wanted === 'any') return
    const { rows } = await client.query<Standing & object>(STANDING)
    const why = whyUnfit(wanted, rows[0] as Standing)
    if (why !== undefined) throw new Unfit(why)
  }

  #open(host: Host): Pool {
    const { pool: max, timeout } = this.#place
    const pool = new this.#driver.Pool({
      ...this.#settings(host),
      max,
      connectionTimeoutMillis: timeout,
      // Behind an address that moves, there may be another server than a moment ago.
      onConnect: (client) => this.#check(client),
    })
    // A connection that breaks while it is idle is replaced when the next one is needed.
    pool.on('error', () => {})
    return pool
  }

  #settings({ url }: Host): ClientConfig {
    const { timeout } = this.#place
    return {
      connectionString: url,
      query_timeout: timeout,
      // A replica that is cut off must not hold the organization that it was deciding for.
      idle_in_transaction_session_timeout: 2 * timeout,
      keepAlive: true,
      // The system's own delay is two hours.
      keepAliveInitialDelayMillis: timeout,
      application_name: 'pessoas-sim',
    }
  }

  /** Leaves a server if an error says that it is gone, or if it does not answer. */
  #judge(pool: Pool, error: unknown): void {
    if (pool !== this.#current) return
    if (error instanceof Unfit || isGone(error)) this.#retire(pool)
    else if (isSilent(error)) void this.#verify(pool)
    else if (isHindrance(error)) this.#tellHindrance(error)
  }

  /** Says that the server refuses statements, once a minute for each reason. */
  #tellHindrance(error: unknown): void {
    const why = whyOf(error)
    const now = performance.now()
    if (now < (this.#told.get(why) ?? -Infinity) + SILENCE) return
    this.#told.set(why, now)
    this.#notice(`warning: ${this.#place.shown} refuses statements: ${why}${this.#remedy(error)}`)
  }

  /** Returns what the operator can do, as a part of a line. */
  #remedy(error: unknown): string {
    const remedy = remedyOf(error, this.#place)
    return remedy === undefined ? '' : `. ${remedy}`
  }

  /** Leaves a server if it does not answer a question that costs nothing. */
  #verify(pool: Pool): Promise<void> {
    this.#verifying ??= this.#ask(this.#host as Host)
      .catch(() => this.#retire(pool))
      .finally(() => {
        this.#verifying = undefined
      })
    return this.#verifying
  }

  #retire(pool: Pool): void {
    if (pool !== this.#current) return
    this.#current = undefined
    this.#retired.add(pool)
    // Those who wait for one of its connections would never hear of it if it ended now.
    setTimeout(() => void end(pool).then(() => this.#retired.delete(pool)), this.#place.timeout).unref()
  }
}

/**
 * Waits until a deadline.
 * @param drop receives what comes later
 */
async function within<T>(deadline: number, promise: Promise<T>, drop = (_: T) => {}): Promise<T> {
  if (deadline === Infinity) return promise
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), Math.max(0, deadline - performance.now()))
  })
  const first = await Promise.race([promise, limit]).finally(() => clearTimeout(timer))
  if (first !== LATE) return first as T
  promise.then(drop, () => {})
  throw new Unavailable('no connection within the time limit')
}

const LATE = Symbol('late')

async function end(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end()
}
