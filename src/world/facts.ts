import { type Columns, cpfOf, givenName, numberOf, rowsOf } from './columns.ts'
import type { DecisionEvent, Event, ReportEvent } from './event.ts'

/** A report: its position in the data, or the number of one that was added. */
export type Key = number | string

/** What events made of the reports of one organization. */
export class Facts {
  /** The last decision on each report. */
  readonly decided: Map<string, DecisionEvent>
  /** The last updates that events set, in milliseconds since 1970. */
  readonly stamps: Map<Key, number>
  readonly removed: Set<number>
  /** The reports that were added on each person, by CPF and number. */
  readonly added: Map<string, Map<string, ReportEvent>>
  readonly #columns: Columns

  constructor(columns: Columns, copied?: Facts) {
    this.#columns = columns
    this.decided = new Map(copied?.decided)
    this.stamps = new Map(copied?.stamps)
    this.removed = new Set(copied?.removed)
    this.added = new Map([...(copied?.added ?? [])].map(([cpf, reports]) => [cpf, new Map(reports)]))
  }

  copy(): Facts {
    return new Facts(this.#columns, this)
  }

  add(event: ReportEvent): void {
    const reports = this.added.get(event.cpf) ?? new Map<string, ReportEvent>()
    this.added.set(event.cpf, reports.set(event.numero, event))
  }

  remove(key: Key, cpf: string): void {
    this.decided.delete(this.numberOf(key))
    this.stamps.delete(key)
    if (typeof key === 'number') this.removed.add(key)
    else {
      const reports = this.added.get(cpf)
      reports?.delete(key)
      if (reports?.size === 0) this.added.delete(cpf)
    }
  }

  numberOf(key: Key): string {
    return typeof key === 'number' ? numberOf(this.#columns, key) : key
  }

  /** Returns the last update of a report on a person. */
  stampOf(key: Key, cpf: string): number {
    return this.stamps.get(key) ?? this.#givenStamp(key, cpf)
  }

  #givenStamp(key: Key, cpf: string): number {
    if (typeof key === 'number') return this.#columns.reportStamps[key] as number
    return Date.parse(this.added.get(cpf)?.get(key)?.atualizado_em as string)
  }

  *addedReports(): Generator<ReportEvent> {
    for (const reports of this.added.values()) yield* reports.values()
  }

  /** Yields the reports on a person, in the order of the data, those that were added last. */
  *reportsOn(cpf: string, row: number): Generator<Key> {
    const { firstReports, reports } = this.#columns
    const end = row === -1 ? 0 : (firstReports[row + 1] as number)
    for (let i = firstReports[row] as number; i < end; i++)
      if (!this.removed.has(reports[i] as number)) yield reports[i] as number
    yield* this.added.get(cpf)?.keys() ?? []
  }

  /** Yields the numbers of undecided reports of an organization, in the order of the data, those that were added last. */
  *undecided(organization: number): Generator<string> {
    const { rowOf, given } = this.#columns
    const [from, to] = rowsOf(this.#columns, organization)
    for (let report = 0; report < rowOf.length; report++) {
      const row = rowOf[report] as number
      if (row < from || row >= to || given[report] !== 0 || this.removed.has(report)) continue
      const numero = this.numberOf(report)
      if (!this.decided.has(numero)) yield numero
    }
    for (const { numero, aprovar } of this.addedReports())
      if (aprovar === undefined && !this.decided.has(numero)) yield numero
  }

  /** Returns the CPFs of persons whose reports are not those of the data, or have other last updates. */
  persons(): Set<string> {
    const { personOf, rowOf } = this.#columns
    const cpfs = new Set(this.added.keys())
    for (const key of [...this.stamps.keys(), ...this.removed])
      if (typeof key === 'number') cpfs.add(cpfOf(this.#columns, personOf[rowOf[key] as number] as number))
    return cpfs
  }

  /**
   * Yields the events that make these facts of the data.
   * @param names those of persons that are not those of the data, by CPF
   */
  *events(names: ReadonlyMap<string, string>): Generator<Event> {
    for (const report of this.removed) yield { event: 'remove', numero: this.numberOf(report) }
    const cpfs = new Map<Key, string>()
    for (const event of this.addedReports()) {
      cpfs.set(event.numero, event.cpf)
      yield { ...event, nome: names.get(event.cpf) ?? givenName(this.#columns, event.cpf) ?? event.nome }
    }
    for (const [cpf, nome] of names) if (!this.added.has(cpf)) yield { event: 'rename', cpf, nome }
    for (const { once: _, ...event } of this.decided.values()) yield event
    for (const [key, stamp] of this.stamps) {
      const [numero, given] = [this.numberOf(key), this.#givenStamp(key, cpfs.get(key) ?? '')]
      // A decision that counts as an update sets the last update of its report, unless that is later.
      const decision = this.decided.get(numero)
      const updated = decision?.atualiza ? Math.max(given, Date.parse(decision.decidido_em)) : given
      if (updated !== stamp) yield { event: 'touch', numero, atualizado_em: new Date(stamp).toISOString() }
    }
  }
}
