import { type Clause, type ClauseId, clauses } from '../../src/contract/clauses.ts'
import { counted } from '../../src/contract/counted.ts'
import { checks } from '../checks/index.ts'
import type { World } from '../model/world.ts'
import type { Redactor } from '../redaction/redact.ts'
import { applyBaseline, baselineFaults } from './baseline.ts'
import type { Connection } from './connect.ts'
import type { Opening } from './opening.ts'
import type { Settings } from './options.ts'
import type { ClauseCoverage, Report, Result } from './report.ts'
import { verdictFor } from './verdict.ts'

export function reportOf(
  results: readonly Result[],
  settings: Settings,
  opening: Opening,
  { redactor, circumstances }: Connection,
  world?: World,
): Report {
  const { heading, unknownReports, ...about } = circumstances(opening)
  const place = new Map(checks.map(({ id }, i) => [id, i]))
  const inOrder = results
    .map((result) => redactAgain(result, redactor))
    .sort((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number))
  const today = heading.startedAt.slice(0, 10)
  const known = applyBaseline(inOrder, settings.baseline, today)
  const faults = baselineFaults(known, settings.baseline, today)
  return {
    ...heading,
    ...verdictFor(known, faults, opening, { count: settings.reports.length, unknown: unknownReports }),
    ...about,
    settings: { risk: settings.risk, strict: settings.strict, revealed: settings.reveal },
    discovered: discovered(world).map(redactor.ours),
    results: known,
    coverage: coverageOf(known),
    baselineFaults: faults,
  }
}

/** Redacts a result again, because it may contain a person whom the redactor learned about only later. */
function redactAgain(result: Result, { ours }: Redactor): Result {
  const { detail, finding, table } = result
  return { ...result, ...redacted({ detail, ...(table && { table }), ...(finding && { finding }) }, ours) }
}

function redacted<T>(value: T, ours: Redactor['ours']): T {
  if (typeof value === 'string') return ours(value) as T
  if (Array.isArray(value)) return value.map((one) => redacted(one, ours)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redacted(one, ours)])) as T
}

function discovered(world: World | undefined): string[] {
  if (!world) return []
  const { people, size, named, plain } = world
  const different = (values: readonly string[]) => new Set(values).size
  const names = counted(different(named.map(({ nome }) => nome)), 'different name')
  const stamps = counted(different(people.map(({ stamp }) => stamp)), 'different timestamp')
  return [
    `${counted(size, 'person')}${plain.isWhole ? '' : `, ${people.length} of them read`}`,
    `${names} and ${stamps}`,
  ]
}

/** Clauses that no check can test from outside, and why. */
export const untestable: Partial<Record<ClauseId, string>> = {
  '6-open': 'no request shows whether the service calls other services',
}

function coverageOf(results: readonly Result[]): ClauseCoverage[] {
  return (clauses as readonly (Clause & { id: ClauseId })[]).map(({ id, says, open = false }) => {
    const about = checks.filter((check) => check.clause.includes(id)).map((check) => check.id)
    const reason = untestable[id]
    const verdict = reason === undefined ? overall(results.filter((one) => about.includes(one.id))) : 'untestable'
    return { clause: id, says, open, checks: about, verdict, ...(reason !== undefined && { untestable: reason }) }
  })
}

function overall(results: readonly Result[]): ClauseCoverage['verdict'] {
  const has = (verdict: Result['verdict']) => results.some((result) => result.verdict === verdict)
  if (has('fail')) return 'fail'
  if (has('pass')) return has('inconclusive') || has('not run') ? 'partial' : 'pass'
  if (has('inconclusive')) return 'inconclusive'
  return has('observed') ? 'observed' : 'not run'
}
