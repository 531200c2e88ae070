import { cpfAt, hasCheckDigits } from '../../contract/cpf.ts'
import { MENSAGEM_MINIMUM, UUID } from '../../contract/wire.ts'
import { shown } from '../../operator/fault-text.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { organizationWith } from '../../store/organization-with.ts'
import { got, run, type Steps } from '../../store/soon.ts'
import type { ListRequest, Moving, NewReport, Organization } from '../../store/store.ts'
import type { MovedPerson, NewPerson, NewPersonReport, PersonChange, Which } from './move.ts'
import type { MoveSource } from './source.ts'

/** The first position of generated persons: beyond every position of a fixture. */
const POSITION = 2 ** 23

/** Someone in a list. */
export interface Item {
  cpf: string
  nome: string
  atualizado_em: string
}

/**
 * Moves the data of one world: at once where it is in this process, or later where it is in a database. Names are
 * generated only after the maker is ready.
 */
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
  *at(organization: Organization, list: ListRequest, place: number): Steps<Item | undefined> {
    const page = { ...list, page: place, rows: 1 }
    const [item] = (yield* got(this.source.world().list(organization, page))).items
    return item === undefined ? undefined : (JSON.parse(Buffer.from(item, 'latin1').toString()) as Item)
  }

  /** Returns a person that an organization lists; undefined if it lists none with this CPF. */
  *person(organization: Organization, cpf: string): Steps<MovedPerson | undefined> {
    const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
    const item = yield* this.at(organization, { page: 1, rows: 1, order, cpf }, 1)
    if (item === undefined) return undefined
    const reports = yield* this.#together((moving) => moving.reportsOf(organization, cpf))
    const relatorios = reports.map(({ numero, stamp }) => ({
      numero,
      atualizado_em: new Date(stamp).toISOString(),
    }))
    return { ...item, relatorios }
  }

  /** @throws {OperatorError} when a value cannot be used; nothing has changed then */
  *add(organization: Organization, given: NewPerson): Steps<MovedPerson> {
    const cpf = yield* this.#together((moving) => run(this.#add(moving, organization, given)))
    this.source.moved()
    return (yield* this.person(organization, cpf)) as MovedPerson
  }

  /** @throws {OperatorError} when a value cannot be used; nothing has changed then */
  *update(
    organization: Organization,
    cpf: string,
    { atualizado_em, nome }: PersonChange,
  ): Steps<MovedPerson> {
    const stamp = atualizado_em === undefined && nome !== undefined ? undefined : this.stampOf(atualizado_em)
    if (nome !== undefined) checkName(nome)
    const update = function* (this: Mover, moving: Moving): Steps<void> {
      yield* this.#requireListed(moving, organization, cpf)
      if (nome !== undefined) yield* got(moving.rename(cpf, nome))
      if (stamp !== undefined) yield* this.#stamp(moving, organization, cpf, stamp)
    }
    yield* this.#together((moving) => run(update.call(this, moving)))
    this.source.moved()
    return (yield* this.person(organization, cpf)) as MovedPerson
  }

  /** Makes the latest report of a person this late, and no other later. */
  *stampPerson(organization: Organization, cpf: string, stamp: number): Steps<void> {
    yield* this.#together((moving) => run(this.#stamp(moving, organization, cpf, stamp)))
    this.source.moved()
  }

  *updateReport(
    organization: Organization,
    numero: string,
    { atualizado_em, nome }: PersonChange,
  ): Steps<MovedPerson> {
    if (nome !== undefined) throw new OperatorError('A report has no nome: name the person by cpf or place.')
    const stamp = this.stampOf(atualizado_em)
    const update = function* (this: Mover, moving: Moving): Steps<string> {
      const cpf = yield* this.#ofReport(moving, organization, numero)
      yield* got(moving.stampReport(numero, stamp))
      return cpf
    }
    const cpf = yield* this.#together((moving) => run(update.call(this, moving)))
    this.source.moved()
    return (yield* this.person(organization, cpf)) as MovedPerson
  }

  /** Returns the person as it was. */
  *remove(organization: Organization, cpf: string): Steps<MovedPerson> {
    const before = yield* this.person(organization, cpf)
    const remove = function* (this: Mover, moving: Moving): Steps<void> {
      yield* this.#requireListed(moving, organization, cpf)
      for (const { numero } of yield* got(moving.reportsOf(organization, cpf)))
        yield* got(moving.removeReport(numero))
    }
    yield* this.#together((moving) => run(remove.call(this, moving)))
    this.source.moved()
    return before as MovedPerson
  }

  /** Returns the person of the report as it was. */
  *removeReport(organization: Organization, numero: string): Steps<MovedPerson> {
    const cpf = yield* this.#together((moving) => run(this.#ofReport(moving, organization, numero)))
    const before = yield* this.person(organization, cpf)
    const remove = function* (this: Mover, moving: Moving): Steps<void> {
      yield* this.#ofReport(moving, organization, numero)
      yield* got(moving.removeReport(numero))
    }
    yield* this.#together((moving) => run(remove.call(this, moving)))
    this.source.moved()
    return before as MovedPerson
  }

  /** Returns the name of a person that any organization lists; undefined if none does. */
  *nameOf(cpf: string): Steps<string | undefined> {
    return yield* this.#together((moving) => moving.nameOf(cpf))
  }

  /**
   * Returns the CPF of the person that a move names by CPF or by place in a list.
   * @param list the list of the place, if the question has none of its own
   * @throws {OperatorError} when there is no such person
   */
  *cpfOf(organization: Organization, which: Which, list?: ListRequest): Steps<string> {
    const { cpf, place, sort, nome } = which
    if (cpf !== undefined) {
      yield* this.#together((moving) => run(this.#requireListed(moving, organization, cpf)))
      return cpf
    }
    const isOwn = list === undefined || sort !== undefined || nome !== undefined
    const asked = isOwn ? this.source.listOf(organization, { sort, nome }) : list
    const found = yield* this.at(organization, asked, place as number)
    if (found) return found.cpf
    const { total } = yield* got(this.source.world().list(organization, { ...asked, page: 1, rows: 1 }))
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

  *#together<T>(work: (moving: Moving) => T | Promise<T>): Steps<T> {
    return yield* got(this.source.world().move(work))
  }

  /** Adds a person, and returns its CPF. */
  *#add(moving: Moving, organization: Organization, given: NewPerson): Steps<string> {
    const position = yield* this.#freePosition(moving, given.cpf)
    const { cpf = cpfAt(1, position) } = given
    const known = yield* got(moving.nameOf(cpf))
    const nome = given.nome ?? known ?? this.source.maker.nome(position)
    this.#checkPerson(cpf, nome, known)
    const { relatorios = [{}] } = given
    if (relatorios.length === 0)
      throw new OperatorError('relatorios must have a report: a person without one is not listed.')
    const reports: NewReport[] = []
    for (const [n, report] of relatorios.entries()) {
      reports.push(yield* this.#report(moving, report, given, { cpf, nome }, position, n))
    }
    const numbers = new Set(reports.map(({ numero }) => numero))
    if (numbers.size < reports.length) throw new OperatorError('Two reports have the same numero.')
    for (const report of reports) yield* got(moving.addReport(organization, report))
    return cpf
  }

  *#stamp(moving: Moving, organization: Organization, cpf: string, stamp: number): Steps<void> {
    const reports = yield* got(moving.reportsOf(organization, cpf))
    const latest = reports.reduce((one, other) => (other.stamp > one.stamp ? other : one))
    for (const report of reports) {
      if (report === latest || report.stamp > stamp) yield* got(moving.stampReport(report.numero, stamp))
    }
  }

  #called(organization: Organization): string {
    return shown(this.source.handleOf(organization))
  }

  *#requireListed(moving: Moving, organization: Organization, cpf: string): Steps<void> {
    if ((yield* got(moving.reportsOf(organization, cpf))).length > 0) return
    throw new OperatorError(`The organization ${this.#called(organization)} lists nobody with this cpf.`)
  }

  /** Returns the CPF of the person of a report. */
  *#ofReport(moving: Moving, organization: Organization, numero: string): Steps<string> {
    const owner = yield* got(moving.ownerOf(numero))
    if (owner?.organizacao === organization.id) return owner.cpf
    throw new OperatorError(`The organization ${this.#called(organization)} has no report ${shown(numero)}.`)
  }

  /** Returns a position whose values nobody has; the same moves of the same data take the same positions. */
  *#freePosition(moving: Moving, cpf: string | undefined): Steps<number> {
    if (!(yield* got(moving.isMoved()))) this.#position = POSITION
    const { maker } = this.source
    for (; ; this.#position++) {
      const position = this.#position
      if (cpf === undefined && (yield* got(moving.nameOf(cpfAt(1, position)))) !== undefined) continue
      if ((yield* got(moving.ownerOf(maker.numero(position, 0)))) !== null) continue
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
    if (
      !this.source.allowInvalidCpf &&
      !(/^\d{11}$/.test(cpf) && !/^(\d)\1*$/.test(cpf) && hasCheckDigits(cpf))
    )
      throw new OperatorError(`cpf must be eleven digits with valid check digits. ${remedy}`)
  }

  *#report(
    moving: Moving,
    { numero, atualizado_em, aprovar, mensagem }: NewPersonReport,
    person: NewPerson,
    { cpf, nome }: { cpf: string; nome: string },
    position: number,
    n: number,
  ): Steps<NewReport> {
    const { maker } = this.source
    const number = numero ?? maker.numero(position, n)
    checkReport({ numero: number, aprovar, mensagem })
    if ((yield* got(moving.ownerOf(number))) !== null)
      throw new OperatorError(`A report has the numero ${number} already.`)
    const stamp = this.stampOf(atualizado_em ?? person.atualizado_em)
    const given = aprovar === undefined || mensagem === undefined ? null : { aprovar, mensagem }
    return { numero: number, cpf, nome, stamp, given }
  }
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
