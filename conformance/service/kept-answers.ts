import type { Exchange } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import type { Pages, Query } from './lists.ts'
import { readPages } from './pages.ts'
import type { Caller, Service } from './service.ts'

/** The answers of a run that stay in memory for comparison, each counted once by the target. */
export class KeptAnswers {
  readonly #target: Target
  readonly #kept = new Set<Exchange>()

  constructor(target: Target) {
    this.#target = target
  }

  /** @throws {TargetFailure} if the answers kept need too much memory */
  keep(exchange: Exchange): void {
    if (this.#kept.has(exchange)) return
    this.#target.keep(exchange)
    this.#kept.add(exchange)
  }

  /** Reads the pages of a list and keeps them; if one fails, it keeps none. */
  async pages(service: Service, query: Query, how: Caller, maxPages: number): Promise<Pages> {
    const own: Exchange[] = []
    let isOver = false
    const keepOwn = <T extends { exchange: Exchange }>(answer: T): T => {
      // Pages requested at the same time may still arrive after one of them failed.
      if (isOver) return answer
      this.keep(answer.exchange)
      own.push(answer.exchange)
      return answer
    }
    try {
      return await readPages(
        {
          list: async (one) => keepOwn(await service.list(one, how)),
          get: async (one) => keepOwn(await service.get(one, how)),
        },
        query,
        maxPages,
      )
    } catch (error) {
      isOver = true
      for (const exchange of own) this.#release(exchange)
      throw error
    }
  }

  releaseAll(): void {
    for (const exchange of this.#kept) this.#release(exchange)
  }

  #release(exchange: Exchange): void {
    if (this.#kept.delete(exchange)) this.#target.release(exchange)
  }
}
