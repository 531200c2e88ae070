import type { ByteText } from '../contract/bytes.ts'
import type { Profile, SortField } from '../contract/profile.ts'
import type { Clock } from '../operator/clock.ts'
import type { Soon } from './soon.ts'

/** A caller of the service, identified by its token; requests are refused while it is disabled. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly enabled: boolean
  /** The number of persons that it queried. */
  readonly persons: number
}

export type Collation = Profile['nomeCollation']

/** The order of a list; ties are ordered by cpf, ascending. */
export interface Order {
  by: SortField
  descending: boolean
  collation: Collation
}

/** The text of a search by name, and how it matches. */
export interface NameMatch {
  text: string
  matching: Profile['nomeMatching']
  folding: Profile['nomeFolding']
}

export interface ListRequest {
  /** 1 is the first page. */
  page: number
  rows: number
  order: Order
  cpf?: string | undefined
  nome?: NameMatch | undefined
}

export interface Page {
  /** The persons of the page, each serialized as JSON (clause 2.1). */
  items: ByteText[]
  /** The number of persons on all pages. */
  total: number
}

export interface Decision {
  aprovar: boolean
  mensagem: string
}

/** The status of a report number for an organization. */
export type ReportStatus = 'unknown' | 'foreign' | 'undecided' | 'approved' | 'rejected'

export function isDecided(status: ReportStatus): boolean {
  return status === 'approved' || status === 'rejected'
}

/**
 * The queried persons and the decisions, as the service reads and writes them. A store whose data is elsewhere answers
 * later, and rejects with {@link Unavailable} while it cannot be reached.
 */
export interface Store {
  /** A new array whenever the organizations change. */
  readonly organizations: readonly Organization[]
  /** For how many milliseconds a request may wait for answers of the store; undefined if it answers at once. */
  readonly limit?: number | undefined
  /** The header, in lower case, in which a balancer names each request that it may send again; undefined if none does. */
  readonly requestHeader?: string | undefined
  /** Returns one page of the persons that an organization queried. */
  list(organization: Organization, request: ListRequest): Soon<Page>
  /** @param request the name of the request; a report with its decision counts as undecided, because it was sent again */
  report(organization: Organization, numero: string, request?: string): Soon<ReportStatus>
  /**
   * Records a decision on a report of this organization. Resolves when it is as durable as this store can make it.
   * @param rules.once keep an existing decision and resolve with false
   * @param rules.touch count the decision as an update of the report
   * @throws when the organization has no such report, or the write failed; nothing has changed then
   */
  decide(
    organization: Organization,
    numero: string,
    decision: Decision,
    rules: DecisionRules,
  ): Promise<boolean>
  /** Returns the organizations in the world of one; all there are if it is undefined. */
  neighbours?(organization: Organization): readonly Organization[]
  /** Returns what dates the decisions of an organization, if it is not the clock of the machine. */
  clockIn?(organization: Organization): Clock
}

/** A report that a move adds. */
export interface NewReport {
  /** No report of this world has it. */
  numero: string
  /** Its person, who appears in the list with the first report. */
  cpf: string
  /** The name of that person, the same as in other organizations. */
  nome: string
  /** The last update, in milliseconds since 1970. */
  stamp: number
  /** A decision that it begins with. */
  given: Decision | null
}

/** A report of one person, as it is now. */
export interface ReportOf {
  numero: string
  /** The last update, in milliseconds since 1970. */
  stamp: number
}

/** Whose a report is. */
export interface OwnerOfReport {
  /** The id of its organization. */
  organizacao: string
  cpf: string
}

/**
 * Data that its operator moves while clients read. A person is listed as long as an organization has a report on it;
 * the latest report sets its last update. A move costs the same in a large list as in a small one.
 */
export interface Moving {
  /** Returns the reports that an organization has on a person, in the order of the data; none if it is not listed. */
  reportsOf(organization: Organization, cpf: string): Soon<ReportOf[]>
  /** Returns the name of a person that any organization lists; undefined if none does. */
  nameOf(cpf: string): Soon<string | undefined>
  /** Returns whose a report is; null if no report has this number. */
  ownerOf(numero: string): Soon<OwnerOfReport | null>
  /** Returns whether moves added or removed reports. */
  isMoved(): Soon<boolean>
  addReport(organization: Organization, report: NewReport): Soon<void>
  /** Sets the last update of a report, be it earlier or later than it was. */
  stampReport(numero: string, stamp: number): Soon<void>
  /** Removes a report; its person vanishes with the last one. */
  removeReport(numero: string): Soon<void>
  /** Changes the name of a person in every organization that lists it. */
  rename(cpf: string, nome: string): Soon<void>
}

/** A world in this process, whose data is moved at once. */
export interface MovingNow extends Moving {
  reportsOf(organization: Organization, cpf: string): ReportOf[]
  nameOf(cpf: string): string | undefined
  ownerOf(numero: string): OwnerOfReport | null
  isMoved(): boolean
  addReport(organization: Organization, report: NewReport): void
  stampReport(numero: string, stamp: number): void
  removeReport(numero: string): void
  rename(cpf: string, nome: string): void
}

/** What moves made of a dataset. */
export interface Moved {
  /** Reports of the dataset that no longer exist. */
  removed: readonly MovedReport[]
  /** The names of persons that moves added or renamed. */
  names: readonly (readonly [cpf: string, nome: string])[]
  /** The reports that were added, in the order in which they came. */
  added: readonly AddedReport[]
  /** The last updates of reports of the dataset that moves set. */
  updated: readonly (MovedReport & ReportOf)[]
}

export const UNMOVED: Moved = { removed: [], names: [], added: [], updated: [] }

/** A report of the dataset that was moved. */
export interface MovedReport {
  numero: string
  /** The id of its organization. */
  organizacao: string
}

export interface AddedReport extends Omit<NewReport, 'nome'>, MovedReport {}

/** A store that began as a dataset; its operator can inspect it, move its data, and take decisions and moves back. */
export interface World extends Store {
  /** Dates its decisions. */
  readonly clock: Clock
  /** Grows with each change of what it answers; undefined if other processes may change it, too. */
  readonly version?: number
  /** Returns up to `limit` numbers of undecided reports of an organization. */
  undecided(organization: Organization, limit: number): string[]
  /** Returns whether a word, in lower case and without accents, is part of a person's name. */
  hasName(word: string): boolean
  /** Runs moves that are made together: all of them, or none if an error is thrown before the first. */
  move<T>(work: (moving: Moving) => Soon<T>): Soon<T>
  close(): Promise<void>
}

/** A world of this process only. */
export interface OwnWorld extends World, MovingNow {
  /** Returns the current decisions made since the dataset was loaded; passing them to `restore` restores this state. */
  decisions(): readonly DecisionRecord[]
  /** Returns what moves made of the dataset so far; passing it to `restore` makes it again. */
  moved(): Moved
  /**
   * Resets the world to its dataset with these decisions and these moves, by default none. The cost depends on the number
   * of changes.
   */
  restore(decisions: readonly DecisionRecord[], moved?: Moved): Promise<void>
  /** Returns the facts about a report; null if no report has this number. */
  describe(numero: string): ReportFacts | null
}

/** A decision as it is stored. */
export interface DecisionRecord extends Decision {
  numero: string
  /** When it was made, as ISO 8601 in UTC with milliseconds. */
  decidido_em: string
  /** True if it counts as an update of the report. */
  atualiza: boolean
}

export interface ReportFacts {
  /** The id of its organization. */
  organizacao: string
  cpf: string
  nome: string
  /** The decision in the dataset itself. */
  decided: Decision | null
  /** The last update of its person, as the list shows it. */
  atualizado_em: string
}

export interface DecisionRules {
  once: boolean
  touch: boolean
  /** When nobody waits for it any more, as `performance.now()` has it. */
  until?: number
  /** The name of the request: it is recorded once, however often the request comes. */
  request?: string | undefined
}

/** The change of one report between two moments. */
export interface Change {
  /** The id of its organization. */
  organizacao: string
  numero: string
  cpf: string
  nome: string
  /** The decision before; null if the report was undecided. */
  before: Decision | null
  after: Decision | null
  /** The current last update of its person, as the list shows it. */
  atualizado_em: string
}

/**
 * The decisions and the moves of a world at its start, at its checkpoints and now. An operation is about the whole
 * world, or about the organization with an id.
 */
export interface Past {
  /** Takes every decision and every move back. */
  reset(organization?: string): Promise<void>
  checkpoint(name: string, organization?: string): Soon<void>
  /** Returns whether a checkpoint has something about the whole world, or about an organization. */
  knows(name: string, organization?: string): Soon<boolean>
  /** @throws {OperatorError} when the checkpoint is unknown */
  restore(name: string, organization?: string): Promise<void>
  /**
   * Returns the changes since the start, or since a checkpoint.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  changes(since?: string, organization?: string): Soon<Change[]>
}
