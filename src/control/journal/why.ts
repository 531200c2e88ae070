import type { ClauseId } from '../../contract/clauses.ts'
import type { KnobName } from '../../contract/knobs.ts'

/** One reason why an exchange went as it did. */
export interface Why {
  /** The step that decided: `host`, `route`, `token`, `query`, `body`, `report` … */
  step: string
  /** The name of the fault, for programs: `token.bearer-before-bare`. */
  code: string
  reason: string
  /** What the client can do about it. */
  remedy?: string
  /** The parameter or the key of the body. */
  field?: string
  /** The rule of the interface that it is about. */
  clause?: ClauseId
  /** The knob with another choice, and what this simulator chose. */
  knob?: KnobName
  choice?: unknown
}

export const outcomes = ['pending', 'sent', 'replaced', 'cut', 'unanswered'] as const

/**
 * What became of an exchange: it is in flight (`pending`); its client was sent the whole answer of the service (`sent`),
 * the answer of a fault or one that a fault broke (`replaced`), or a part of one (`cut`); or it got no answer that HTTP
 * knows (`unanswered`): it went away, or a fault struck.
 */
export type Outcome = (typeof outcomes)[number]
