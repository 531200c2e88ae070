import { fromByteText } from '../contract/bytes.ts'
import { cpfAt } from '../contract/cpf.ts'
import { MENSAGEM_MINIMUM, UUID } from '../contract/wire.ts'
import { cpfFault } from '../data/cpf-fault.ts'
import { uuidAt } from '../data/draw.ts'
import { readTime } from '../data/time.ts'
import { shown } from '../operator/fault-text.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { Schema } from '../operator/schema.ts'
import { faultOf } from '../operator/schema-fault.ts'
import type { Event, ReportEvent } from './event.ts'
import { organizationWith } from './organization-with.ts'
import type { Organization } from './store.ts'
import type { World } from './world.ts'

/** A person that appears. What is left out is generated; a person that is listed already gets more reports. */
export interface NewPerson {
  /** By default a valid one that nobody has. */
  cpf?: string
  nome?: string
  /** The last update of reports that have none of their own: ISO 8601, or relative (`-3d`); now by default. */
  atualizado_em?: string
  /** One report by default. */
  relatorios?: readonly {
    /** A UUID. */
    numero?: string
    atualizado_em?: string
    /** A decision that it begins with: both of these, or neither. */
    aprovar?: boolean
    mensagem?: string
  }[]
}

/** What becomes of a person. Without both, it is updated now. */
export interface PersonChange {
  /** A new name, in every organization that lists the person. */
  nome?: string
  /** The last update: ISO 8601, or relative to now (`-3d`). No report of the person is then later. */
  atualizado_em?: string
}

/** A person of an organization, with its reports there. */
export interface ListedPerson {
  cpf: string
  nome: string
  atualizado_em: string
  relatorios: { numero: string; atualizado_em: string; status: 'undecided' | 'approved' | 'rejected' }[]
}

/** The organization does not list the person or the report. */
export class NotListed extends OperatorError {}

/** The persons and reports of a world, which appear, change and vanish while clients read. */
export interface People {
  /**
   * Adds a person with reports.
   * @param organization the id of one of this world; by default the first enabled one, as below
   * @throws {OperatorError} when a value cannot be used; nothing has changed then
   */
  add(person?: NewPerson, organization?: string): Promise<ListedPerson>
  /** @throws {NotListed} when the organization does not list the person, as below */
  get(cpf: string, organization?: string): Promise<ListedPerson>
  /** Updates a person: by default it moves to the front of the default order. */
  update(cpf: string, change?: PersonChange, organization?: string): Promise<ListedPerson>
  /** Removes a person with its reports; returns it as it was. */
  remove(cpf: string, organization?: string): Promise<ListedPerson>
  /** Updates one report, by default now; returns its person. */
  updateReport(
    numero: string,
    change?: { atualizado_em?: string },
    organization?: string,
  ): Promise<ListedPerson>
  /** Removes a report; its person vanishes with the last one. Returns the person as it was. */
  removeReport(numero: string, organization?: string): Promise<ListedPerson>
}

const word = { type: 'string', minLength: 1, maxLength: 100 } as const
const nome = { type: 'string', minLength: 1, maxLength: 10_000, pattern: '\\S' } as const
const time = { ...word, description: 'ISO 8601, or relative to now, such as -3d.' } as const
const numero = {
  ...word,
  pattern: UUID.source,
  examples: ['7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10'],
} as const

export const personFields = {
  cpf: { ...word, pattern: '\\S', description: 'Eleven digits; by default a valid CPF that nobody has.' },
  nome,
  atualizado_em: time,
  relatorios: {
    type: 'array',
    minItems: 1,
    maxItems: 1_000,
    items: {
      type: 'object',
      properties: {
        numero,
        atualizado_em: time,
        aprovar: { type: 'boolean' },
        mensagem: { type: 'string', minLength: MENSAGEM_MINIMUM, maxLength: 100_000 },
      },
    },
  },
} as const
export const changeFields = { nome, atualizado_em: time } as const
export const reportChangeFields = { atualizado_em: time } as const

/** The first position of generated persons: beyond every position of a fixture. */
const POSITION = 2 ** 23
/** The purposes of draws for report numbers begin here, apart from those of fixtures. */
const PURPOSE = 2 ** 24

/** Changes persons of one world by events. */
export class WorldPeople implements People {
  readonly #world: () => World
  readonly #allowInvalidCpf: boolean
  readonly #requireOpen: () => void
  #position = POSITION

  /** @param requireOpen throws if the world is closed */
  constructor(world: () => World, allowInvalidCpf: boolean, requireOpen: () => void) {
    this.#world = world
    this.#allowInvalidCpf = allowInvalidCpf
    this.#requireOpen = requireOpen
  }

  async add(person: NewPerson = {}, id?: string): Promise<ListedPerson> {
    check(personFields, person, 'person')
    const [world, organization] = await this.#ready(id)
    const { name } = await import('../data/seed.ts')
    const events = this.#additions(organization, person, name)
    await world.commit(events)
    return this.#listed(organization, (events[0] as ReportEvent).cpf)
  }

  async get(cpf: string, id?: string): Promise<ListedPerson> {
    const [, organization] = await this.#ready(id)
    return this.#listed(organization, cpf)
  }

  async update(cpf: string, change: PersonChange = {}, id?: string): Promise<ListedPerson> {
    check(changeFields, change, 'change')
    const [world, organization] = await this.#ready(id)
    const { nome, atualizado_em } = change
    const isTouched = atualizado_em !== undefined || nome === undefined
    const stamp = this.#stampOf(atualizado_em)
    this.#listed(organization, cpf)
    await world.commit([
      ...(nome === undefined ? [] : [{ event: 'rename', cpf, nome } as const]),
      ...(isTouched ? this.#touches(organization, cpf, stamp) : []),
    ])
    return this.#listed(organization, cpf)
  }

  async remove(cpf: string, id?: string): Promise<ListedPerson> {
    const [world, organization] = await this.#ready(id)
    const before = this.#listed(organization, cpf)
    await world.commit(before.relatorios.map(({ numero }) => ({ event: 'remove', numero })))
    return before
  }

  async updateReport(
    numero: string,
    change: { atualizado_em?: string } = {},
    id?: string,
  ): Promise<ListedPerson> {
    check(reportChangeFields, change, 'change')
    const [world, organization] = await this.#ready(id)
    const cpf = this.#cpfOf(organization, numero)
    await world.commit([touched(numero, this.#stampOf(change.atualizado_em))])
    return this.#listed(organization, cpf)
  }

  async removeReport(numero: string, id?: string): Promise<ListedPerson> {
    const [world, organization] = await this.#ready(id)
    const before = this.#listed(organization, this.#cpfOf(organization, numero))
    await world.commit([{ event: 'remove', numero }])
    return before
  }

  /** Returns the world, as it is now where others change it, too, and an organization of it. */
  async #ready(id: string | undefined): Promise<[World, Organization]> {
    this.#requireOpen()
    const world = this.#world()
    await world.fresh?.()
    return [world, organizationWith(world, id)]
  }

  #listed(organization: Organization, cpf: string): ListedPerson {
    const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
    const { text } = this.#world().list(organization, { page: 1, rows: 1, order, cpf })
    if (text === '')
      throw new NotListed(
        `The organization ${shown(organization.id)} lists nobody with the cpf ${shown(cpf)}.`,
      )
    const relatorios = this.#world()
      .reportsOf(organization, cpf)
      .map(({ numero, stamp }) => ({
        numero,
        atualizado_em: new Date(stamp).toISOString(),
        status: this.#world().report(organization, numero) as ListedPerson['relatorios'][0]['status'],
      }))
    return { ...JSON.parse(fromByteText(text)), relatorios }
  }

  /** Returns the CPF of the person of a report. */
  #cpfOf({ id }: Organization, numero: string): string {
    const owner = this.#world().ownerOf(numero)
    if (owner?.organizacao === id) return owner.cpf
    throw new NotListed(`The organization ${shown(id)} has no report ${shown(numero)}.`)
  }

  /** Returns the events that add a person: one for each report. */
  #additions(
    { id: organizacao }: Organization,
    given: NewPerson,
    nameAt: (seed: number, position: number) => string,
  ): ReportEvent[] {
    const world = this.#world()
    const position = this.#freePosition(given.cpf)
    const { cpf = cpfAt(1, position), relatorios = [{}] } = given
    const fault = this.#allowInvalidCpf ? undefined : cpfFault(cpf)
    if (fault) {
      const remedy = 'Leave it out to have one generated, or start with allowInvalidCpf.'
      throw new OperatorError(`cpf ${fault.message}. ${remedy}`)
    }
    const known = world.nameOf(cpf)
    const nome = given.nome ?? known ?? nameAt(1, position)
    if (known !== undefined && known !== nome)
      throw new OperatorError('This cpf is listed with another nome already. Leave nome out, or update it.')
    const events = relatorios.map((report, n): ReportEvent => {
      const { numero = uuidAt(1, position, PURPOSE + n), aprovar, mensagem } = report
      if (world.ownerOf(numero)) throw new OperatorError(`A report has the numero ${numero} already.`)
      if ((aprovar === undefined) !== (mensagem === undefined))
        throw new OperatorError('A decision is aprovar and mensagem: give both, or neither.')
      const decision = aprovar === undefined || mensagem === undefined ? {} : { aprovar, mensagem }
      const stamp = this.#stampOf(report.atualizado_em ?? given.atualizado_em)
      const atualizado_em = new Date(stamp).toISOString()
      return { event: 'report', organizacao, numero, cpf, nome, atualizado_em, ...decision }
    })
    if (new Set(events.map(({ numero }) => numero)).size < events.length)
      throw new OperatorError('Two reports have the same numero.')
    return events
  }

  /** Returns the events that make the latest report of a person this late, and no other later. */
  #touches(organization: Organization, cpf: string, stamp: number): Event[] {
    const reports = this.#world().reportsOf(organization, cpf)
    const latest = reports.reduce((one, other) => (other.stamp > one.stamp ? other : one))
    return reports
      .filter((report) => report === latest || report.stamp > stamp)
      .map(({ numero }) => touched(numero, stamp))
  }

  /** Returns a written time in milliseconds, that of the clock if there is none. */
  #stampOf(text: string | undefined): number {
    const now = this.#world().clock.now()
    const time = text === undefined ? new Date(now).toISOString() : readTime(text, now)
    if (time !== undefined) return Date.parse(time)
    throw new OperatorError(
      `atualizado_em ${shown(text)} is not a time: write 2026-01-31, 2026-01-31T12:00:00.000Z, or -3d, -2h, -30m.`,
    )
  }

  /** Returns a position whose values nobody has; the same additions to the same data take the same positions. */
  #freePosition(cpf: string | undefined): number {
    const world = this.#world()
    if (!world.isMoved) this.#position = POSITION
    for (; ; this.#position++) {
      const position = this.#position
      if (cpf === undefined && world.nameOf(cpfAt(1, position)) !== undefined) continue
      if (world.ownerOf(uuidAt(1, position, PURPOSE))) continue
      this.#position++
      return position
    }
  }
}

function touched(numero: string, stamp: number): Event {
  return { event: 'touch', numero, atualizado_em: new Date(stamp).toISOString() }
}

function check(properties: Readonly<Record<string, Schema>>, value: unknown, at: string): void {
  const fault = faultOf({ type: 'object', properties }, value, at)
  if (fault !== undefined) throw new OperatorError(fault)
}
