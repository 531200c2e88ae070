import { clearInterval, createAbortController, setInterval, sleep } from '../../contract/real-globals.ts'
import type { Clock } from '../../operator/clock.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Organization } from '../store.ts'
import { toStored } from './codec.ts'
import { readPlace, type StorePlace } from './connection.ts'
import { HOURS } from './copy.ts'
import { Database, LONG } from './database.ts'
import { whyOf } from './failures.ts'
import { loadWithin } from './load.ts'
import { withSchema } from './migrations.ts'
import { completeNames } from './names.ts'
import { type Prepared, type PrepareOptions, prepare, type WorldRow } from './prepare.ts'
import { remedyOf } from './remedies.ts'
import type { WorldSource } from './source.ts'
import { type OrganizationRow, SqlWorld } from './world.ts'

/** How often a replica asks whether anything but decisions changed, in milliseconds. */
const POLL = 400
/** How long the data of a closed organization stays, for requests that were on their way, in milliseconds. */
const GRACE = 60_000

/** How long the database may take to say that it is there, in milliseconds. */
const PATIENCE = 1_000
const ASKED = { query_timeout: PATIENCE }

export interface SqlStoreOptions extends PrepareOptions {
  clock?: Clock | undefined
  /** Tokens that replace those of the first organizations, for this replica only. */
  tokens?: readonly string[]
  /** How many persons decisions may move before the stored orders are rebuilt. */
  rebuildFrom?: number
}

/** What every replica knows of organizations that were minted. */
export interface MintedSqlWorld {
  world: SqlWorld
  /** What the replica that opened it told about it, as JSON. */
  options: string
  /** When it is closed, in milliseconds since 1970 by the clock of the database. */
  expires: number
}

/** Hears what any replica did. A promise is waited for. */
export interface Listener {
  /** The data was replaced; nothing minted is left. */
  replaced(): Promise<void> | void
  opened(minted: MintedSqlWorld): Promise<void> | void
  closed(minted: MintedSqlWorld): Promise<void> | void
  withdrawn(organization: Organization, isWithdrawn: boolean): void
}

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
/** Tells data apart that was loaded, or restored from a dump, at different times. */
const GENERATION = `w.generation || ' ' || w.tableoid`
const LOOK = `
  SELECT w.state, ${GENERATION} AS generation, w.version,
    EXISTS (SELECT FROM {minted} WHERE closed IS NULL AND expires <= ${NOW}) AS is_due,
    EXISTS (SELECT FROM {minted} WHERE closed < ${NOW} - ${GRACE}) AS is_over
  FROM {world} w`
const STATE = `SELECT w.state, ${GENERATION} AS generation FROM {world} w`
const LISTED = `
  SELECT o.k, (SELECT p.row_no FROM {persons} p WHERE p.org = o.k LIMIT 1) AS listed FROM {organizations} o LIMIT 1`
const CHANGED_WORLDS = 'UPDATE {world} SET version = version + 1'

/** A world in PostgreSQL, with those that were minted beside it. Any number of processes may serve them at once. */
export class SqlStore {
  /** The world of the start. */
  readonly world: SqlWorld
  readonly #database: Database
  readonly #rebuildFrom: number | undefined
  #generation = ''
  #hash = ''
  #version = ''
  #decided = 0
  #poll: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #listener: Listener | undefined
  #minted = new Map<number, MintedSqlWorld>()
  #withdrawn: ReadonlySet<number> = new Set()
  #asking: Promise<string | undefined> | undefined

  constructor(
    database: Database,
    { clock, tokens = [], rebuildFrom }: Pick<SqlStoreOptions, 'clock' | 'tokens' | 'rebuildFrom'>,
  ) {
    this.#database = database
    this.#rebuildFrom = rebuildFrom
    this.world = new SqlWorld(database, { number: 0, clock, tokens, rebuildFrom })
    this.world.close = () => this.close()
    database.whenChosen(() => {
      // Another server may not have all that the last one had.
      for (const world of this.#worlds()) world.forgetDecisions()
      this.#version = ''
    })
  }

  /**
   * Opens the world of a connection string, and loads its data if there is none.
   * @throws {OperatorError} when the database cannot be reached or used, or has other data than is wanted
   */
  static async open(text: string, options: SqlStoreOptions): Promise<Prepared & { store: SqlStore }> {
    const database = await Database.open(readPlace(text), options.notice)
    try {
      const prepared = await withSchema(
        database,
        async () => {
          const loaded = await prepare(database, options)
          await completeNames(database, options.notice ?? (() => {}))
          return loaded
        },
        options.notice,
      )
      const store = new SqlStore(database, options)
      await store.#read()
      store.#poll = setInterval(() => void store.look(), POLL).unref()
      return { store, ...prepared }
    } catch (error) {
      await database.close().catch(() => {})
      throw asOperatorError(error, database.place)
    }
  }

  /** The place as logs may show it. */
  get shown(): string {
    return this.#database.place.shown
  }

  /** The hash of the data that is served now. */
  get hash(): string {
    return this.#hash
  }

  /** The number of reports with a decision made here, when this replica began. */
  get decided(): number {
    return this.#decided
  }

  /** Tells what replicas did, beginning with what is minted and withdrawn already. */
  async listen(listener: Listener): Promise<void> {
    this.#listener = listener
    this.#version = ''
    await this.look()
  }

  /** Returns why no request can be answered now; undefined if they can. Those who ask at the same time share the answer. */
  outage(): Promise<string | undefined> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /**
   * Opens a world beside that of the start.
   * @param ttl after how many milliseconds it is closed, whatever became of this replica
   * @returns its number
   */
  async mint(source: WorldSource, { ttl, options }: { ttl: number; options: string }): Promise<number> {
    const database = this.#database
    const count = source.lists.length
    // Numbers that nobody uses do no harm.
    const [reserved] = await database.change(
      ({ query }) =>
        query<{ worlds: number; first: number }>(
          `UPDATE {world} SET worlds = worlds + 1,
            next_org = greatest(next_org, (SELECT coalesce(max(k), -1) + 1 FROM {organizations})) + $1
          RETURNING worlds, next_org - $1 AS first`,
          [count],
        ),
      true,
    )
    const { worlds: world, first } = reserved as { worlds: number; first: number }
    await database.change(async (session) => {
      await loadWithin(database, session, source, { world, first })
      await session.query(`INSERT INTO {minted} (world, options, expires) VALUES ($1, $2, ${NOW} + $3)`, [
        world,
        toStored(options),
        ttl,
      ])
      await session.query(CHANGED_WORLDS)
    })
    await this.look()
    return world
  }

  /** Closes a minted world: every replica refuses its tokens within a second, and they are forgotten. */
  async closeMinted(world: number): Promise<void> {
    await this.#close('world = $1', [world])
    await this.look()
  }

  /** Withdraws the tokens of organizations on every replica, or accepts them again. */
  async setWithdrawn(world: SqlWorld, ids: readonly string[], isWithdrawn: boolean): Promise<void> {
    const numbers = world.organizations.filter(({ id }) => ids.includes(id)).map((one) => world.numberOf(one))
    await this.#database.change(async ({ query }) => {
      const changed = await query(
        'UPDATE {organizations} SET withdrawn = $2 WHERE k = ANY($1) AND withdrawn <> $2 RETURNING k',
        [numbers, isWithdrawn],
      )
      if (changed.length > 0) await query(CHANGED_WORLDS)
    }, true)
    await this.look()
  }

  async close(): Promise<void> {
    clearInterval(this.#poll)
    await this.#looking
    await this.#database.close()
  }

  /** Asks what replicas did, and tells it. A database that is away is for the requests to tell. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch(() => {})
    return this.#looking
  }

  async #ask(): Promise<string | undefined> {
    const late = createAbortController()
    try {
      const limit = sleep(PATIENCE, undefined, { signal: late.signal, ref: false })
      // What a page of a list reads; and what says that all of it is there, which requests can do without.
      const listed = this.#database.query(LISTED, [], ASKED)
      const world = this.#database.query<WorldRow>(STATE, [], ASKED).catch(() => [])
      const found = await Promise.race([listed, limit])
      if (found === undefined) return 'The database does not answer in time.'
      const [known] = (await Promise.race([world, limit])) ?? []
      const isThere = known === undefined ? found.length > 0 : known.state === 'ready'
      const isServed = known === undefined || known.generation === this.#generation
      return isThere && isServed ? undefined : 'The data of the database is being replaced.'
    } catch {
      return 'The database cannot be used.'
    } finally {
      late.abort()
    }
  }

  async #look(): Promise<void> {
    const database = this.#database
    const [row] = await database.query<WorldRow & { is_due: boolean; is_over: boolean }>(LOOK)
    if (row?.state !== 'ready') return
    if (row.generation !== this.#generation) {
      await this.#read()
      for (const minted of this.#minted.values()) await this.#listener?.closed(minted)
      this.#minted.clear()
      this.#withdrawn = new Set()
      this.#version = ''
      await this.#listener?.replaced()
    }
    if (row.is_due) await this.#close(`expires <= ${NOW}`, [])
    if (row.is_over) await sweep(database)
    if (this.#listener !== undefined && (row.is_due || row.version !== this.#version)) {
      await this.#tell(this.#listener)
    }
  }

  async #close(which: string, values: unknown[]): Promise<void> {
    await this.#database.change(async ({ query }) => {
      const closed = await query<{ world: number }>(
        `UPDATE {minted} SET closed = ${NOW} WHERE closed IS NULL AND ${which} RETURNING world`,
        values,
      )
      if (closed.length === 0) return
      // Nobody needs a token any more that nobody may use.
      await query(`UPDATE {organizations} SET token = '', enabled = false WHERE world = ANY($1)`, [
        closed.map(({ world }) => world),
      ])
      await query(CHANGED_WORLDS)
    }, true)
  }

  #worlds(): SqlWorld[] {
    return [this.world, ...Array.from(this.#minted.values(), ({ world }) => world)]
  }

  /** Tells what is minted, closed and withdrawn since the last time. */
  async #tell(listener: Listener): Promise<void> {
    const database = this.#database
    const [row] = await database.query<{ version: string }>('SELECT version FROM {world}')
    const rows = await database.query<{ world: number; options: string; expires: string }>(
      'SELECT world, options, expires FROM {minted} WHERE closed IS NULL ORDER BY world',
    )
    const open = new Set(rows.map(({ world }) => world))
    for (const [number, minted] of this.#minted) {
      if (open.has(number)) continue
      this.#minted.delete(number)
      await listener.closed(minted)
    }
    for (const { world: number, options, expires } of rows) {
      if (this.#minted.has(number)) continue
      const world = new SqlWorld(database, { number, rebuildFrom: this.#rebuildFrom })
      await world.read()
      // It was closed while it was read.
      if (world.organizations.length === 0 || world.organizations.some(({ token }) => token === '')) continue
      const minted = { world, options: JSON.parse(`"${options}"`) as string, expires: Number(expires) }
      this.#minted.set(number, minted)
      await listener.opened(minted)
    }
    await this.#tellWithdrawn(listener)
    // Requests notice moves by themselves, but not the counts that are shown elsewhere.
    for (const world of this.#worlds()) await world.refresh()
    this.#version = row?.version ?? ''
  }

  async #tellWithdrawn(listener: Listener): Promise<void> {
    const rows = await this.#database.query<Pick<OrganizationRow, 'k'>>(
      'SELECT k FROM {organizations} WHERE withdrawn',
    )
    const now = new Set(rows.map(({ k }) => k))
    for (const world of this.#worlds()) {
      for (const organization of world.organizations) {
        const k = world.numberOf(organization) as number
        if (now.has(k) !== this.#withdrawn.has(k)) listener.withdrawn(organization, now.has(k))
      }
    }
    this.#withdrawn = now
  }

  async #read(): Promise<void> {
    const database = this.#database
    const [row] = await database.query<WorldRow>(`SELECT ${GENERATION} AS generation, w.hash FROM {world} w`)
    await this.world.read()
    const [counted] = await database.query<{ count: string }>(
      `SELECT count(*) AS count FROM (SELECT DISTINCT numero FROM {decisions}) d
        JOIN {reports} r ON r.numero = d.numero AND r.world = 0 AND r.decision IS NOT NULL`,
      [],
      { query_timeout: LONG },
    )
    this.#decided = Number(counted?.count)
    this.#generation = row?.generation ?? ''
    this.#hash = row?.hash ?? ''
  }
}

/** Removes the data of organizations that were closed a while ago. */
async function sweep(database: Database): Promise<void> {
  const long = { query_timeout: HOURS }
  await database.transaction(async ({ query }) => {
    const over = await query<{ world: number }>(
      `DELETE FROM {minted} WHERE world IN
        (SELECT world FROM {minted} WHERE closed < ${NOW} - ${GRACE} LIMIT 20 FOR UPDATE SKIP LOCKED)
      RETURNING world`,
    )
    const worlds = over.map(({ world }) => world)
    const rows = await query<{ k: number }>('DELETE FROM {organizations} WHERE world = ANY($1) RETURNING k', [
      worlds,
    ])
    await query('DELETE FROM {identities} WHERE world = ANY($1)', [worlds])
    const orgs = rows.map(({ k }) => k)
    if (orgs.length === 0) return
    for (const table of TABLES_OF_ORGANIZATIONS) {
      await query(`DELETE FROM {${table}} WHERE org = ANY($1)`, [orgs], long)
    }
  })
}

const TABLES_OF_ORGANIZATIONS = [
  ...['persons', 'orders', 'words', 'postings', 'names', 'reports'],
  ...['decisions', 'moved', 'restores', 'checkpoints', 'added', 'faces'],
]

function asOperatorError(error: unknown, place: StorePlace): unknown {
  if (error instanceof OperatorError) return error
  const remedy = remedyOf(error, place)
  return new OperatorError(
    `The store ${place.shown} cannot be used: ${whyOf(error)}${remedy === undefined ? '' : `. ${remedy}`}`,
    { cause: error },
  )
}
