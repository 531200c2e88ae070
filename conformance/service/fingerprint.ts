import { setTimeout as sleep } from 'node:timers/promises'
import { firstAndLast } from './pages.ts'
import type { Service } from './service.ts'

/** The pause between two looks at the list, as a multiple of the time that one look takes. */
const PAUSES = 12
/** The shortest one in milliseconds, so that a target that answers at once is not asked again and again. */
const SHORTEST_PAUSE = 250
/** The longest time between two looks in milliseconds; a look may take long because of a rate limit. */
const LONGEST_PAUSE = 3_000

/** Returns what identifies the list: its total and the persons on its first and last page, in any order. */
export async function fingerprint(ask: Service['get']): Promise<string> {
  const answers = await firstAndLast(ask)
  const lines = answers.map(({ list }) =>
    list?.people.map(({ id, nome, stamp }) => `${id} ${nome} ${stamp}`).sort(),
  )
  return JSON.stringify([answers[0]?.list?.total, lines])
}

/**
 * Returns a look that checks which end together share, and that pauses between two looks.
 * @param idle resolves when nothing else is asked, so that a pause would save no request
 */
export function sharedLook(
  look: (check: string) => Promise<string>,
  idle: () => Promise<void>,
): (check: string) => Promise<string> {
  let next: Promise<string> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let lookAgainAt = 0
  return (check) => {
    if (next) return next
    const before = last
    next = (async () => {
      // While a look is under way, those who come wait for the next one together.
      await before.catch(() => {})
      const pause = new AbortController()
      const pausing = sleep(Math.max(0, lookAgainAt - performance.now()), undefined, pause).catch(() => {})
      await Promise.race([pausing, idle()])
      pause.abort()
      next = undefined
      const start = performance.now()
      const found = await look(check)
      const took = performance.now() - start
      lookAgainAt = performance.now() + Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, PAUSES * took))
      return found
    })()
    last = next
    return next
  }
}
