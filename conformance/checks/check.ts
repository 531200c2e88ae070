import type { ClauseId } from '../../src/contract/clauses.ts'
import type { Risk } from '../client/exchange.ts'
import type { Reading } from '../judging/readings.ts'
import type { Need } from '../service/discover.ts'
import type { Service } from '../service/service.ts'

/** How much a check may demand: what the document requires, requires on a branch, says softly, or leaves open. */
export type Level = 'required' | 'conditional' | 'wording' | 'open'

/** One clause asked of a running service. */
export interface Check {
  /** `TOPIC-NN`, pinned for ever. */
  id: string
  /** The clauses that a violation violates, the first one first. */
  clause: readonly [ClauseId, ...ClauseId[]]
  level: Level
  risk: Risk
  /** Whether GETs alone decide it in part. */
  partlyAtR?: true
  /** What the target or its operator must have for the check to be decided. */
  needs?: readonly Need[]
  /** Checks whose clauses it takes for granted: where one of them is violated, this one tells nothing of its own. */
  rests?: readonly string[]
  /** Whether the property spans several requests, so that the list must not move meanwhile. */
  steady?: true
  /** What it judges: everything that the checks of lists heard, or everything that any check heard. */
  after?: 'lists' | 'everything'
  /** The reading of the document on which it rests. */
  reading?: Reading
  /** Completes "the service …". */
  title: string
  /**
   * Asks and judges.
   * @returns the size of the evidence; for an open point, what this service does, case by case where there are several
   * @throws {Violation} when the clause is violated
   * @throws {Undecided} when it could not be told
   */
  run(service: Service): Promise<string | Observations>
}

/** What was asked and what came. */
export type Observations = readonly (readonly [asked: string, came: string | number])[]
