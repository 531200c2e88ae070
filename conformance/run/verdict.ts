import { counted } from '../../src/contract/counted.ts'
import type { Opening } from './opening.ts'
import type { BaselineFault, Report, Result, RunVerdict } from './report.ts'

/** If fewer than this share of the checks is decided, the run is undecided. */
const ENOUGH = 0.5
/** If at least this share of the checks is undecided because the list changed, the run is undecided. */
const RESTLESS = 0.25

const exitCodes: Record<RunVerdict, Report['exitCode']> = {
  conformant: 0,
  violated: 1,
  'stale-baseline': 1,
  undecided: 3,
  failed: 4,
  interrupted: 130,
}

/** The reasons for which a run fails, the gravest first, and how they are said before a number of checks. */
const losses = {
  'suite-failed': 'The suite itself failed in',
  'token-refused': 'The token was accepted at first and refused with 401 later, in',
  deadline: 'The run reached --deadline before deciding',
  'rate-limited': 'The target limited the rate of requests (429) in',
  'target-failed': 'The target failed in',
} satisfies Partial<Record<NonNullable<Result['reason']>, string>>

/**
 * Returns the verdict of a run, in words and in figures.
 * @param declared how many reports the operator declared, and the labels of those that the service does not know
 */
export function verdictFor(
  results: readonly Result[],
  faults: readonly BaselineFault[],
  { cause, end }: Pick<Opening, 'cause' | 'end'>,
  declared: { count: number; unknown: readonly string[] },
): Pick<Report, 'verdict' | 'headline' | 'summary' | 'exitCode' | 'counts'> {
  const counts = countsOf(results)
  if (cause && end) {
    const headline = 'Nothing was decided'
    return { verdict: 'failed', headline, summary: `${headline}: ${cause.label}.`, exitCode: 4, counts }
  }
  const [verdict, headline] = withUnknownReports(verdictOf(results, faults, counts), declared)
  const figures = `${figuresOf(counts)}.`
  const remedies = faults.map(({ says }) => ` ${says}.`).join('')
  const summary =
    verdict === 'stale-baseline' ? `${headline}.${remedies} ${figures}` : `${headline}: ${figures}${remedies}`
  return { verdict, headline, summary, exitCode: exitCodes[verdict], counts }
}

/**
 * Names the declared reports that the service does not know. If it knows none of them, the checks that need one decided
 * nothing, so a run without a failure is undecided: a typo must not look like success.
 */
function withUnknownReports(
  [verdict, headline]: [RunVerdict, string],
  { count, unknown }: { count: number; unknown: readonly string[] },
): [RunVerdict, string] {
  if (unknown.length === 0 || verdict === 'failed' || verdict === 'interrupted') return [verdict, headline]
  const which = `the service does not know the declared report${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}`
  if (verdict !== 'conformant') return [verdict, `${headline}, and ${which}`]
  if (unknown.length < count) return [verdict, `${headline}, but ${which}`]
  return ['undecided', `Nothing that needs a report was decided, because ${which}`]
}

/** Checks in order of weight: interrupted, violated, failed, baseline out of date, undecided. */
function verdictOf(
  results: readonly Result[],
  faults: readonly BaselineFault[],
  { fail, known, observed }: Report['counts'],
): [RunVerdict, string] {
  const asked = results.filter(({ level, verdict }) => level !== 'open' && verdict !== 'not run')
  const number = (wanted: string) => asked.filter(({ reason }) => reason === wanted).length
  const stopped = results.filter(({ reason }) => reason === 'interrupted').length
  const all = counted(results.length, 'check')
  if (stopped > 0) return ['interrupted', `Interrupted before ${stopped} of ${all} were decided`]
  if (fail > known) return ['violated', 'Not conformant']

  const lost = Object.entries(losses).filter(([reason]) => number(reason) > 0)
  const checks = lost.reduce((sum, [reason]) => sum + number(reason), 0)
  if (lost[0]) return ['failed', `${lost[0][1]} ${counted(checks, 'check')}`]
  if (faults.length > 0) return ['stale-baseline', 'The baseline is out of date; nothing else fails']

  const moved = number('data-drift')
  if (moved > 0 && moved >= RESTLESS * asked.length)
    return ['undecided', `The list kept changing, so ${counted(moved, 'check is', 'checks are')} undecided`]
  if (asked.length === 0 && observed === 0) return ['undecided', 'None of the selected checks could be run or observed']
  const decided = asked.filter(({ verdict }) => verdict !== 'inconclusive').length
  if (decided < ENOUGH * asked.length)
    return ['undecided', `Too few checks could be decided, ${decided} of ${asked.length}`]
  const bound = known > 0 ? 'except for known failures' : 'in all that could be decided'
  return ['conformant', `Conformant ${bound}`]
}

function countsOf(results: readonly Result[]): Report['counts'] {
  const counts = { pass: 0, fail: 0, inconclusive: 0, observed: 0, 'not run': 0, warnings: 0, known: 0 }
  for (const { verdict, warning, known } of results) {
    counts[verdict]++
    if (warning) counts.warnings++
    if (known) counts.known++
  }
  return counts
}

function figuresOf({ pass, fail, known, inconclusive, observed, warnings, ...rest }: Report['counts']) {
  const failed = `${fail} failed${known > 0 ? ` (${known} known)` : ''}`
  const seen = `${observed} observed${warnings > 0 ? ` (${warnings} with a warning)` : ''}`
  return `${pass} passed, ${failed}, ${inconclusive} undecided, ${seen}, ${rest['not run']} not run`
}
