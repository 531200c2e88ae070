import { randomUUID } from 'node:crypto'
import { clearInterval, performance, setInterval } from '../../../contract/real-globals.ts'
import { OperatorError } from '../../../operator/operator-error.ts'
import type { Applies, Event, Log } from '../../event.ts'
import { Unavailable } from '../../unavailable.ts'
import { Database, LONG, Together, within } from './database.ts'
import * as statements from './events.ts'
import { explain, isDoubtful } from './failures.ts'
import { RECORDS, type StoredOrigin } from './origin.ts'
import { readPlace } from './place.ts'
import {
  type NewWorld,
  NOW,
  type PrepareOptions,
  prepare,
  type StoredWorld,
  worldsFrom,
  writeWorld,
} from './schema.ts'

/** How often a replica asks for what others did, in milliseconds. */
const POLL = 400
/** How long the database may take to say that it is there, in milliseconds. */
const PATIENCE = 1_000
/** How many events one statement reads. */
const MOST_READ = 10_000
/** Statements that are sent so often that the server keeps their plans. */
const [READ, APPEND] = [{ name: 'pessoas_sim_read' }, { name: 'pessoas_sim_append' }]
const REPLACED = 'The data of the database is being replaced.'

/** Hears what any replica did with worlds, each call after the one before. */
export interface Listener {
  opened(world: StoredWorld): Promise<void> | void
  closed(n: number): Promise<void> | void
  /** The data was replaced, or events are gone: make the world of the start anew, from `origin`, and bind it. */
  replaced(): Promise<void> | void
}

/**
 * Opens the log of a connection string. An empty schema gets the data of the options.
 * @throws {OperatorError} when the database cannot be used, or has other data than is wanted
 */
export async function openShared(url: string, options: PrepareOptions): Promise<SharedLog> {
  const place = readPlace(url)
  const { default: driver } = await import('pg')
  const database = new Database(place, driver.Pool)
  try {
    const isLoaded = await prepare(database, options)
    const start = await readStart(database)
    database.notice = options.notice ?? database.notice
    return new SharedLog(database, start, isLoaded)
  } catch (error) {
    await database.close()
    if (error instanceof OperatorError) throw error
    const message = `The store ${place.shown} cannot be used: ${explain(error, place)}`
    throw new OperatorError(message, { cause: error })
  }
}

/** Returns what the world of the start begins with; another generation says that the data was replaced. */
async function readStart({ query }: Database): Promise<{ generation: string; origin: StoredOrigin }> {
  const [[generation] = []] = await query<[string]>('SELECT generation FROM {head}')
  const [world] = await worldsFrom(query, 0)
  if (generation === undefined || world?.n !== 0) throw new Unavailable(REPLACED)
  return { generation, origin: world.origin }
}

/** Events that wait to be appended together with those of others. */
interface Commit {
  events: statements.NamedEvent[]
  /** When nobody waits for it any more, as `performance.now()` has it. */
  deadline: number
  isOver: boolean
  /** How many statements may have appended it. */
  sent: number
}

/** A world of this replica, which has the events up to a number. */
interface Bound {
  world: Applies
  seq: number
}

type Numbered = [seq: number, named: statements.NamedEvent]

function numbered(row: statements.EventRow): Numbered {
  return [Number(row[0]), statements.namedOf(row)]
}

/** The log of several replicas, for all worlds of a database. Methods throw {@link Unavailable}. */
export class SharedLog {
  /** Whether this replica loaded the data. */
  readonly isLoaded: boolean
  readonly #database: Database
  #start: Awaited<ReturnType<typeof readStart>>
  readonly #bound = new Map<number, Bound>()
  /** Events up to this number were read. */
  #seq = 0
  /** The last event of the start's world; if another one has its number, the log is another one. */
  #known = { seq: 0, id: null as string | null }
  /** The ids of events that changed nothing. */
  readonly #lost = new Set<string>()
  readonly #news = new Together(() => this.#persist(() => this.#read()))
  readonly #waiting: Commit[] = []
  readonly #appending = new Together(() => {
    const commits = this.#waiting.splice(0)
    const until = () => Math.max(...commits.map(({ deadline }) => deadline))
    return this.#database.persist(() => this.#append(commits), until)
  })
  #isReplaced = false
  #listener: Listener | undefined
  readonly #open = new Set<number>()
  /** What the head counted of worlds that were opened and closed, when that was told. */
  #changes = ''
  readonly #worlds = new Together(() => this.#tell())
  readonly #poll = setInterval(() => void this.#look().catch(() => {}), POLL).unref()

  constructor(database: Database, start: Awaited<ReturnType<typeof readStart>>, isLoaded: boolean) {
    this.#database = database
    this.#start = start
    this.isLoaded = isLoaded
  }

  /** The place without its password. */
  get shown(): string {
    return this.#database.place.shown
  }

  /** What the world of the start begins with. */
  get origin(): StoredOrigin {
    return this.#start.origin
  }

  /** Returns the log of a world; 0 is that of the start, and has to be bound before anything is read. */
  logOf(n: number): Log {
    const { timeout: limit, requestHeader } = this.#database.place
    return {
      ...{ limit, requestHeader },
      bind: (world: Applies) => {
        if (n === 0) this.#isReplaced = false
        this.#bound.set(n, { world, seq: 0 })
      },
      fresh: () => this.#fresh(),
      commit: (events, options) => this.#commit(n, events, options),
    }
  }

  /** Applies all events to the worlds that are bound, however long that takes. */
  catchUp(): Promise<void> {
    return this.#news.ask()
  }

  /**
   * Opens a world on every replica.
   * @param minted `ttl` is after how many milliseconds it is closed, whatever becomes of this replica
   * @returns its number
   */
  async mint(minted: Pick<Required<NewWorld>, 'origin' | 'about' | 'ttl'>): Promise<number> {
    const { query } = this.#database
    // Numbers that nobody uses do no harm.
    const next = 'UPDATE {head} SET worlds = worlds + 1 RETURNING worlds'
    const [[n] = [0]] = await this.#persist(() => query<[number]>(next))
    const write = (query: Database['query']) =>
      writeWorld(query, { ...minted, n }).then(() => query('UPDATE {head} SET changes = changes + 1'))
    await this.#persist(() => this.#database.transaction(write))
    await this.#worlds.ask()
    return n
  }

  async closeMinted(n: number): Promise<void> {
    await this.#persist(() => this.#closeWorlds('n = $1', [n]))
    await this.#worlds.ask()
  }

  /** Tells what is open already, and from now on, within a second, what replicas do. */
  async listen(listener: Listener): Promise<void> {
    this.#listener = listener
    await this.#worlds.ask()
  }

  /** Returns why no request can be answered now; undefined if they can. */
  outage(): Promise<string | undefined> {
    return within(performance.now() + PATIENCE, this.#fresh()).then(
      () => undefined,
      () => (this.#isReplaced ? REPLACED : 'The database cannot be used.'),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#poll)
    await this.#database.close()
  }

  #persist<T>(work: () => Promise<T>): Promise<T> {
    const deadline = this.#deadline()
    return this.#database.persist(work, () => deadline)
  }

  #deadline(): number {
    return performance.now() + this.#database.place.timeout
  }

  #fresh(): Promise<void> {
    return within(this.#deadline(), this.#news.ask())
  }

  /** Reads and applies the events that are new. */
  async #read(): Promise<void> {
    if (!this.#isReplaced && !this.#bound.has(0)) return
    const [{ seq: last, id: known }, from] = [this.#known, this.#seq]
    const values = [last, from, from + MOST_READ]
    const rows = await this.#database.query<statements.NewRow>(statements.READ_NEW, values, READ)
    const [[generation, head, changes, id] = []] = rows
    // Another server, or a restored dump, may not have what this one had.
    const isSame = generation === this.#start.generation && id === known && Number(head) >= from
    if (!isSame) await this.#startAgain()
    if (this.#isReplaced || changes !== this.#changes) void this.#worlds.ask()
    if (this.#isReplaced) throw new Unavailable(REPLACED)
    const to = Math.min(Number(head), from + MOST_READ)
    const news = rows.flatMap(([, , , , ...row]) => (row[0] === null ? [] : [numbered(row)]))
    this.#apply(to, news)
    if (to < Number(head)) return this.#read()
    for (const [n, bound] of this.#bound) await this.#bring(n, bound)
  }

  async #startAgain(): Promise<void> {
    this.#bound.clear()
    this.#isReplaced = true
    this.#start = await readStart(this.#database)
    this.#seq = 0
    this.#known = { seq: 0, id: null }
    this.#lost.clear()
  }

  /** Applies the events that a world lacks, because it was bound later. */
  async #bring(n: number, bound: Bound): Promise<void> {
    while (bound.seq < this.#seq) {
      const to = this.#seq
      const values = [n, bound.seq, to, MOST_READ]
      const rows = await this.#database.query<statements.EventRow>(statements.READ_WORLD, values)
      for (const row of rows) this.#applyTo(bound, ...numbered(row))
      bound.seq = rows.length < MOST_READ ? to : Number(rows.at(-1)?.[0])
    }
  }

  /** Applies the events from the last number up to another one to the worlds that have all before. */
  #apply(to: number, events: readonly Numbered[]): void {
    const from = this.#seq
    for (const [seq, named] of events) {
      const bound = this.#bound.get(named.world)
      if (bound?.seq === from) this.#applyTo(bound, seq, named)
    }
    for (const bound of this.#bound.values()) if (bound.seq === from) bound.seq = to
    this.#seq = to
  }

  #applyTo({ world: to }: Bound, seq: number, { id, world, event }: statements.NamedEvent): void {
    if (world === 0) this.#known = { seq, id }
    if (!to.apply(event)) this.#lost.add(id)
  }

  async #commit(world: number, events: readonly Event[], options: { id?: string; until?: number } = {}) {
    if (!this.#bound.has(world)) throw new Unavailable(`world ${world} is not open`)
    const { id: name, until = Infinity } = options
    const named = events.map((event, i) => {
      const id = name === undefined ? randomUUID() : statements.idOf(name, world, event, i)
      return { id, world, event }
    })
    const commit = { events: named, deadline: Math.min(this.#deadline(), until), isOver: false, sent: 0 }
    this.#waiting.push(commit)
    try {
      await within(
        commit.deadline,
        this.#appending.ask().then(() => this.#news.ask()),
      )
    } catch (error) {
      commit.isOver = true
      if (commit.sent === 0) throw error
      throw new Unavailable((error as Error).message, { isUndecided: true, cause: error })
    }
    return named.map(({ id }) => !this.#lost.has(id))
  }

  #append(commits: readonly Commit[]): Promise<unknown> {
    return this.#database.session(async (query) => {
      // Nobody may hear that nothing was recorded of what is sent later.
      const sent = commits.filter(({ isOver }) => !isOver)
      for (const commit of sent) commit.sent++
      const values = statements.columnsOf(sent.flatMap(({ events }) => events))
      return query(statements.APPEND, values, APPEND).catch((error) => {
        // What the server refused was not appended.
        if (!isDoubtful(error)) for (const commit of sent) commit.sent--
        throw error
      })
    })
  }

  /** Tells what became of worlds since the last time. */
  async #tell(): Promise<void> {
    const { query } = this.#database
    const listener = this.#listener
    const [[changes] = ['']] = await query<[string]>('SELECT changes FROM {head}')
    const worlds = listener === undefined ? [] : await worldsFrom(query, 1)
    for (const n of this.#open) {
      if (!this.#isReplaced && worlds.some((world) => world.n === n)) continue
      this.#open.delete(n)
      this.#bound.delete(n)
      await listener?.closed(n)
    }
    if (this.#isReplaced) await listener?.replaced()
    for (const world of worlds) {
      if (this.#open.has(world.n)) continue
      await listener?.opened(world)
      this.#open.add(world.n)
    }
    this.#changes = changes
  }

  async #look(): Promise<void> {
    await this.#fresh()
    if (this.#open.size > 0) await this.#closeWorlds(`expires <= ${NOW}`, [])
  }

  async #closeWorlds(which: string, values: unknown[]): Promise<void> {
    const { query } = this.#database
    const closed = await query(
      `WITH closed AS (DELETE FROM {worlds} WHERE n > 0 AND ${which} RETURNING n),
        h AS (UPDATE {head} SET changes = changes + 1 WHERE EXISTS (SELECT 1 FROM closed) RETURNING 1)
      SELECT n FROM closed`,
      values,
    )
    if (closed.length === 0) return
    for (const table of [...Object.keys(RECORDS), 'events']) {
      await query(
        `DELETE FROM {${table}} WHERE world > 0 AND world NOT IN (SELECT n FROM {worlds})`,
        [],
        LONG,
      )
    }
  }
}
