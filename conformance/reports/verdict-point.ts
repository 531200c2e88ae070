import type { Report } from '../run/report.ts'

/** Whether there is a verdict at all, as a test of its own. */
export interface VerdictPoint {
  title: string
  /** Why there is none. */
  problem?: string
  says: string
}

/**
 * The one test that a run adds to its checks: without it a file of skipped tests alone would read as green where the
 * run was not able to decide anything.
 */
export function verdictPoint({ verdict, summary, rootCause }: Report): VerdictPoint {
  const title = 'RUN the suite reaches a verdict'
  if (verdict === 'failed') return { title, problem: rootCause ?? summary, says: summary }
  const has = verdict !== 'undecided' && verdict !== 'interrupted'
  return has ? { title, says: summary } : { title, problem: summary, says: summary }
}
