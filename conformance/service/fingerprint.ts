import { setTimeout as sleep } from 'node:timers/promises'
import { firstAndLast } from './pages.ts'
import type { Service } from './service.ts'

/** The pause between two looks at the list, as a multiple of the time that one look takes. */
const PAUSES = 12
/** The longest time between two looks in milliseconds; a look may take long because of a rate limit. */
const LONGEST_PAUSE = 3_000

/** Returns what identifies the list: its total and the persons on its first and last page, in any order. */
export async function fingerprint(service: Service): Promise<string> {
  const answers = await firstAndLast(service.again)
  const lines = answers.map(({ list }) =>
    list?.people.map(({ id, nome, stamp }) => `${id} ${nome} ${stamp}`).sort(),
  )
  return JSON.stringify([answers[0]?.list?.total, lines])
}

/** Returns a look that checks which end together share, and that pauses between two looks. */
export function sharedLook(look: (check: string) => Promise<string>): (check: string) => Promise<string> {
  let next: Promise<string> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let lookAgainAt = 0
  return (check) => {
    if (next) return next
    const before = last
    next = (async () => {
      // While a look is under way, those who come wait for the next one together.
      await before.catch(() => {})
      await sleep(Math.max(0, lookAgainAt - performance.now()))
      next = undefined
      const start = performance.now()
      const found = await look(check)
      const took = performance.now() - start
      lookAgainAt = performance.now() + Math.min(LONGEST_PAUSE, PAUSES * took)
      return found
    })()
    last = next
    return next
  }
}
