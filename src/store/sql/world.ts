import { randomUUID } from 'node:crypto'
import { performance, setImmediate } from '../../contract/real-globals.ts'
import { type Clock, systemClock } from '../../operator/clock.ts'
import { wordsOf } from '../../operator/personal-key.ts'
import { NOT_OWN } from '../memory.ts'
import type { Soon } from '../soon.ts'
import type {
  Decision,
  DecisionRules,
  ListRequest,
  Moving,
  Organization,
  Page,
  ReportStatus,
  World,
} from '../store.ts'
import { Unavailable } from '../unavailable.ts'
import { fromStored, toStored } from './codec.ts'
import { type ColumnCaches, createColumnCaches } from './columns.ts'
import { type Database, FREQUENT, LONG, persistently } from './database.ts'
import { Decider, idOf } from './decide.ts'
import { SqlHistory } from './history.ts'
import { SqlList } from './list.ts'
import { LOCK_ALL, type Numbers } from './lock.ts'
import { SqlMoving } from './moving.ts'
import { OrderRebuilder } from './order-rebuilder.ts'
import type { OwnWords } from './search.ts'

/** The most numbers of undecided reports that are read of an organization. */
const UNDECIDED = 60

export interface OrganizationRow {
  k: number
  world: number
  id: string
  nome: string
  token: string
  enabled: boolean
  withdrawn: boolean
  persons: number
}

/** What the world has of one organization. */
interface Own {
  k: number
  list: SqlList
  decider: Decider
  undecided: readonly string[]
}

interface FoundReport {
  org: number
  /** The id of the decision that was made here. */
  decision: string | null
  aprovar: boolean | null
}

export interface SqlWorldOptions {
  /** Its number: 0 for that of the start. */
  number: number
  clock?: Clock | undefined
  /** Tokens that replace those of the first organizations, for this replica only. */
  tokens?: readonly string[]
  /** How many persons decisions may move before the stored orders are rebuilt. */
  rebuildFrom?: number | undefined
}

export const REPORT = `
  SELECT org, decision, COALESCE((SELECT d.aprovar FROM {decisions} d WHERE d.id = r.decision), r.aprovar) AS aprovar
  FROM {reports} r WHERE numero = $1 AND world = $2 AND NOT gone
  UNION ALL SELECT org, decision, COALESCE((SELECT d.aprovar FROM {decisions} d WHERE d.id = r.decision), r.aprovar)
  FROM {added} r WHERE numero = $1 AND world = $2`
export const UNDECIDED_REPORTS = `
  SELECT numero FROM (
    (SELECT 0 AS part, place, numero FROM {reports}
      WHERE org = $1 AND aprovar IS NULL AND decision IS NULL AND NOT gone ORDER BY place LIMIT $2)
    UNION ALL
    (SELECT 1, place, numero FROM {added}
      WHERE org = $1 AND aprovar IS NULL AND decision IS NULL ORDER BY place LIMIT $2)
  ) r ORDER BY part, place LIMIT $2`
/** Records the id of moves, so that a commit whose answer was lost can be looked up, and tells every replica to look. */
const MADE = `
  WITH told AS (UPDATE {world} SET version = version + 1),
    old AS (DELETE FROM {made} WHERE at < clock_timestamp() - interval '1 hour')
  INSERT INTO {made} (id, at) VALUES ($1, clock_timestamp())`
const ORGANIZATIONS = `
  SELECT k, world, id, nome, token, enabled, withdrawn, persons FROM {organizations} WHERE world = $1 ORDER BY k`

/** A world in PostgreSQL, or in what speaks its protocol. Any number of processes may serve it at once. */
export class SqlWorld implements World {
  readonly number: number
  readonly history: SqlHistory
  clock: Clock
  organizations: readonly Organization[] = []
  readonly #database: Database
  readonly #tokens: readonly string[]
  readonly #rebuildFrom: number | undefined
  #own: ReadonlyMap<string, Own> = new Map()
  #nameWords: ReadonlySet<string> = new Set()
  readonly #asked = new Map<string, Promise<FoundReport | undefined>>()

  constructor(
    database: Database,
    { number, clock = systemClock, tokens = [], rebuildFrom }: SqlWorldOptions,
  ) {
    this.#database = database
    this.number = number
    this.clock = clock
    this.#tokens = tokens
    this.#rebuildFrom = rebuildFrom
    this.history = new SqlHistory(
      database,
      number,
      () => new Map(Array.from(this.#own, ([id, { k }]) => [id, k])),
    )
  }

  get limit(): number {
    return this.#database.place.timeout
  }

  get requestHeader(): string | undefined {
    return this.#database.place.requestHeader
  }

  /** Reads the organizations; again after the data was replaced. */
  async read(caches: ColumnCaches = createColumnCaches()): Promise<void> {
    const database = this.#database
    const rows = await database.query<OrganizationRow>(ORGANIZATIONS, [this.number])
    const own = new Map<string, Own>()
    const names = new Set<string>()
    const organizations: Organization[] = []
    for (const [i, { k, id: storedId, nome, token, enabled, persons }] of rows.entries()) {
      const id = fromStored(storedId)
      const ownWords = await wordsOfNames(database, k)
      for (const word of ownWords.words.flatMap(wordsOf)) names.add(word)
      const folder = new OrderRebuilder(database, k, this.#rebuildFrom)
      const known = this.#tokens[i] ?? fromStored(token)
      const organization = { id, name: fromStored(nome), token: known, enabled, persons }
      const list = new SqlList(database, k, {
        persons,
        words: ownWords,
        caches,
        rebuildFrom: folder.from(persons),
        onGrown: () => void folder.rebuild(),
        onMoved: (total, faces) => {
          organization.persons = total
          for (const face of faces.all()) for (const word of wordsOf(face.nome)) names.add(word)
        },
      })
      await list.ready()
      const reports = await database.query<{ numero: string }>(UNDECIDED_REPORTS, [k, UNDECIDED])
      const undecided = reports.map(({ numero }) => fromStored(numero))
      own.set(id, { k, list, decider: new Decider(database, k), undecided })
      organizations.push(organization)
    }
    this.#own = own
    this.#nameWords = names
    this.organizations = organizations
  }

  /** Reads again what was decided: another server may not have all that the last one had. */
  forgetDecisions(): void {
    for (const { list } of this.#own.values()) list.forgetDecisions()
  }

  /** Returns the number of an organization in the database. */
  numberOf({ id }: Organization): number | undefined {
    return this.#own.get(id)?.k
  }

  list(organization: Organization, request: ListRequest): Promise<Page> {
    return this.#of(organization).list.list(request)
  }

  async report(organization: Organization, numero: string, request?: string): Promise<ReportStatus> {
    const { k } = this.#of(organization)
    const found = await this.#find(numero)
    if (found === undefined) return 'unknown'
    if (found.org !== k) return 'foreign'
    if (found.aprovar === null) return 'undecided'
    if (request !== undefined && found.decision === idOf({ org: k, numero, request })) return 'undecided'
    return found.aprovar ? 'approved' : 'rejected'
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

  /** Returns what was undecided when this replica began, or when data was moved. */
  undecided(organization: Organization, limit: number): string[] {
    return this.#own.get(organization.id)?.undecided.slice(0, limit) ?? []
  }

  hasName(word: string): boolean {
    return this.#nameWords.has(word)
  }

  async close(): Promise<void> {}

  /** Moves data as one transaction, which waits for the decisions of the world, and they for it. */
  async move<T>(work: (moving: Moving) => Soon<T>): Promise<T> {
    const { timeout } = this.#database.place
    const deadline = performance.now() + timeout
    const { result, hasMoved } = await persistently(
      () => this.#database.until(deadline),
      () => this.#moveOnce(work, deadline),
    )
    if (hasMoved) await this.refresh()
    return result
  }

  /** Reads what moves changed of the organizations; requests notice it by themselves. */
  async refresh(): Promise<void> {
    for (const own of this.#own.values()) {
      await own.list.refresh()
      const reports = await this.#database.query<{ numero: string }>(UNDECIDED_REPORTS, [own.k, UNDECIDED])
      own.undecided = reports.map(({ numero }) => fromStored(numero))
    }
  }

  async #moveOnce<T>(work: (moving: Moving) => Soon<T>, deadline: number) {
    const numbers = new Map(Array.from(this.#own, ([id, { k }]) => [id, k]))
    const id = randomUUID()
    let made: { result: T; hasMoved: boolean } | undefined
    try {
      await this.#database.transaction(async (session) => {
        const moving = await SqlMoving.begin(session, this.number, numbers)
        const result = await work(moving)
        const { hasMoved } = moving
        if (hasMoved) await session.query(MADE, [id])
        made = { result, hasMoved }
      }, deadline)
    } catch (error) {
      // Only a commit can have worked although it failed.
      if (!made?.hasMoved || !(error instanceof Unavailable)) throw error
      if (!(await this.#isMade(id, numbers, error))) throw error
    }
    return made as { result: T; hasMoved: boolean }
  }

  /** Finds out whether a commit worked whose answer was lost: whoever gets its locks sees all of it, or none. */
  async #isMade(id: string, numbers: Numbers, cause: Unavailable): Promise<boolean> {
    const deadline = performance.now() + this.#database.place.timeout
    const ask = () =>
      this.#database.transaction(async ({ query }) => {
        await query(LOCK_ALL, [[...numbers.values()]])
        return query('SELECT id FROM {made} WHERE id = $1', [id])
      }, deadline)
    try {
      return (await persistently(() => deadline, ask)).length > 0
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      throw new Unavailable(cause.message, { isUndecided: true, cause })
    }
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
      .read<FoundReport>(REPORT, [toStored(numero), this.number], FREQUENT)
      .then(([found]) => found)
    this.#asked.set(numero, asked)
    // Who asks later must hear of all that was acknowledged until then.
    setImmediate(() => this.#asked.delete(numero))
    return asked
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
