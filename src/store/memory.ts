import type { Dataset } from '../contract/dataset.ts'
import type {
  Decision,
  DecisionRules,
  ListRequest,
  Organization,
  Page,
  ReportStatus,
  Store,
} from './store.ts'
import { View } from './view.ts'

/** A store that keeps nothing: what it holds ends with the process. */
export class MemoryStore implements Store {
  readonly organizations: readonly Organization[]
  /** What each organization sees, by its id. */
  readonly #views = new Map<string, View>()
  readonly #numeros: string[] = []
  readonly #reports = new Map<string, number>()
  /** The organization of each report, as a position in `organizations`, and its person, as a row of that view. */
  readonly #organizationOf: Uint32Array
  readonly #rowOf: Uint32Array
  /** 1 for a report that the dataset or a client has decided. */
  readonly #decided: Uint8Array
  /** What the dataset said of the reports and rows that changed since. */
  readonly #before = new Map<number, { decided: number; view: View; row: number; stamp: number }>()

  constructor({ organizacoes, pessoas, relatorios }: Dataset) {
    const persons = pessoas.toSorted((a, b) => (a.cpf < b.cpf ? -1 : 1))
    const personOf = new Map(persons.map(({ cpf }, person) => [cpf, person]))
    const organizationIndex = new Map(organizacoes.map(({ id }, k) => [id, k]))

    this.#organizationOf = new Uint32Array(relatorios.length)
    this.#rowOf = new Uint32Array(relatorios.length)
    this.#decided = new Uint8Array(relatorios.length)
    const reportsOf: number[][] = organizacoes.map(() => [])
    for (const [report, { numero, organizacao, aprovar }] of relatorios.entries()) {
      const organization = organizationIndex.get(organizacao) as number
      this.#numeros.push(numero)
      this.#reports.set(numero, report)
      this.#organizationOf[report] = organization
      this.#decided[report] = aprovar === undefined ? 0 : 1
      ;(reportsOf[organization] as number[]).push(report)
    }

    for (const [k, { id }] of organizacoes.entries()) {
      // A person was queried by an organization if that has a report on it; the last update is the latest of them.
      const stamps = new Map<number, number>()
      for (const report of reportsOf[k] as number[]) {
        const { cpf, atualizado_em } = relatorios[report] as Dataset['relatorios'][number]
        const person = personOf.get(cpf) as number
        stamps.set(
          person,
          Math.max(stamps.get(person) ?? Number.NEGATIVE_INFINITY, Date.parse(atualizado_em)),
        )
        this.#rowOf[report] = person
      }
      const queried = Uint32Array.from(stamps.keys()).sort()
      const rows = new Map<number, number>()
      for (const [row, person] of queried.entries()) rows.set(person, row)
      for (const report of reportsOf[k] as number[]) {
        this.#rowOf[report] = rows.get(this.#rowOf[report] as number) as number
      }
      const cpfs = Array.from(queried, (person) => persons[person]?.cpf as string)
      const names = Array.from(queried, (person) => persons[person]?.nome as string)
      this.#views.set(
        id,
        new View(
          cpfs,
          names,
          Float64Array.from(queried, (person) => stamps.get(person) as number),
        ),
      )
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
    const report = this.#reports.get(numero)
    if (report === undefined) return 'unknown'
    if (this.#organizationOfReport(report) !== organization) return 'foreign'
    return this.#decided[report] === 1 ? 'decided' : 'undecided'
  }

  undecided(organization: Organization, limit: number): string[] {
    const found: string[] = []
    for (const [report, numero] of this.#numeros.entries()) {
      if (found.length >= limit) break
      if (this.#decided[report] === 0 && this.#organizationOfReport(report) === organization)
        found.push(numero)
    }
    return found
  }

  async decide(
    organization: Organization,
    numero: string,
    _: Decision,
    rules: DecisionRules,
  ): Promise<boolean> {
    if (rules.once && this.report(organization, numero) === 'decided') return false
    this.record(numero, rules.touch ? Date.now() : null)
    return true
  }

  /**
   * Marks a report as decided.
   * @param updatedAt when that updated it, milliseconds since 1970; null when it did not
   * @returns whether there is such a report
   */
  record(numero: string, updatedAt: number | null): boolean {
    const report = this.#reports.get(numero)
    if (report === undefined) return false
    const view = this.#view(this.#organizationOfReport(report).id)
    const row = this.#rowOf[report] as number
    const stamp = view.stamp(row)
    if (!this.#before.has(report)) {
      this.#before.set(report, { decided: this.#decided[report] as number, view, row, stamp })
    }
    this.#decided[report] = 1
    // A last update never goes back, whatever the clock says of a dataset that is dated ahead.
    if (updatedAt !== null && updatedAt > stamp) view.touch(row, updatedAt)
    return true
  }

  async reset(): Promise<void> {
    for (const [report, { decided, view, row, stamp }] of [...this.#before].reverse()) {
      this.#decided[report] = decided
      if (view.stamp(row) !== stamp) view.touch(row, stamp)
    }
    this.#before.clear()
  }

  async close(): Promise<void> {}

  #view(id: string): View {
    return this.#views.get(id) as View
  }

  #organizationOfReport(report: number): Organization {
    return this.organizations[this.#organizationOf[report] as number] as Organization
  }
}
