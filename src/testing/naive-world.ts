import type { Dataset, Pessoa, Relatorio } from '../contract/dataset.ts'
import type { DecisionEvent, Event, ReportEvent } from '../world/event.ts'
import type { Decision, ListRequest, ReportStatus } from '../world/store.ts'
import { naiveList } from './model.ts'

interface Report extends Relatorio {
  /** Its place among all reports. */
  place: number
  /** The last decision that an event made. */
  made?: DecisionEvent | undefined
}

/** The reports of one organization at one moment, and the names of its persons. */
interface Part {
  reports: Report[]
  names: Map<string, string>
}

/** What events make of a dataset, as plain arrays that are searched from one end to the other. */
export class NaiveWorld {
  readonly #origin: Dataset
  reports: Report[]
  persons: Pessoa[]
  strangers = new Map<string, DecisionEvent>()
  withdrawn = new Set<string>()
  checkpoints = new Map<string, Map<string, Part>>()
  #places = 0

  constructor(origin: Dataset) {
    this.#origin = origin
    this.reports = origin.relatorios.map((report) => ({ ...report, place: this.#places++ }))
    this.persons = structuredClone(origin.pessoas)
  }

  list(organizacao: string, request: ListRequest) {
    const { organizacoes } = this.#origin
    return naiveList({ organizacoes, pessoas: this.persons, relatorios: this.reports }, organizacao, request)
  }

  find(numero: string): Report | undefined {
    return this.reports.find((report) => report.numero === numero)
  }

  decisionOn({ made, aprovar, mensagem }: Report): Decision | null {
    if (made) return { aprovar: made.aprovar, mensagem: made.mensagem }
    return aprovar === undefined ? null : { aprovar, mensagem: mensagem as string }
  }

  status(organizacao: string, numero: string, request?: string): ReportStatus {
    const report = this.find(numero)
    if (report === undefined) return 'unknown'
    if (report.organizacao !== organizacao) return 'foreign'
    if (request !== undefined && report.made?.request === request) return 'undecided'
    const decision = this.decisionOn(report)
    return decision === null ? 'undecided' : decision.aprovar ? 'approved' : 'rejected'
  }

  undecided(organizacao: string): string[] {
    return this.reports
      .filter((report) => report.organizacao === organizacao && this.decisionOn(report) === null)
      .map(({ numero }) => numero)
  }

  reportsOf(organizacao: string, cpf: string) {
    return this.reports
      .filter((report) => report.organizacao === organizacao && report.cpf === cpf)
      .map(({ numero, atualizado_em }) => ({ numero, stamp: Date.parse(atualizado_em) }))
  }

  nameOf(cpf: string): string | undefined {
    if (!this.reports.some((report) => report.cpf === cpf)) return undefined
    return this.persons.find((person) => person.cpf === cpf)?.nome
  }

  changes(since?: string, organizacao?: string) {
    return this.#ids.flatMap((id) => {
      const then = since === undefined ? [] : this.checkpoints.get(since)?.get(id)?.reports
      if (then === undefined || (organizacao !== undefined && organizacao !== id)) return []
      const before = new Map(then.map(({ numero, made }) => [numero, made]))
      return this.reports.flatMap((report) => {
        const { numero, cpf, made } = report
        if (report.organizacao !== id || before.get(numero) === made) return []
        const latest = this.reportsOf(id, cpf).map(({ stamp }) => stamp)
        return {
          ...{ organizacao: id, numero, cpf, nome: this.nameOf(cpf) as string },
          before: this.decisionOn({ ...report, made: before.get(numero) }),
          after: this.decisionOn(report),
          atualizado_em: new Date(Math.max(...latest)).toISOString(),
        }
      })
    })
  }

  apply(event: Event): boolean {
    if (event.event === 'reset') return this.#reset(event.organizacao)
    if (event.event === 'checkpoint') return this.#save(event.name, event.organizacao)
    if (event.event === 'restore') {
      const parts = [...(this.checkpoints.get(event.name) ?? [])].filter(
        ([id]) => event.organizacao === undefined || id === event.organizacao,
      )
      if (!this.checkpoints.has(event.name) || (event.organizacao !== undefined && parts.length === 0))
        return false
      this.#replace(new Map(parts))
      return true
    }
    if (event.event === 'token') {
      if (event.withdrawn) this.withdrawn.add(event.organizacao)
      else this.withdrawn.delete(event.organizacao)
      return true
    }
    if (event.event === 'rename') {
      if (this.nameOf(event.cpf) === undefined) return false
      this.#name(event.cpf, event.nome)
      return true
    }
    if (event.event === 'report') return this.#add(event)
    const report = this.find(event.numero)
    if (report === undefined) {
      const isOfData = this.#origin.relatorios.some(({ numero }) => numero === event.numero)
      if (event.event === 'decision' && !isOfData && !(event.once && this.strangers.has(event.numero)))
        this.strangers.set(event.numero, event)
      return false
    }
    if (event.event === 'remove') this.reports = this.reports.filter((other) => other !== report)
    else if (event.event === 'touch') report.atualizado_em = event.atualizado_em
    else {
      const isAgain = event.request !== undefined && report.made?.request === event.request
      if (event.once && !isAgain && this.decisionOn(report) !== null) return false
      report.made = event
      if (event.atualiza && event.decidido_em > report.atualizado_em) report.atualizado_em = event.decidido_em
    }
    return true
  }

  #add({ event: _, ...report }: ReportEvent): boolean {
    const ofData = this.#origin.relatorios.find(({ numero }) => numero === report.numero)
    if (this.find(report.numero) || !this.#ids.includes(report.organizacao)) return false
    if (ofData && ofData.organizacao !== report.organizacao) return false
    const { nome, ...rest } = report
    this.reports.push({ ...rest, place: this.#places++ })
    this.#name(report.cpf, nome)
    return true
  }

  #name(cpf: string, nome: string): void {
    const person = this.persons.find((person) => person.cpf === cpf)
    if (person) person.nome = nome
    else this.persons.push({ cpf, nome })
  }

  get #ids(): string[] {
    return this.#origin.organizacoes.map(({ id }) => id)
  }

  #partOf(id: string, from: readonly Report[], persons: readonly Pessoa[]): Part {
    const reports = from.filter(({ organizacao }) => organizacao === id).map((report) => ({ ...report }))
    const listed = persons.filter(({ cpf }) => reports.some((report) => report.cpf === cpf))
    return { reports, names: new Map(listed.map(({ cpf, nome }) => [cpf, nome])) }
  }

  #save(name: string, organizacao?: string): boolean {
    if (organizacao !== undefined && !this.#ids.includes(organizacao)) return false
    const parts = new Map(this.checkpoints.get(name))
    for (const id of organizacao === undefined ? this.#ids : [organizacao])
      parts.set(id, this.#partOf(id, this.reports, this.persons))
    this.checkpoints.set(name, parts)
    return true
  }

  #reset(organizacao?: string): boolean {
    if (organizacao !== undefined && !this.#ids.includes(organizacao)) return false
    if (organizacao === undefined) {
      this.strangers.clear()
      this.withdrawn.clear()
    } else this.withdrawn.delete(organizacao)
    const origin = new NaiveWorld(this.#origin)
    const ids = organizacao === undefined ? this.#ids : [organizacao]
    this.#replace(new Map(ids.map((id) => [id, this.#partOf(id, origin.reports, origin.persons)])))
    return true
  }

  /** Has some organizations list what they did; what the others have now stays. */
  #replace(parts: Map<string, Part>): void {
    const others = this.reports.filter(({ organizacao }) => !parts.has(organizacao))
    const all = [
      ...others,
      ...this.#ids.flatMap((id) => parts.get(id)?.reports.map((report) => ({ ...report })) ?? []),
    ]
    // Of two reports with one number, the first stays.
    this.reports = all.filter((report) => all.find(({ numero }) => numero === report.numero) === report)
    this.reports.sort((a, b) => a.place - b.place)
    const named = new Set(others.map(({ cpf }) => cpf))
    const names = new Map(this.#origin.pessoas.map(({ cpf, nome }) => [cpf, nome]))
    for (const id of this.#ids) {
      for (const [cpf, nome] of parts.get(id)?.names ?? []) {
        const given = this.#origin.pessoas.find((person) => person.cpf === cpf)?.nome
        if (nome !== given) names.set(cpf, nome)
      }
    }
    for (const [cpf, nome] of names) if (!named.has(cpf)) this.#name(cpf, nome)
  }
}
