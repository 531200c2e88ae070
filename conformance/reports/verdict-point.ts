import type { Report } from '../run/report.ts'

/** The test that says whether the run reached a verdict. */
export interface VerdictPoint {
  title: string
  /** Why the run reached no verdict. */
  problem?: string
  says: string
}

/**
 * Returns the one test that a report adds to the checks. Without it, a run that decided nothing would be a file with only
 * skipped tests, which CI shows as green.
 */
export function verdictPoint({ verdict, summary, rootCause }: Report): VerdictPoint {
  const title = 'RUN the suite reaches a verdict'
  if (verdict === 'failed') return { title, problem: rootCause ?? summary, says: summary }
  const has = verdict !== 'undecided' && verdict !== 'interrupted'
  return has ? { title, says: summary } : { title, problem: summary, says: summary }
}
