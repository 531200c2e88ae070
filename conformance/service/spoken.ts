import { encodingsOf } from '../client/body.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import { Beyond } from './beyond.ts'
import type { Format } from './format.ts'

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
  /** Fields that the document does not show. */
  readonly beyond = new Beyond()
  /** The refusals that the document shows. */
  readonly refusals: Exchange[] = []
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
    if (encoding !== '') this.encodings.set(encoding, (this.encodings.get(encoding) ?? 0) + 1)
    if (!DOCUMENTED.has(response.status)) {
      this.note(response.status)
      return exchange
    }
    this.answers++
    this.beyond.hear(exchange)
    if (question.method === 'GET' && question.authorization === this.#own) {
      if (this.#format.judge(exchange)) this.#target.keep(exchange)
    }
    if ((response.json === undefined || response.hasMark) && this.notJson.length < KEPT)
      this.notJson.push(exchange)
    // For a GET, the document shows no refusal except 401.
    const isShown = response.status === 401 || (response.status !== 200 && question.method === 'POST')
    if (isShown && this.refusals.length < KEPT) {
      this.#target.keep(exchange)
      this.refusals.push(exchange)
    }
    return exchange
  }
}
