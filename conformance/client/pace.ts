import { performance, sleep } from '../../src/contract/real-globals.ts'

/** The gaps after the first 429 and at most, in milliseconds: 20 requests a second, and one. */
const [FIRST_GAP, LARGEST_GAP] = [50, 1_000]

/** Limits the requests of a run: so many at once, and a gap between any two. */
export function createPace(concurrency: number, rate: number | undefined, ended: AbortSignal) {
  const waiting: (() => void)[] = []
  let free = concurrency
  let gap = rate === undefined ? 0 : 1_000 / rate
  let next = 0
  let pausedAt = 0

  return {
    /** Waits for a turn, and returns a function that gives it back. A repeated request goes first. */
    async turn(isRepeated: boolean): Promise<() => void> {
      if (free > 0) free--
      else await new Promise<void>((go) => (isRepeated ? waiting.unshift(go) : waiting.push(go)))
      for (let now = performance.now(); now < next && !ended.aborted; now = performance.now())
        await sleep(next - now, undefined, { signal: ended }).catch(() => {})
      next = performance.now() + gap
      return () => {
        const go = waiting.shift()
        if (go) go()
        else free++
      }
    },
    /** Delays all requests after a 429 to one that was sent at `sentAt`, and widens the gap unless it asked for no wait. */
    pause(ms: number, sentAt: number): void {
      const now = performance.now()
      next = Math.max(next, now + ms)
      // Requests that were sent together meet the limit once.
      if (ms > 0 && sentAt >= pausedAt) gap = Math.max(gap, Math.min(LARGEST_GAP, Math.max(FIRST_GAP, 2 * gap)))
      pausedAt = now
    },
  }
}
