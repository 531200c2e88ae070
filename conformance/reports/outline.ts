import { headings } from '../../src/contract/clauses.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { type Risk, risks } from '../client/exchange.ts'
import type { UndecidedReason } from '../judging/judgement.ts'
import type { ClauseCoverage, Report, Result } from '../run/report.ts'

/** The kinds of result that reports distinguish. Every result has exactly one. */
const kinds = ['failure', 'known', 'warning', 'undecided', 'not run', 'observed', 'passed', 'newer'] as const
export type Kind = (typeof kinds)[number]

export function kindOf({ verdict, known, warning, newer }: Result): Kind {
  if (newer) return 'newer'
  if (verdict === 'fail') return known ? 'known' : 'failure'
  if (warning) return 'warning'
  if (verdict === 'inconclusive') return 'undecided'
  return verdict === 'pass' ? 'passed' : verdict
}

export function resultsByKind({ results }: Report): Record<Kind, Result[]> {
  const groups: Record<Kind, Result[]> = {
    failure: [],
    known: [],
    warning: [],
    undecided: [],
    'not run': [],
    observed: [],
    passed: [],
    newer: [],
  }
  for (const result of results) groups[kindOf(result)].push(result)
  return groups
}

/** Returns the number of results of each kind that occurred; failed and passed are always included. */
export function tally(report: Report): [Kind, number][] {
  const byKind = resultsByKind(report)
  return kinds
    .map((kind): [Kind, number] => [kind, byKind[kind].length])
    .filter(([kind, count]) => count > 0 || kind === 'failure' || kind === 'passed')
}

/** Returns the results that are newer than the set of requirements that decided and are failures in a newer set. */
export function newerFailures(report: Report): Result[] {
  return resultsByKind(report).newer.filter(({ verdict }) => verdict === 'fail')
}

/** Undecided checks that share one reason, which a report shows once. */
export interface UndecidedGroup {
  reason: UndecidedReason | 'other'
  detail: string
  remedy: string | undefined
  results: Result[]
}

/** Returns undecided results by reason, without those that the root cause blocked, which reports show separately. */
export function undecidedGroups(report: Report): UndecidedGroup[] {
  const blocked = new Set(blockedByRootCause(report))
  const undecided = resultsByKind(report).undecided.filter((result) => !blocked.has(result))
  return [...groupBy(undecided, ({ reason }) => reason ?? 'other')].flatMap(([reason, alike]) =>
    [...groupBy(alike, ({ detail, remedy }) => JSON.stringify([detail, remedy])).values()].map((results) => {
      const { detail, remedy } = results[0]
      return { reason, detail, remedy, results }
    }),
  )
}

/** Returns the undecided results whose only reason is the root cause. */
export function blockedByRootCause(report: Report): Result[] {
  const { rootCause } = report
  return resultsByKind(report).undecided.filter(
    ({ reason, detail }) => reason === 'blocked' && detail === rootCause,
  )
}

/** Returns whether the run decided nothing, so that a report shows only the reason. */
export function isBare({ verdict, counts }: Report): boolean {
  return ['failed', 'interrupted'].includes(verdict) && counts.pass + counts.fail + counts.observed === 0
}

/** Checks of one risk that were not run, and why. */
export interface NotRunGroup {
  risk: Risk
  results: Result[]
  reasons: string[]
}

export function notRunGroups(report: Report): NotRunGroup[] {
  const byRisk = groupBy(resultsByKind(report)['not run'], ({ risk }) => risk)
  return risks.flatMap((risk) => {
    const results = byRisk.get(risk) ?? []
    const reasons = [...new Set(results.map(({ detail, remedy }) => remedy ?? detail))]
    return results.length > 0 ? [{ risk, results, reasons }] : []
  })
}

/** A heading of the interface: its number, its name and the entries under it. */
export interface Heading<T> {
  number: string
  name: string
  entries: T[]
}

export function coverageByHeading({ coverage }: Report): Heading<ClauseCoverage>[] {
  return byHeading(coverage, ({ clause }) => clause)
}

/** Returns results by the heading of their first clause. */
export function resultsByHeading({ results }: Report): Heading<Result>[] {
  return byHeading(results, ({ clause }) => clause[0] ?? '')
}

const coverageVerdicts = [
  'fail',
  'partial',
  'inconclusive',
  'not run',
  'pass',
  'observed',
  'untestable',
] as const satisfies readonly ClauseCoverage['verdict'][]

/** Returns how often each verdict occurs, those that need attention first. */
export function coverageCounts(entries: readonly ClauseCoverage[]): [ClauseCoverage['verdict'], number][] {
  return coverageVerdicts
    .map((wanted): [ClauseCoverage['verdict'], number] => [
      wanted,
      entries.filter(({ verdict }) => verdict === wanted).length,
    ])
    .filter(([, count]) => count > 0)
}

/** Returns the clauses that cannot be tested from outside, grouped by reason. */
export function untestableClauses(entries: readonly ClauseCoverage[]): { clauses: string[]; why: string }[] {
  const untestable = entries.filter((entry) => entry.untestable !== undefined)
  return [...groupBy(untestable, (entry) => entry.untestable ?? '')].map(([why, alike]) => ({
    why,
    clauses: alike.map(({ clause }) => clause),
  }))
}

function byHeading<T>(entries: readonly T[], clauseOf: (entry: T) => string): Heading<T>[] {
  const groups = groupBy(entries, (entry) => clauseOf(entry).split('-')[0] ?? '')
  return [...groups].map(([number, alike]) => ({ number, name: nameOf(number), entries: alike }))
}

function nameOf(number: string): string {
  return (headings as Record<string, string>)[number] ?? 'Other'
}

export function idsOf(results: readonly Result[]): string {
  return results.map(({ id }) => id).join(', ')
}
