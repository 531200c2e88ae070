import { clauses, headings } from '../../src/contract/clauses.ts'
import type { Check } from '../checks/check.ts'
import { checks } from '../checks/index.ts'

/** Options that cannot be understood; the message says what to do. */
export class ConformanceUsageError extends Error {
  override readonly name = 'ConformanceUsageError'
}

/** `PAG` of `PAG-08`. */
export function topicOf(id: string): string {
  return id.replace(/-\d+$/, '')
}

/**
 * The checks that are named by id, topic, clause or heading, in the order of the document.
 * @param only all of them when it is empty
 * @throws {ConformanceUsageError} for a name that there is not, and when nothing is left
 */
export function selectChecks(only: readonly string[], skip: readonly string[]): readonly Check[] {
  for (const name of [...only, ...skip]) requireName(name)
  const selected = checks.filter(
    (check) =>
      (only.length === 0 || only.some((name) => isNamed(check, name))) &&
      !skip.some((name) => isNamed(check, name)),
  )
  if (selected.length === 0) {
    throw new ConformanceUsageError(
      'No check is left to run: --only and --skip leave nothing. --list shows what there is.',
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
      (own) =>
        own.toLowerCase() === asked || headingOf(own) === asked || headingOf(own).startsWith(`${asked}.`),
    )
  )
}

function requireName(name: string): void {
  const known = checks.some((check) => isNamed(check, name))
  const isClause =
    clauses.some(({ id }) => id.toLowerCase() === name.toLowerCase()) || Object.hasOwn(headings, name)
  if (known || isClause) return
  const topics = [...new Set(checks.map(({ id }) => topicOf(id)))]
  throw new ConformanceUsageError(
    `No check, topic or clause is called "${name}": there are ids such as PAG-08, the topics ${topics.join(', ')}, and clauses such as 4.1-rows or 4.1. --list shows them all.`,
  )
}

/** `4.1` of `4.1-rows`. */
export function headingOf(clause: string): string {
  return clause.slice(0, clause.indexOf('-'))
}
