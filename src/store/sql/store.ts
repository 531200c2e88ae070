import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../../contract/clock.ts'
import type { Dataset } from '../../contract/dataset.ts'
import { wordsOf } from '../../contract/personal-key.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { NOT_OWN } from '../memory.ts'
import {
  type Decision,
  type DecisionRecord,
  type DecisionRules,
  type ListRequest,
  type Moved,
  type Organization,
  type Page,
  type ReportOf,
  type ReportStatus,
  UNMOVED,
  type World,
} from '../store.ts'
import { Unavailable } from '../unavailable.ts'
import { fromStored, toStored } from './codec.ts'
import { createColumnCaches } from './columns.ts'
import { type Place, readPlace } from './connection.ts'
import { Database, LONG } from './database.ts'
import { Decider } from './decide.ts'
import { type OwnWords, SqlList } from './list.ts'
import { load } from './load.ts'
import { withSchema } from './migrations.ts'

/** How often a replica asks whether the data was replaced, in milliseconds. */
const POLL = 500
/** How long the database may take to say that it is there, in milliseconds. */
const PATIENCE = 1_000
/** The most numbers of undecided reports that are read of an organization. */
const UNDECIDED = 60

export interface SqlStoreOptions {
  clock?: Clock | undefined
  /** Tokens that replace those of the first organizations, for this replica only. */
  tokens?: readonly string[]
  /**
   * Returns the data for a schema that has none, or whose loading was interrupted. It is asked for the hash of what is
   * there otherwise: `undefined` if whatever is there will do.
   */
  data: () => Promise<SourceData>
  /** Whether the schema must have that data. */
  isDataWanted: boolean
  notice?: (line: string) => void
  onProgress?: (share: number) => void
}

export interface SourceData {
  dataset: Dataset
  hash: string
  seed: number | null
}

export interface OpenedSqlStore {
  store: SqlStore
  hash: string
  seed: number | null
  /** Whether this call loaded the data. */
  isLoaded: boolean
}

interface WorldRow {
  state: 'empty' | 'loading' | 'ready'
  generation: string
  pieces: number
  hash: string | null
  seed: string | null
}

interface OrganizationRow {
  k: number
  id: string
  nome: string
  token: string
  enabled: boolean
  persons: number
}

/** What the store has of one organization. */
interface Own {
  k: number
  list: SqlList
  decider: Decider
  undecided: readonly string[]
}

const WORLD = 'SELECT state, generation FROM {world}'
export const REPORT =
  'SELECT org, aprovar IS NOT NULL OR decision IS NOT NULL AS decided FROM {reports} WHERE numero = $1'
export const UNDECIDED_REPORTS =
  'SELECT numero FROM {reports} WHERE org = $1 AND aprovar IS NULL AND decision IS NULL ORDER BY place LIMIT $2'

/** A world in PostgreSQL, or in what speaks its protocol. Any number of processes may serve it at once. */
export class SqlStore implements World {
  readonly clock: Clock
  organizations: readonly Organization[] = []
  readonly #database: Database
  readonly #tokens: readonly string[]
  #own: ReadonlyMap<string, Own> = new Map()
  #nameWords: ReadonlySet<string> = new Set()
  #generation = ''
  #decided = 0
  #poll: NodeJS.Timeout | undefined
  #onReplaced = () => {}
  #asking: Promise<string | undefined> | undefined
  readonly #asked = new Map<string, Promise<{ org: number; decided: boolean } | undefined>>()

  constructor(
    database: Database,
    { clock = systemClock, tokens = [] }: Pick<SqlStoreOptions, 'clock' | 'tokens'>,
  ) {
    this.#database = database
    this.clock = clock
    this.#tokens = tokens
    database.whenChosen(() => {
      for (const { list } of this.#own.values()) list.forgetDecisions()
    })
  }

  /**
   * Opens the world of a connection string, and loads its data if there is none.
   * @throws {OperatorError} when the database cannot be reached or used, or has other data than is wanted
   */
  static async open(text: string, options: SqlStoreOptions): Promise<OpenedSqlStore> {
    const database = await Database.open(readPlace(text), options.notice)
    try {
      const prepared = await withSchema(database, () => prepare(database, options))
      const store = new SqlStore(database, options)
      await store.#read()
      store.#poll = setInterval(() => void store.#look(), POLL).unref()
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

  /** The number of reports with a decision made here, when this replica began. */
  get decided(): number {
    return this.#decided
  }

  /** Calls back after the data was replaced. */
  whenReplaced(callback: () => void): void {
    this.#onReplaced = callback
  }

  /** Returns why no request can be answered now; undefined if they can. Those who ask at the same time share the answer. */
  outage(): Promise<string | undefined> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  list(organization: Organization, request: ListRequest): Promise<Page> {
    return this.#of(organization).list.list(request)
  }

  async report(organization: Organization, numero: string): Promise<ReportStatus> {
    const { k } = this.#of(organization)
    const found = await this.#find(numero)
    if (found === undefined) return 'unknown'
    if (found.org !== k) return 'foreign'
    return found.decided ? 'decided' : 'undecided'
  }

  async decide(
    organization: Organization,
    numero: string,
    decision: Decision,
    rules: DecisionRules,
  ): Promise<boolean> {
    const own = this.#own.get(organization.id)
    if (own === undefined) throw new Error(NOT_OWN)
    return own.decider.decide(numero, decision, rules, this.clock.now())
  }

  /** Returns what was undecided when this replica began. */
  undecided(organization: Organization, limit: number): string[] {
    return this.#own.get(organization.id)?.undecided.slice(0, limit) ?? []
  }

  hasName(word: string): boolean {
    return this.#nameWords.has(word)
  }

  async close(): Promise<void> {
    clearInterval(this.#poll)
    await this.#database.close()
  }

  /** None are kept here: they stay in the database. */
  decisions(): readonly DecisionRecord[] {
    return []
  }

  moved(): Moved {
    return UNMOVED
  }

  async restore(): Promise<void> {
    throw unsupported()
  }

  describe(): never {
    throw unsupported()
  }

  reportsOf(): ReportOf[] {
    throw unsupported()
  }

  nameOf(): never {
    throw unsupported()
  }

  addReport(): never {
    throw unsupported()
  }

  stampReport(): never {
    throw unsupported()
  }

  removeReport(): never {
    throw unsupported()
  }

  rename(): never {
    throw unsupported()
  }

  #of({ id }: Organization): Own {
    const own = this.#own.get(id)
    if (own === undefined) throw new Unavailable('the data of the database is being replaced')
    return own
  }

  /** Returns a report by its number; who asks for the same at the same time shares one statement. */
  #find(numero: string) {
    const known = this.#asked.get(numero)
    if (known !== undefined) return known
    const asked = this.#database
      .read<{ org: number; decided: boolean }>(REPORT, [toStored(numero)])
      .then(([found]) => found)
    this.#asked.set(numero, asked)
    // Who asks later must hear of all that was acknowledged until then.
    setImmediate(() => this.#asked.delete(numero))
    return asked
  }

  async #ask(): Promise<string | undefined> {
    const late = new AbortController()
    try {
      const limit = sleep(PATIENCE, undefined, { signal: late.signal, ref: false })
      const world = this.#database.query<WorldRow>(WORLD).then(([found]) => found)
      const found = await Promise.race([world, limit])
      if (found === undefined) return 'The database does not answer in time.'
      const isServed = found.state === 'ready' && found.generation === this.#generation
      return isServed ? undefined : 'The data of the database is being replaced.'
    } catch {
      return 'The database cannot be used.'
    } finally {
      late.abort()
    }
  }

  /** Reads the organizations again if the data was replaced. A database that is away is for the requests to tell. */
  async #look(): Promise<void> {
    try {
      const [world] = await this.#database.query<WorldRow>(WORLD)
      if (world?.state === 'ready' && world.generation !== this.#generation) {
        await this.#read()
        this.#onReplaced()
      }
    } catch {
      // It looks again soon.
    }
  }

  async #read(): Promise<void> {
    const database = this.#database
    const [world] = await database.query<WorldRow>('SELECT generation FROM {world}')
    const rows = await database.query<OrganizationRow>(
      'SELECT k, id, nome, token, enabled, persons FROM {organizations} ORDER BY k',
    )
    const caches = createColumnCaches()
    const own = new Map<string, Own>()
    const names = new Set<string>()
    const organizations: Organization[] = []
    for (const { k, id: storedId, nome, token, ...rest } of rows) {
      const id = fromStored(storedId)
      const read = await wordsOfNames(database, k)
      for (const word of read.words.flatMap(wordsOf)) names.add(word)
      const list = new SqlList(database, k, { persons: rest.persons, words: async () => read, caches })
      const reports = await database.query<{ numero: string }>(UNDECIDED_REPORTS, [k, UNDECIDED])
      const undecided = reports.map(({ numero }) => fromStored(numero))
      own.set(id, { k, list, decider: new Decider(database, k), undecided })
      organizations.push({ id, name: fromStored(nome), token: this.#tokens[k] ?? fromStored(token), ...rest })
    }
    const [counted] = await database.query<{ count: string }>(
      'SELECT count(DISTINCT numero) AS count FROM {decisions}',
      [],
      { query_timeout: LONG },
    )
    this.#decided = Number(counted?.count)
    this.#own = own
    this.#nameWords = names
    this.#generation = world?.generation ?? ''
    this.organizations = organizations
  }
}

async function wordsOfNames(database: Database, k: number): Promise<OwnWords> {
  const rows = await database.query<{ letters: string; many: number }>(
    'SELECT letters, many FROM {words} WHERE org = $1 ORDER BY word',
    [k],
    { query_timeout: LONG },
  )
  return { words: rows.map(({ letters }) => fromStored(letters)), many: rows.map(({ many }) => many) }
}

async function prepare(
  database: Database,
  { data, isDataWanted, notice = () => {}, onProgress }: SqlStoreOptions,
): Promise<Omit<OpenedSqlStore, 'store'>> {
  const [world] = await database.query<WorldRow>('SELECT * FROM {world}')
  const { state, pieces, hash, seed } = world as WorldRow
  const { shown } = database.place
  const found = { hash: hash ?? '', seed: seed === null ? null : Number(seed) }
  if (state === 'ready' && !isDataWanted) return { ...found, isLoaded: false }
  const source = await data()
  if (hash !== null && source.hash !== hash) {
    throw new OperatorError(
      `${shown} has the data ${hash}${state === 'ready' ? '' : ', whose loading was interrupted'}, not ${source.hash}. Use another schema, or drop this one: DROP SCHEMA ${database.place.schema} CASCADE.`,
    )
  }
  if (state === 'ready') return { ...found, isLoaded: false }
  if (pieces > 0) notice(`Loading ${shown} goes on where it was interrupted.`)
  await load(database, { ...source, done: pieces, onProgress })
  return { hash: source.hash, seed: source.seed, isLoaded: true }
}

function asOperatorError(error: unknown, { shown }: Place): unknown {
  if (error instanceof OperatorError) return error
  const { message, code } = error as { message: string; code?: string }
  const why = code === undefined || message.startsWith(code) ? message : `${code}: ${message}`
  return new OperatorError(`The store ${shown} cannot be used: ${why}`, { cause: error })
}

function unsupported(): OperatorError {
  return new OperatorError(
    'This is not possible on a shared store (--store): its data is not only of this process. Start without --store, or prepare the data with "pessoas-sim seed --store".',
  )
}
