import type { Dataset } from '../contract/dataset.ts'
import { upTo } from './persons.ts'
import { GONE, type Grouped, groupItems, itemsOf, Reports } from './reports.ts'
import type { Moved, MovedReport, NewReport, Organization, ReportOf } from './store.ts'
import { TextIndex } from './text-index.ts'
import { View } from './view.ts'

/** What one organization has. */
interface Listed {
  readonly organization: { -readonly [Field in keyof Organization]: Organization[Field] }
  readonly view: View
  /** Its reports of the dataset, in that order. */
  reports: Uint32Array
  /** These by the row of their person; made when first needed. */
  ofRow: Grouped | undefined
  /** The reports on each person that were added later. */
  readonly later: Map<string, Set<number>>
}

/** The persons and the reports of a world: those of its dataset, until decisions and moves change them. */
export class Tables {
  readonly organizations: readonly Organization[]
  readonly reports: Reports
  readonly #listed: readonly Listed[]
  readonly #positionOf: ReadonlyMap<string, number>
  /** The person of each report of the dataset, as a row of the view of its organization. */
  readonly #rowOf: Uint32Array
  /** The reports of the dataset that changed, as they were. */
  readonly #before = new Map<number, { state: number; stamp: number }>()
  /** The reports of the dataset whose last update a move set. */
  readonly #stamped = new Set<number>()
  /** The names of persons that moves added or renamed. */
  readonly #names = new Map<string, string>()

  constructor({ organizacoes, pessoas, relatorios }: Dataset) {
    const cpfs = pessoas.map(({ cpf }) => cpf).sort()
    const personOf = new TextIndex(cpfs)
    const names: string[] = new Array(cpfs.length)
    for (const { cpf, nome } of pessoas) names[personOf.find(cpf)] = nome
    this.reports = new Reports(relatorios, organizacoes)
    const { organizationOf, stamps } = this.reports
    this.#positionOf = new Map(organizacoes.map(({ id }, k) => [id, k]))
    this.#rowOf = new Uint32Array(relatorios.length)
    const persons = Uint32Array.from(relatorios, ({ cpf }) => personOf.find(cpf))
    const grouped = groupItems(upTo(relatorios.length), organizacoes.length, organizationOf)

    // An organization queried the persons that it has a report on; the latest report sets the last update.
    const latest = new Float64Array(cpfs.length).fill(Number.NEGATIVE_INFINITY)
    const rowOf = new Uint32Array(cpfs.length)
    this.#listed = organizacoes.map(({ id, nome, token, habilitada }, k) => {
      const reports = itemsOf(grouped, k)
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
      for (const person of rows) latest[person] = Number.NEGATIVE_INFINITY
      const organization = { id, name: nome, token, enabled: habilitada ?? true, persons: view.size }
      return { organization, view, reports, ofRow: undefined, later: new Map() }
    })

    this.organizations = this.#listed.map(({ organization }) => organization)
  }

  view(organization: Organization): View {
    return this.#of(organization).view
  }

  views(): View[] {
    return this.#listed.map(({ view }) => view)
  }

  /** Returns the reports of an organization that are there, in the order of the data. */
  *reportsOf(organization: Organization): Generator<number> {
    const { organizationOf, states } = this.reports
    const k = this.#positionOf.get(organization.id)
    if (k === undefined) return
    for (const report of (this.#listed[k] as Listed).reports) if (states[report] !== GONE) yield report
    for (const report of this.reports.later()) if (organizationOf[report] === k) yield report
  }

  organizationOf(report: number): Organization {
    return this.organizations[this.reports.organizationOf[report] as number] as Organization
  }

  /** Returns the view and the row of the person of a report. */
  place(report: number): { view: View; row: number } {
    const { view } = this.#listedOf(report)
    if (report >= this.reports.base) return { view, row: view.find(this.reports.cpfOf(report)) }
    return { view, row: view.living(this.#rowOf[report] as number) }
  }

  /**
   * Makes a report decided.
   * @param state approved or rejected
   * @param at when it is an update of the report, too
   */
  decide(report: number, state: number, at: number | undefined): void {
    const { stamps, states } = this.reports
    this.#keep(report)
    states[report] = state
    // A last update never goes back, even if the dataset has times in the future.
    if (at === undefined || at <= (stamps[report] as number)) return
    stamps[report] = at
    const { view, row } = this.place(report)
    if (at > view.stamp(row)) view.touch(row, at)
  }

  ofPerson(organization: Organization, cpf: string): ReportOf[] {
    const reports = this.#ofPerson(this.#of(organization), cpf)
    return reports.map((report) => this.#reportOf(report))
  }

  /** Returns the name of a person that is listed; undefined if no organization lists it. */
  nameOf(cpf: string): string | undefined {
    for (const { view } of this.#listed) {
      const row = view.find(cpf)
      if (row !== -1) return view.at(row).nome
    }
    return undefined
  }

  add(organization: Organization, { nome, ...report }: NewReport): void {
    const { cpf } = report
    if (!this.#names.has(cpf)) this.#names.set(cpf, this.nameOf(cpf) ?? nome)
    this.#add(this.#positionOf.get(organization.id) as number, report)
  }

  remove(report: number): void {
    const listed = this.#listedOf(report)
    const cpf = this.#cpfOf(report)
    if (report >= this.reports.base) {
      listed.later.get(cpf)?.delete(report)
      this.reports.forget(report)
    } else {
      this.#keep(report)
      this.reports.states[report] = GONE
    }
    this.#refresh(listed, cpf)
    this.#forgetUnlisted(cpf)
  }

  stamp(report: number, stamp: number): void {
    this.#keep(report)
    if (report < this.reports.base) this.#stamped.add(report)
    this.reports.stamps[report] = stamp
    this.#refresh(this.#listedOf(report), this.#cpfOf(report))
  }

  /** Gives a person another name, wherever it is listed. */
  rename(cpf: string, nome: string): void {
    this.#names.set(cpf, nome)
    for (const listed of this.#listed) if (listed.view.find(cpf) !== -1) this.#refresh(listed, cpf)
  }

  moved(): Moved {
    const { states, given } = this.reports
    return {
      removed: [...this.#before.keys()]
        .filter((report) => states[report] === GONE)
        .map((report) => this.#movedReport(report)),
      names: [...this.#names],
      added: Array.from(this.reports.later(), (report) => ({
        ...this.#movedReport(report),
        cpf: this.#cpfOf(report),
        given: given.get(report) ?? null,
      })),
      updated: [...this.#stamped]
        .filter((report) => states[report] !== GONE)
        .map((report) => this.#movedReport(report)),
    }
  }

  /** Makes everything as it is in the dataset. The cost depends on the number of changes. */
  reset(): void {
    for (const report of [...this.reports.later()]) this.reports.forget(report)
    for (const [report, { state, stamp }] of this.#before) {
      this.reports.states[report] = state
      this.reports.stamps[report] = stamp
    }
    for (const { organization, view, later } of this.#listed) {
      view.reset()
      later.clear()
      organization.persons = view.size
    }
    this.#before.clear()
    this.#stamped.clear()
    this.#names.clear()
  }

  /** Moves the data of the dataset as it was moved once. */
  move({ removed, names, added }: Moved): void {
    for (const { numero } of removed) this.remove(this.reports.find(numero))
    for (const [cpf, nome] of names) this.rename(cpf, nome)
    for (const { organizacao, ...report } of added) {
      this.#add(this.#positionOf.get(organizacao) as number, report)
    }
    for (const [cpf] of names) this.#forgetUnlisted(cpf)
  }

  /** Sets the last updates that were set once, whatever decisions made of them. */
  stampAll({ added, updated }: Moved): void {
    for (const { numero, stamp } of [...added, ...updated]) this.stamp(this.reports.find(numero), stamp)
  }

  #add(organization: number, report: Omit<NewReport, 'nome'>): void {
    const listed = this.#listed[organization] as Listed
    const position = this.reports.add({ organization, ...report })
    const known = listed.later.get(report.cpf)
    if (known === undefined) listed.later.set(report.cpf, new Set([position]))
    else known.add(position)
    this.#refresh(listed, report.cpf)
  }

  /** Forgets the name of a person whom no organization lists any more: whoever gets its CPF later is another person. */
  #forgetUnlisted(cpf: string): void {
    if (this.nameOf(cpf) === undefined) this.#names.delete(cpf)
  }

  /** Makes the list of an organization show a person as its reports say. */
  #refresh(listed: Listed, cpf: string): void {
    const { view } = listed
    let stamp = Number.NEGATIVE_INFINITY
    for (const report of this.#ofPerson(listed, cpf)) {
      stamp = Math.max(stamp, this.reports.stamps[report] as number)
    }
    const nameOf = () => this.#names.get(cpf) ?? view.at(view.findGiven(cpf)).nome
    view.showPerson(cpf, stamp === Number.NEGATIVE_INFINITY ? null : { cpf, nome: nameOf(), stamp })
    listed.organization.persons = view.size
  }

  #ofPerson(listed: Listed, cpf: string): number[] {
    const row = listed.view.findGiven(cpf)
    const later = listed.later.get(cpf) ?? []
    if (row === -1) return [...later]
    listed.ofRow ??= groupItems(listed.reports, listed.view.given, this.#rowOf)
    const given = itemsOf(listed.ofRow, row).filter((report) => this.reports.states[report] !== GONE)
    return [...given, ...later]
  }

  #movedReport(report: number): MovedReport & ReportOf {
    return { ...this.#reportOf(report), organizacao: this.organizationOf(report).id }
  }

  #reportOf(report: number): ReportOf {
    return { numero: this.reports.numeros[report] as string, stamp: this.reports.stamps[report] as number }
  }

  /** Keeps how a report of the dataset was before its first change. */
  #keep(report: number): void {
    if (report >= this.reports.base || this.#before.has(report)) return
    const { states, stamps } = this.reports
    this.#before.set(report, { state: states[report] as number, stamp: stamps[report] as number })
  }

  #cpfOf(report: number): string {
    if (report >= this.reports.base) return this.reports.cpfOf(report)
    return this.#listedOf(report).view.at(this.#rowOf[report] as number).cpf
  }

  #of({ id }: Organization): Listed {
    return this.#listed[this.#positionOf.get(id) as number] as Listed
  }

  #listedOf(report: number): Listed {
    return this.#listed[this.reports.organizationOf[report] as number] as Listed
  }
}
