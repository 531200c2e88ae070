import type { Exchange } from './exchange.ts'
import { toHar } from './har.ts'
import { check, type ExchangeMatcher } from './matcher.ts'
import type { Slot } from './recorder.ts'
import { textOfExchanges } from './text.ts'
import { type Expectation, JournalGapError, sinceSchema, verify } from './verify.ts'
import { type Scope, View, type ViewParts } from './view.ts'

/** Which exchanges are looked at. */
export interface FindOptions {
  /** Only what arrived after this mark; by default, after the last `clear`. */
  since?: number
  /** The most exchanges, the latest of those that match. */
  limit?: number
}

export const findFields = {
  since: sinceSchema,
  limit: { type: 'integer', minimum: 0, maximum: 100_000 },
} as const

/** What clients sent, what they were answered and why. */
export interface Journal {
  /** Returns what matches, in the order of arrival, of what is kept and what is in flight. */
  find(matcher?: ExchangeMatcher, options?: FindOptions): Exchange[]
  /** Returns one exchange; undefined if it was dropped, or never came. */
  get(id: number): Exchange | undefined
  /**
   * Waits until exchanges match as expected, by default at least one, and returns them.
   * @throws {VerificationError} when they do not; it shows the three nearest misses
   * @throws {JournalGapError} when exchanges that could matter are no longer kept
   * @throws {OperatorError} when the matcher or the expectation has a field that is unknown or undefined
   */
  verify(matcher: ExchangeMatcher, expectation?: Expectation, signal?: AbortSignal): Promise<Exchange[]>
  /**
   * Returns each exchange when it has ended.
   * @throws {JournalGapError} when more came than are kept for a slow reader
   */
  follow(matcher?: ExchangeMatcher, options?: { signal?: AbortSignal }): AsyncGenerator<Exchange, void, void>
  /** Returns the id of the latest exchange, for `since`. */
  mark(): number
  /** Forgets what came until now, and returns a mark. */
  clear(): number
  /** Returns exchanges as an object of HAR 1.2, which browsers and many tools read. */
  har(matcher?: ExchangeMatcher, options?: FindOptions): { log: object }
  /** Returns exchanges as text for people, with why each was answered so and as curl; by default the latest 20. */
  text(matcher?: ExchangeMatcher, options?: FindOptions): string
  /** What is kept, in flight or not, and how many exchanges no longer are. */
  readonly totals: { kept: number; inFlight: number; dropped: number }
}

/** A journal as the control port reads it. */
export type JournalOfPort = ReturnType<typeof createJournal>

/** How many exchanges a text shows by default. */
export const SHOWN_AS_TEXT = 20

/** The control port cuts a stream on which nothing moves for thirty seconds. */
const HEARTBEAT = 10_000

/** Returns the journal of a scope. */
export function createJournal(parts: ViewParts, scope: Scope) {
  const view = new View(parts, scope)
  const all = (matcher: ExchangeMatcher, options: FindOptions): Slot[] => {
    check({ type: 'object', properties: findFields }, options, 'options', '{ since: 12 }')
    return view.slots(view.since(options.since)).filter(view.matching(matcher).fits)
  }
  const find = (matcher: ExchangeMatcher = {}, options: FindOptions = {}): Exchange[] => {
    const found = all(matcher, options)
    const { limit = found.length } = options
    return found.slice(Math.max(0, found.length - limit)).map((slot) => view.exchange(slot))
  }
  const journal: Journal = {
    find,
    get: (id) =>
      view
        .slots(id - 1)
        .filter((slot) => slot.id === id)
        .map((slot) => view.exchange(slot))[0],
    verify: async (matcher, expectation = {}, signal) =>
      (await verify(view, matcher, expectation, signal)).map((slot) => view.exchange(slot)),
    async *follow(matcher = {}, { signal } = {}) {
      const show = (slot: Slot) => view.exchange(slot)
      for await (const { shown, missed } of view.tail(view.matching(matcher), show, signal)) {
        yield* shown
        if (missed === 0) continue
        const remedy = 'came while the reader was busy. Read faster, or follow less.'
        throw new JournalGapError(`${missed} more exchanges ${remedy}`)
      }
    },
    mark: () => view.last,
    clear: () => view.clear(),
    har: (matcher, options) => toHar(find(matcher, options)),
    text: (matcher = {}, options = {}) => {
      const shown = find(matcher, { limit: SHOWN_AS_TEXT, ...options })
      return textOfExchanges(shown, all(matcher, options).length, view.strangers(view.since(options.since)))
    },
    get totals() {
      const slots = view.slots()
      const inFlight = slots.filter(({ outcome }) => outcome === 'pending').length
      return { kept: slots.length, inFlight, dropped: view.tally.dropped }
    },
  }
  /**
   * Follows exchanges as server-sent events: `exchange` for each in one line without bodies, and `missed` for how many
   * more came than a slow reader can see.
   */
  async function* stream(
    matcher: ExchangeMatcher,
    signal: AbortSignal,
    { heartbeat = HEARTBEAT, perSecond }: { heartbeat?: number; perSecond?: number | undefined } = {},
  ) {
    const eventOf = (slot: Slot) =>
      `id: ${slot.id}\nevent: exchange\ndata: ${JSON.stringify(view.summary(slot))}\n\n`
    const matching = view.matching(matcher)
    const pace = { heartbeat, perSecond }
    for await (const { shown: events, missed, byStatus } of view.tail(matching, eventOf, signal, pace)) {
      if (missed > 0) events.push(`event: missed\ndata: ${JSON.stringify({ missed, byStatus })}\n\n`)
      yield events.join('') || ': nothing came\n\n'
    }
  }
  /** Counts what matches, whatever the limit. */
  const count = (matcher: ExchangeMatcher, options: FindOptions) => all(matcher, options).length
  return Object.assign(journal, { stream, count, lastMiss: () => view.lastMiss })
}
