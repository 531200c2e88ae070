import { type Clause, type ClauseId, clauses } from '../../src/contract/clauses.ts'
import { checks } from '../checks/index.ts'
import type { ClauseCoverage, Result } from './report.ts'

/** Clauses that no check can test from outside, and why. */
export const untestable: Partial<Record<ClauseId, string>> = {
  '6-open': 'no request shows whether the service calls other services',
}

/** Returns the coverage of each clause, with a verdict over all its checks. */
export function coverageOf(results: readonly Result[]): ClauseCoverage[] {
  return clauses.map((clause: Clause & { id: ClauseId }) => {
    const about = checks.filter((check) => check.clause.includes(clause.id)).map(({ id }) => id)
    const reason = untestable[clause.id]
    return {
      clause: clause.id,
      says: clause.says,
      open: clause.open ?? false,
      checks: about,
      verdict: reason === undefined ? verdictOf(results.filter(({ id }) => about.includes(id))) : 'untestable',
      ...(reason !== undefined && { untestable: reason }),
    }
  })
}

function verdictOf(results: readonly Result[]): ClauseCoverage['verdict'] {
  const has = (verdict: Result['verdict']) => results.some((result) => result.verdict === verdict)
  if (has('fail')) return 'fail'
  if (has('pass')) return has('inconclusive') || has('not run') ? 'partial' : 'pass'
  if (has('inconclusive')) return 'inconclusive'
  return has('observed') ? 'observed' : 'not run'
}
