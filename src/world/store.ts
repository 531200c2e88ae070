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
  /** The persons of the page as JSON (clause 2.1), joined by commas. */
  text: ByteText
  /** Where each of them ends in the text. */
  ends: readonly number[]
  /** The number of persons on all pages. */
  total: number
}

/** Returns the persons of a page, each as JSON. */
export function itemsOf({ text, ends }: Page): ByteText[] {
  return ends.map((end, i) => text.slice(i === 0 ? 0 : (ends[i - 1] as number) + 1, end))
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

export interface DecisionRules {
  /** Keep an existing decision. */
  once: boolean
  /** Count the decision as an update of the report. */
  touch: boolean
  /** When nobody waits for it any more, as `performance.now()` has it. */
  until?: number
  /** The name of the request: it is recorded once, however often the request comes. */
  request?: string | undefined
}

/** The queried persons and the decisions, as the service reads and writes them. */
export interface Store {
  /** A new array whenever the organizations change. */
  readonly organizations: readonly Organization[]
  /** For how many milliseconds a request may wait for the store; undefined if everything is in this process. */
  readonly limit?: number | undefined
  /** The header, in lower case, in which a balancer names each request that it may send again; undefined if none does. */
  readonly requestHeader?: string | undefined
  /**
   * Waits until this process knows everything that any process acknowledged before the call; absent if no other can.
   * @throws {Unavailable} when nobody can tell within the time limit
   */
  readonly fresh?: (() => Promise<void>) | undefined
  /** Returns one page of the persons that an organization queried. */
  list(organization: Organization, request: ListRequest): Page
  /** @param request the name of the request; a report with its decision counts as undecided, because it was sent again */
  report(organization: Organization, numero: string, request?: string): ReportStatus
  /**
   * Records a decision on a report of this organization. Resolves when it is as durable as this store can make it: with
   * false if an existing decision was kept.
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
}
