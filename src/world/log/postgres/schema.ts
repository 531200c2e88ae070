import { clearTimeout, dateNow, setTimeout } from '../../../contract/real-globals.ts'
import { OperatorError } from '../../../operator/operator-error.ts'
import { type Database, LONG, type Query } from './database.ts'
import { EVENT_COLUMNS } from './events.ts'
import {
  type Origin,
  RECORDS,
  type SeedOrigin,
  type StoredOrigin,
  storedSource,
  writeRecords,
} from './origin.ts'

/** The version of the tables. */
const VERSION = 1
/** For how many milliseconds a start waits for another one before it says so. */
const PATIENCE = 2_000

const columnsIn = (columns: object) => Object.entries(columns).map((column) => column.join(' '))

/**
 * The tables. World 0 is that of the start. `head` has one row, whose `seq` is the number of the last event; it is created
 * last, so where it is, all are.
 */
const TABLES = `
  ${Object.entries(RECORDS)
    .map(
      ([kind, columns]) =>
        `CREATE TABLE IF NOT EXISTS {${kind}} (world int4, place int4, ${columnsIn(columns)}, PRIMARY KEY (world, place));`,
    )
    .join('')}
  CREATE TABLE IF NOT EXISTS {worlds} (
    n int4 PRIMARY KEY, hash text NOT NULL, seed bigint, organizations int4 NOT NULL, persons int4 NOT NULL,
    reports int4, about text NOT NULL, expires bigint
  );
  CREATE TABLE IF NOT EXISTS {events} (
    seq bigint PRIMARY KEY, ${columnsIn(EVENT_COLUMNS)}, recorded_at timestamptz NOT NULL DEFAULT now(), UNIQUE (id)
  );
  CREATE INDEX IF NOT EXISTS events_world ON {events} (world, seq);
  CREATE TABLE {head} (
    one boolean PRIMARY KEY CHECK (one), version int4 NOT NULL, generation bigint NOT NULL, seq bigint NOT NULL,
    worlds int4 NOT NULL, changes bigint NOT NULL
  );
  INSERT INTO {head} VALUES (true, ${VERSION}, 0, 0, 0, 0)`
const FIND_HEAD = `
  SELECT c.relname FROM pg_catalog.pg_namespace n
  LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = 'head' WHERE n.nspname = $1`

export interface PrepareOptions {
  /** Returns the data for a schema that has none. */
  source: () => Promise<Origin>
  /** Which data the schema must have; any if it is undefined. */
  wanted?: Named | undefined
  notice?: ((line: string) => void) | undefined
  /** Receives the share of the data that is loaded, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/**
 * Creates the tables of a schema, and loads the data, unless they are there. Others that start meanwhile wait.
 * @returns whether this call loaded the data
 * @throws {OperatorError} when the schema has another version, or other data than is wanted
 */
export async function prepare(database: Database, options: PrepareOptions): Promise<boolean> {
  const { source, wanted, notice = () => {}, onProgress } = options
  const isThere = async (query: Query) => {
    const [found] = await worldsFrom(query, 0)
    if (found !== undefined && wanted !== undefined) check(database, found.origin, wanted)
    return found !== undefined
  }
  await createTables(database)
  if (await isThere(database.query)) return false
  const origin = await source()
  const { shown } = database.place
  const timer = setTimeout(() => notice(`Another simulator loads ${shown}. This one waits for it.`), PATIENCE)
  const load = async (query: Query) => {
    // A loader that is killed leaves nothing behind, because it has not committed.
    await query('SELECT one FROM {head} FOR UPDATE', [], LONG)
    clearTimeout(timer)
    if (await isThere(query)) return false
    await writeWorld(query, { n: 0, origin, about: '', onProgress })
    // A schema may be dropped and loaded again while replicas look.
    await query('UPDATE {head} SET generation = $1', [dateNow()])
    return true
  }
  return database.transaction(load).finally(() => clearTimeout(timer))
}

async function createTables({ query, place: { schema, shown } }: Database): Promise<void> {
  const look = async () => (await query<[table: string | null]>(FIND_HEAD, [schema]))[0]
  const found = await look()
  if (!found?.[0]) {
    // A role that may not create schemas can use one that was created for it.
    const create = found === undefined ? `CREATE SCHEMA "${schema}";` : ''
    await query(create + TABLES, [], LONG).catch(async (error: unknown) => {
      // Another start may have created the same meanwhile.
      if (!(await look())?.[0]) throw error
    })
  }
  const [[version] = []] = await query<[number]>('SELECT version FROM {head}')
  if (version === VERSION) return
  throw new OperatorError(
    `${shown} has tables of version ${version}; this pessoas-sim knows version ${VERSION}. Use the version of pessoas-sim that created them, or another schema (?schema=NAME).`,
  )
}

function check({ place: { shown, schema } }: Database, found: StoredOrigin, wanted: Named): void {
  if (found.hash === wanted.hash) return
  const drop = schema === 'public' ? '' : `, or drop this one: DROP SCHEMA ${schema} CASCADE`
  throw new OperatorError(
    `${shown} contains ${nameOf(found)}; this start wants ${nameOf(wanted)}. Use another schema (?schema=NAME)${drop}.`,
  )
}

/** What is said of data: its hash, or the numbers that generate it. */
type Named = SeedOrigin | { hash: string }

function nameOf(origin: Named): string {
  if (!('persons' in origin)) return `the data ${origin.hash}`
  return `the data of seed ${origin.seed}, ${origin.persons} persons, ${origin.organizations} organizations`
}

/** Milliseconds since 1970 by the clock of the database. */
export const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

export interface NewWorld extends Pick<PrepareOptions, 'onProgress'> {
  n: number
  origin: Origin
  /** What replicas need to know of it. */
  about: string
  /** In milliseconds; undefined if it stays. */
  ttl?: number
}

/** Writes a world as a part of a transaction. */
export async function writeWorld(
  query: Query,
  { n, origin, about, ttl, onProgress }: NewWorld,
): Promise<void> {
  const isSeed = 'persons' in origin
  if (!isSeed) await writeRecords(query, n, origin, onProgress)
  const { organizacoes, pessoas, relatorios } = isSeed
    ? { organizacoes: origin.organizations, pessoas: origin.persons, relatorios: null }
    : origin.counts
  await query(
    `INSERT INTO {worlds} VALUES ($1, $2, $3, $4, $5, $6, $7, ${NOW} + $8::bigint) ON CONFLICT (n) DO NOTHING`,
    [n, origin.hash, isSeed ? origin.seed : null, organizacoes, pessoas, relatorios, about, ttl ?? null],
  )
}

export interface StoredWorld {
  n: number
  about: string
  /** When it is closed, in milliseconds since 1970 by the clock of the database. */
  expires: number
  origin: StoredOrigin
}

/** Returns the worlds from a number on. */
export async function worldsFrom(query: Query, least: number): Promise<StoredWorld[]> {
  type Counts = [organizations: number, persons: number, reports: number]
  type Row = [n: number, about: string, expires: string, hash: string, seed: string | null, ...Counts]
  const names = 'n, about, expires, hash, seed, organizations, persons, reports'
  const rows = await query<Row>(`SELECT ${names} FROM {worlds} WHERE n >= $1 ORDER BY n`, [least])
  return rows.map(([n, about, expires, hash, seed, organizations, persons, reports]) => {
    const counts = { organizacoes: organizations, pessoas: persons, relatorios: reports }
    const origin =
      seed === null
        ? storedSource(query, n, { hash, counts })
        : { seed: Number(seed), persons, organizations, hash }
    return { n, about, expires: Number(expires), origin }
  })
}
