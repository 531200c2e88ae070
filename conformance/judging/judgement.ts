import type { Exchange } from '../client/exchange.ts'
import type { Reading } from './readings.ts'

/** So much of what came is worth keeping. */
const ACTUAL_KEPT = 8_000

/** A clause is violated: what should have come, and what came. */
export class Violation extends Error {
  readonly expected: string
  readonly actual: string
  readonly exchanges: readonly Exchange[]
  /** The reading on which this violation rests; `soft` for one that only warns. */
  readonly restsOn: Reading | 'soft' | undefined

  constructor(
    expected: string,
    actual: string,
    exchanges: readonly Exchange[],
    restsOn?: Reading | 'soft' | undefined,
  ) {
    const kept = actual.length > ACTUAL_KEPT ? copyOf(actual.slice(0, ACTUAL_KEPT)) : actual
    super(`expected ${expected}, got ${kept}`)
    this.expected = expected
    this.actual = kept
    this.exchanges = exchanges
    this.restsOn = restsOn
  }
}

/** Characters of its own: a part of a long text would keep all of it in memory. */
export function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** Why a check was not decided, as a word for machines. */
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
  | 'deadline'
  | 'interrupted'
  | 'suite-failed'

/** It could not be told whether the clause holds. */
export class Undecided extends Error {
  readonly reason: UndecidedReason
  /** What would settle it. */
  readonly remedy: string | undefined

  constructor(reason: UndecidedReason, why: string, remedy?: string) {
    super(why)
    this.reason = reason
    this.remedy = remedy
  }
}

/** @throws {Violation} unless it holds */
export function must(
  holds: boolean,
  expected: string,
  actual: unknown,
  ...exchanges: readonly Exchange[]
): asserts holds {
  if (!holds) throw new Violation(expected, show(actual), exchanges)
}

/** A value as a report shows it. */
export function show(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
