import { OperatorError } from '../../operator/operator-error.ts'
import { requirePlain } from '../../operator/require-plain.ts'
import type { Entry } from './entry.ts'
import type { Exchange, Shower } from './exchange.ts'
import type { Expectation } from './expectation.ts'
import { exchanges } from './expectation.ts'
import { type ExportFormat, type ExportOptions, exportEntries } from './export/export.ts'
import type { ReplaySource } from './export/replay.ts'
import { tail } from './follow.ts'
import { countLost } from './judge-expectation.ts'
import { createMatching, type ExchangeMatcher } from './matcher.ts'
import type { Recorder } from './recorder.ts'
import { type Scope, sinceOf, wholeScope } from './scope.ts'
import { eventsOf } from './stream.ts'
import { JournalGapError } from './verification-error.ts'
import { verify } from './verify.ts'

/** Which exchanges are looked at, and how they are shown. */
export interface LookOptions {
  /** Only what arrived after this mark; by default, after the last `clear`. */
  since?: number
  /** Only exchanges with this time or a later one: a date, or ISO 8601. */
  from?: Date | string
  /** Only exchanges with this time or an earlier one. */
  to?: Date | string
  /** Show people and tokens. By default they have pseudonyms, the same ones within a run. */
  reveal?: boolean
}

export interface FindOptions extends LookOptions {
  /** The most exchanges, the latest of those that match. */
  limit?: number
}

export interface FollowOptions {
  /** Ends it. */
  signal?: AbortSignal
  reveal?: boolean
}

/** What was counted since the start, whatever is kept. */
export interface JournalTotals {
  /** Exchanges that came to an end. */
  heard: number
  /** How many had each status; `none` for those without one. */
  byStatus: Record<string, number>
  /** Those that can be looked at. */
  kept: number
  inFlight: number
}

/** What clients sent, what they were answered and why. */
export interface Journal {
  /** Returns what matches, in the order of arrival, of what is kept and what is in flight. */
  find(matcher?: ExchangeMatcher, options?: FindOptions): Exchange[]
  /** Returns one exchange; undefined if it was dropped, or never came. */
  get(id: number, options?: { reveal?: boolean }): Exchange | undefined
  /**
   * Counts what matches.
   * @throws {JournalGapError} when exchanges were dropped that may match
   */
  count(matcher?: ExchangeMatcher, options?: Pick<LookOptions, 'since'>): number
  /**
   * Waits until exchanges match as expected, by default at least one, and returns them.
   * @throws {VerificationError} when they do not; it shows the three nearest misses
   * @throws {JournalGapError} when exchanges were dropped, or are in flight, that could matter
   * @throws {OperatorError} when the matcher or the expectation has a field that is unknown or undefined
   */
  verify(matcher: ExchangeMatcher, expectation?: Expectation, signal?: AbortSignal): Promise<Exchange[]>
  /**
   * Returns each exchange when it has ended.
   * @throws {JournalGapError} when more came than can be kept for a slow reader
   */
  follow(matcher?: ExchangeMatcher, options?: FollowOptions): AsyncGenerator<Exchange, void, void>
  /**
   * Follows exchanges for a live view, as server-sent events: `exchange` for each in one line without bodies, and
   * `missed` for how many more came than it can show.
   */
  stream(matcher?: ExchangeMatcher, options?: FollowOptions): AsyncGenerator<string, void, void>
  /** Returns the id of the latest exchange, for `since`. */
  mark(): number
  /** Forgets what came until now, and returns a mark. */
  clear(): number
  /** Exports exchanges as text: HAR 1.2, `.http`, curl, or a test file that replays them. */
  export(format: ExportFormat, options?: ExportOptions & LookOptions): string
  readonly totals: JournalTotals
}

/** What a journal is made of. */
export interface JournalParts {
  recorder: Recorder
  shower: Shower
  scope: Scope
  /** Returns how simulators and organizations were started, for test files. */
  source(reveal: boolean): ReplaySource
}

/** Returns what may be seen of a scope. */
export function createJournal({ recorder, shower, scope, source }: JournalParts): Journal {
  const { ring } = recorder

  const look = (matcher: ExchangeMatcher, options: LookOptions): Entry[] => {
    requirePlain(options, OPTIONS)
    const matching = createMatching(matcher, recorder)
    const since = sinceOf(options, { recorder, scope })
    const from = timeOf('from', options.from) ?? Number.NEGATIVE_INFINITY
    const to = timeOf('to', options.to) ?? Number.POSITIVE_INFINITY
    return scope
      .entries(recorder, since)
      .filter((entry) => entry.at >= from && entry.at <= to && matching.fits(entry) === 'yes')
  }

  return {
    find(matcher = {}, options = {}) {
      const { limit = Number.POSITIVE_INFINITY, reveal = false } = options
      if (!(limit >= 0)) throw new OperatorError(`limit must be 0 or more, not ${limit}.`)
      const found = look(matcher, options)
      return found.slice(Math.max(0, found.length - limit)).map((entry) => shower.exchange(entry, reveal))
    },

    get(id, { reveal = false } = {}) {
      const found = scope.entries(recorder, 0).find((entry) => entry.id === id)
      return found && shower.exchange(found, reveal)
    },

    count(matcher = {}, options = {}) {
      requirePlain(options, OPTIONS)
      requireOpen(scope)
      const since = sinceOf(options, { recorder, scope })
      const matching = createMatching(matcher, recorder)
      const kept = scope.entries(recorder, since).filter((entry) => matching.fits(entry) === 'yes').length
      const lost = countLost(scope.losers(recorder, since).filter(matching.mayFit))
      if (lost === 0) return kept
      throw new JournalGapError(
        `The journal dropped ${exchanges(lost)} that may match, so it cannot count them. Pass a later \`since\`, or keep more: startSimulator({ journal: { exchanges: 10_000 } }).`,
        lost,
      )
    },

    verify: async (matcher, expectation = {}, signal) => {
      requireOpen(scope)
      return verify(matcher, expectation, { recorder, shower, scope }, signal)
    },

    async *follow(matcher = {}, { signal, reveal = false } = {}) {
      const most = ring.limits.exchanges
      const matching = createMatching(matcher, recorder)
      for await (const batch of tail(recorder, scope, matching, { signal, most, every: 0 })) {
        let { missed } = batch
        for (const entry of batch.entries) {
          // A reader may take its time over each, and their texts are overwritten at some time.
          if (entry.isReadable) yield shower.exchange(entry, reveal)
          else missed++
        }
        if (missed === 0) continue
        throw new JournalGapError(
          `${exchanges(missed)} came while the reader was busy, more than the journal keeps for it. Read faster, follow less, or keep more.`,
          missed,
        )
      }
    },

    stream: (matcher = {}, { signal, reveal = false } = {}) =>
      eventsOf(recorder, scope, createMatching(matcher, recorder), { shower, reveal, signal }),

    mark: () => recorder.last,

    clear() {
      ring.clear(scope.has)
      scope.horizon = recorder.last
      return scope.horizon
    },

    export(format, options = {}) {
      const { matcher = {}, reveal = false } = options
      return exportEntries(format, look(matcher, options), {
        shower,
        reveal,
        source: source(reveal),
        all: wholeScope().entries(recorder, 0),
        firstLost: Math.min(...recorder.owners.all().map(({ lost }) => lost.firstId)),
      })
    },

    get totals() {
      const owners = recorder.owners.all().filter(scope.has)
      const byStatus: Record<string, number> = {}
      let heard = 0
      for (const { statuses } of owners) {
        statuses.forEach((count, status) => {
          if (count === 0) return
          const name = status === 0 ? 'none' : String(status)
          byStatus[name] = (byStatus[name] ?? 0) + count
          heard += count
        })
      }
      return {
        heard,
        byStatus,
        kept: ring.entries(scope.has).length,
        inFlight: [...recorder.open].filter((entry) => scope.has(recorder.ownerOf(entry))).length,
      }
    },
  }
}

const OPTIONS = 'The options must be an object, such as { since: 12 }'

/** @throws {OperatorError} when the organizations of a scope are closed */
function requireOpen(scope: Scope): void {
  if (!scope.isOver()) return
  throw new OperatorError(
    'The organization is closed, so its dropped exchanges can no longer be counted. Verify before you close it.',
  )
}

/** @throws {OperatorError} when it is not a time */
function timeOf(name: string, given: Date | string | undefined): number | undefined {
  if (given === undefined) return undefined
  const at = new Date(given).getTime()
  if (!Number.isNaN(at)) return at
  throw new OperatorError(`${name} is not a time. Write it as 2026-01-31T12:00:00Z.`)
}
