import type { ByteText } from '../contract/bytes.ts'
import type { Profile, SortField } from '../contract/profile.ts'

/** A caller of the service, identified by its token; requests are refused while it is disabled. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly enabled: boolean
  /** The number of persons that it queried. */
  readonly persons: number
}

/** The order of a list; ties are ordered by cpf, ascending. */
export interface Order {
  by: SortField
  descending: boolean
  collation: Profile['nomeCollation']
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
export type ReportStatus = 'unknown' | 'foreign' | 'undecided' | 'decided'

/** The queried persons and the decisions, as the service reads and writes them. */
export interface Store {
  /** A new array whenever the organizations change. */
  readonly organizations: readonly Organization[]
  /** Returns one page of the persons that an organization queried. */
  list(organization: Organization, request: ListRequest): Page
  report(organization: Organization, numero: string): ReportStatus
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
}

/** A store that began as a dataset; its operator can inspect it and take decisions back. */
export interface World extends Store {
  /** Returns up to `limit` numbers of undecided reports of an organization. */
  undecided(organization: Organization, limit: number): string[]
  /** Returns the current decisions made since the dataset was loaded; passing them to `restore` restores this state. */
  decisions(): readonly DecisionRecord[]
  /** Resets the world to its dataset with these decisions. The cost depends on the number of changes. */
  restore(decisions: readonly DecisionRecord[]): Promise<void>
  /** Returns whether a word, in lower case and without accents, is part of a person's name. */
  hasName(word: string): boolean
  /** Returns the facts about a report; null if no report has this number. */
  describe(numero: string): ReportFacts | null
  close(): Promise<void>
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
}
