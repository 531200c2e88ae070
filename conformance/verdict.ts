import type { Opening } from './opening.ts'
import type { BaselineFault, Report, Result, ResultVerdict } from './report.ts'

/** Less than this share of what was asked decided is too little. */
const ENOUGH = 0.5

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

  if (counts.fail > known || faults.length > 0) {
    const stale = faults.length > 0 ? `, and ${faults.length} of the baseline no longer hold` : ''
    return { verdict: 'violated', exitCode: 1, summary: `Not conformant: ${figures}${stale}.`, counts }
  }
  if (fatal) return { verdict: 'failed', exitCode: 4, summary: `Nothing was decided. ${cause}`, counts }
  const lost = results.filter((result) => isAsked(result) && isLost(result)).length
  if (lost > 0) {
    return {
      verdict: 'failed',
      exitCode: 4,
      summary: `The target failed in ${lost} checks: ${figures}.`,
      counts,
    }
  }
  const asked = results.filter(isAsked)
  const decided = asked.filter(({ verdict }) => verdict !== 'inconclusive')
  const enough = asked.length === 0 ? counts.observed > 0 : decided.length >= ENOUGH * asked.length
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
    summary: `Conformant in all that could be decided: ${figures}.`,
    counts,
  }
}

/** Open points are recorded and not asked for. */
function isAsked({ level, verdict }: Result): boolean {
  return level !== 'open' && verdict !== 'not run'
}

function isLost({ reason }: Result): boolean {
  return reason === 'target-failed' || reason === 'deadline'
}
