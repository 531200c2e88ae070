import { randomInt } from 'node:crypto'
import type { Keyring } from '../client/credentials.ts'
import type { Credentials, Exchange, Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import type { NearText, NumberShape, SharedGroups } from '../client/unknown-number.ts'
import type { Redactor } from '../redaction/redact.ts'
import { Undecided } from './judgement.ts'
import { type List, type ListAnswer, readList } from './lists.ts'
import { decisionQuestion, type How, listQuestion, type Numero, type Query, reportPath } from './questions.ts'
import { isSameReading, once, type Reading, readAll, readWorld, type World } from './world.ts'

export interface ServiceOptions {
  target: Target
  keys: Keyring
  redactor: Redactor
  reports: readonly string[]
  foreignReport: string | undefined
  /** Whether the operator declares that no person belongs to both organizations. */
  tenantsDisjoint?: boolean | undefined
  /** How many pages of one list are read at most: a staging may have a million persons. */
  mostPages: number
}

/** What was read while the lists stay the same. */
class Lists {
  readonly answers = new Map<string, Promise<ListAnswer>>()
  readonly plains = new Map<Credentials, Promise<Reading>>()
  readonly worlds = new Map<Credentials, Promise<World>>()
}

/** The service under test as checks see it. Lists are asked once while they stay the same. */
export class Service {
  readonly keys: Keyring
  readonly redactor: Redactor
  readonly target: Target
  readonly reports: readonly Numero[]
  readonly foreignReport: Numero | undefined
  readonly tenantsDisjoint: boolean
  readonly mostPages: number
  /** Every answer of the run, in the order in which they came. */
  readonly heard: Exchange[]
  readonly #options: ServiceOptions
  readonly #name: string
  readonly #known: { lists: Lists; world?: Promise<World> | undefined }

  constructor(options: ServiceOptions, name = 'opening', shared?: Service) {
    const { target, keys, redactor, reports, foreignReport, tenantsDisjoint = false, mostPages } = options
    this.#options = options
    this.#name = name
    this.heard = shared?.heard ?? []
    this.#known = shared ? shared.#known : { lists: new Lists() }
    this.target = target
    this.keys = keys
    this.redactor = redactor
    this.tenantsDisjoint = tenantsDisjoint
    this.mostPages = mostPages
    this.reports = reports.map((value, i) => ({ value, label: `$REPORT_${i + 1}` }))
    this.foreignReport = foreignReport === undefined ? undefined : { value: foreignReport, label: '$FOREIGN_REPORT' }
  }

  /** Returns the same service with another name in the User-Agent. */
  as(name: string): Service {
    return new Service(this.#options, name, this)
  }

  /**
   * Sends a request, whatever was sent before.
   * @throws {TargetFailure} if there is no answer
   */
  async send(question: Question): Promise<Exchange> {
    const exchange = await this.target.observe(question, this.#name)
    this.heard.push(exchange)
    return exchange
  }

  /** Like `send`, but returns the failure, because a service may not answer what the interface does not mention. */
  async attempt(question: Question): Promise<Exchange | TargetFailure> {
    const exchange = await this.target.attempt(question, this.#name)
    if (!(exchange instanceof TargetFailure)) this.heard.push(exchange)
    return exchange
  }

  /** Asks for a list, whatever was asked before. */
  async again(query: Query = {}, how: How = {}): Promise<ListAnswer> {
    const answer = readList(await this.send(listQuestion(this.keys.own, query, how)))
    const { page = 1, ...others } = query
    const isPlain = Object.keys(others).length === 0 && (how.authorization ?? this.keys.own) === this.keys.own
    for (const [i, { raw }] of answer.list?.people.entries() ?? [])
      this.redactor.learn(raw, isPlain ? `person ${i + 1} of page ${page} of GET /pessoas` : undefined)
    return answer
  }

  /** Asks for a list once for each query while the list stays the same. */
  get(query: Query = {}, how: How = {}): Promise<ListAnswer> {
    const whole = { ...how, authorization: how.authorization ?? this.keys.own }
    const key = JSON.stringify([query, whole], (_, value) => (typeof value === 'number' ? String(value) : value))
    const { answers } = this.#known.lists
    return once(answers, key, () => {
      const answer = this.again(query, how)
      answer.catch(() => answers.delete(key))
      return answer
    })
  }

  /** @throws {Undecided} if the answer is no list; a check of its own tells that */
  async list(query: Query = {}, how: How = {}): Promise<List> {
    const { list, status } = await this.get(query, how)
    if (list) return list
    const asked = ['GET /pessoas', Object.keys(query).join(', ')].filter(Boolean).join(' with ')
    throw new Undecided('blocked', `${asked} ${status === 200 ? 'returns no list' : `returns ${status}`}`)
  }

  decide(numero: Numero, body: unknown, how: How = {}): Promise<Exchange> {
    return this.send(decisionQuestion(this.keys.own, numero, body, how))
  }

  /** Returns the list without parameters as its pages show it, whether they fit together or not. */
  plain(who: Credentials = this.keys.own): Promise<Reading> {
    return once(this.#known.lists.plains, who, () => readAll(this, {}, who))
  }

  /** Returns what the list of an organization shows, read once while it stays the same. */
  world(who: Credentials = this.keys.own): Promise<World> {
    return once(this.#known.lists.worlds, who, () => readWorld(this, who))
  }

  /** Labels of declared reports for which the target returned 404 and never recorded a decision. */
  get unknownReports(): ReadonlySet<string> {
    const unknown = new Set<string>()
    for (const { question, response } of this.heard) {
      const report = this.reports.find((numero) => question.path === reportPath(numero))
      if (!report || question.method !== 'POST' || question.authorization !== this.keys.own) continue
      if (response.status === 404) unknown.add(report.label)
      if (response.status === 200) unknown.delete(report.label)
    }
    return unknown
  }

  /** Returns what the own list showed when it was read last. */
  async known(): Promise<World | undefined> {
    return this.#lastWorld()?.catch(() => undefined)
  }

  forget(): void {
    this.#known.world = this.#lastWorld()
    this.#known.lists = new Lists()
  }

  #lastWorld(): Promise<World> | undefined {
    return this.#known.lists.worlds.get(this.keys.own) ?? this.#known.world
  }

  /** Asks for one page on which a change of the list shows, and returns whether it has changed since it was read. */
  async hasMoved(): Promise<boolean> {
    const { pages, isAscending } = await this.plain()
    const page = isAscending ? pages.length : 1
    const { list } = await this.again(page > 1 ? { page } : {})
    const print = (one: List | undefined) => JSON.stringify([one?.total, one?.people.map(({ stamp }) => stamp)])
    return print(list) !== print(pages[page - 1])
  }

  /**
   * Reads the list again, page after page with nothing beside it, and returns whether it has changed. Everything is
   * forgotten if it has.
   */
  async changed(): Promise<boolean> {
    const { lists } = this.#known
    const before = lists.plains.get(this.keys.own)
    if (before === undefined) return false
    this.forget()
    const again = readAll(this, {}, this.keys.own, true)
    this.#known.lists.plains.set(this.keys.own, again)
    const [old, now] = await Promise.allSettled([before, again])
    if (old.status !== now.status) return true
    if (old.status === 'fulfilled' && now.status === 'fulfilled' && !isSameReading(old.value, now.value)) return true
    this.#known.lists = lists
    return false
  }

  unknownNumber(shape?: NumberShape): Numero {
    const value = this.target.unknownNumber(shape)
    return { value, label: value }
  }

  /** Returns a number that no report has and that is like a declared one. */
  nearNumber(report: Numero, shared: SharedGroups | NearText): Numero {
    const value = this.target.nearNumber(report.value, shared)
    return { value, label: value }
  }

  /** Returns random letters that no name contains. */
  gibberish(length: number): string {
    const letters = Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz'[randomInt(20)]).join('')
    this.redactor.vouch(letters)
    return letters
  }
}
