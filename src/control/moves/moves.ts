import type { Soon } from '../../contract/soon.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { faultOf } from '../../operator/schema-fault.ts'
import type { Organization } from '../../world/store.ts'
import { Unavailable } from '../../world/unavailable.ts'
import { endOf, type Life, lifeOf, living } from '../life.ts'
import type { Schema } from '../route.ts'
import { act } from './act.ts'
import type { MovedPerson, NewPerson, PersonChange, Which, Whose } from './move.ts'
import { Mover } from './mover.ts'
import { MOST_PLANS, type MovePlan, type PlanState } from './plan.ts'
import { changeSchema, newPersonSchema, planSchema, whichSchema } from './schema.ts'
import type { MoveSource, WalkedPage } from './source.ts'

/**
 * Moves persons and reports of one world while clients read. Without a database, every move is kept in memory only;
 * `reset` takes it back, and `restore` returns to the moves of the checkpoint.
 */
export interface Moves {
  /**
   * Adds a person with reports; what is left out is generated as fixtures do.
   * @throws {OperatorError} when a value cannot be used
   */
  add(person?: NewPerson, whose?: Whose): Promise<MovedPerson>
  /**
   * Updates a person or a report, by default with the time of now: it moves to the front of the default order.
   * @throws {OperatorError} when nobody is meant, or a value cannot be used
   */
  update(which: Which, change?: PersonChange, whose?: Whose): Promise<MovedPerson>
  /**
   * Removes a person or a report, and returns the person as it was.
   * @throws {OperatorError} when nobody is meant
   */
  remove(which: Which, whose?: Whose): Promise<MovedPerson>
  /**
   * Sets a plan that moves the data after a client received a page.
   * @throws {OperatorError} when the plan cannot be used, or its name is taken
   */
  plan(plan: MovePlan, whose?: Whose): Promise<PlanState>
  /** Returns the plans that are not over, the first one set first. */
  plans(): PlanState[]
  /** Returns whether there was a plan with this name. */
  removePlan(name: string): boolean
}

interface Entry extends Omit<PlanState, 'organization' | 'expires'> {
  organization: Organization
  life: Life
}

/** When there are more, all are forgotten, so that a client that asks for ever anew costs no memory. */
const MOST_WALKS = 10_000

/** The moves of one world, and what waits for its pages. */
export class WorldMoves implements Moves {
  readonly #mover: Mover
  readonly #source: MoveSource
  /** Walks of which page 1 was read. */
  readonly #walks = new Set<string>()
  #entries: readonly Entry[] = []
  #named = 0

  constructor(source: MoveSource) {
    this.#source = source
    this.#mover = new Mover(source)
  }

  /** Whether no page needs to be looked at. */
  get isIdle(): boolean {
    return this.#entries.length === 0
  }

  async add(person: NewPerson = {}, { organization }: Whose = {}): Promise<MovedPerson> {
    check(newPersonSchema, person, 'The person')
    await this.#prepare(person)
    return this.#mover.add(this.#mover.organization(organization), person)
  }

  async update(which: Which, change: PersonChange = {}, { organization }: Whose = {}): Promise<MovedPerson> {
    checkWhich(which)
    check(changeSchema, change, 'The change')
    this.#source.requireOpen()
    const own = this.#mover.organization(organization)
    this.#mover.checkWhich(which)
    if (which.numero !== undefined) return this.#mover.updateReport(own, which.numero, change)
    const cpf = await this.#mover.cpfOf(own, which)
    return this.#mover.update(own, cpf, change)
  }

  async remove(which: Which, { organization }: Whose = {}): Promise<MovedPerson> {
    checkWhich(which)
    this.#source.requireOpen()
    const own = this.#mover.organization(organization)
    this.#mover.checkWhich(which)
    if (which.numero !== undefined) return this.#mover.removeReport(own, which.numero)
    const cpf = await this.#mover.cpfOf(own, which)
    return this.#mover.remove(own, cpf)
  }

  async plan(plan: MovePlan, whose: Whose = {}): Promise<PlanState> {
    checkPlan(plan)
    if (plan.add !== undefined) await this.#prepare(plan.add)
    this.#source.requireOpen()
    const organization = this.#mover.organization(whose.organization)
    this.#checkValues(plan, organization)
    const living = this.#living()
    if (living.length === 0) this.#walks.clear()
    const name = plan.name ?? this.#newName(living)
    if (living.some((entry) => entry.name === name))
      throw new OperatorError(
        `A plan is named ${JSON.stringify(name)} already. Remove it first, or choose another name.`,
      )
    if (living.length >= MOST_PLANS)
      throw new OperatorError(`There can be at most ${MOST_PLANS} plans at once. Remove some first.`)
    const life = lifeOf(plan.ttl, this.#source.world().clock)
    const entry = { name, organization, plan: { ...plan, name }, moves: 0, misses: 0, why: null, life }
    this.#entries = [...living, entry]
    return stateOf(entry)
  }

  plans(): PlanState[] {
    return this.#living().map(stateOf)
  }

  removePlan(name: string): boolean {
    const living = this.#living()
    this.#entries = living.filter((entry) => entry.name !== name)
    return this.#entries.length < living.length
  }

  /** Removes the plans of an organization, or all. */
  clearPlans(organization?: string): void {
    this.#entries = this.#entries.filter(
      (entry) => organization !== undefined && entry.organization.id !== organization,
    )
  }

  /** Hears of a page that a client is given, and returns the names of the plans that moved data. */
  walked(page: WalkedPage): Soon<string[]> {
    const { list } = page
    if (list.cpf !== undefined) return []
    const hasBegun = this.#hasBegun(page)
    const meant = this.#living().filter((entry) => this.#isMeant(entry, page))
    const started = hasBegun ? meant : []
    for (const entry of hasBegun ? [] : meant) {
      entry.misses++
      entry.why = `Page ${list.page} was read, but not page 1 before it with the same sort, nome and rows, so it is not part of a walk.`
    }
    return started.length === 0 ? [] : this.#actAll(started, page)
  }

  async #actAll(started: readonly Entry[], page: WalkedPage): Promise<string[]> {
    const moved: string[] = []
    for (const entry of started) if (await this.#act(entry, page)) moved.push(entry.name)
    return moved
  }

  /** Returns whether a page is one of a walk, and remembers where walks begin. */
  #hasBegun({ organization, list: { page, rows, order, nome } }: WalkedPage): boolean {
    const walk = JSON.stringify([organization.id, rows, order.by, order.descending, nome?.text])
    if (page > 1) return this.#walks.has(walk)
    if (this.#walks.size >= MOST_WALKS) this.#walks.clear()
    this.#walks.add(walk)
    return true
  }

  #isMeant({ organization, plan: { after = {}, times = 1 }, moves }: Entry, page: WalkedPage): boolean {
    const { list } = page
    if (moves >= times || organization.id !== page.organization.id) return false
    if (list.page !== (after.page ?? 1)) return false
    const { order, nome, rows } = this.#source.listOf(organization, after)
    const isSameOrder = order.by === list.order.by && order.descending === list.order.descending
    return (
      (after.sort === undefined || isSameOrder) &&
      (after.rows === undefined || rows === list.rows) &&
      nome?.text === list.nome?.text
    )
  }

  /** @throws {OperatorError} when the plan has a value that it could never use */
  #checkValues({ add, update, remove, after = {} }: MovePlan, organization: Organization): void {
    this.#source.listOf(organization, after)
    if (add !== undefined) this.#mover.checkNew(add)
    for (const which of [update, remove]) {
      if (which === undefined) continue
      this.#mover.checkWhich(which)
      this.#source.listOf(organization, { sort: which.sort, nome: which.nome })
    }
    this.#mover.stampOf(update?.atualizado_em)
  }

  async #act(entry: Entry, page: WalkedPage): Promise<boolean> {
    // Another page may come before the data has moved.
    entry.moves++
    try {
      await act(this.#mover, entry.plan, page)
      return true
    } catch (error) {
      if (!(error instanceof OperatorError || error instanceof Unavailable)) throw error
      entry.moves--
      entry.misses++
      entry.why = error.message
      return false
    }
  }

  /** Loads what generates names if the name of a person is left out. */
  async #prepare({ nome }: NewPerson): Promise<void> {
    if (nome === undefined) await this.#source.maker.ready()
    this.#source.requireOpen()
  }

  #living(): readonly Entry[] {
    this.#entries = living(this.#entries)
    return this.#entries
  }

  #newName(living: readonly Entry[]): string {
    for (;;) {
      const name = `plan-${++this.#named}`
      if (!living.some((entry) => entry.name === name)) return name
    }
  }
}

function stateOf({ organization, life, ...state }: Entry): PlanState {
  return {
    ...state,
    organization: organization.id,
    expires: endOf(life),
  }
}

/** @throws {OperatorError} when a value does not fit its schema */
function check(schema: Schema, value: unknown, at: string): void {
  const fault = faultOf(schema, value, at)
  if (fault !== undefined) throw new OperatorError(fault)
}

function checkWhich(which: Which, at = 'The person'): void {
  check(whichSchema, which, at)
  const { cpf, place, numero, sort, nome } = which
  const given = [cpf, place, numero].filter((one) => one !== undefined).length
  if (given === 0) throw new OperatorError(`${at} must say who is meant: add one of cpf, place and numero.`)
  if (given > 1) throw new OperatorError(`${at} must have only one of cpf, place and numero.`)
  if (place === undefined && (sort !== undefined || nome !== undefined))
    throw new OperatorError(`${at}: sort and nome say how places are counted, so they need place.`)
}

function checkPlan(plan: MovePlan): void {
  check(planSchema, plan, 'The plan')
  const { makes, add, update, remove } = plan
  if ([makes, add, update, remove].filter((one) => one !== undefined).length !== 1)
    throw new OperatorError('The plan must have exactly one of makes, add, update and remove.')
  if (remove !== undefined) checkWhich(remove, 'remove')
  if (update === undefined) return
  const { to, atualizado_em, ...which } = update
  checkWhich(which, 'update')
  if (to !== undefined && (atualizado_em !== undefined || which.numero !== undefined))
    throw new OperatorError(
      'update: to moves a person to an end of the list. Leave out atualizado_em and numero.',
    )
}
