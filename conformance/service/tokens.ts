import type { Credentials, Exchange, Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'

/** A valid token that was refused between two requests that accepted it. */
export interface RefusedBetween {
  refused: Exchange
  accepted: Exchange
}

/** How many lists are asked again at the end of a run, each of which was answered 401. */
const MOST_SUSPECTS = 8

/** Tells a token that expired from a service that refuses a valid token now and then. */
export class Tokens {
  readonly refused: RefusedBetween[] = []
  /** Lists for which a valid token was refused twice in a row; whether it always is, only time shows. */
  readonly suspects: Exchange[] = []
  readonly #target: Target
  readonly #valid: ReadonlySet<Credentials>
  /** What accepted each token last. */
  readonly #accepted = new Map<Credentials, Exchange>()
  /** What refused each token that is not accepted any more. */
  readonly #lost = new Map<Credentials, Exchange>()
  readonly #listWith: (token: Credentials) => Question

  /** @param listWith returns a request for the list without parameters */
  constructor(target: Target, valid: readonly Credentials[], listWith: (token: Credentials) => Question) {
    this.#target = target
    this.#listWith = listWith
    this.#valid = new Set(valid)
  }

  /** How many tokens were accepted. */
  get accepted(): number {
    return this.#accepted.size
  }

  /**
   * Returns the answer to a request: the one that came, or the one that came on a connection of its own in place of 401.
   * @param isOwn whether the interface knows no other reason for a 401, such as another organization's report
   * @throws {TargetFailure} if a token that was accepted is refused for good
   */
  async answer(exchange: Exchange, check: string, isOwn: boolean): Promise<Exchange> {
    const { question, response } = exchange
    const token = question.authorization
    if (!this.#valid.has(token)) return exchange
    if (response.status !== 401) {
      if (response.status === 200) this.#accept(exchange)
      return exchange
    }
    if (!this.#accepted.has(token) || !isOwn) return exchange
    if (this.#lost.has(token)) throw lost()
    // A decision is never sent twice, so only a list shows that the token is valid.
    const isDecision = exchange.risk === 'w2'
    if (!isDecision) {
      const again = await this.#target.observe({ ...question, connection: 'new' }, check)
      if (again.response.status !== 401) {
        if (again.response.status < 500) this.refused.push({ refused: exchange, accepted: again })
        return again
      }
    }
    const plain = { ...this.#listWith(token), connection: 'new' as const }
    const control = await this.#target.observe(plain, check)
    if (control.response.status !== 401) {
      if (isDecision && control.response.status === 200)
        this.refused.push({ refused: exchange, accepted: control })
      const isKept = question.method === 'GET' && this.suspects.length < MOST_SUSPECTS
      if (isKept) this.suspects.push(exchange)
      // The checks judge a 401 that comes every time for one kind of question.
      return exchange
    }
    this.#lost.set(token, exchange)
    throw lost()
  }

  #accept(exchange: Exchange): void {
    const token = exchange.question.authorization
    this.#accepted.set(token, exchange)
    const refused = this.#lost.get(token)
    if (refused === undefined) return
    this.#lost.delete(token)
    this.refused.push({ refused, accepted: exchange })
  }
}

function lost(): TargetFailure {
  return new TargetFailure(
    'token',
    'the token was accepted before and is refused with 401 now, also on a new connection: it expired or was withdrawn',
    { status: 401, remedy: 'use a token that is valid for the whole run' },
  )
}
