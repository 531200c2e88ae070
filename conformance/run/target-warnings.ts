import type { Target } from '../client/target.ts'
import { count } from '../service/evidence.ts'
import type { Session } from '../service/service.ts'

/** What a target showed of itself in a run that its operator should know, whatever the verdict. */
export function warningsOfTarget({ rateLimit, givenUp }: Target, sessions: readonly Session[]): string[] {
  const unknown = new Set(sessions.flatMap(({ unknownReports }) => [...unknownReports]))
  return [
    ...(rateLimit && !givenUp
      ? [
          `the target answered 429 (too many requests) ${count(rateLimit.refusals, 'time')}, so the run slowed down: ${rateLimit.remedy}`,
        ]
      : []),
    ...[...unknown].map(
      (label) =>
        `the target answers 404 to the declared report ${label}: is its number right, and does it belong to the organization of this token? Until then, what is asked of a real report stays undecided`,
    ),
  ]
}
