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
  const told = (verdict: RunVerdict, headline: string, more: string) => {
    return { verdict, headline, summary: `${headline}${more}.`, exitCode: exitCodes[verdict], counts }
  }
  if (cause && end) return told('failed', 'Nothing was decided', `: ${cause.label}`)
  const [verdict, headline] = withUnknownReports(verdictOf(results, faults, counts), declared)
  const remedies = faults.map(({ says }) => `. ${says}`).join('')
  return told(verdict, headline, `: ${figuresOf(counts)}${remedies}`)
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
  if (stopped > 0)
    return ['interrupted', `Interrupted before ${stopped} of ${counted(results.length, 'check')} were decided`]
  if (fail > known) return ['violated', 'Not conformant']
  for (const [reason, says] of Object.entries(losses))
    if (number(reason) > 0) return ['failed', `${says} ${counted(number(reason), 'check')}`]
  if (faults.length > 0) return ['stale-baseline', 'The baseline is out of date; nothing else fails']
  const moved = number('data-drift')
  if (moved > 0 && moved >= RESTLESS * asked.length)
    return ['undecided', `The list kept changing, so ${counted(moved, 'check is', 'checks are')} undecided`]
  if (asked.length + observed === 0) return ['undecided', 'None of the selected checks could be run or observed']
  const decided = asked.filter(({ verdict }) => verdict !== 'inconclusive').length
  if (decided < ENOUGH * asked.length)
    return ['undecided', `Too few checks could be decided, ${decided} of ${asked.length}`]
  return ['conformant', `Conformant ${known > 0 ? 'except for known failures' : 'in all that could be decided'}`]
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

function figuresOf({ pass, fail, known, inconclusive, observed, warnings, 'not run': notRun }: Report['counts']) {
  const failed = `${fail} failed${known > 0 ? ` (${known} known)` : ''}`
  const seen = `${observed} observed${warnings > 0 ? ` (${warnings} with a warning)` : ''}`
  return `${pass} passed, ${failed}, ${inconclusive} undecided, ${seen}, ${notRun} not run`
}
