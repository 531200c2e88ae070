import { counted } from '../../src/contract/counted.ts'
import type { Target } from '../client/target.ts'
import type { Session } from '../service/session.ts'

/** Returns what the operator should know about the target, whatever the verdict. */
export function warningsOfTarget(
  { rateLimit, givenUp, counts, flukes: repeated }: Target,
  sessions: readonly Session[],
): string[] {
  const flukes = sessions.reduce((sum, session) => sum + session.flukes, repeated)
  return [
    ...(flukes > 0
      ? [
          `${flukes} of ${counted(counts.sent, 'request')} (about 1 in ${Math.round(counts.sent / flukes)}) failed with 5xx, but not when repeated`,
        ]
      : []),
    ...(rateLimit && !givenUp
      ? [
          `the target returned 429 (too many requests) ${counted(rateLimit.refusals, 'time')}, so the run slowed down: ${rateLimit.remedy}`,
        ]
      : []),
    ...unknownReportsOf(sessions).map(
      (label) =>
        `the target returns 404 for the declared report ${label}: check that the number is right and that the report belongs to the organization of this token. Until then, checks that need a report stay undecided`,
    ),
  ]
}

/** Returns the labels of declared reports for which the target returned only 404. */
export function unknownReportsOf(sessions: readonly Session[]): string[] {
  return [...new Set(sessions.flatMap(({ unknownReports }) => [...unknownReports]))]
}
