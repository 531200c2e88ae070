import type { Level } from '../checks/check.ts'
import type { Risk } from '../client/exchange.ts'
import type { UndecidedReason } from '../judging/judgement.ts'
import type { Readings } from '../judging/readings.ts'

/**
 * What a run found, as plain JSON: persons are pseudonyms and the token is nowhere. The reports are made from this
 * alone.
 */
export interface Report {
  tool: { name: 'pessoas-sim'; version: string }
  /** Eight hexadecimal digits, which every request of the run named. */
  run: string
  target: string
  /** ISO 8601. */
  startedAt: string
  durationMs: number
  verdict: RunVerdict
  /** The verdict in words, without figures. */
  headline: string
  /** The headline and how many results there are of each kind, in one line. */
  summary: string
  exitCode: 0 | 1 | 3 | 4 | 130
  /** What ended the run before its checks could be decided, or kept some of them from it. */
  rootCause: string | null
  warnings: string[]
  settings: {
    risk: Risk
    strictWording: boolean
    readings: Readings
    maxPages: number
    revealed: boolean
  }
  requests: { sent: number; retried: number; byRisk: Record<Risk, number> }
  /** What was learned of the target's data: how many persons, pages read, and so on. */
  discovered: string[]
  counts: Record<ResultVerdict, number> & { warnings: number; known: number }
  /** In the order of the interface document. */
  results: Result[]
  coverage: ClauseCoverage[]
  /** Entries of the baseline that no longer hold: each is a failure. */
  baselineFaults: BaselineFault[]
}

/**
 * `conformant` 0 · `violated` 1 · `stale-baseline` 1 (no clause is violated, and the baseline must be mended) ·
 * `undecided` 3 · `failed` 4 (the target or the harness) · `interrupted` 130.
 */
export type RunVerdict = 'conformant' | 'violated' | 'stale-baseline' | 'undecided' | 'failed' | 'interrupted'

export type ResultVerdict = 'pass' | 'fail' | 'inconclusive' | 'observed' | 'not run'

export interface Result {
  id: string
  clause: string[]
  level: Level
  risk: Risk
  /** Completes "the service …". */
  title: string
  verdict: ResultVerdict
  /** The size of the evidence, what was observed, or why it was not decided. */
  detail: string
  /** What was asked and what came, one by one, where that is all that there is to tell. */
  table?: [asked: string, came: string][]
  /** Why it is inconclusive, as a word for machines. */
  reason?: UndecidedReason
  /** What to seed or to declare so that it would be decided. */
  remedy?: string
  /** Observed, but against the wording or a reading: not a failure, worth a look. */
  warning?: true
  /** The baseline knows of this failure. */
  known?: { reason: string; expires: string }
  finding?: Finding
  requests: number
  durationMs: number
}

/** A violation: the rule, and what shows it. */
export interface Finding {
  /** The clauses in our words. */
  rule: string
  expected: string
  actual: string
  exchanges: RecordedExchange[]
}

/** One request and its response, redacted. */
export interface RecordedExchange {
  /** A line for a shell, which reads the token from where the operator has it. */
  curl: string
  status: number
  contentType: string | null
  /** The body, redacted and shortened; what is not JSON is described, never quoted. */
  body: string
}

export interface ClauseCoverage {
  clause: string
  says: string
  open: boolean
  /** The checks that ask about it. */
  checks: string[]
  /** `untestable` from outside; otherwise the gravest verdict of its checks. */
  verdict: 'pass' | 'fail' | 'partial' | 'inconclusive' | 'observed' | 'not run' | 'untestable'
  /** Why it cannot be tested from outside. */
  untestable?: string
}

export interface BaselineFault {
  id: string
  fault: 'stale' | 'expired'
  says: string
}
