import type { ClauseId } from '../../src/contract/clauses.ts'
import type { Risk } from '../client/exchange.ts'
import type { Axes, SeenCells } from '../judging/cells.ts'
import type { Reading } from '../judging/readings.ts'
import type { Need } from '../service/discover.ts'
import type { ListRule } from '../service/format.ts'
import type { Service } from '../service/service.ts'

/** Whether the interface requires a check, requires it on a branch, only suggests wording, or leaves it open. */
export type Level = 'required' | 'conditional' | 'wording' | 'open'

/** A question about one clause, asked of a running service. */
export interface Check {
  /** `TOPIC-NN`. It never changes and is never reused. */
  id: string
  /** The clauses that a failure violates, the main one first. */
  clause: readonly [ClauseId, ...ClauseId[]]
  level: Level
  risk: Risk
  /** Whether GETs decide part of it, so that a run without POSTs asks that part. */
  partlyAtR?: true
  /** What the target or its operator must provide so that the check can be decided. */
  needs?: readonly Need[]
  /** Checks whose clauses it relies on: if one of them fails, this check is reported as blocked. */
  rests?: readonly string[]
  /** Whether it compares several requests, so the list must not change in between. */
  steady?: true
  /**
   * Whether no other check may run beside it, because it asks what other requests change; `but-wrong-tokens` if only
   * those may that send wrong tokens, and it asks once more without them before it judges a difference.
   */
  alone?: true | 'but-wrong-tokens'
  /**
   * Whether it sends wrong tokens only, but for a few controls at its beginning; `in-turn` if each of them comes after
   * a valid one, so that its requests cannot be sent side by side.
   */
  sendsWrongTokens?: true | 'in-turn'
  /** Whether it relies on checks that run alone, or judges the answers that others received: those with lists, or all. */
  after?: 'memory' | 'lists' | 'everything'
  /** The reading of the interface that it relies on. */
  reading?: Reading
  /** What it asserts about every list of the run, whatever the query. */
  everyList?: ListRule
  /** The axes of the cells that it asks, with every value that data could allow. */
  axes?: Axes
  /** What it asks beside the first checks, which share the answers. */
  first?(service: Service): Promise<void>
  /** What it sends before the run sends a POST that must be refused. */
  before?(service: Service): Promise<void>
  /** Completes "the service …". */
  title: string
  /**
   * Sends the requests and judges the answers.
   * @returns how much was seen; for an open point, what this service does in each case
   * @throws {Violation} when the clause is violated
   * @throws {Undecided} when the answers do not show whether it is
   */
  run(service: Service): Promise<string | Observations | CellsPassed>
}

/** How much was seen, and in which cells. */
export interface CellsPassed {
  detail: string
  cells: SeenCells
}

/** Each request and what came back. */
export type Observations = readonly (readonly [asked: string, came: string | number])[]
