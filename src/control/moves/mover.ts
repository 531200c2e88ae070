import { cpfAt, hasCheckDigits } from '../../contract/cpf.ts'
import { MENSAGEM_MINIMUM, UUID } from '../../contract/wire.ts'
import { shown } from '../../operator/fault-text.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Event, ReportEvent } from '../../world/event.ts'
import { organizationWith } from '../../world/organization-with.ts'
import type { ListRequest, Organization } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { MovedPerson, NewPerson, PersonChange, Which } from './move.ts'
import type { MoveSource } from './source.ts'

/** The first position of generated persons: beyond every position of a fixture. */
const POSITION = 2 ** 23

/** Someone in a list. */
export interface Item {
  cpf: string
  nome: string
  atualizado_em: string
}

/** Moves the data of one world. Names are generated only after the maker is ready. */
export class Mover {
  readonly source: MoveSource
  #position = POSITION

  constructor(source: MoveSource) {
    this.source = source
  }

  /** @throws {OperatorError} when the organization is unknown */
  organization(id?: string): Organization {
    return organizationWith(this.source.world(), id)
  }

  /** @throws {OperatorError} when a person could never appear with these values */
  checkNew({ cpf, nome, atualizado_em, relatorios = [] }: NewPerson): void {
    if (nome !== undefined) checkName(nome)
    if (cpf !== undefined)
      this.#checkCpf(cpf, 'Leave it out to have one generated, or start with allowInvalidCpf.')
    this.stampOf(atualizado_em)
    for (const report of relatorios) {
      checkReport(report)
      this.stampOf(report.atualizado_em)
    }
  }

  /** @throws {OperatorError} when nobody could ever be meant */
  checkWhich({ cpf, numero }: Which): void {
    if (cpf !== undefined) this.#checkCpf(cpf, 'Only a simulator with allowInvalidCpf has others.')
    if (numero !== undefined) checkNumero(numero)
  }

  /** Returns what stands on a place of a list, from 1 on; undefined if the list is shorter. */
  at(organization: Organization, list: ListRequest, place: number): Item | undefined {
    const { text } = this.#world.list(organization, { ...list, page: place, rows: 1 })
    return text === '' ? undefined : (JSON.parse(Buffer.from(text, 'latin1').toString()) as Item)
  }

  /** Returns a person that an organization lists; undefined if it lists none with this CPF. */
  person(organization: Organization, cpf: string): MovedPerson | undefined {
    const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
    const item = this.at(organization, { page: 1, rows: 1, order, cpf }, 1)
    const relatorios = this.#world.reportsOf(organization, cpf).map(({ numero, stamp }) => ({
      numero,
      atualizado_em: new Date(stamp).toISOString(),
    }))
    return item && { ...item, relatorios }
  }

  /** @throws {OperatorError} when a value cannot be used; nothing has changed then */
  async add(organization: Organization, given: NewPerson): Promise<MovedPerson> {
    await this.#world.fresh?.()
    const events = this.#additions(organization, given)
    await this.#commit(events)
    return this.person(organization, (events[0] as ReportEvent).cpf) as MovedPerson
  }

  /** @throws {OperatorError} when a value cannot be used; nothing has changed then */
  async update(
    organization: Organization,
    cpf: string,
    { atualizado_em, nome }: PersonChange,
  ): Promise<MovedPerson> {
    const stamp = atualizado_em === undefined && nome !== undefined ? undefined : this.stampOf(atualizado_em)
    if (nome !== undefined) checkName(nome)
    await this.#world.fresh?.()
    this.#requireListed(organization, cpf)
    await this.#commit([
      ...(nome === undefined ? [] : [{ event: 'rename', cpf, nome } as const]),
      ...(stamp === undefined ? [] : this.#stamps(organization, cpf, stamp)),
    ])
    return this.person(organization, cpf) as MovedPerson
  }

  /** Makes the latest report of a person this late, and no other later. */
  async stampPerson(organization: Organization, cpf: string, stamp: number): Promise<void> {
    await this.#world.fresh?.()
    await this.#commit(this.#stamps(organization, cpf, stamp))
  }

  async updateReport(
    organization: Organization,
    numero: string,
    { atualizado_em, nome }: PersonChange,
  ): Promise<MovedPerson> {
    if (nome !== undefined) throw new OperatorError('A report has no nome: name the person by cpf or place.')
    const event = touched(numero, this.stampOf(atualizado_em))
    await this.#world.fresh?.()
    const cpf = this.#ofReport(organization, numero)
    await this.#commit([event])
    return this.person(organization, cpf) as MovedPerson
  }

  /** Returns the person as it was. */
  async remove(organization: Organization, cpf: string): Promise<MovedPerson> {
    await this.#world.fresh?.()
    this.#requireListed(organization, cpf)
    const before = this.person(organization, cpf) as MovedPerson
    await this.#commit(before.relatorios.map(({ numero }) => ({ event: 'remove', numero })))
    return before
  }

  /** Returns the person of the report as it was. */
  async removeReport(organization: Organization, numero: string): Promise<MovedPerson> {
    await this.#world.fresh?.()
    const before = this.person(organization, this.#ofReport(organization, numero))
    await this.#commit([{ event: 'remove', numero }])
    return before as MovedPerson
  }

  /** Returns the name of a person that any organization lists; undefined if none does. */
  nameOf(cpf: string): string | undefined {
    return this.#world.nameOf(cpf)
  }

  /**
   * Returns the CPF of the person that a move names by CPF or by place in a list.
   * @param list the list of the place, if the question has none of its own
   * @throws {OperatorError} when there is no such person
   */
  async cpfOf(organization: Organization, which: Which, list?: ListRequest): Promise<string> {
    await this.#world.fresh?.()
    const { cpf, place, sort, nome } = which
    if (cpf !== undefined) {
      this.#requireListed(organization, cpf)
      return cpf
    }
    const isOwn = list === undefined || sort !== undefined || nome !== undefined
    const asked = isOwn ? this.source.listOf(organization, { sort, nome }) : list
    const found = this.at(organization, asked, place as number)
    if (found) return found.cpf
    const { total } = this.#world.list(organization, { ...asked, page: 1, rows: 1 })
    throw new OperatorError(`The list has no place ${place}. It has ${total}.`)
  }

  /**
   * Returns a written time in milliseconds, that of the clock if there is none.
   * @throws {OperatorError} when the text is not a time
   */
  stampOf(text: string | undefined): number {
    const { world, maker } = this.source
    const now = world().clock.now()
    const time = text === undefined ? new Date(now).toISOString() : maker.time(text, now)
    if (time !== undefined) return Date.parse(time)
    throw new OperatorError(
      `atualizado_em ${shown(text)} is not a time: write 2026-01-31, 2026-01-31T12:00:00.000Z, or -3d, -2h, -30m.`,
    )
  }

  get #world(): World {
    return this.source.world()
  }

  async #commit(events: readonly Event[]): Promise<void> {
    await this.#world.commit(events)
    this.source.moved()
  }

  /** Returns the events that add a person: one for each report. */
  #additions(organization: Organization, given: NewPerson): ReportEvent[] {
    const position = this.#freePosition(given.cpf)
    const { cpf = cpfAt(1, position) } = given
    const known = this.nameOf(cpf)
    const nome = given.nome ?? known ?? this.source.maker.nome(position)
    this.#checkPerson(cpf, nome, known)
    const { relatorios = [{}] } = given
    if (relatorios.length === 0)
      throw new OperatorError('relatorios must have a report: a person without one is not listed.')
    const events = relatorios.map((report, n): ReportEvent => {
      const { aprovar, mensagem } = report
      const numero = report.numero ?? this.source.maker.numero(position, n)
      checkReport({ numero, aprovar, mensagem })
      if (this.#world.ownerOf(numero)) throw new OperatorError(`A report has the numero ${numero} already.`)
      const stamp = this.stampOf(report.atualizado_em ?? given.atualizado_em)
      const decision = aprovar === undefined || mensagem === undefined ? {} : { aprovar, mensagem }
      const atualizado_em = new Date(stamp).toISOString()
      return { event: 'report', organizacao: organization.id, numero, cpf, nome, atualizado_em, ...decision }
    })
    if (new Set(events.map(({ numero }) => numero)).size < events.length)
      throw new OperatorError('Two reports have the same numero.')
    return events
  }

  #stamps(organization: Organization, cpf: string, stamp: number): Event[] {
    const reports = this.#world.reportsOf(organization, cpf)
    const latest = reports.reduce((one, other) => (other.stamp > one.stamp ? other : one))
    return reports
      .filter((report) => report === latest || report.stamp > stamp)
      .map(({ numero }) => touched(numero, stamp))
  }

  #called(organization: Organization): string {
    return shown(this.source.handleOf(organization))
  }

  #requireListed(organization: Organization, cpf: string): void {
    if (this.#world.reportsOf(organization, cpf).length > 0) return
    throw new OperatorError(`The organization ${this.#called(organization)} lists nobody with this cpf.`)
  }

  /** Returns the CPF of the person of a report. */
  #ofReport(organization: Organization, numero: string): string {
    const owner = this.#world.ownerOf(numero)
    if (owner?.organizacao === organization.id) return owner.cpf
    throw new OperatorError(`The organization ${this.#called(organization)} has no report ${shown(numero)}.`)
  }

  /** Returns a position whose values nobody has; the same moves of the same data take the same positions. */
  #freePosition(cpf: string | undefined): number {
    if (!this.#world.isMoved) this.#position = POSITION
    for (; ; this.#position++) {
      const position = this.#position
      if (cpf === undefined && this.nameOf(cpfAt(1, position)) !== undefined) continue
      if (this.#world.ownerOf(this.source.maker.numero(position, 0))) continue
      this.#position++
      return position
    }
  }

  #checkPerson(cpf: string, nome: string, known: string | undefined): void {
    checkName(nome)
    if (known !== undefined && known !== nome)
      throw new OperatorError(
        'Another organization lists this cpf with another nome. Leave nome out, or rename it.',
      )
    this.#checkCpf(cpf, 'Leave it out to have one generated, or start with allowInvalidCpf.')
  }

  #checkCpf(cpf: string, remedy: string): void {
    if (!this.source.allowInvalidCpf && (!hasCheckDigits(cpf) || /^(\d)\1*$/.test(cpf)))
      throw new OperatorError(`cpf must be eleven digits with valid check digits. ${remedy}`)
  }
}

function touched(numero: string, stamp: number): Event {
  return { event: 'touch', numero, atualizado_em: new Date(stamp).toISOString() }
}

interface GivenReport {
  numero?: string | undefined
  aprovar?: boolean | undefined
  mensagem?: string | undefined
}

function checkReport({ numero, aprovar, mensagem }: GivenReport): void {
  if (numero !== undefined) checkNumero(numero)
  if ((aprovar === undefined) !== (mensagem === undefined))
    throw new OperatorError('A decision is aprovar and mensagem: give both, or neither.')
  if (mensagem !== undefined && mensagem.length < MENSAGEM_MINIMUM)
    throw new OperatorError(`mensagem must have at least ${MENSAGEM_MINIMUM} characters.`)
}

function checkNumero(numero: string): void {
  if (!UUID.test(numero)) throw new OperatorError(`numero ${shown(numero)} is not a UUID.`)
}

function checkName(nome: string): void {
  if (!/\S/.test(nome)) throw new OperatorError('nome must not be blank.')
}
