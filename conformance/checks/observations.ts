import { Undecided } from '../judging/judgement.ts'
import type { Attempt } from '../service/service.ts'
import type { Observations } from './check.ts'

/**
 * A request that the interface does not mention: its label, how to send it, and how to report the answer, by default by
 * its status.
 */
export type Case = readonly [
  asked: string,
  ask: () => Promise<Attempt>,
  tell?: (answer: Attempt) => string | number | Promise<string | number>,
]

/**
 * Returns what the service does in each case, asked one after the other.
 * @throws {Undecided} when a case got no answer, or got 502, 503 or 504, which only say that the target was busy
 */
export async function observations(cases: readonly Case[]): Promise<Observations> {
  const seen: [string, string | number][] = []
  const lost: string[] = []
  let remedy: string | undefined
  for (const [asked, ask, tell = ({ status }: Attempt) => status] of cases) {
    const answer = await ask()
    if (answer.failure) {
      lost.push(`${asked}: ${answer.failure.message}`)
      remedy ??= answer.failure.remedy
    } else seen.push([asked, await tell(answer)])
  }
  if (lost.length === 0) return seen
  const others = seen.length > 0 ? `; other cases: ${seen.map((row) => row.join(': ')).join('; ')}` : ''
  throw new Undecided('target-failed', lost.join('; ') + others, remedy)
}

/** Returns whether what came back is a 5xx, not a count of answers such as `503 (2 times)` or a time such as `512 ms`. */
export function isBreak(came: string | number): boolean {
  return /^5\d\d(?! (?:\(|ms))/.test(String(came))
}
