import { type Clock, systemClock } from '../../contract/clock.ts'
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
import { type ColumnCaches, createColumnCaches } from './columns.ts'
import { type Database, LONG } from './database.ts'
import { Decider } from './decide.ts'
import { Folder } from './fold.ts'
import { SqlHistory } from './history.ts'
import { type OwnWords, SqlList } from './list.ts'

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

export interface SqlWorldOptions {
  /** Its number: 0 for that of the start. */
  number: number
  clock?: Clock | undefined
  /** Tokens that replace those of the first organizations, for this replica only. */
  tokens?: readonly string[]
  /** How many persons decisions may move before they are folded into the stored orders. */
  foldFrom?: number | undefined
}

export const REPORT = `
  SELECT r.org, COALESCE(d.aprovar, r.aprovar) AS aprovar
  FROM {reports} r LEFT JOIN {decisions} d ON d.id = r.decision WHERE r.numero = $1 AND r.world = $2`
export const UNDECIDED_REPORTS =
  'SELECT numero FROM {reports} WHERE org = $1 AND aprovar IS NULL AND decision IS NULL ORDER BY place LIMIT $2'
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
  readonly #foldFrom: number | undefined
  #own: ReadonlyMap<string, Own> = new Map()
  #nameWords: ReadonlySet<string> = new Set()
  readonly #asked = new Map<string, Promise<{ org: number; aprovar: boolean | null } | undefined>>()

  constructor(database: Database, { number, clock = systemClock, tokens = [], foldFrom }: SqlWorldOptions) {
    this.#database = database
    this.number = number
    this.clock = clock
    this.#tokens = tokens
    this.#foldFrom = foldFrom
    this.history = new SqlHistory(
      database,
      number,
      () => new Map(Array.from(this.#own, ([id, { k }]) => [id, k])),
    )
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
      const read = await wordsOfNames(database, k)
      for (const word of read.words.flatMap(wordsOf)) names.add(word)
      const folder = new Folder(database, k, this.#foldFrom)
      const list = new SqlList(database, k, {
        persons,
        words: async () => read,
        caches,
        foldFrom: folder.from(persons),
        onGrown: () => void folder.fold(),
      })
      await list.ready()
      const reports = await database.query<{ numero: string }>(UNDECIDED_REPORTS, [k, UNDECIDED])
      const undecided = reports.map(({ numero }) => fromStored(numero))
      own.set(id, { k, list, decider: new Decider(database, k), undecided })
      const known = this.#tokens[i] ?? fromStored(token)
      organizations.push({ id, name: fromStored(nome), token: known, enabled, persons })
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

  async report(organization: Organization, numero: string): Promise<ReportStatus> {
    const { k } = this.#of(organization)
    const found = await this.#find(numero)
    if (found === undefined) return 'unknown'
    if (found.org !== k) return 'foreign'
    if (found.aprovar === null) return 'undecided'
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

  /** Returns what was undecided when this replica began. */
  undecided(organization: Organization, limit: number): string[] {
    return this.#own.get(organization.id)?.undecided.slice(0, limit) ?? []
  }

  hasName(word: string): boolean {
    return this.#nameWords.has(word)
  }

  async close(): Promise<void> {}

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
      .read<{ org: number; aprovar: boolean | null }>(REPORT, [toStored(numero), this.number])
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

function unsupported(): OperatorError {
  return new OperatorError(
    'This is not possible on a shared store (--store): its data is not only of this process. Start without --store to move data, or mint an organization whose data is as the test needs it.',
  )
}
