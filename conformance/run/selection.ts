import { checks, type ListedCheck } from '../checks/index.ts'

/** Thrown for invalid options; the message says what to do. */
export class ConformanceUsageError extends Error {
  override readonly name = 'ConformanceUsageError'
}

/** Returns the topic of a check, such as `PAG` for `PAG-08`. */
export const topicOf = (id: string): string => id.replace(/-\d+$/, '')

/**
 * Returns the checks with these ids, topics, clauses or headings, in the order of the interface.
 * @param only names to include; all checks if it is empty
 * @throws {ConformanceUsageError} for an unknown name, and if no check is left
 */
export function selectChecks(only: readonly string[], skip: readonly string[]): readonly ListedCheck[] {
  for (const name of [...only, ...skip]) requireName(name)
  const isIn = (names: readonly string[], check: ListedCheck) => names.some((name) => isNamed(check, name))
  const selected = checks.filter((check) => (only.length === 0 || isIn(only, check)) && !isIn(skip, check))
  if (selected.length > 0) return selected
  throw new ConformanceUsageError(
    'No check is left to run: --only and --skip exclude all of them. --list shows every check.',
  )
}

/** A heading names the clauses below it, too: `4` and `4.1` those of `4.1.2`. */
function isNamed(check: ListedCheck, name: string): boolean {
  const wanted = name.toLowerCase()
  const isClause = (clause: string) => clause === wanted || /^[.-]/.test(clause.slice(wanted.length))
  return (
    [check.id, topicOf(check.id)].some((own) => own.toLowerCase() === wanted) ||
    check.clause.some((clause) => clause.startsWith(wanted) && isClause(clause))
  )
}

function requireName(name: string): void {
  if (checks.some((check) => isNamed(check, name))) return
  const topics = [...new Set(checks.map(({ id }) => topicOf(id)))].join(', ')
  throw new ConformanceUsageError(
    `No check is named "${name}". Use an id such as PAG-08, a topic (${topics}), a clause such as 4.1-rows or a heading such as 4.1. --list shows every id with its main clause.`,
  )
}
