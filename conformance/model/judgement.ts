import type { Exchange } from '../client/exchange.ts'

/** What is wrong with an answer: the aspect of it, what was expected and what came instead. */
export interface Fault<Aspect extends string = string> {
  aspect: Aspect
  expected: string
  actual: string
  /** Whether `actual` is a text of the service, which may name anybody. */
  isQuoted?: true
  /** Whether it is a failure whatever the level of the check, because the operator declared the rule. */
  isDeclared?: boolean
  shownBy?: readonly Exchange[]
}

export interface Judgement<Aspect extends string> {
  faults: readonly Fault<Aspect>[]
  shown: readonly Aspect[]
}

/** Whether the interface requires what a check asks, only implies it, or leaves it open. */
export type Level = 'must' | 'should' | 'open'

export function fault<Aspect extends string>(aspect: Aspect, expected: string, actual: unknown): Fault<Aspect> {
  return { aspect, expected, actual: String(actual) }
}

export function unless<Aspect extends string>(
  isRight: boolean,
  aspect: Aspect,
  expected: string,
  actual: string | number,
): Fault<Aspect>[] {
  return isRight ? [] : [fault(aspect, expected, actual)]
}

/** Why a check was not decided, as a fixed word that programs can compare. */
export type UndecidedReason =
  | 'thin-data'
  | 'data-drift'
  | 'precedence-open'
  | 'branch-not-taken'
  | 'blocked'
  | 'not-declared'
  | 'page-limit'
  | 'target-failed'
  | 'rate-limited'
  | 'token-refused'
  | 'deadline'
  | 'interrupted'
  | 'suite-failed'

/** Thrown when the answers do not show whether the clause holds. */
export class Undecided<Reason extends string = UndecidedReason> extends Error {
  readonly reason: Reason
  readonly remedy: string | undefined

  constructor(reason: Reason, why: string, remedy?: string) {
    super(why)
    this.reason = reason
    this.remedy = remedy
  }
}

/** Handles a rejection: what the answers do not show is nothing. */
export function unlessUndecided(error: unknown): undefined {
  if (!(error instanceof Undecided)) throw error
}
