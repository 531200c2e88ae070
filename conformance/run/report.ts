import type { Risk } from '../client/exchange.ts'
import type { Level, UndecidedReason } from '../model/judgement.ts'

/**
 * The report of a run as plain JSON. Persons appear as pseudonyms, and the token never appears. Every reporter uses
 * only this.
 */
export interface Report {
  tool: { name: 'pessoas-sim'; version: string }
  /** Eight hexadecimal digits that every request contained in its User-Agent. */
  run: string
  target: string
  /** ISO 8601. */
  startedAt: string
  durationMs: number
  verdict: RunVerdict
  /** The verdict in words, without counts. */
  headline: string
  /** The headline and the counts, in one line. */
  summary: string
  exitCode: 0 | 1 | 3 | 4 | 130
  /** The one cause that ended the run early or kept checks undecided, if there is one. */
  rootCause: string | null
  warnings: string[]
  settings: {
    risk: Risk
    /** Whether a fault that a `should` check finds is a failure (--strict). */
    strict: boolean
    /** Whether the report contains personal data (--reveal). */
    revealed: boolean
  }
  requests: { sent: number; retried: number; byRisk: Record<Risk, number> }
  /** What the run found out about the target's data, such as how many persons it has. */
  discovered: string[]
  counts: Record<ResultVerdict, number> & { warnings: number; known: number }
  /** In the order of the interface. */
  results: Result[]
  coverage: ClauseCoverage[]
  /** Entries of the baseline that are out of date; each counts as a failure. */
  baselineFaults: BaselineFault[]
}

/**
 * `conformant` 0 · `violated` 1 · `stale-baseline` 1 (no clause is violated, but the baseline must be fixed) ·
 * `undecided` 3 · `failed` 4 (the target or the suite) · `interrupted` 130.
 */
export type RunVerdict = 'conformant' | 'violated' | 'stale-baseline' | 'undecided' | 'failed' | 'interrupted'

export type ResultVerdict = 'pass' | 'fail' | 'inconclusive' | 'observed' | 'not run'

export interface Result {
  id: string
  clause: string[]
  level: Level
  /** For a `should` check, why the interface implies what it asks. */
  why?: string
  risk: Risk
  /** Completes "the service …". */
  title: string
  verdict: ResultVerdict
  /** How much was seen, what was observed, or why the check was not decided. */
  detail: string
  /** For an open point, each request and what came back. */
  table?: [asked: string, came: string][]
  /** Why it is undecided, as a fixed word that programs can compare. */
  reason?: UndecidedReason
  /** What to do so that the check can be decided: data to seed, reports to declare, or a flag to set. */
  remedy?: string
  /** Whether a `should` check found a fault, which is not a failure without --strict. */
  warning?: true
  /** The entry of the baseline for this failure. */
  known?: { reason: string; expires?: string }
  /** The combinations of values that it asked about, if there were several. */
  cells?: Cells
  finding?: RecordedViolation
  requests: number
  durationMs: number
}

export interface Cells {
  /** How many combinations were asked. */
  asked: number
  /** Every combination that fails. */
  failing?: string[]
  /** The least combinations that explain which of them fail. */
  failed?: { cell: string; failed: number; asked: number }[]
}

/** A violation: the rule and the exchanges that show it. */
export interface RecordedViolation {
  /** The text of the violated clauses. */
  rule: string
  expected: string
  actual: string
  exchanges: RecordedExchange[]
}

/** One request and its response, redacted. */
export interface RecordedExchange {
  /** Lines for a shell that set the variables of `curl`. A reader fills in those that are empty. */
  sets: string[]
  /** A shell command that repeats the request. It reads the token from where the operator keeps it. */
  curl: string
  status: number
  contentType: string | null
  /** The body, redacted and shortened. A body that is not valid JSON is described, never quoted. */
  body: string
}

export interface ClauseCoverage {
  clause: string
  says: string
  open: boolean
  /** The checks that ask about it. */
  checks: string[]
  /**
   * `untestable` if no check can test it; else `fail` if a check fails; else, if one passes, `partial` if others are
   * undecided or not run, and otherwise `pass`; else `inconclusive`, `observed` or `not run`, in this order.
   */
  verdict: 'pass' | 'fail' | 'partial' | 'inconclusive' | 'observed' | 'not run' | 'untestable'
  /** Why it cannot be tested from outside. */
  untestable?: string
}

export interface BaselineFault {
  id: string
  fault: 'stale' | 'expired'
  says: string
}
