import type { KnobName } from '../../src/contract/knobs.ts'
import type { PartialProfile, Profile } from '../../src/contract/profile.ts'
import type { Risk } from '../client/exchange.ts'
import type { UnseenReason } from '../experiments/experiment.ts'

/** What a probe learned, as plain JSON: persons are pseudonyms and the token is nowhere. */
export interface ProbeReport {
  tool: { name: 'pessoas-sim'; version: string }
  /** Eight hexadecimal digits, which every request named. */
  run: string
  target: string
  /** ISO 8601. */
  startedAt: string
  durationMs: number
  /** What was learned, and nothing else: `serve --profile` completes it with the defaults. */
  profile: PartialProfile
  /** One a knob, in the order of the interface. */
  findings: KnobFinding[]
  /** In one line. */
  summary: string
  /** 0; 3, fewer than half of what this run may ask was learned; 4, the target failed; 130, the run was interrupted. */
  exitCode: 0 | 3 | 4 | 130
  /** What kept everything from being learned. */
  rootCause: string | null
  warnings: string[]
  requests: { sent: number; retried: number; byRisk: Record<Risk, number> }
}

export interface KnobFinding {
  knob: KnobName
  clause: string
  /** Null when it is unknown: then `reason` is not. */
  choice: Exclude<PartialProfile[KnobName], undefined> | null
  /**
   * `certain`: two asks agreed on it, or the one that there can be showed it; `likely`: so, too, and `settle` says what else it could be. Where the choice is
   * no limit, it is null, too.
   */
  confidence: 'certain' | 'likely' | 'unknown'
  /** What was seen, or why nothing was. */
  evidence: string
  reason: UnseenReason | null
  /** What would make it certain; null where it is. */
  settle: string | null
  requests: number
}

/** A knob whose choice is not what it was. */
export interface Change {
  knob: KnobName
  was: Profile[KnobName] | Partial<Profile['texts']>
  is: Profile[KnobName] | Partial<Profile['texts']>
  /** What is done instead, where it is none of the choices. */
  evidence?: string
}
