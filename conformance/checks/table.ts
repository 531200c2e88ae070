import type { ClauseId } from '../../src/contract/clauses.ts'
import { counted } from '../../src/contract/counted.ts'
import type { Exchange, Risk } from '../client/exchange.ts'
import { isUnavailable, TargetFailure } from '../client/failure.ts'
import { type Axes, type Cell, culprits, isPart, nameOf, nameOfPart } from '../model/cells.ts'
import { type Fault, fault, type Judgement, type Level, Undecided, type UndecidedReason } from '../model/judgement.ts'
import type { Need } from '../model/needs.ts'
import type { Service } from '../model/service.ts'

/** A question about one clause: the aspect of some cells of a table that it judges. */
export interface Check<Aspect extends string = string> {
  /** `TOPIC-NN`. It never changes and is never reused. */
  id: string
  /** The clauses that a failure violates, the main one first. */
  clause: readonly [ClauseId, ...ClauseId[]]
  level: Level
  /** For a check that only warns: why the interface implies it. */
  why?: string
  aspects: readonly Aspect[]
  needs?: readonly Need[]
  of?: (cell: Cell) => boolean
  /** Completes "the service …". */
  title: string
}

/** Cells that are asked once, and the checks that judge their answers. */
export interface Table<Aspect extends string = string> {
  name: string
  risk: Risk
  needs?: readonly Need[]
  axes: Axes
  /** The aspects in the order in which a fault of one may explain a fault of a later one. */
  aspects: readonly Aspect[]
  /** The clauses of aspects that share a check: it is blamed by those of the aspect that it finds. */
  clauses?: Readonly<Record<string, string>>
  /**
   * Whether it judges lists: it is asked once more if the list changed, and what a list table before it blames, it leaves
   * undecided.
   */
  steady?: true
  checks: readonly Check<Aspect>[]
  /**
   * Sends the requests and judges the answers.
   * @throws {Undecided} if none of it can be asked
   */
  ask(service: Service): Promise<readonly Judged<Aspect>[]>
}

/** A cell, what was sent and came back, and what is wrong with it. */
export interface Judged<Aspect extends string = string> extends Judgement<Aspect> {
  cell: Cell
  exchanges: readonly Exchange[]
}

/** The rows of a table, each in one line: id, clauses, aspects, title, and the rest. */
export function check<Aspect extends string>(
  id: string,
  clauses: string,
  aspects: string,
  title: string,
  rest: Partial<Pick<Check<Aspect>, 'needs' | 'of'>> & { should?: string } = {},
): Check<Aspect> {
  const { should, ...others } = rest
  return {
    id,
    clause: clauses.split(' ') as unknown as Check['clause'],
    aspects: aspects.split(' ') as Aspect[],
    level: should === undefined ? 'must' : 'should',
    ...(should !== undefined && { why: should }),
    title,
    ...others,
  }
}

/** A point that the interface leaves open: what this service does in each case is recorded. */
export interface Survey {
  id: string
  clause: Check['clause']
  risk: Risk
  needs?: readonly Need[]
  /** Completes "the service …". */
  title: string
  /** Returns each request in words and what came back. A 5xx in it becomes a warning. */
  observe(service: Service): Promise<readonly (readonly [asked: string, came: string | number])[]>
}

export function shows<Aspect extends string>(
  { exchange }: { exchange: Exchange },
  faults: readonly (Fault<Aspect> | false | undefined)[],
  shown: readonly Aspect[],
): Omit<Judged<Aspect>, 'cell'> {
  return { faults: faults.filter((one) => one !== false && one !== undefined), shown, exchanges: [exchange] }
}

export type Outcome =
  | { verdict: 'pass'; detail: string; asked: number }
  | {
      verdict: 'fault'
      fault: Fault
      cell: string
      /** The least combinations that fail, in words. */
      told: string
      exchanges: readonly Exchange[]
      failing: readonly string[]
      failed: Culprits
      asked: number
    }
  | { verdict: 'inconclusive'; reason: UndecidedReason; detail: string; remedy?: string | undefined }

type Culprits = { cell: string; failed: number; asked: number }[]

const NAMED = 4

/**
 * Returns how a check ended: the first fault of its cells, with the least combinations that explain which cells fail.
 * @param blocking the id of a failed check of each aspect, on which this table rests
 */
export function outcomeOf(
  table: Table,
  { aspects, of = () => true }: Check,
  all: readonly Judged[],
  blocking: ReadonlyMap<string, string> = new Map(),
): Outcome {
  const judged = all.filter((one) => of(one.cell) && !isUnanswered(table, one))
  const isMine = ({ aspect }: Fault) => aspects.includes(aspect)
  const explained = causesBefore(table, aspects, judged)
  const failing = judged.filter(({ cell, faults }) => faults.some(isMine) && !explained.some((part) => isPart(part, cell, table.axes)))
  const shown = judged.filter((one) => failing.includes(one) || isShown(one, aspects))
  const undecided = (reason: UndecidedReason, detail: string): Outcome => ({ verdict: 'inconclusive', reason, detail })
  const blockedBy = aspects.map((aspect) => blocking.get(aspect)).find((id) => id !== undefined)
  if (failing.length > 0)
    return blockedBy === undefined
      ? faultOf(table, aspects, failing, shown)
      : undecided('blocked', `it relies on ${blockedBy}, which found a fault`)
  if (shown.length > 0) return { verdict: 'pass', detail: counted(shown.length, 'case'), asked: shown.length }
  return judged.length > 0
    ? undecided('blocked', 'every answer has another fault: see the other checks')
    : undecided('thin-data', 'the data of the target allows none of its cases')
}

/** Whether a busy service did not answer a POST, which is not sent again if it names a report. */
function isUnanswered({ risk }: Table, { exchanges: [first] }: Judged): boolean {
  if (risk === 'r' || risk === 'w0') return false
  return (
    first === undefined || (first.question.method === 'POST' && (isUnavailable(first.response.status) || first.response.status === 429))
  )
}

function isShown({ shown, faults }: Judged, aspects: readonly string[]): boolean {
  return aspects.some((aspect) => shown.includes(aspect)) && !faults.some(({ aspect }) => aspects.includes(aspect))
}

function faultOf(table: Table, aspects: readonly string[], failing: readonly Judged[], shown: readonly Judged[]): Outcome {
  const { axes } = table
  const [first] = failing as readonly [Judged]
  const fault = first.faults.find(({ aspect }) => aspects.includes(aspect)) as Fault
  const failedCells = new Set(failing.map(({ cell }) => cell))
  const parts = culprits(
    axes,
    shown.map(({ cell }) => cell),
    failedCells,
  )
  const failed = parts.map(({ part, ...counts }) => ({ cell: nameOfPart(part, axes), ...counts }))
  const told = failed
    .slice(0, NAMED)
    .map(({ cell, failed, asked }) => `${cell} fails in ${failed} of ${counted(asked, 'cell')}`)
    .join(', ')
  const more = failed.length > NAMED ? `, and ${failed.length - NAMED} more` : ''
  return {
    verdict: 'fault',
    fault,
    cell: nameOf(first.cell, axes),
    told: `${told}${more}`,
    exchanges: [...first.exchanges, ...(fault.shownBy ?? [])].slice(0, 3),
    failing: failing.map(({ cell }) => nameOf(cell, axes)),
    failed,
    asked: shown.length,
  }
}

/**
 * Returns combinations in which every answer has a fault of an earlier aspect. Another fault in them has the same cause: a
 * page of everybody may happen to contain only persons whom the search selects, but its total gives it away.
 */
function causesBefore({ axes, aspects: order }: Table, aspects: readonly string[], judged: readonly Judged[]): Cell[] {
  const first = Math.min(...aspects.map((aspect) => order.indexOf(aspect)))
  return order.slice(0, Math.max(0, first)).flatMap((earlier) => {
    const failed = judged.filter(({ faults }) => faults.some(({ aspect }) => aspect === earlier)).map(({ cell }) => cell)
    if (failed.length === 0) return []
    const told = judged.filter((one) => failed.includes(one.cell) || one.faults.length === 0).map(({ cell }) => cell)
    return culprits(axes, told, new Set(failed))
      .filter(({ part, failed, asked }) => {
        const having = judged.filter(({ cell }) => isPart(part, cell, axes)).length
        return failed === asked && failed > having / 2
      })
      .map(({ part }) => part)
  })
}

/** Returns the clauses of a check that a fault of an aspect violates: all but those of other aspects. */
export function clausesOf({ clauses }: Table, { clause }: Pick<Check, 'clause'>, aspect: string): readonly ClauseId[] {
  if (clauses?.[aspect] === undefined) return clause
  const own = clauses[aspect].split(' ')
  const others = Object.values(clauses).flatMap((ids) => ids.split(' '))
  const left = clause.filter((id) => own.includes(id) || !others.includes(id))
  return left.length > 0 ? left : clause
}

/** Asks cells side by side, as many as --concurrency allows, and judges each answer. That there is none is a fault. */
export async function askAll<Case extends { cell: Cell }, Aspect extends string>(
  cases: readonly Case[],
  ask: (one: Case) => Promise<Omit<Judged<Aspect>, 'cell'> | undefined>,
): Promise<Judged<Aspect>[]> {
  const found = await Promise.all(
    cases.map(async (one) => {
      try {
        const judged = await ask(one)
        return judged ? [{ cell: one.cell, ...judged }] : []
      } catch (error) {
        if (error instanceof Undecided) return []
        if (!isLost(error)) throw error
        return [
          {
            cell: one.cell,
            exchanges: [],
            faults: [fault('status' as Aspect, 'an answer', (error as Error).message)],
            shown: ['status' as Aspect],
          },
        ]
      }
    }),
  )
  return found.flat()
}

/** Whether one request got no answer, so that others may still get one. */
export function isLost(error: unknown): boolean {
  return error instanceof TargetFailure && !['aborted', 'deadline', 'rate-limit', 'token'].includes(error.kind)
}
