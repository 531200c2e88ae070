import { Undecided } from '../judging/judgement.ts'
import type { Attempt } from '../service/service.ts'
import type { Observations } from './check.ts'

/** One request on which the document is silent: what is asked, and how its answer is told; its status by default. */
export type Case = readonly [
  asked: string,
  ask: () => Promise<Attempt>,
  tell?: (answer: Attempt) => string | number | Promise<string | number>,
]

/**
 * Asks one case after the other and returns what came of each.
 * @throws {Undecided} where no answer came, or 502, 503 or 504: they say that the target was busy, not what it does
 */
export async function observations(cases: readonly Case[]): Promise<Observations> {
  const seen: [string, string | number][] = []
  const lost: string[] = []
  let remedy: string | undefined
  for (const [asked, ask, tell = statusOf] of cases) {
    const answer = await ask()
    if (answer.failure) {
      lost.push(`${asked}: ${answer.failure.message}`)
      remedy ??= answer.failure.remedy
    } else seen.push([asked, await tell(answer)])
  }
  if (lost.length === 0) return seen
  const others = seen.length > 0 ? `; the others: ${seen.map((row) => row.join(': ')).join('; ')}` : ''
  throw new Undecided('target-failed', lost.join('; ') + others, remedy)
}

function statusOf({ status }: Attempt): string | number {
  return status
}
