import { type Clock, systemClock } from '../operator/clock.ts'
import { wordsOf as wordsIn } from '../operator/personal-key.ts'
import { type Change, changedIn, decisionOf } from './changes.ts'
import { cpfOf, findReport, givenName, givenOf, organizationOf } from './columns.ts'
import type { Applies, DecisionEvent, Event, Log, ReportEvent } from './event.ts'
import { Facts, type Key } from './facts.ts'
import { List } from './list.ts'
import type { Orders } from './orders.ts'
import {
  type Decision,
  type DecisionRules,
  isDecided,
  type ListRequest,
  type Organization,
  type Page,
  type ReportStatus,
  type Store,
} from './store.ts'
import { wordsOf } from './words.ts'

/** The error for a decision on a report of another organization, or on none. */
export const NOT_OWN = 'The organization has no report with this number.'

/** Where a report is. */
interface Place {
  organization: number
  key: Key
  /** The row of its person in the data of the organization; -1 if there is none. */
  row: number
  cpf: string
}

/** The facts of an organization at one moment, and the names of its persons that are not those of the data. */
interface Part {
  readonly facts: Facts
  readonly names: ReadonlyMap<string, string>
}

export interface WorldOptions {
  clock?: Clock | undefined
  /** Tokens that replace those of the data, in the order of the organizations. */
  tokens?: readonly (string | undefined)[] | undefined
  /** Where its events are kept; nowhere by default. */
  log?: Log | undefined
}

/**
 * The organizations, persons and reports of one dataset, and what became of them. Only events change it: the same events
 * in the same order give the same world.
 */
export class World implements Store, Applies {
  readonly orders: Orders
  readonly clock: Clock
  readonly organizations: readonly Organization[]
  readonly limit: Log['limit']
  readonly requestHeader: Log['requestHeader']
  readonly fresh: Log['fresh']
  /** The ids of organizations whose token is refused. */
  readonly withdrawn = new Set<string>()
  /** Hears that tokens were withdrawn or accepted again. */
  whenTokensChange: () => void = () => {}
  readonly #log: Log | undefined
  readonly #places: ReadonlyMap<string, number>
  readonly #facts: Facts[]
  readonly #lists: List[]
  /** The names that are not those of the data, by CPF. */
  #names = new Map<string, string>()
  /** The organization and the person of each report that was added. */
  readonly #owners = new Map<string, { organization: number; cpf: string }>()
  /** Decisions on reports that are not in this data. */
  readonly #strangers = new Map<string, DecisionEvent>()
  /** By name, what was saved of each organization. */
  readonly #checkpoints = new Map<string, readonly (Part | undefined)[]>()
  #start: ReadonlyMap<string, DecisionEvent>[] = []
  #nameWords: ReadonlySet<string> | undefined

  constructor(orders: Orders, { clock = systemClock, tokens = [], log }: WorldOptions = {}) {
    const { columns } = orders
    this.orders = orders
    this.clock = clock
    this.#log = log
    this.limit = log?.limit
    this.requestHeader = log?.requestHeader
    this.fresh = log?.fresh
    const lists = columns.organizations.map((_, k) => new List(orders, k))
    this.#lists = lists
    this.#facts = lists.map(() => new Facts(columns))
    this.organizations = columns.organizations.map(({ id, nome, token, habilitada = true }, k) => ({
      ...{ id, name: nome, token: tokens[k] ?? token, enabled: habilitada },
      get persons() {
        return (lists[k] as List).length
      },
    }))
    this.#places = new Map(this.organizations.map(({ id }, k) => [id, k]))
    this.begin()
  }

  /** Has {@link changes} begin now. */
  begin(): void {
    this.#start = this.#facts.map(({ decided }) => new Map(decided))
  }

  /** Returns a number that grows whenever what an organization is listed changes. */
  versionOf(organization: Organization): number {
    return this.#listOf(organization).version
  }

  list(organization: Organization, request: ListRequest): Page {
    return this.#listOf(organization).page(request)
  }

  report(organization: Organization, numero: string, request?: string): ReportStatus {
    const place = this.#locate(numero)
    if (place === undefined) return 'unknown'
    if (this.#idOf(place.organization) !== organization.id) return 'foreign'
    const decided = this.#factsOf(place.organization).decided.get(numero)
    if (request !== undefined && decided?.request === request) return 'undecided'
    const decision = decided ?? this.#givenAt(place)
    return decision === null ? 'undecided' : decision.aprovar ? 'approved' : 'rejected'
  }

  async decide(
    organization: Organization,
    numero: string,
    { aprovar, mensagem }: Decision,
    { once, touch, until, request }: DecisionRules,
  ): Promise<boolean> {
    const status = this.report(organization, numero, request)
    if (status === 'unknown' || status === 'foreign') throw new Error(NOT_OWN)
    if (once && isDecided(status)) return false
    const decidido_em = new Date(this.clock.now()).toISOString()
    const event: DecisionEvent = {
      event: 'decision',
      organizacao: organization.id,
      ...{ numero, aprovar, mensagem, decidido_em, atualiza: touch },
      ...(once && { once: true }),
      ...(request !== undefined && { request }),
    }
    const id = request && `${request} ${organization.id} ${numero}`
    const [isKept] = await this.commit([event], { ...(id && { id }), ...(until && { until }) })
    return isKept as boolean
  }

  /** Keeps events, and applies each; at once in memory. See {@link Log.commit}. */
  commit(
    events: readonly Event[],
    options?: { id?: string; until?: number },
  ): boolean[] | Promise<boolean[]> {
    return this.#log ? this.#log.commit(events, options) : events.map((event) => this.apply(event))
  }

  apply(event: Event): boolean {
    switch (event.event) {
      case 'decision':
        return this.#decide(event)
      case 'report':
        return this.#add(event)
      case 'touch':
        return this.#onReport(event.numero, (place) => this.#touch(place, Date.parse(event.atualizado_em)))
      case 'remove':
        return this.#onReport(event.numero, (place) => this.#remove(place))
      case 'rename':
        return this.nameOf(event.cpf) !== undefined && this.#rename(event.cpf, event.nome)
      case 'token':
        return this.#setWithdrawn([event.organizacao], event.withdrawn)
      case 'checkpoint':
        return this.#isOwn(event) && this.#save(event.name, event.organizacao)
      case 'restore':
        return (
          this.knows(event.name, event.organizacao) &&
          this.#replace(event.organizacao, (k) => this.#checkpoints.get(event.name)?.[k])
        )
      case 'reset':
        return this.#isOwn(event) && this.#reset(event.organizacao)
    }
  }

  /** Yields the fewest events that make this world of the same data. */
  *events(): Generator<Event> {
    for (const [name, parts] of this.#checkpoints)
      for (const [k, part] of parts.entries()) {
        if (part === undefined) continue
        const events = [...part.facts.events(part.names)]
        yield* events
        yield { event: 'checkpoint', name, organizacao: this.#idOf(k) }
        // Of everyone, because all organizations share the names.
        if (events.length > 0) yield { event: 'reset' }
      }
    yield* this.#strangers.values()
    for (const [k, facts] of this.#facts.entries()) yield* facts.events(this.#namesIn(k))
    for (const organizacao of this.withdrawn) yield { event: 'token', organizacao, withdrawn: true }
  }

  /** Whether this world is as its data alone would make it. */
  get isAsGiven(): boolean {
    return this.events().next().done === true
  }

  /** Returns whether a checkpoint has something about the whole world, or about an organization. */
  knows(name: string, organizacao?: string): boolean {
    const parts = this.#checkpoints.get(name)
    return (
      parts !== undefined && (organizacao === undefined || parts[this.#placeOf(organizacao)] !== undefined)
    )
  }

  get checkpoints(): string[] {
    return [...this.#checkpoints.keys()]
  }

  /** Returns the changes since the start, or since a checkpoint: those of all organizations, or of one. */
  changes(since?: string, organizacao?: string): Change[] {
    const then = since === undefined ? undefined : (this.#checkpoints.get(since) ?? [])
    return this.#facts.flatMap(({ decided }, k) => {
      const before = then ? then[k]?.facts.decided : this.#start[k]
      if (before === undefined || !this.#isMeant(k, organizacao)) return []
      return changedIn(before, decided).flatMap((numero) => {
        const place = this.#locate(numero)
        if (place?.organization !== k) return []
        const given = this.#givenAt(place)
        const { nome, stamp } = this.#lists[k]?.find(place.cpf) ?? { nome: '', stamp: 0 }
        return {
          organizacao: this.#idOf(k),
          ...{ numero, cpf: place.cpf, nome },
          before: decisionOf(before.get(numero)) ?? given,
          after: decisionOf(decided.get(numero)) ?? given,
          atualizado_em: new Date(stamp).toISOString(),
        }
      })
    })
  }

  /** The number of reports with a decision that is not from the data. */
  get decisions(): number {
    return this.#facts.reduce((sum, { decided }) => sum + decided.size, 0)
  }

  /** The number of reports with a decision that are not in this data. */
  get strangers(): number {
    return this.#strangers.size
  }

  /** Returns up to `limit` numbers of undecided reports of an organization, in the order of the data. */
  undecided({ id }: Organization, limit: number): string[] {
    const found: string[] = []
    const k = this.#placeOf(id)
    for (const numero of this.#factsOf(k).undecided(k)) if (found.push(numero) === limit) break
    return found
  }

  /**
   * Returns the reports that an organization has on a person, in the order of the data; none if it is not listed. `stamp` is
   * the last update, in milliseconds since 1970.
   */
  reportsOf({ id }: Organization, cpf: string): { numero: string; stamp: number }[] {
    const k = this.#placeOf(id)
    const facts = this.#factsOf(k)
    const keys = [...facts.reportsOn(cpf, this.#listAt(k).rowOf(cpf))]
    return keys.map((key) => ({ numero: facts.numberOf(key), stamp: facts.stampOf(key, cpf) }))
  }

  /** Returns the name of a person that any organization lists; undefined if none does. */
  nameOf(cpf: string): string | undefined {
    return this.#lists.some((list) => list.find(cpf)) ? this.#nameNow(cpf) : undefined
  }

  /** Returns the decision on a report, be it from the data or an event; null if it is undecided or unknown. */
  decisionOn(numero: string): Decision | null {
    const place = this.#locate(numero)
    if (place === undefined) return null
    return decisionOf(this.#factsOf(place.organization).decided.get(numero)) ?? this.#givenAt(place)
  }

  /** Returns whose a report is; undefined if no report has this number. */
  ownerOf(numero: string): { organizacao: string; cpf: string } | undefined {
    const place = this.#locate(numero)
    return place && { organizacao: this.#idOf(place.organization), cpf: place.cpf }
  }

  /** Whether events added or removed reports. */
  get isMoved(): boolean {
    return this.#owners.size > 0 || this.#facts.some(({ removed }) => removed.size > 0)
  }

  /** Returns whether a word, in lower case and without accents, is part of a person's name. */
  hasName(word: string): boolean {
    this.#nameWords ??= new Set(wordsOf(this.orders.columns).words.flatMap(wordsIn))
    return this.#nameWords.has(word) || [...this.#names.values()].some((nome) => wordsIn(nome).includes(word))
  }

  #listOf({ id }: Organization): List {
    return this.#listAt(this.#placeOf(id))
  }

  #placeOf(id: string): number {
    return this.#places.get(id) as number
  }

  #idOf(k: number): string {
    return this.organizations[k]?.id as string
  }

  #listAt(k: number): List {
    return this.#lists[k] as List
  }

  #factsOf(k: number): Facts {
    return this.#facts[k] as Facts
  }

  #isMeant(k: number, organizacao: string | undefined): boolean {
    return organizacao === undefined || k === this.#placeOf(organizacao)
  }

  #locate(numero: string): Place | undefined {
    const { columns } = this.orders
    const added = this.#owners.get(numero)
    if (added) return { ...added, key: numero, row: this.#listAt(added.organization).rowOf(added.cpf) }
    const report = findReport(columns, numero)
    if (report === -1) return undefined
    const row = columns.rowOf[report] as number
    const organization = organizationOf(columns, row)
    if (this.#factsOf(organization).removed.has(report)) return undefined
    return { organization, key: report, row, cpf: cpfOf(columns, columns.personOf[row] as number) }
  }

  /** Returns the decision that a report began with. */
  #givenAt({ organization, key, cpf }: Place): Decision | null {
    if (typeof key === 'number') return givenOf(this.orders.columns, key)
    return decisionOf(this.#factsOf(organization).added.get(cpf)?.get(key))
  }

  /** Returns whether a report keeps the decision that it has. */
  #isKept({ numero, once, request }: DecisionEvent, place: Place): boolean {
    if (once !== true) return false
    const decided = this.#factsOf(place.organization).decided.get(numero)
    if (decided && request !== undefined && decided.request === request) return false
    return (decided ?? this.#givenAt(place)) !== null
  }

  /** Keeps a decision on a report that other data may have. */
  #keepStranger(event: DecisionEvent): void {
    const { numero, once } = event
    if (findReport(this.orders.columns, numero) !== -1) return
    if (!once || !this.#strangers.has(numero)) this.#strangers.set(numero, event)
  }

  #isOwn({ organizacao }: { organizacao?: string }): boolean {
    return organizacao === undefined || this.#places.has(organizacao)
  }

  #onReport(numero: string, change: (place: Place) => void): boolean {
    const place = this.#locate(numero)
    if (place) change(place)
    return place !== undefined
  }

  #decide(event: DecisionEvent): boolean {
    const place = this.#locate(event.numero)
    if (place === undefined) this.#keepStranger(event)
    if (place === undefined || this.#isKept(event, place)) return false
    const facts = this.#factsOf(place.organization)
    facts.decided.set(event.numero, event)
    const stamp = Date.parse(event.decidido_em)
    if (event.atualiza && stamp > facts.stampOf(place.key, place.cpf)) this.#touch(place, stamp)
    return true
  }

  #touch({ organization, key, row, cpf }: Place, stamp: number): void {
    this.#factsOf(organization).stamps.set(key, stamp)
    this.#refresh(organization, cpf, row)
  }

  #add(event: ReportEvent): boolean {
    const { numero, organizacao, cpf, nome } = event
    const organization = this.#places.get(organizacao)
    if (organization === undefined || this.#locate(numero) !== undefined) return false
    const { columns } = this.orders
    const given = findReport(columns, numero)
    // A number of the data stays with its organization.
    if (given !== -1 && organizationOf(columns, columns.rowOf[given] as number) !== organization) return false
    this.#factsOf(organization).add(event)
    this.#owners.set(numero, { organization, cpf })
    this.#rename(cpf, nome)
    this.#refresh(organization, cpf)
    return true
  }

  #remove({ organization, key, cpf, row }: Place): void {
    if (typeof key === 'string') this.#owners.delete(key)
    this.#factsOf(organization).remove(key, cpf)
    this.#refresh(organization, cpf, row)
  }

  #rename(cpf: string, nome: string): true {
    if (nome === this.#nameNow(cpf)) return true
    if (nome === givenName(this.orders.columns, cpf)) this.#names.delete(cpf)
    else this.#names.set(cpf, nome)
    for (const k of this.#lists.keys()) this.#refresh(k, cpf)
    return true
  }

  /** Has the list of an organization show what its reports say of a person. */
  #refresh(k: number, cpf: string, row = this.#listAt(k).rowOf(cpf)): void {
    const facts = this.#factsOf(k)
    let stamp = Number.NEGATIVE_INFINITY
    for (const key of facts.reportsOn(cpf, row)) stamp = Math.max(stamp, facts.stampOf(key, cpf))
    const isListed = stamp !== Number.NEGATIVE_INFINITY
    const nome = row === -1 ? this.#nameNow(cpf) : this.#names.get(cpf)
    this.#listAt(k).set(cpf, row, isListed ? { nome, stamp } : null)
  }

  #nameNow(cpf: string): string | undefined {
    return this.#names.get(cpf) ?? givenName(this.orders.columns, cpf)
  }

  #setWithdrawn(ids: Iterable<string>, isWithdrawn: boolean): true {
    const before = this.withdrawn.size
    for (const id of ids) this.withdrawn[isWithdrawn ? 'add' : 'delete'](id)
    if (this.withdrawn.size !== before) this.whenTokensChange()
    return true
  }

  /** Returns the names that an organization lists otherwise than the data has them. */
  #namesIn(k: number): Map<string, string> {
    return new Map([...this.#names].filter(([cpf]) => this.#listAt(k).find(cpf)))
  }

  #save(name: string, organizacao?: string): true {
    const before = this.#checkpoints.get(name)
    const parts = this.#facts.map((facts, k) =>
      this.#isMeant(k, organizacao) ? { facts: facts.copy(), names: this.#namesIn(k) } : before?.[k],
    )
    this.#checkpoints.set(name, parts)
    return true
  }

  #reset(organizacao?: string): true {
    if (organizacao === undefined) this.#strangers.clear()
    this.#setWithdrawn(organizacao === undefined ? [...this.withdrawn] : [organizacao], false)
    const asGiven = { facts: new Facts(this.orders.columns), names: new Map() }
    return this.#replace(organizacao, () => asGiven)
  }

  /** Has organizations list what they did at another moment, as far as that is known. The cost is that of the changes. */
  #replace(organizacao: string | undefined, partOf: (k: number) => Part | undefined): true {
    const parts = this.#lists.map((_, k) => (this.#isMeant(k, organizacao) ? partOf(k) : undefined))
    this.#names = this.#namesWith(parts)
    for (const [numero, { organization }] of this.#owners)
      if (parts[organization] !== undefined) this.#owners.delete(numero)
    for (const [k, part] of parts.entries()) {
      if (part === undefined) continue
      const facts = part.facts.copy()
      this.#facts[k] = facts
      // Another organization may have this number now.
      for (const { numero, cpf } of [...facts.addedReports()])
        if (this.#owners.has(numero)) facts.remove(numero, cpf)
        else this.#owners.set(numero, { organization: k, cpf })
      this.#listAt(k).clear()
      for (const cpf of new Set([...facts.persons(), ...this.#names.keys()])) this.#refresh(k, cpf)
    }
    return true
  }

  /** Returns the names after organizations get other parts. All share a person, so what the others call it now wins. */
  #namesWith(parts: readonly (Part | undefined)[]): Map<string, string> {
    const names = new Map(parts.flatMap((part) => [...(part?.names ?? [])]))
    for (const cpf of new Set([...names.keys(), ...this.#names.keys()])) {
      if (!this.#lists.some((list, k) => parts[k] === undefined && list.find(cpf))) continue
      const now = this.#names.get(cpf)
      if (now === undefined) names.delete(cpf)
      else names.set(cpf, now)
    }
    return names
  }
}
