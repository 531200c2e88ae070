import type { Question, Risk } from '../client/exchange.ts'

/** A question that a target and its twin are both asked. */
export interface TwinQuestion {
  /** What it varies: `page.word`, `order.descending`, `mensagem.short`, `token.wrong`. Likeness is told by stratum. */
  stratum: string
  risk: Risk
  question: Question
  /** Words that were made up for it, which belong to no text of a target. */
  invented?: readonly string[]
}
