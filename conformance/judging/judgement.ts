import type { Exchange } from '../client/exchange.ts'
import type { SeenCells } from './cells.ts'
import type { Reading } from './readings.ts'

/** Characters of the actual value that are kept. */
const ACTUAL_KEPT = 8_000

/** A violated clause: what was expected and what came instead. */
export class Violation extends Error {
  readonly expected: string
  readonly actual: string
  readonly exchanges: readonly Exchange[]
  /** The reading that this violation relies on; `soft` for one that only warns. */
  readonly restsOn: Reading | 'soft' | undefined
  /** The cells that show it, if the check asks cells. */
  readonly cells: SeenCells | undefined

  constructor(
    expected: string,
    actual: string,
    exchanges: readonly Exchange[],
    restsOn?: Reading | 'soft' | undefined,
    cells?: SeenCells,
  ) {
    const kept = actual.length > ACTUAL_KEPT ? copyOf(actual.slice(0, ACTUAL_KEPT)) : actual
    super(`expected ${expected}, got ${kept}`)
    this.expected = expected
    this.actual = kept
    this.exchanges = exchanges
    this.restsOn = restsOn
    this.cells = cells
  }
}

/** Copies a string, because V8 keeps the whole of a long string in memory for a slice of it. */
export function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** Why a check was not decided, as a fixed word that programs can compare. */
export type UndecidedReason =
  | 'thin-data'
  | 'data-drift'
  | 'precedence-open'
  | 'branch-not-taken'
  | 'blocked'
  | 'not-declared'
  | 'page-limit'
  | 'target-failed'
  | 'rate-limited'
  | 'token-refused'
  | 'deadline'
  | 'interrupted'
  | 'suite-failed'

/** Thrown when the answers do not show whether the clause holds. */
export class Undecided extends Error {
  readonly reason: UndecidedReason
  /** What would decide the check. */
  readonly remedy: string | undefined

  constructor(reason: UndecidedReason, why: string, remedy?: string) {
    super(why)
    this.reason = reason
    this.remedy = remedy
  }
}

/** Returns a result; undefined where it could not be told. */
export async function unlessUndecided<T>(result: Promise<T>): Promise<T | undefined> {
  return result.catch((error: unknown) => {
    if (error instanceof Undecided) return undefined
    throw error
  })
}

/** @throws {Violation} unless `holds` is true */
export function must(
  holds: boolean,
  expected: string,
  actual: unknown,
  ...exchanges: readonly Exchange[]
): asserts holds {
  if (!holds) throw new Violation(expected, show(actual), exchanges)
}

/** Returns a value as a report shows it. */
export function show(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
