import { createAbortController, performance, sleep } from '../../src/contract/real-globals.ts'
import { firstAndLast } from './pages.ts'
import type { Service } from './service.ts'

/** The pause between two looks at the list, as a multiple of the time that one look takes. */
const PAUSES = 24
/** The pause before the first look in milliseconds, for which the first checks to end wait together. */
const FIRST_PAUSE = 2_000
/** The longest pause in milliseconds; a look may take long because of a rate limit. */
const LONGEST_PAUSE = 5_000

/** The pages on which a change of the list shows. */
export type Ends = 'first' | 'last' | 'both'

/**
 * Returns what identifies the list: its total and the persons on its first and last page, in any order.
 * @param pages how many pages it had before
 * @param ends the pages to look at: whoever is updated, added or removed changes the page of the newest, or the total
 */
export async function fingerprint(ask: Service['get'], pages?: number, ends: Ends = 'both'): Promise<string> {
  const answers =
    ends === 'both'
      ? await firstAndLast(ask, pages)
      : [await ask(ends === 'first' ? {} : { page: pages ?? 1 })]
  const lines = answers.map(({ list }) =>
    list?.people.map(({ id, nome, stamp }) => `${id} ${nome} ${stamp}`).sort(),
  )
  return JSON.stringify([answers[0]?.list?.total, lines])
}

/**
 * Returns a look that checks which end together share, and that pauses between two looks.
 * @param idle resolves when nothing else is asked, so that nobody else would share it
 */
export function sharedLook(
  look: (check: string) => Promise<string>,
  idle: () => Promise<void>,
): (check: string) => Promise<string> {
  let next: Promise<string> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let lookAgainAt = performance.now() + FIRST_PAUSE
  return (check) => {
    if (next) return next
    const before = last
    next = (async () => {
      // While a look is under way, those who come wait for the next one together.
      await before.catch(() => {})
      const over = createAbortController()
      await Promise.race([
        sleep(Math.max(0, lookAgainAt - performance.now()), undefined, over).catch(() => {}),
        idle(),
      ])
      over.abort()
      next = undefined
      const start = performance.now()
      const found = await look(check)
      lookAgainAt = performance.now() + Math.min(LONGEST_PAUSE, PAUSES * (performance.now() - start))
      return found
    })()
    last = next
    return next
  }
}
