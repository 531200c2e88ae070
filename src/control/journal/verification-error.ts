import type { ExchangeSummary } from './exchange.ts'

/** An exchange that nearly matched, field by field. */
export interface ShownNearMiss extends ExchangeSummary {
  /** The fields that matched. */
  matches: string[]
  /** What was wanted, and what was there, by field. */
  differs: Record<string, { expected: unknown; actual: unknown }>
}

/** A verification that failed. Test runners show what was expected beside the nearest miss. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  readonly expected: unknown
  readonly actual: unknown
  /** Those that matched, or that went against the expectation. */
  readonly matched: readonly ExchangeSummary[]
  /** Up to three, the nearest first. */
  readonly nearest: readonly ShownNearMiss[]

  constructor(
    message: string,
    facts: Pick<VerificationError, 'expected' | 'actual' | 'matched' | 'nearest'>,
  ) {
    super(message)
    this.expected = facts.expected
    this.actual = facts.actual
    this.matched = facts.matched
    this.nearest = facts.nearest
    // Node prints what can be enumerated below the message, which says it already.
    for (const field of ['name', 'matched', 'nearest'] as const) {
      Object.defineProperty(this, field, { value: this[field], enumerable: false })
    }
  }
}

/**
 * A question that the journal cannot answer, because what it would need is not kept, or not there yet. It is neither a
 * success nor a failure of the client.
 */
export class JournalGapError extends Error {
  override readonly name = 'JournalGapError'
  /** How many exchanges that could matter are not kept. */
  readonly dropped: number

  constructor(message: string, dropped: number) {
    super(message)
    this.dropped = dropped
    for (const field of ['name', 'dropped'] as const) {
      Object.defineProperty(this, field, { value: this[field], enumerable: false })
    }
  }
}
