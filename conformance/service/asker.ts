import type { Keyring } from '../client/credentials.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { isUnavailable, statusFailure, TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { Break, Breaks } from './breaks.ts'
import { Contradictions } from './contradictions.ts'
import type { Format } from './format.ts'
import { HeardReports } from './heard-reports.ts'
import { listQuestion, reportPath, validationQuestion } from './questions.ts'
import { type Attempt, LEGAL_BODY } from './service.ts'
import { DOCUMENTED, Spoken } from './spoken.ts'
import { Tokens } from './tokens.ts'

export interface AskerOptions {
  target: Target
  keys: Keyring
  format: Format
  /** The declared reports. */
  reports: readonly string[]
  foreignReport: string | undefined
  /** Whether a 5xx is repeated, so that a request that breaks the service becomes a violation. */
  provesBreaks: boolean
  /** Called when an answer about a declared report may mean that lists have changed. */
  onReport(answer: Exchange): void
}

/** Sends one question at a time, repeats what may be luck, and keeps what every answer shows. */
export class Asker {
  readonly spoken: Spoken
  readonly tokens: Tokens
  readonly contradictions: Contradictions
  readonly reports: HeardReports
  readonly #options: AskerOptions
  readonly #breaks: Breaks
  readonly #foreignPath: string | undefined

  /** @param valid the tokens that the service accepts */
  constructor(options: AskerOptions, valid: ConstructorParameters<typeof Contradictions>[0]) {
    const { target, keys, foreignReport } = options
    this.#options = options
    this.spoken = new Spoken(target, keys.own, options.format)
    this.tokens = new Tokens(target, valid, (token) => listQuestion(token))
    this.contradictions = new Contradictions(valid)
    this.reports = new HeardReports(options.reports, keys.own)
    this.#foreignPath = foreignReport && reportPath({ value: foreignReport, label: '' })
    this.#breaks = new Breaks(target, ({ question: { method, body, authorization }, risk }) => {
      const isLegal = risk === 'w0' && body === JSON.stringify(LEGAL_BODY) && authorization === keys.own
      if (method !== 'POST' || isLegal) return listQuestion(keys.own)
      return validationQuestion(keys.own, { value: target.unknownNumber(), label: '' }, LEGAL_BODY)
    })
  }

  /** How many requests got 5xx and an answer when they were repeated. */
  get flukes(): number {
    return this.#breaks.flukes
  }

  /**
   * Returns the answer to a question that the interface knows.
   * @throws {Break} if it breaks the service
   * @throws {TargetFailure} if the target fails, or refuses a token that it accepted before
   */
  async ask(question: Question, check: string): Promise<Exchange> {
    const exchange = await this.#options.target.observe(question, check)
    const { status } = exchange.response
    if (status >= 500) {
      this.spoken.note(status)
      if (!this.#options.provesBreaks) throw statusFailure(exchange)
    }
    const unbroken = await this.#breaks.answer(exchange, check)
    return this.hear(await this.tokens.answer(unbroken, check, this.#isOwn(unbroken)))
  }

  /** Returns the outcome of a question that the interface does not mention, whatever it is. */
  async attempt(question: Question, check: string): Promise<Attempt> {
    const { target, keys } = this.#options
    const first = await target.attempt(question, check)
    const unbroken = first instanceof TargetFailure ? first : await this.#withoutFlukes(first, check)
    const exchange =
      unbroken instanceof TargetFailure
        ? unbroken
        : await this.tokens.answer(unbroken, check, this.#isOwn(unbroken))
    if (exchange instanceof TargetFailure) {
      // If the target does not answer a plain list either, this brings the run closer to giving up on it.
      await target.attempt(listQuestion(keys.own), check)
      return { status: 'no answer', exchange: undefined, list: undefined, failure: exchange }
    }
    this.#hearOfReport(exchange)
    const { status } = exchange.response
    if (!DOCUMENTED.has(status)) this.spoken.note(status)
    const failure = isUnavailable(status) ? statusFailure(exchange) : undefined
    return { status, exchange, list: undefined, failure }
  }

  /** Passes an answer to everything that compares answers, and returns it. */
  hear(answer: Exchange): Exchange {
    this.#hearOfReport(answer)
    this.contradictions.hear(answer)
    return this.spoken.hear(answer)
  }

  #hearOfReport(answer: Exchange): void {
    if (this.reports.hear(answer)) this.#options.onReport(answer)
  }

  /** Returns whether a request is about nothing that belongs to another organization. */
  #isOwn({ question, risk }: Exchange): boolean {
    if (risk === 'r' || risk === 'w0') return true
    return question.authorization === this.#options.keys.own && question.path !== this.#foreignPath
  }

  /** Returns the answer to a repeated request in place of a 5xx that came only now and then. */
  async #withoutFlukes(first: Exchange, check: string): Promise<Exchange> {
    if (!this.#options.provesBreaks || isUnavailable(first.response.status)) return first
    return this.#breaks.answer(first, check).catch((error: unknown) => {
      if (error instanceof Break || (error instanceof TargetFailure && error.kind === 'status')) return first
      throw error
    })
  }
}
