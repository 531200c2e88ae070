import { clearTimeout, dateNow, performance, setTimeout } from '../../contract/real-globals.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { type Exchange, type ExchangeSummary, exchangeOf, type Mask, summaryOf } from './exchange.ts'
import { createMatching, type ExchangeMatcher, type Matching } from './matcher.ts'
import type { Owner, Recorder, Slot, Tally } from './recorder.ts'

/** Whose exchanges a journal has. */
export interface Scope {
  has(owner: Owner): boolean
  tally: Tally
}

/** What every journal of a simulator is made of. */
export interface ViewParts {
  recorder: Recorder
  mask: Mask
  /** Whether an organization that is open has this handle. */
  hasHandle(handle: string): boolean
}

/** The exchanges of a scope, as they are looked at. */
export class View {
  readonly tally: Tally
  readonly mask: Mask
  /** What arrived up to here was cleared by this journal. */
  #horizon = 0
  readonly #parts: ViewParts
  readonly #scope: Scope

  constructor(parts: ViewParts, scope: Scope) {
    this.tally = scope.tally
    this.mask = parts.mask
    this.#parts = parts
    this.#scope = scope
  }

  get last(): number {
    return this.#parts.recorder.last
  }

  get lastMiss(): Recorder['lastMiss'] {
    return this.#parts.recorder.lastMiss
  }

  /** Remembers a verification that failed, for whoever looks afterwards. */
  missed({ message }: Error): void {
    this.#parts.recorder.lastMiss = { time: new Date(dateNow()).toISOString(), message }
  }

  slots(since = this.#horizon): Slot[] {
    return this.#parts.recorder.slots(since).filter(this.#has)
  }

  /** Returns how many requests came after a mark without a token that is known. */
  strangers(since: number): number {
    return this.#parts.recorder.slots(since).filter((slot) => this.#handleOf(slot) === null).length
  }

  clear(): number {
    for (const slot of this.slots()) this.#parts.recorder.drop(slot)
    this.#horizon = this.last
    return this.#horizon
  }

  summary(slot: Slot): ExchangeSummary {
    return summaryOf(slot, this.#handleOf(slot), this.mask)
  }

  exchange(slot: Slot): Exchange {
    return exchangeOf(slot, this.#handleOf(slot), this.mask)
  }

  /** @throws {OperatorError} when a mark is of another simulator */
  since(mark = this.#horizon): number {
    if (mark <= this.last) return mark
    throw new OperatorError(
      `since is ${mark}, and the last exchange is ${this.last}: the mark is from before a start. Take a mark again.`,
    )
  }

  /** @throws {OperatorError} for a matcher that no exchange can fit: what forbids such exchanges would pass */
  matching(matcher: ExchangeMatcher, at?: string): Matching {
    const made = createMatching(matcher, this.#handleOf, at)
    const { organization: handle } = matcher
    if (typeof handle !== 'string' || this.#parts.hasHandle(handle)) return made
    // One that is closed may have left exchanges.
    if (this.slots(0).some((slot) => this.#handleOf(slot) === handle)) return made
    throw new OperatorError(
      `The matcher names the organization ${JSON.stringify(handle)}, which is neither open nor has exchanges here. Use a handle such as org-1.`,
    )
  }

  /** Hears of exchanges that arrived, were answered or ended, until the returned function is called. */
  listen(listener: (slot: Slot) => void): () => void {
    return this.#parts.recorder.listen((slot) => this.#has(slot) && listener(slot))
  }

  /**
   * Follows exchanges as they end. A slow reader misses some and learns how many; nothing waits for it.
   * @param pace.heartbeat after how many milliseconds it yields nothing as a sign of life, and first of all
   * @param pace.perSecond how many it shows at once, and then in a second; the others count as missed, which costs the
   * requests next to nothing
   */
  async *tail<Shown>(
    { fits }: Matching,
    show: (slot: Slot) => Shown,
    signal: AbortSignal | undefined,
    { heartbeat, perSecond = Number.POSITIVE_INFINITY }: Pace = {},
  ): AsyncGenerator<Batch<Shown>, void, void> {
    let batch: Batch<Shown> = { shown: [], missed: 0, byStatus: {} }
    let wake = () => {}
    let [left, filled] = [perSecond, performance.now()]
    let waking: NodeJS.Timeout | undefined
    const onAbort = () => wake()
    const isShown = () => {
      if (batch.shown.length >= MOST_WAITING) return false
      if (perSecond === Number.POSITIVE_INFINITY) return true
      const now = performance.now()
      left = Math.min(perSecond, left + ((now - filled) * perSecond) / 1_000)
      filled = now
      if (left < 1) return false
      left--
      return true
    }
    // Whose a request in flight is costs a search in its headers, which nobody needs here.
    const stop = this.#parts.recorder.listen((slot) => {
      if (slot.outcome === 'pending' || !this.#has(slot) || !fits(slot)) return
      // At once: it may be dropped while its reader takes its time.
      if (isShown()) {
        batch.shown.push(show(slot))
        wake()
        return
      }
      const status = `${Math.floor((slot.status ?? 0) / 100)}`
      batch.missed++
      batch.byStatus[status] = (batch.byStatus[status] ?? 0) + 1
      waking ??= setTimeout(() => {
        waking = undefined
        wake()
      }, MISSED_EVERY)
    })
    signal?.addEventListener('abort', onAbort)
    try {
      for (let isDue = heartbeat !== undefined; !signal?.aborted; isDue = false) {
        if (batch.shown.length === 0 && !isDue) {
          let timer: NodeJS.Timeout | undefined
          await new Promise<void>((resolve) => {
            wake = resolve
            if (heartbeat !== undefined) timer = setTimeout(resolve, heartbeat)
          })
          clearTimeout(timer)
          if (signal?.aborted) return
        }
        const full = batch
        batch = { shown: [], missed: 0, byStatus: {} }
        yield full
      }
    } finally {
      stop()
      clearTimeout(waking)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  readonly #handleOf = (slot: Slot): string | null => this.#parts.recorder.ownerOf(slot).handle
  readonly #has = (slot: Slot): boolean => this.#scope.has(this.#parts.recorder.ownerOf(slot))
}

/** How many exchanges wait for a slow reader. */
const MOST_WAITING = 1_000
/** How often a reader learns how many it missed, milliseconds. */
const MISSED_EVERY = 250

interface Pace {
  heartbeat?: number | undefined
  perSecond?: number | undefined
}

export interface Batch<Shown> {
  shown: Shown[]
  missed: number
  /** How many of those that were missed had a status of each class: `{ 2: 310, 4: 2 }`, 0 without an answer. */
  byStatus: Record<string, number>
}
