import { clauses, headings } from '../../src/contract/clauses.ts'
import { checks, type ListedCheck } from '../checks/index.ts'

/** Thrown for invalid options; the message says what to do. */
export class ConformanceUsageError extends Error {
  override readonly name = 'ConformanceUsageError'
}

/** Returns the topic of a check, such as `PAG` for `PAG-08`. */
export function topicOf(id: string): string {
  return id.replace(/-\d+$/, '')
}

/** Returns the heading of a clause, such as `4.1` for `4.1-rows`. */
export function headingOf(clause: string): string {
  return clause.slice(0, clause.indexOf('-'))
}

/**
 * Returns the checks with these ids, topics, clauses or headings, in the order of the interface.
 * @param only names to include; all checks if it is empty
 * @throws {ConformanceUsageError} for an unknown name, and if no check is left
 */
export function selectChecks(only: readonly string[], skip: readonly string[]): readonly ListedCheck[] {
  for (const name of [...only, ...skip]) requireName(name)
  const isIn = (names: readonly string[]) => (check: ListedCheck) => names.some((name) => isNamed(check, name))
  const selected = checks
    .filter((check) => only.length === 0 || isIn(only)(check))
    .filter((check) => !isIn(skip)(check))
  if (selected.length > 0) return selected
  throw new ConformanceUsageError(
    'No check is left to run: --only and --skip exclude all of them. --list shows every check.',
  )
}

function isNamed({ id, clause }: ListedCheck, name: string): boolean {
  const wanted = name.toLowerCase()
  const names = [id, topicOf(id), ...clause, ...clause.map(headingOf)]
  return (
    names.some((own) => own.toLowerCase() === wanted) || clause.some((own) => headingOf(own).startsWith(`${wanted}.`))
  )
}

function requireName(name: string): void {
  const isClause = clauses.some(({ id }) => id.toLowerCase() === name.toLowerCase())
  if (isClause || Object.hasOwn(headings, name) || checks.some((check) => isNamed(check, name))) return
  const topics = [...new Set(checks.map(({ id }) => topicOf(id)))]
  throw new ConformanceUsageError(
    `Unknown check, topic or clause "${name}". Use an id such as PAG-08, a topic (${topics.join(', ')}), a clause such as 4.1-rows or a heading such as 4.1. --list shows every id with its main clause.`,
  )
}
