import { counted } from '../../src/contract/counted.ts'
import type { Opening } from './opening.ts'
import type { BaselineFault, Report, Result, ResultVerdict, RunVerdict } from './report.ts'

/** If fewer than this share of the checks is decided, the run is undecided. */
const ENOUGH = 0.5
/** The check that decides whether two declared organizations are kept apart. */
const SEPARATION = 'ORG-01'
/** If at least this share of the checks is undecided because the list changed, the run is undecided. */
const RESTLESS = 0.25

/** What the operator declared, and what the service returned 404 for. */
export interface DeclaredReports {
  count: number
  /** Labels such as `$REPORT_1`. */
  unknown: readonly string[]
}

const exitCodes: Record<RunVerdict, Report['exitCode']> = {
  conformant: 0,
  violated: 1,
  'stale-baseline': 1,
  undecided: 3,
  failed: 4,
  interrupted: 130,
}

/**
 * Returns the verdict of a run, in words and in figures.
 * @param requirements the set that decides; newer results are only counted
 * @param declared the declared reports; those that the service does not know are named in the headline
 */
export function verdictFor(
  all: readonly Result[],
  faults: readonly BaselineFault[],
  { cause, end }: Opening,
  requirements: string,
  declared: DeclaredReports = { count: 0, unknown: [] },
): Pick<Report, 'verdict' | 'headline' | 'summary' | 'exitCode' | 'counts'> {
  const results = all.filter(({ newer }) => !newer)
  const counts = countsOf(results)
  if (cause && end) {
    const headline = 'Nothing was decided'
    const summary = `${headline}: ${cause.label}.`
    return { verdict: 'failed', headline, summary, exitCode: exitCodes.failed, counts }
  }
  const { verdict, headline } = withUnknownReports(verdictOf(results, faults, counts), declared)
  const figures = `${figuresOf(counts)}.`
  const baseline = faults.length > 0 ? ` ${remedyOf(faults)}.` : ''
  const newer = newerLine(all, requirements)
  const apart = newer === '' ? '' : ` ${newer}.`
  const summary =
    verdict === 'stale-baseline'
      ? `${headline}.${baseline} ${figures}${apart}`
      : `${headline}: ${figures}${baseline}${apart}`
  return { verdict, headline, summary, exitCode: exitCodes[verdict], counts }
}

/**
 * Names the declared reports that the service does not know. If it knows none of them, the checks that the operator
 * declared them for decided nothing, so a run without a failure is undecided: a typo must not look like success.
 */
function withUnknownReports(
  { verdict, headline }: { verdict: RunVerdict; headline: string },
  { count, unknown }: DeclaredReports,
): { verdict: RunVerdict; headline: string } {
  if (unknown.length === 0 || verdict === 'failed' || verdict === 'interrupted') return { verdict, headline }
  const which = `the declared report${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}`
  if (verdict !== 'conformant') return { verdict, headline: `${headline}, and the service does not know ${which}` }
  if (unknown.length < count) return { verdict, headline: `${headline}, but the service does not know ${which}` }
  return {
    verdict: 'undecided',
    headline: `The service does not know ${which}, so nothing that needs ${unknown.length > 1 ? 'them' : 'it'} was decided`,
  }
}

/** Checks in order of weight: interrupted, violated, failed, baseline out of date, undecided. */
function verdictOf(
  results: readonly Result[],
  faults: readonly BaselineFault[],
  { fail, known, observed }: Report['counts'],
): { verdict: RunVerdict; headline: string } {
  const asked = results.filter(isAsked)
  const stopped = results.filter(({ reason }) => reason === 'interrupted').length
  if (stopped > 0) {
    const headline = `Interrupted before ${stopped} of ${counted(results.length, 'check')} were decided`
    return { verdict: 'interrupted', headline }
  }
  if (fail > known) return { verdict: 'violated', headline: 'Not conformant' }

  const lost = asked.filter(({ reason }) => reason !== undefined && LOSSES.includes(reason)).length
  if (lost > 0) return { verdict: 'failed', headline: `${lossOf(results)} ${counted(lost, 'check')}` }
  if (faults.length > 0)
    return { verdict: 'stale-baseline', headline: 'The baseline is out of date; nothing else fails' }

  const drifted = asked.filter(({ reason }) => reason === 'data-drift').length
  if (drifted >= RESTLESS * asked.length && drifted > 0) {
    return {
      verdict: 'undecided',
      headline: `The list kept changing, so ${counted(drifted, 'check is', 'checks are')} undecided`,
    }
  }
  if (asked.length === 0 && observed === 0) {
    const isForbidden = results.every(({ verdict }) => verdict === 'not run')
    const headline = isForbidden
      ? 'None of the selected checks could be run (see Not run)'
      : 'None of the selected checks could be observed'
    return { verdict: 'undecided', headline }
  }
  const apart = results.find(({ id }) => id === SEPARATION)
  if (apart?.verdict === 'inconclusive' && apart.reason !== 'not-declared') {
    return {
      verdict: 'undecided',
      headline: `The suite could not decide whether the two organizations are kept apart: ${apart.detail}`,
    }
  }
  const decided = asked.filter(({ verdict }) => verdict !== 'inconclusive').length
  if (decided < ENOUGH * asked.length) {
    return {
      verdict: 'undecided',
      headline: `Too few checks could be decided, ${decided} of ${asked.length}`,
    }
  }
  const bound = known > 0 ? 'except for known failures' : 'in all that could be decided'
  return { verdict: 'conformant', headline: `Conformant ${bound}` }
}

function countsOf(results: readonly Result[]): Report['counts'] {
  const number = (verdict: ResultVerdict) => results.filter((result) => result.verdict === verdict).length
  return {
    pass: number('pass'),
    fail: number('fail'),
    inconclusive: number('inconclusive'),
    observed: number('observed'),
    'not run': number('not run'),
    warnings: results.filter(({ warning }) => warning).length,
    known: results.filter((result) => result.known).length,
  }
}

function figuresOf({ pass, fail, known, inconclusive, observed, warnings, ...rest }: Report['counts']): string {
  return [
    `${pass} passed`,
    `${fail} failed${known > 0 ? ` (${known} known)` : ''}`,
    `${inconclusive} undecided`,
    `${observed} observed${warnings > 0 ? ` (${warnings} with a warning)` : ''}`,
    `${rest['not run']} not run`,
  ].join(', ')
}

/** Returns what the checks would say that are newer than the set that decides; an empty string if there are none. */
function newerLine(all: readonly Result[], requirements: string): string {
  const newer = all.filter((result) => result.newer)
  if (newer.length === 0) return ''
  const passed = newer.filter(({ verdict }) => verdict === 'pass').length
  const failed = newer.filter(({ verdict }) => verdict === 'fail').length
  const others = newer.length - passed - failed
  return `Newer than ${requirements}: ${passed} passed, ${failed} would fail${others > 0 ? `, ${others} others` : ''}`
}

/** Says what to do about the baseline. */
function remedyOf(faults: readonly BaselineFault[]): string {
  const [stale, expired] = (['stale', 'expired'] as const).map((wanted) =>
    faults.filter(({ fault }) => fault === wanted).map(({ id }) => id),
  ) as [string[], string[]]
  return [
    ...(stale.length > 0
      ? [`Remove ${stale.join(', ')} from the baseline: ${stale.length > 1 ? 'they pass' : 'it passes'} now`]
      : []),
    ...(expired.length > 1
      ? [`The entries of ${expired.join(', ')} have expired: fix the failures or renew the entries`]
      : expired.map((id) => `The entry of ${id} has expired: fix the failure or renew the entry`)),
  ].join('. ')
}

function lossOf(results: readonly Result[]): string {
  if (results.some(({ reason }) => reason === 'suite-failed')) return 'The suite itself failed in'
  if (results.some(({ reason }) => reason === 'token-refused'))
    return 'The token was accepted at first and refused with 401 later, in'
  if (results.some(({ reason }) => reason === 'deadline')) return 'The run reached --deadline before deciding'
  return results.some(({ reason }) => reason === 'rate-limited')
    ? 'The target limited the rate of requests (429) in'
    : 'The target failed in'
}

const LOSSES: readonly Result['reason'][] = [
  'target-failed',
  'rate-limited',
  'token-refused',
  'deadline',
  'suite-failed',
]

/** Returns whether a check counts for the verdict. An open point is only observed. */
function isAsked({ level, verdict }: Result): boolean {
  return level !== 'open' && verdict !== 'not run'
}
