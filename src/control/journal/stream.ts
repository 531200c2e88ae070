import type { Entry } from './entry.ts'
import type { Shower } from './exchange.ts'
import { tail } from './follow.ts'
import type { Matching } from './matcher.ts'
import type { Recorder } from './recorder.ts'
import type { Scope } from './scope.ts'

/** A live view needs no more: what it misses is counted. */
const MOST = 50
const EVERY = 100

/**
 * Returns exchanges as server-sent events: `exchange` for each in one line without bodies, and `missed` for how many
 * more came than a live view can show.
 */
export async function* eventsOf(
  recorder: Recorder,
  scope: Scope,
  matching: Matching,
  { shower, reveal, signal }: { shower: Shower; reveal: boolean; signal?: AbortSignal | undefined },
): AsyncGenerator<string, void, void> {
  for await (const { entries, missed } of tail(recorder, scope, matching, {
    signal,
    most: MOST,
    every: EVERY,
  })) {
    const events = entries.map((entry) => eventOf(entry, shower, reveal))
    if (missed > 0) events.push(`event: missed\ndata: ${JSON.stringify({ missed })}\n\n`)
    yield events.join('')
  }
}

/** The latest events that were shown without people: several consoles look at the same exchanges. */
const shownEvents = new WeakMap<Entry, { ms: number; text: string }>()

function eventOf(entry: Entry, shower: Shower, reveal: boolean): string {
  const { id, ms } = entry
  const known = reveal ? undefined : shownEvents.get(entry)
  if (known?.ms === ms) return known.text
  const text = `id: ${id}\nevent: exchange\ndata: ${JSON.stringify(shower.summary(entry, reveal))}\n\n`
  if (!reveal) shownEvents.set(entry, { ms, text })
  return text
}
