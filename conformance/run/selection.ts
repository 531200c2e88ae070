import { clauses, headings } from '../../src/contract/clauses.ts'
import type { Check } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { type Axes, faultOfPattern, type WantedCells } from '../judging/cells.ts'

/** Thrown for invalid options; the message says what to do. */
export class ConformanceUsageError extends Error {
  override readonly name = 'ConformanceUsageError'
}

/** Returns the topic of a check, such as `PAG` for `PAG-08`. */
export function topicOf(id: string): string {
  return id.replace(/-\d+$/, '')
}

/**
 * Returns the checks and the cells that a run asks.
 * @param only names of checks and patterns of cells, which contain a colon; patterns alone select every check that asks
 *   cells
 * @throws {ConformanceUsageError} for an unknown name, axis or value, and if no check is left
 */
export function select(
  only: readonly string[],
  skip: readonly string[],
): { checks: readonly Check[]; wantedCells: WantedCells } {
  const wantedCells = { only: only.filter(isPattern), skip: skip.filter(isPattern) }
  for (const pattern of [...wantedCells.only, ...wantedCells.skip]) requirePattern(pattern)
  return { checks: selectChecks(only, skip), wantedCells }
}

function isPattern(name: string): boolean {
  return name.includes(':')
}

/** @throws {ConformanceUsageError} that lists the axes or the values */
function requirePattern(pattern: string): void {
  const faults = axesOfChecks().map((axes) => faultOfPattern(pattern, axes))
  if (faults.some((fault) => fault === undefined)) return
  // A fault of a value says more than one of an axis.
  const says = faults.find((fault) => fault?.startsWith('unknown value')) ?? faults[0]
  throw new ConformanceUsageError(`The cells "${pattern}" have an ${says}.`)
}

function axesOfChecks(): Axes[] {
  return [...new Set(checks.flatMap(({ axes }) => (axes ? [axes] : [])))]
}

/**
 * Returns the checks with these ids, topics, clauses or headings, in the order of the interface.
 * @param only names to include; all checks if it is empty
 * @throws {ConformanceUsageError} for an unknown name, and if no check is left
 */
export function selectChecks(only: readonly string[], skip: readonly string[]): readonly Check[] {
  const [patterns, names] = [only.filter(isPattern), only.filter((name) => !isPattern(name))]
  const left = skip.filter((name) => !isPattern(name))
  for (const name of [...names, ...left]) requireName(name)
  const isOf = (check: Check) => names.some((name) => isNamed(check, name))
  // With patterns alone, or with names of other checks only, every check that asks such cells runs.
  const asking = checks.filter(
    ({ axes }) => axes && patterns.some((pattern) => faultOfPattern(pattern, axes) === undefined),
  )
  const byPattern = asking.some(isOf) ? [] : asking
  const selected = checks.filter(
    (check) =>
      (only.length === 0 || isOf(check) || byPattern.includes(check)) && !left.some((name) => isNamed(check, name)),
  )
  if (selected.length === 0) {
    throw new ConformanceUsageError(
      'No check is left to run: --only and --skip exclude all of them. --list shows every check.',
    )
  }
  return selected
}

function isNamed({ id, clause }: Check, name: string): boolean {
  const asked = name.toLowerCase()
  return (
    id.toLowerCase() === asked ||
    topicOf(id).toLowerCase() === asked ||
    clause.some(
      (own) => own.toLowerCase() === asked || headingOf(own) === asked || headingOf(own).startsWith(`${asked}.`),
    )
  )
}

function requireName(name: string): void {
  const known = checks.some((check) => isNamed(check, name))
  const isClause = clauses.some(({ id }) => id.toLowerCase() === name.toLowerCase()) || Object.hasOwn(headings, name)
  if (known || isClause) return
  const topics = [...new Set(checks.map(({ id }) => topicOf(id)))]
  throw new ConformanceUsageError(
    `Unknown check, topic or clause "${name}". Use an id such as PAG-08, a topic (${topics.join(', ')}), a clause such as 4.1-rows, a heading such as 4.1, or cells such as 'order:-nome/filter:*', in quotes for the shell. --list shows every id with its main clause.`,
  )
}

/** Returns the heading of a clause, such as `4.1` for `4.1-rows`. */
export function headingOf(clause: string): string {
  return clause.slice(0, clause.indexOf('-'))
}
