import type { ClauseId } from './clauses.ts'
import type { KnobName } from './knobs.ts'

/** One reason why an exchange went as it did, for the log and the journal; clients never see it. */
export interface Why {
  /** The step that decided: `host`, `route`, `token`, `query`, `body`, `report` … */
  step: string
  /** The name of the fault, for programs: `token.bearer-before-bare`. It never changes, so that logs can be filtered by it. */
  code: string
  reason: string
  /** What the client can do about it, if anything can be done. */
  remedy?: string
  /** The parameter or the key of the body; `***` if its name may be a person. */
  field?: string
  /** The rule of the interface that it is about. */
  clause?: ClauseId
  /** The knob with another choice, and what this simulator chose. */
  knob?: KnobName
  choice?: unknown
}
