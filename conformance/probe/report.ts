import type { KnobName } from '../../src/contract/knobs.ts'
import type { PartialProfile } from '../../src/contract/profile.ts'
import type { Risk } from '../client/exchange.ts'
import type { UnseenReason } from './experiment.ts'
import type { FixtureLike } from './fixture-like.ts'
import type { Likeness } from './verify.ts'

export type { FixtureLike } from './fixture-like.ts'
export type { Share } from './likeness.ts'
export type { Alike, DifferenceKind, Likeness } from './verify.ts'

/** The report of a probe as plain JSON. Persons appear as pseudonyms, and the token never appears. */
export interface ProbeReport {
  tool: { name: 'pessoas-sim'; version: string }
  /** Eight hexadecimal digits that every request contained in its User-Agent. */
  run: string
  target: string
  /** ISO 8601. */
  startedAt: string
  durationMs: number
  /** Only the choices that were found; `serve --profile` adds the defaults. */
  profile: PartialProfile
  /** One for each knob, in the order of the interface. */
  findings: KnobFinding[]
  /** The outcome in one line. */
  summary: string
  /** 0; 3 if fewer than half of the knobs that this run may ask for are known; 4 if the probe did not finish, even if every knob is known: the target failed, its list could not be read, a rate limit or --deadline; 130 if interrupted. */
  exitCode: 0 | 3 | 4 | 130
  /** How alike the simulator answers with this profile; only if it was asked for and the target lasted. */
  likeness?: Likeness
  /** A fixture with the shape of the list and none of its persons; only if it was asked for. */
  fixture?: FixtureLike
  /** The one cause that kept all knobs unknown, if there is one. */
  rootCause: string | null
  warnings: string[]
  requests: { sent: number; retried: number; byRisk: Record<Risk, number> }
}

export interface KnobFinding {
  knob: KnobName
  clause: string
  /** Null if it is unknown; then `reason` says why. Null is also the choice "no limit". */
  choice: Exclude<PartialProfile[KnobName], undefined> | null
  /**
   * `certain`: both attempts agreed, or the only possible attempt showed it. `likely`: the same, but `settle` says what
   * else it could be.
   */
  confidence: 'certain' | 'likely' | 'unknown'
  /** What showed the choice, or why nothing did. */
  evidence: string
  reason: UnseenReason | null
  /** What would make the choice certain; null if it is, or if nothing would. */
  settle: string | null
  requests: number
}

/** A knob whose choice has changed, or an entry of `seen`. */
export interface ChangedChoice {
  knob: KnobName | `seen.${string}`
  was: unknown
  is: unknown
  /** What the service does now, if it is none of the choices. */
  evidence?: string
}
