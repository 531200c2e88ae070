import type { Worker } from 'node:worker_threads'
import type { RunState } from '../../conformance/index.ts'

/**
 * A run in a thread of its own. Whatever a target sends and however long it is looked at, this thread stays free to
 * hear an interruption, and to end the run when its time is over or its memory is full.
 */
export interface WatchedRun<Finding, Outcome> extends AsyncIterable<Finding> {
  readonly size: number
  /** What came of the run; of one that was ended from here, what was known by then. */
  report(): Promise<Outcome>
}

/** What the thread of a run says: that it begins, each finding, then the report or the error that ended it. */
export type Message<Finding, Outcome> =
  | { begun: true }
  | { finding: Finding; state: RunState }
  | { report: Outcome }
  | { failure: unknown }

/** Why a run was ended from here. */
export interface Ending {
  reason: 'deadline' | 'interrupted' | 'target-failed'
  detail: string
}

interface Watch<Finding, Outcome> {
  size: number
  /** Starts the thread, which hears `'stop'` and says each {@link Message}. */
  start: () => Worker
  /** Milliseconds for the run. */
  deadline: number
  /** Milliseconds that a run may take to end by itself when it must. */
  grace: number
  signal: AbortSignal | undefined
  /** A report of what was known when the run was ended; there is no state of one that has found nothing. */
  unfinished: (findings: Finding[], state: RunState | undefined, why: Ending) => Outcome
}

const TOO_SLOW: Ending = {
  reason: 'deadline',
  detail: 'the time of the run is over (--deadline), and what the target sent was still being looked at',
}
const INTERRUPTED: Ending = {
  reason: 'interrupted',
  detail: 'the run was interrupted while what the target sent was being looked at',
}
const TOO_BIG: Ending = {
  reason: 'target-failed',
  detail: 'what the target sent needs more memory than there is',
}
const GONE: Ending = { reason: 'target-failed', detail: 'the run ended without a report' }
/** More milliseconds than this no timer can wait. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Runs in a thread once its findings or its report are asked for, and ends it when it must. */
export function watched<Finding, Outcome>(watch: Watch<Finding, Outcome>): WatchedRun<Finding, Outcome> {
  const findings: Finding[] = []
  let wake = () => {}
  let finished: Promise<Outcome> | undefined
  const report = () => {
    finished ??= outcomeOf(watch, findings, () => wake())
    return finished
  }
  return {
    size: watch.size,
    report,
    async *[Symbol.asyncIterator]() {
      let isOver = false
      const end = () => {
        isOver = true
        wake()
      }
      report().then(end, end)
      for (let next = 0; ; ) {
        while (next < findings.length) yield findings[next++] as Finding
        if (isOver) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** @param findings is filled as they come, and somebody `told` of it */
function outcomeOf<Finding, Outcome>(
  { start, deadline, grace, signal, unfinished }: Watch<Finding, Outcome>,
  findings: Finding[],
  told: () => void,
): Promise<Outcome> {
  const worker = start()
  let state: RunState | undefined
  let timer: NodeJS.Timeout | undefined
  let interrupt = () => {}
  const outcome = new Promise<Outcome>((resolve, reject) => {
    const end = (why: Ending) => {
      try {
        resolve(unfinished(findings, state, why))
      } catch (error) {
        reject(error)
      }
    }
    timer = setTimeout(end, Math.min(deadline + grace, LONGEST_TIMER), TOO_SLOW)
    interrupt = () => {
      clearTimeout(timer)
      timer = setTimeout(end, grace, INTERRUPTED)
      worker.postMessage('stop')
    }
    signal?.addEventListener('abort', interrupt)
    if (signal?.aborted) interrupt()
    worker.on('message', (message: Message<Finding, Outcome>) => {
      if ('failure' in message) reject(message.failure)
      else if ('report' in message) resolve(message.report)
      else if ('finding' in message) {
        findings.push(message.finding)
        state = message.state
        told()
        // A thread on a busy machine may take seconds to begin.
      } else timer?.refresh()
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end(TOO_BIG)
      else reject(error)
    })
    worker.on('exit', () => end(GONE))
  })
  return outcome.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', interrupt)
    worker.removeAllListeners('exit')
    return worker.terminate()
  })
}
