import { encodingsOf } from '../client/body.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import { Beyond } from './beyond.ts'
import { type Format, isLegal } from './format.ts'
import { objectOf } from './lists.ts'
import { namesJson } from './media-type.ts'

export const DOCUMENTED = new Set([200, 400, 401, 404])
/** How many refusals are kept for the checks of their shape. */
const KEPT = 2_000

/** What a run noticed in all answers. */
export class Spoken {
  answers = 0
  readonly notJson: Exchange[] = []
  /** How often each undocumented status was returned. */
  readonly otherStatuses = new Map<number, number>()
  /** How often each content encoding was used although the request accepts only identity. */
  readonly encodings = new Map<string, number>()
  /** Fields that the interface does not show. */
  readonly beyond = new Beyond()
  /** The refusals that the interface shows. */
  readonly refusals: Exchange[] = []
  /** Lists that the interface shows and that were answered with another 2xx than 200. */
  readonly otherSuccesses: Exchange[] = []
  /** How many lists and decisions were answered with 200 and JSON, and the first of them whose type is not JSON. */
  successes = 0
  oddType: Exchange | undefined
  readonly #target: Target
  readonly #own: Credentials
  readonly #format: Format

  constructor(target: Target, own: Credentials, format: Format) {
    this.#target = target
    this.#own = own
    this.#format = format
  }

  note(status: number): void {
    this.otherStatuses.set(status, (this.otherStatuses.get(status) ?? 0) + 1)
  }

  hear(exchange: Exchange): Exchange {
    const { question, response } = exchange
    const encoding = encodingsOf(response.headers['content-encoding']).join(', ')
    if (encoding !== '' && question.acceptEncoding === undefined)
      this.encodings.set(encoding, (this.encodings.get(encoding) ?? 0) + 1)
    if (!DOCUMENTED.has(response.status)) {
      this.note(response.status)
      if (isOddSuccess(exchange) && this.otherSuccesses.length < KEPT) this.otherSuccesses.push(exchange)
      return exchange
    }
    this.answers++
    this.beyond.hear(exchange)
    if (question.method === 'GET' && question.authorization === this.#own) {
      if (this.#format.judge(exchange)) this.#target.keep(exchange)
    }
    if ((response.json === undefined || response.hasMark) && this.notJson.length < KEPT)
      this.notJson.push(exchange)
    if (response.status === 200 && objectOf(objectOf(response.json)?.result) !== undefined) {
      this.successes++
      if (!this.oddType && !namesJson(response.headers['content-type'])) this.#keepOdd(exchange)
    }
    // For a GET, the interface shows no refusal except 401.
    const isShown = response.status === 401 || (response.status !== 200 && question.method === 'POST')
    if (isShown && this.refusals.length < KEPT) {
      this.#target.keep(exchange)
      this.refusals.push(exchange)
    }
    return exchange
  }

  #keepOdd(exchange: Exchange): void {
    this.#target.keep(exchange)
    this.oddType = exchange
  }
}

/** Returns whether a list that the interface shows was answered with another 2xx than 200. */
function isOddSuccess(exchange: Exchange): boolean {
  const { question, response } = exchange
  // What comes after the end of a list is not shown.
  const isFirstPage = (question.query ?? []).every(([name, value]) => name !== 'page' || value === '1')
  const isSuccess = response.status > 200 && response.status < 300
  return isSuccess && question.method === 'GET' && isFirstPage && isLegal(exchange)
}
