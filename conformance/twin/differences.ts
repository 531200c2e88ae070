import type { Situation } from '../../src/twin.ts'
import type { Question } from '../client/exchange.ts'
import type { Comparison, Difference } from './compare.ts'
import { mendFor } from './mend.ts'
import type { Answer } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

/** A kind of difference, with one example and what would mend it. */
export interface DifferenceKind {
  stratum: string
  level: 'behaves' | 'letter'
  /** What differs: `status`, `persons`, `message`, `header cache-control` … */
  point: string
  count: number
  /** The part of a profile that would mend it. */
  mend: string
  /** One example without persons and credentials. */
  example: { request: string; target: string; twin: string }
}

/** Says what came of a question without persons and credentials. */
export interface Show {
  question(question: Question): string
  answer(answer: Answer): string
  text(text: string): string
}

interface Answers {
  target: Answer
  twin: Answer
  situations: readonly Situation[]
  comparison: Comparison
}

/** Groups differences by stratum and by what differs. */
export class Differences {
  readonly #show: Show
  readonly #kinds = new Map<string, DifferenceKind>()

  constructor(show: Show) {
    this.#show = show
  }

  add({ stratum, question }: TwinQuestion, { target, twin, situations, comparison }: Answers): void {
    const { behaves, letter } = comparison
    if (letter === undefined) return
    const key = `${stratum} ${letter.point}`
    const known = this.#kinds.get(key)
    if (known !== undefined) {
      known.count++
      return
    }
    this.#kinds.set(key, {
      stratum,
      level: behaves === undefined ? 'letter' : 'behaves',
      point: this.#show.text(letter.point),
      count: 1,
      mend: mendFor(stratum, letter, target.status, situations),
      example: {
        request: this.#show.question(question),
        target: this.#answer(target, letter, 'target'),
        twin: this.#answer(twin, letter, 'twin'),
      },
    })
  }

  /** Returns the kinds, those of behaviour first, then the most frequent first. */
  kinds(): DifferenceKind[] {
    return [...this.#kinds.values()].sort(
      (a, b) => a.level.localeCompare(b.level) || b.count - a.count || a.stratum.localeCompare(b.stratum),
    )
  }

  #answer(answer: Answer, { point, had }: Difference, whose: 'target' | 'twin'): string {
    if (answer.status === 0) return 'no answer'
    if (point.startsWith('header ') && had)
      return `${answer.status}, ${point}: ${this.#show.text(had[whose])}`
    const value = had === undefined || point === 'status' ? '' : `${point} ${had[whose]}: `
    return `${answer.status} ${value}${this.#show.answer(answer)}`
  }
}
