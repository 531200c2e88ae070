import { clearTimeout, setTimeout } from '../../contract/real-globals.ts'
import type { Entry } from './entry.ts'
import type { Matching } from './matcher.ts'
import type { Recorder } from './recorder.ts'
import type { Scope } from './scope.ts'

export interface TailOptions {
  signal?: AbortSignal | undefined
  /** The most exchanges of one batch; the others of its time are only counted. */
  most: number
  /** Milliseconds between two batches. */
  every: number
}

/** What came since the batch before. */
export interface Batch {
  entries: Entry[]
  /** How many more came. */
  missed: number
}

/** Follows exchanges as they end. A slow reader misses some and learns how many; nothing waits for it. */
export async function* tail(
  recorder: Recorder,
  scope: Scope,
  matching: Matching,
  { signal, most, every }: TailOptions,
): AsyncGenerator<Batch, void, void> {
  let batch: Batch = { entries: [], missed: 0 }
  const asleep = () => {}
  let wake = asleep
  const stop = recorder.listen((entry) => {
    if (entry.outcome === 'pending' || entry.owner === undefined || !scope.has(entry.owner)) return
    if (batch.entries.length >= most || !entry.isReadable) batch.missed++
    else if (matching.fits(entry) === 'yes') batch.entries.push(entry)
    else return
    if (wake === asleep) return
    wake()
    wake = asleep
  })
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    while (!signal?.aborted) {
      if (batch.entries.length === 0 && batch.missed === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        if (every > 0 && !signal?.aborted) await pause(every, signal)
        continue
      }
      const full = batch
      batch = { entries: [], missed: 0 }
      // Those that were dropped long ago have no texts any more.
      const entries = full.entries.filter(({ isReadable }) => isReadable)
      yield { entries, missed: full.missed + full.entries.length - entries.length }
    }
  } finally {
    stop()
    signal?.removeEventListener('abort', onAbort)
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}
