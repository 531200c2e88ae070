import type { Exchange, Question } from '../client/exchange.ts'
import { statusFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { Violation } from '../judging/judgement.ts'

/** A kind of request that the service answers with 5xx every time, while it answers a healthy request in between. */
export class Break extends Violation {
  readonly question: Question

  constructor(seen: readonly Exchange[], control: Exchange) {
    const [{ question, response }] = seen as [Exchange]
    const times = `${seen.length} times out of ${seen.length}`
    super(
      'an answer',
      `${response.status}, ${times}; ${question.method === control.question.method ? 'the same call without the fault' : 'GET /pessoas'} answered ${control.response.status} each time`,
      [seen[0] as Exchange, control],
    )
    this.question = question
  }
}

/** How often a request that got 5xx is repeated, and how often if the target also fails now and then. */
const REPEATS = 4
const MORE_REPEATS = 9
/** The status that says "later", which is about the load, not about the request. */
const LATER = 503

/** Tells a request that breaks the service from an outage and from a service that fails now and then. */
export class Breaks {
  /** How many requests got 5xx and an answer when they were repeated. */
  flukes = 0
  #isDown = false
  readonly #proven = new Map<string, Break>()
  readonly #target: Target
  readonly #controlOf: (exchange: Exchange) => Question

  /** @param controlOf returns a request without any fault, as like the one that broke as possible */
  constructor(target: Target, controlOf: (exchange: Exchange) => Question) {
    this.#target = target
    this.#controlOf = controlOf
  }

  /**
   * Returns the answer to a request: the one that came, or the one that came when it was repeated after 5xx.
   * @throws {Break} if it breaks the service
   * @throws {TargetFailure} if the target does not answer healthy requests either, or if the request may not be repeated
   */
  async answer(exchange: Exchange, check: string): Promise<Exchange> {
    const { question, risk, response } = exchange
    if (response.status < 500) {
      this.#isDown = false
      return exchange
    }
    const known = this.#proven.get(keyOf(exchange))
    if (known) throw known
    const control = this.#controlOf(exchange)
    const isControl = JSON.stringify(control) === JSON.stringify(question)
    if (this.#isDown || risk === 'w2' || response.status === LATER) throw statusFailure(exchange)
    if (isControl) {
      const again = await this.#healthy(exchange, check)
      this.flukes++
      return again
    }
    const seen = [exchange]
    for (let healthy: Exchange; ; ) {
      healthy = await this.#healthy(exchange, check)
      const again = await this.#target.observe(question, check)
      if (again.response.status < 500) {
        this.flukes += seen.length
        return again
      }
      if (again.response.status === LATER) throw statusFailure(again)
      seen.push(again)
      if (seen.length > (this.flukes > 0 ? MORE_REPEATS : REPEATS)) {
        const found = new Break(seen, healthy)
        this.#proven.set(keyOf(exchange), found)
        throw found
      }
    }
  }

  /** Returns the answer to a healthy request. @throws {TargetFailure} if there is none but 5xx */
  async #healthy(exchange: Exchange, check: string): Promise<Exchange> {
    for (let left = 2; left >= 0; left--) {
      const control = await this.#target.observe(this.#controlOf(exchange), check)
      if (control.response.status === LATER) break
      if (control.response.status < 500) return control
      this.flukes++
    }
    this.#isDown = true
    throw statusFailure(exchange)
  }
}

/** Returns what requests of the same kind have in common: all but the number of an unknown report. */
function keyOf({ question, risk }: Exchange): string {
  const { method, path, query, body, authorization } = question
  return JSON.stringify([method, risk === 'w0' ? risk : path, query, body, authorization.value])
}
