import { printable } from '../../../contract/printable.ts'
import type { Outcome } from '../entry.ts'
import type { Replay } from './replay.ts'

/** Returns a request in one line: `3 GET /pessoas?rows=25 → 200`. */
export function titleOf({ id, method, url, status, outcome, obstacle }: Replay): string {
  const answer = answerText(status, outcome)
  const why = obstacle === undefined ? '' : ` (${obstacle})`
  return printable(`${id} ${method} ${url} → ${answer}${why}`)
}

/** Returns a status, and what became of the answer unless it was sent: `200, unanswered`. */
export function answerText(status: number | null | undefined, outcome: Outcome): string {
  if (status == null) return outcome
  return outcome === 'sent' ? String(status) : `${status}, ${outcome}`
}

/** Returns the handles of organizations whose tokens are needed. */
export function handlesOf(replays: readonly Replay[]): string[] {
  const handles = replays.flatMap(({ authorization }) =>
    authorization && 'handle' in authorization ? [authorization.handle] : [],
  )
  return [...new Set(handles)]
}
