import { performance, setImmediate, sleep } from '../../src/contract/real-globals.ts'

/** Limits requests: so many at once, so many a second, and fewer after the target returns 429. */
export interface Pace {
  /**
   * Waits for a turn.
   * @param isPatient whether all others who wait come first
   * @param isRepeated whether it goes first: at the end of a long queue, it would meet the same limit again
   * @returns a function that gives it back
   */
  turn(isPatient?: boolean, isRepeated?: boolean): Promise<() => void>
  /** Keeps so many turns free of those who are patient. */
  reserve(turns: number): void
  /**
   * Takes note of an answer that is not 429.
   * @param sentAt when the request was sent, as `performance.now()`
   */
  answered(sentAt: number): void
  /**
   * Takes note of a 429 and stops all requests for a while, unless the first one in a row asks for no wait. Requests that
   * were sent together count once.
   * @param told milliseconds of `Retry-After`
   * @returns milliseconds to wait
   */
  refused(sentAt: number, told: number | undefined): number
  /** Resolves when no turn is taken or waited for. */
  idle(): Promise<void>
  /** How many answers were 429. */
  readonly refusals: number
  /** Milliseconds waited since the last answer that was not 429. */
  readonly waitedInVain: number
  /** Requests a second that the target has answered since its first 429; undefined until it answers steadily. */
  readonly seenRate: number | undefined
}

/** Milliseconds to wait after a first 429 without a longer `Retry-After`; doubled after each further 429 in a row. */
const FIRST_WAIT = 1_000
/** The share of the previous rate that is used after a 429. */
const SLOWER = 3 / 4
/** How many answers in a row show that a rate is below the limit. */
const SHOWN_BY = 20
const SECOND = 1_000

// p-queue and p-limit keep a fixed rate; this one slows down after a 429 and learns the rate that the target bears.
export function createPace(concurrency: number, rate: number | undefined, ended: AbortSignal): Pace {
  const waiting: (() => void)[] = []
  const patient: (() => void)[] = []
  let reserved = 0
  let whenIdle: (() => void)[] = []
  let free = concurrency
  let gap = rate === undefined ? 0 : SECOND / rate
  let next = 0
  let heldUntil = 0
  let slowedAt = Number.NEGATIVE_INFINITY
  let refusals = 0
  let inARow = 0
  /** Whether the last 429 asked for no wait, as by a service that returns one now and then whatever the rate is. */
  let isSpared = false
  let lastWait = 0
  let waitedInVain = 0
  /** The times of the answers of the last second. */
  const answers: number[] = []
  let answersSinceLast = 0
  let answersSinceFirst = 0
  let firstAt = 0

  const slowDown = (now: number) => {
    const lastSecond = answers.filter((at) => at > now - SECOND).length
    const slowest = Math.max(1, Math.min(lastSecond, gap === 0 ? lastSecond : SECOND / gap) * SLOWER)
    gap = Math.max(gap, SECOND / slowest)
  }

  const tellIfIdle = () => {
    if (free < concurrency || whenIdle.length === 0) return
    const told = whenIdle
    whenIdle = []
    for (const tell of told) tell()
  }

  const giveTurns = () => {
    while (free > 0) {
      const turn = waiting.shift() ?? (free > reserved ? patient.shift() : undefined)
      if (turn === undefined) return
      free--
      turn()
    }
  }

  return {
    async turn(isPatient = false, isRepeated = false) {
      if (free > (isPatient ? reserved : 0)) free--
      else if (isRepeated) await new Promise<void>((resolve) => waiting.unshift(resolve))
      else await new Promise<void>((resolve) => (isPatient ? patient : waiting).push(resolve))
      while (!ended.aborted) {
        const now = performance.now()
        const at = Math.max(next, heldUntil, now)
        next = at + gap
        if (at > now) await sleep(at - now, undefined, { signal: ended }).catch(() => {})
        // A 429 may have extended the wait in the meantime.
        if (at >= heldUntil) break
      }
      return () => {
        free++
        giveTurns()
        // Whoever got the answer may ask the next question at once.
        if (whenIdle.length > 0) setImmediate(tellIfIdle)
      }
    },
    reserve(turns) {
      // The only turn cannot be kept free.
      reserved = Math.min(turns, concurrency - 1)
      giveTurns()
    },
    idle() {
      return new Promise((resolve) => {
        whenIdle.push(resolve)
        setImmediate(tellIfIdle)
      })
    },
    answered(sentAt) {
      const now = performance.now()
      while (answers[0] !== undefined && answers[0] <= now - SECOND) answers.shift()
      answers.push(now)
      // An answer to a request sent before the slowdown says nothing about the new rate.
      if (sentAt <= slowedAt) return
      answersSinceLast++
      answersSinceFirst++
      inARow = 0
      isSpared = false
      lastWait = 0
      waitedInVain = 0
    },
    refused(sentAt, told) {
      const now = performance.now()
      if (refusals++ === 0) firstAt = now
      if (sentAt <= slowedAt) return Math.max(0, heldUntil - now)
      if (told === 0 && !isSpared) {
        isSpared = true
        slowedAt = now
        answersSinceLast = 0
        return 0
      }
      if (inARow === 0) slowDown(now)
      slowedAt = now
      answersSinceLast = 0
      waitedInVain += lastWait
      lastWait = Math.max(told ?? 0, FIRST_WAIT * 2 ** inARow++)
      heldUntil = now + lastWait
      return lastWait
    },
    get refusals() {
      return refusals
    },
    get waitedInVain() {
      return waitedInVain
    },
    get seenRate() {
      if (refusals === 0 || answersSinceLast < SHOWN_BY) return undefined
      // The waits count, so that a limit per minute is not taken for a limit per second.
      const seconds = (performance.now() - firstAt) / SECOND
      return Math.floor(answersSinceFirst / seconds) || undefined
    },
  }
}
