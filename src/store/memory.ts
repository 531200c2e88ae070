import type { Dataset, Relatorio } from '../contract/dataset.ts'
import { timeOf } from './decision-text.ts'
import { Ledger } from './ledger.ts'
import type {
  Decision,
  DecisionRecord,
  DecisionRules,
  ListRequest,
  Organization,
  Page,
  ReportFacts,
  ReportStatus,
  World,
} from './store.ts'
import { TextIndex } from './text-index.ts'
import { View } from './view.ts'

/** The error for a decision on a report of another organization, or on none. */
export const NOT_OWN = 'The organization has no report with this number.'

/** A world in memory, which ends with the process. */
export class MemoryStore implements World {
  readonly organizations: readonly Organization[]
  /** The view of each organization, by its id. */
  readonly #views = new Map<string, View>()
  readonly #numeros: readonly string[]
  readonly #reports: TextIndex
  /** The organization of each report as a position in `organizations`, and its person as a row of that view. */
  readonly #organizationOf: Uint32Array
  readonly #rowOf: Uint32Array
  /** The reports of each organization, in the order of the dataset. */
  readonly #reportsOf: readonly Uint32Array[]
  /** 1 for a report that the dataset or a client has decided. */
  readonly #decided: Uint8Array
  /** The decisions in the dataset itself. */
  readonly #given = new Map<number, Decision>()
  /** The decisions made since. */
  #decisions = new Ledger()
  /** The state of each report, and of its row, before the first decision on it. */
  readonly #before = new Map<number, Before>()

  constructor({ organizacoes, pessoas, relatorios }: Dataset) {
    const cpfs = pessoas.map(({ cpf }) => cpf).sort()
    const personOf = new TextIndex(cpfs)
    const names: string[] = new Array(cpfs.length)
    for (const { cpf, nome } of pessoas) names[personOf.find(cpf)] = nome
    const organizationOf = new Map(organizacoes.map(({ id }, k) => [id, k]))

    this.#numeros = relatorios.map(({ numero }) => numero)
    this.#reports = new TextIndex(this.#numeros)
    this.#organizationOf = new Uint32Array(relatorios.length)
    this.#rowOf = new Uint32Array(relatorios.length)
    this.#decided = new Uint8Array(relatorios.length)
    const stamps = new Float64Array(relatorios.length)
    const persons = new Uint32Array(relatorios.length)
    for (let report = 0; report < relatorios.length; report++) {
      const { organizacao, cpf, atualizado_em, aprovar, mensagem } = relatorios[report] as Relatorio
      this.#organizationOf[report] = organizationOf.get(organizacao) as number
      if (aprovar !== undefined && mensagem !== undefined) {
        this.#decided[report] = 1
        this.#given.set(report, { aprovar, mensagem })
      }
      stamps[report] = Date.parse(atualizado_em)
      persons[report] = personOf.find(cpf)
    }

    this.#reportsOf = byOrganization(this.#organizationOf, organizacoes.length)

    // An organization queried the persons that it has a report on; the latest report sets the last update.
    const latest = new Float64Array(cpfs.length).fill(Number.NEGATIVE_INFINITY)
    const rowOf = new Uint32Array(cpfs.length)
    for (const [k, { id }] of organizacoes.entries()) {
      const reports = this.#reportsOf[k] as Uint32Array
      const queried: number[] = []
      for (const report of reports) {
        const person = persons[report] as number
        if (latest[person] === Number.NEGATIVE_INFINITY) queried.push(person)
        latest[person] = Math.max(latest[person] as number, stamps[report] as number)
      }
      const rows = Uint32Array.from(queried).sort()
      for (const [row, person] of rows.entries()) rowOf[person] = row
      for (const report of reports) this.#rowOf[report] = rowOf[persons[report] as number] as number
      const view = new View(
        Array.from(rows, (person) => cpfs[person] as string),
        Array.from(rows, (person) => names[person] as string),
        Float64Array.from(rows, (person) => latest[person] as number),
      )
      this.#views.set(id, view)
      for (const person of rows) latest[person] = Number.NEGATIVE_INFINITY
    }

    this.organizations = organizacoes.map(({ id, nome, token, habilitada }) => ({
      id,
      name: nome,
      token,
      enabled: habilitada ?? true,
      persons: this.#view(id).size,
    }))
  }

  list(organization: Organization, request: ListRequest): Page {
    return this.#view(organization.id).list(request)
  }

  report(organization: Organization, numero: string): ReportStatus {
    const report = this.#reports.find(numero)
    if (report === -1) return 'unknown'
    if (this.#organizationOfReport(report).id !== organization.id) return 'foreign'
    return this.#decided[report] === 1 ? 'decided' : 'undecided'
  }

  /** Returns whether an organization has a report with this number. */
  isOwn(organization: Organization, numero: string): boolean {
    const status = this.report(organization, numero)
    return status === 'undecided' || status === 'decided'
  }

  hasName(word: string): boolean {
    for (const view of this.#views.values()) if (view.hasName(word)) return true
    return false
  }

  undecided(organization: Organization, limit: number): string[] {
    const found: string[] = []
    const k = this.organizations.findIndex(({ id }) => id === organization.id)
    for (const report of this.#reportsOf[k] ?? []) {
      if (found.length >= limit) break
      if (this.#decided[report] === 0) found.push(this.#numeros[report] as string)
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
    if (rules.once && this.report(organization, numero) === 'decided') return false
    const record = { numero, ...decision, decidido_em: new Date().toISOString(), atualiza: rules.touch }
    this.#decisions.add(record, 0)
    return this.apply(record)
  }

  /**
   * Applies a decision to its report, without keeping it for `decisions`.
   * @returns false if the report does not exist
   */
  apply(record: DecisionRecord): boolean {
    const report = this.#reports.find(record.numero)
    if (report === -1) return false
    const { view, row } = this.#place(report)
    const stamp = view.stamp(row)
    if (!this.#before.has(report)) {
      this.#before.set(report, { decided: this.#decided[report] as number, stamp })
    }
    this.#decided[report] = 1
    const at = timeOf(record)
    // A last update never goes back, even if the dataset has times in the future.
    if (record.atualiza && at > stamp) view.touch(row, at)
    return true
  }

  decisions(): readonly DecisionRecord[] {
    return this.#decisions.records()
  }

  async restore(decisions: readonly DecisionRecord[]): Promise<void> {
    this.#decisions = Ledger.of(this.reapply(decisions))
  }

  /** Undoes all decisions, applies these instead, and returns those whose report exists. */
  reapply(decisions: readonly DecisionRecord[]): DecisionRecord[] {
    for (const [report, before] of [...this.#before].reverse()) {
      const { view, row } = this.#place(report)
      this.#decided[report] = before.decided
      if (view.stamp(row) !== before.stamp) view.touch(row, before.stamp)
    }
    this.#before.clear()
    return decisions.filter((record) => this.apply(record))
  }

  describe(numero: string): ReportFacts | null {
    const report = this.#reports.find(numero)
    if (report === -1) return null
    const { view, row } = this.#place(report)
    return {
      organizacao: this.#organizationOfReport(report).id,
      ...view.person(row),
      decided: this.#given.get(report) ?? null,
    }
  }

  async close(): Promise<void> {}

  /** Returns the view and the row of the person of a report. */
  #place(report: number): { view: View; row: number } {
    return { view: this.#view(this.#organizationOfReport(report).id), row: this.#rowOf[report] as number }
  }

  #view(id: string): View {
    return this.#views.get(id) as View
  }

  #organizationOfReport(report: number): Organization {
    return this.organizations[this.#organizationOf[report] as number] as Organization
  }
}

/** Groups the positions of reports by organization. */
function byOrganization(organizationOf: Uint32Array, count: number): Uint32Array[] {
  const sizes = new Uint32Array(count)
  for (const k of organizationOf) sizes[k] = (sizes[k] as number) + 1
  const reportsOf = Array.from(sizes, (size) => new Uint32Array(size))
  const filled = new Uint32Array(count)
  for (const [report, k] of organizationOf.entries()) {
    ;(reportsOf[k] as Uint32Array)[filled[k] as number] = report
    filled[k] = (filled[k] as number) + 1
  }
  return reportsOf
}

/** The state of a report and its row before the first decision. */
interface Before {
  decided: number
  stamp: number
}
