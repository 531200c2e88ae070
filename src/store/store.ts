import type { ByteText } from '../contract/bytes.ts'
import type { Profile, SortField } from '../contract/profile.ts'

/** A caller of the service: known by its token, refused while it is not enabled. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly enabled: boolean
  /** How many persons it queried. */
  readonly persons: number
}

/** How a list is ordered; ties are ordered by cpf, ascending. */
export interface Order {
  by: SortField
  descending: boolean
  collation: Profile['nomeCollation']
}

/** Which names a search finds. */
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
  /** The persons of the page, each already as JSON (clause 2.1). */
  items: ByteText[]
  /** How many persons the selection has, over all pages. */
  total: number
}

export interface Decision {
  aprovar: boolean
  mensagem: string
}

/** What an organization can know of a report number. */
export type ReportStatus = 'unknown' | 'foreign' | 'undecided' | 'decided'

/** Who was queried and what was decided, as the service asks for it. */
export interface Store {
  /** Another list whenever they change. */
  readonly organizations: readonly Organization[]
  /** One page of the persons that an organization queried. */
  list(organization: Organization, request: ListRequest): Page
  report(organization: Organization, numero: string): ReportStatus
  /**
   * Records a decision on a report of this organization and answers when it is as durable as this store can make it.
   * @param rules.once whether a report that has a decision keeps it; then the answer is false
   * @param rules.touch whether the decision is an update of the report
   * @throws when the organization has no such report, or it could not be recorded; nothing has changed then
   */
  decide(
    organization: Organization,
    numero: string,
    decision: Decision,
    rules: DecisionRules,
  ): Promise<boolean>
}

/** A store that began as a dataset: its operator can look into it, and take back what was decided. */
export interface World extends Store {
  /** Up to `limit` report numbers of an organization that nobody has decided. */
  undecided(organization: Organization, limit: number): string[]
  /** What was decided since the dataset and still counts: restoring it restores this world. */
  decisions(): readonly DecisionRecord[]
  /** Makes the world what its dataset and these decisions say; costs what changes. */
  restore(decisions: readonly DecisionRecord[]): Promise<void>
  /** Whether a word, in lower case and without accents, is part of a person's name. */
  hasName(word: string): boolean
  /** What there is to know of a report; null when there is none of this number. */
  describe(numero: string): ReportFacts | null
  close(): Promise<void>
}

/** A decision as it is kept. */
export interface DecisionRecord extends Decision {
  numero: string
  /** When, as ISO 8601 in UTC with milliseconds. */
  decidido_em: string
  /** Whether it was an update of the report. */
  atualiza: boolean
}

export interface ReportFacts {
  /** The id of its organization. */
  organizacao: string
  cpf: string
  nome: string
  /** What the dataset says of it. */
  decided: Decision | null
  /** The last update that the list shows of its person. */
  atualizado_em: string
}

export interface DecisionRules {
  once: boolean
  touch: boolean
}
