import type { Opening } from './opening.ts'
import type { BaselineFault, Report, Result, ResultVerdict } from './report.ts'

/** Less than this share of what was asked decided is too little. */
const ENOUGH = 0.5
/** More than this share of it undecided because the list moved is too much. */
const RESTLESS = 0.25

/** The verdict of a run: a violation outweighs a target that failed, that one too few decisions. */
export function judge(
  results: readonly Result[],
  faults: readonly BaselineFault[],
  { cause, fatal }: Opening,
): Pick<Report, 'verdict' | 'summary' | 'exitCode' | 'counts'> {
  const number = (verdict: ResultVerdict) => results.filter((result) => result.verdict === verdict).length
  const known = results.filter((result) => result.known).length
  const warnings = results.filter(({ warning }) => warning).length
  const counts = {
    pass: number('pass'),
    fail: number('fail'),
    inconclusive: number('inconclusive'),
    observed: number('observed'),
    'not run': number('not run'),
    warnings,
    known,
  }
  const figures = [
    `${counts.pass} passed`,
    `${counts.fail} failed${known > 0 ? ` (${known} known)` : ''}`,
    `${counts.inconclusive} undecided`,
    `${counts.observed} observed${warnings > 0 ? ` (${warnings} with a warning)` : ''}`,
    `${counts['not run']} not run`,
  ].join(', ')

  if (fatal) return { verdict: 'failed', exitCode: 4, summary: `Nothing was decided. ${cause}`, counts }
  if (counts.fail > known || faults.length > 0) {
    const stale = faults.length > 0 ? `, and ${faults.length} of the baseline no longer hold` : ''
    return { verdict: 'violated', exitCode: 1, summary: `Not conformant: ${figures}${stale}.`, counts }
  }
  const lost = results.filter((result) => isAsked(result) && isLost(result)).length
  if (lost > 0) {
    return {
      verdict: 'failed',
      exitCode: 4,
      summary: `${lossOf(results)} ${lost} checks: ${figures}.`,
      counts,
    }
  }
  const asked = results.filter(isAsked)
  const drifted = asked.filter(({ reason }) => reason === 'data-drift').length
  if (drifted >= RESTLESS * asked.length && drifted > 0) {
    return {
      verdict: 'undecided',
      exitCode: 3,
      summary: `The list did not stand still, so that ${drifted} checks are undecided: ${figures}.`,
      counts,
    }
  }
  if (asked.length === 0 && counts.observed === 0) {
    return {
      verdict: 'undecided',
      exitCode: 3,
      summary: `This mode forbids all that was chosen: ${figures}.`,
      counts,
    }
  }
  const decided = asked.filter(({ verdict }) => verdict !== 'inconclusive')
  const enough = decided.length >= ENOUGH * asked.length
  if (!enough) {
    return {
      verdict: 'undecided',
      exitCode: 3,
      summary: `Too little could be decided, ${decided.length} of ${asked.length}: ${figures}.`,
      counts,
    }
  }
  return {
    verdict: 'conformant',
    exitCode: 0,
    summary: `Conformant ${known > 0 ? 'but for what is known' : 'in all that could be decided'}: ${figures}.`,
    counts,
  }
}

function lossOf(results: readonly Result[]): string {
  if (results.some(({ reason }) => reason === 'suite-failed')) return 'The suite itself failed in'
  return results.some(({ reason }) => reason === 'deadline')
    ? 'The time of the run was over (--deadline) before'
    : 'The target failed in'
}

/** Open points are recorded and not asked for. */
function isAsked({ level, verdict }: Result): boolean {
  return level !== 'open' && verdict !== 'not run'
}

function isLost({ reason }: Result): boolean {
  return reason === 'target-failed' || reason === 'deadline' || reason === 'suite-failed'
}
