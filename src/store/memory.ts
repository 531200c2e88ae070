import type { Dataset } from '../contract/dataset.ts'
import { type Clock, systemClock } from '../operator/clock.ts'
import { timeOf } from './decision-text.ts'
import { Ledger } from './ledger.ts'
import { APPROVED, decidedState, GONE, type Reports, UNDECIDED } from './reports.ts'
import type { Soon } from './soon.ts'
import {
  type Decision,
  type DecisionRecord,
  type DecisionRules,
  isDecided,
  type ListRequest,
  type Moved,
  type Moving,
  type NewReport,
  type Organization,
  type OwnerOfReport,
  type OwnWorld,
  type Page,
  type ReportFacts,
  type ReportOf,
  type ReportStatus,
  UNMOVED,
} from './store.ts'
import { Tables } from './tables.ts'

/** The error for a decision on a report of another organization, or on none. */
export const NOT_OWN = 'The organization has no report with this number.'

/** A world in memory, which ends with the process. */
export class MemoryStore implements OwnWorld {
  readonly clock: Clock
  readonly organizations: readonly Organization[]
  version = 0
  readonly #tables: Tables
  readonly #reports: Reports
  /** The decisions made since the dataset was loaded. */
  #decisions = new Ledger()

  constructor(dataset: Dataset, { clock = systemClock }: { clock?: Clock | undefined } = {}) {
    this.clock = clock
    this.#tables = new Tables(dataset)
    this.#reports = this.#tables.reports
    this.organizations = this.#tables.organizations
  }

  list(organization: Organization, request: ListRequest): Page {
    return this.#tables.view(organization).list(request)
  }

  report(organization: Organization, numero: string): ReportStatus {
    const report = this.#reports.locate(numero)
    const state = report === -1 ? GONE : this.#reports.states[report]
    if (state === GONE) return 'unknown'
    if (this.#tables.organizationOf(report).id !== organization.id) return 'foreign'
    if (state === UNDECIDED) return 'undecided'
    return state === APPROVED ? 'approved' : 'rejected'
  }

  /** Returns whether an organization has a report with this number. */
  isOwn(organization: Organization, numero: string): boolean {
    const status = this.report(organization, numero)
    return status === 'undecided' || isDecided(status)
  }

  hasName(word: string): boolean {
    return this.#tables.views().some((view) => view.hasName(word))
  }

  undecided(organization: Organization, limit: number): string[] {
    const { states, numeros } = this.#reports
    const found: string[] = []
    for (const report of this.#tables.reportsOf(organization)) {
      if (found.length >= limit) break
      if (states[report] === UNDECIDED) found.push(numeros[report] as string)
    }
    return found
  }

  async decide(
    organization: Organization,
    numero: string,
    decision: Decision,
    rules: DecisionRules,
  ): Promise<boolean> {
    if (!this.isOwn(organization, numero)) throw new Error(NOT_OWN)
    if (rules.once && isDecided(this.report(organization, numero))) return false
    const decidido_em = new Date(this.clock.now()).toISOString()
    const record = { numero, ...decision, decidido_em, atualiza: rules.touch }
    this.keep(record)
    return this.apply(record)
  }

  /** Keeps a decision for `decisions`, without applying it. */
  keep(record: DecisionRecord): void {
    this.#decisions.add(record, 0)
  }

  /**
   * Applies a decision to its report, without keeping it for `decisions`.
   * @returns false if the report does not exist
   */
  apply(record: DecisionRecord): boolean {
    const report = this.#reports.find(record.numero)
    if (report === -1) return false
    this.version++
    this.#tables.decide(report, decidedState(record), record.atualiza ? timeOf(record) : undefined)
    return true
  }

  decisions(): readonly DecisionRecord[] {
    return this.#decisions.records()
  }

  async restore(decisions: readonly DecisionRecord[], moved: Moved = UNMOVED): Promise<void> {
    this.#decisions = Ledger.of(this.reapply(decisions, moved))
  }

  /**
   * Undoes all decisions and moves, applies these instead, and returns the decisions whose report exists. None is kept
   * for `decisions`.
   */
  reapply(decisions: readonly DecisionRecord[], moved: Moved): DecisionRecord[] {
    this.#decisions = new Ledger()
    this.version++
    this.#tables.reset()
    this.#tables.move(moved)
    const applied = decisions.filter((record) => this.apply(record))
    this.#tables.stampAll(moved)
    return applied
  }

  describe(numero: string): ReportFacts | null {
    const report = this.#reports.find(numero)
    if (report === -1) return null
    const { view, row } = this.#tables.place(report)
    return {
      organizacao: this.#tables.organizationOf(report).id,
      ...view.person(row),
      decided: this.#reports.given.get(report) ?? null,
    }
  }

  /** Returns whether a report was added by a move. */
  isLater(numero: string): boolean {
    return this.#reports.isLater(numero)
  }

  reportsOf(organization: Organization, cpf: string): ReportOf[] {
    return this.#tables.ofPerson(organization, cpf)
  }

  nameOf(cpf: string): string | undefined {
    return this.#tables.nameOf(cpf)
  }

  ownerOf(numero: string): OwnerOfReport | null {
    return this.describe(numero)
  }

  isMoved(): boolean {
    const { added, removed } = this.moved()
    return added.length + removed.length > 0
  }

  move<T>(work: (moving: Moving) => Soon<T>): Soon<T> {
    return work(this)
  }

  addReport(organization: Organization, report: NewReport): void {
    this.#decisions.forget(report.numero)
    this.version++
    this.#tables.add(organization, report)
  }

  stampReport(numero: string, stamp: number): void {
    this.version++
    this.#tables.stamp(this.#reports.find(numero), stamp)
  }

  removeReport(numero: string): void {
    if (this.isLater(numero)) this.#decisions.forget(numero)
    this.version++
    this.#tables.remove(this.#reports.find(numero))
  }

  rename(cpf: string, nome: string): void {
    this.version++
    this.#tables.rename(cpf, nome)
  }

  moved(): Moved {
    return this.#tables.moved()
  }

  async close(): Promise<void> {}
}
