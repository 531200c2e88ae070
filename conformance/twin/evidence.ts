import type { Situation } from '../../src/twin.ts'
import type { Answer } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

/** A question with the answer of the target. */
export interface Evidence {
  asked: TwinQuestion
  answer: Answer
}

/** An answer of the twin, and what it says was wrong. */
export interface TwinsAnswer extends Answer {
  situations: readonly Situation[]
}
