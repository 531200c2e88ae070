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

/** Who was queried and what was decided. */
export interface Store {
  readonly organizations: readonly Organization[]
  /** One page of the persons that an organization queried. */
  list(organization: Organization, request: ListRequest): Page
  report(organization: Organization, numero: string): ReportStatus
  /** Up to `limit` report numbers of an organization that nobody has decided. */
  undecided(organization: Organization, limit: number): string[]
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
  /** Takes every decision back: the world is as its dataset says. */
  reset(): Promise<void>
  close(): Promise<void>
}

export interface DecisionRules {
  once: boolean
  touch: boolean
}
