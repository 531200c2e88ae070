import type { Credentials, Exchange, Question } from '../client/exchange.ts'
import { FORM_TYPE } from '../client/exchange.ts'

/** Refusals for other reasons than a request that is not valid. */
const OTHER = new Set([401, 403, 404, 408, 413, 414, 425, 429, 431])

/** Patterns of values by parameter. A service that accepts one value of a pattern should accept every other one. */
const KINDS: Readonly<Record<string, RegExp>> = {
  page: /^[1-9]\d{0,2}$/,
  cpf: /^\d{11}$/,
  nome: /^\p{L}{2}[\p{L}' .-]+$/u,
}
/** Parameters of which each value is a kind of its own. */
const FIXED = new Set(['rows', 'sort'])
/** How many refusals of one shape are kept. */
const KEPT = 3

/** Finds requests that are refused although others with the same parameters and kinds of values are answered. */
export class Contradictions {
  readonly #valid: ReadonlySet<Credentials>
  readonly #answered = new Set<string>()
  readonly #refused = new Map<string, Exchange[]>()

  constructor(valid: readonly Credentials[]) {
    this.#valid = new Set(valid)
  }

  hear(exchange: Exchange): void {
    const { question, response } = exchange
    if (!this.#valid.has(question.authorization)) return
    const shape = shapeOf(question)
    if (shape === undefined) return
    if (response.status === 200) this.#answered.add(shape)
    else if (response.status >= 400 && response.status < 500 && !OTHER.has(response.status)) {
      const refused = this.#refused.get(shape) ?? []
      if (refused.length < KEPT) this.#refused.set(shape, [...refused, exchange])
    }
  }

  /** Returns the refusals of requests whose shape was also accepted, first one of each shape. */
  suspects(): Exchange[] {
    const found = [...this.#refused].filter(([shape]) => this.#answered.has(shape))
    return Array.from({ length: KEPT }, (_, i) => found.flatMap(([, refused]) => refused[i] ?? [])).flat()
  }
}

/** Returns the parameters of a list and the kinds of their values; undefined if one of them may be invalid. */
function shapeOf({ method, path, query = [], contentType, authorization }: Question): string | undefined {
  if (method !== 'GET' || path !== '/pessoas' || (query.length > 0 && contentType !== FORM_TYPE))
    return undefined
  const kinds: string[] = [authorization.label]
  for (const [name, value] of query) {
    if (FIXED.has(name)) kinds.push(`${name}=${value}`)
    else if (KINDS[name]?.test(value)) kinds.push(name)
    else return undefined
  }
  return kinds.sort().join('&')
}
