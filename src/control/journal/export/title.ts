import { printable } from '../../../contract/printable.ts'
import type { Replay } from './replay.ts'

/** Returns a request in one line: `3 GET /pessoas?rows=25 → 200`. */
export function titleOf({ id, method, url, status, obstacle }: Replay): string {
  const answer = status === undefined ? 'no answer' : String(status)
  const why = obstacle === undefined ? '' : ` (${obstacle})`
  return printable(`${id} ${method} ${url} → ${answer}${why}`)
}

/** Returns the handles of organizations whose tokens are needed. */
export function handlesOf(replays: readonly Replay[]): string[] {
  const handles = replays.flatMap(({ authorization }) =>
    authorization && 'handle' in authorization ? [authorization.handle] : [],
  )
  return [...new Set(handles)]
}
