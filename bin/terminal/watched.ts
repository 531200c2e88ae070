import type { RunState } from '../../conformance/index.ts'

/**
 * A run in a worker thread. Whatever the target sends, and however long processing it takes, the main thread stays free
 * to react to an interruption, and to end the run when its time or memory is used up.
 */
export interface WatchedRun<Finding, Outcome> extends AsyncIterable<Finding> {
  readonly size: number
  /** Returns the report; for a run ended by the main thread, the report of what was known by then. */
  report(): Promise<Outcome>
}

/** What a run asks at the moment. */
export interface Asking {
  /** The check or the knob. */
  about: string
  requests: number
}

/**
 * The messages of the worker: that it began, now and then what it asks, each finding, and at last the report or the error
 * that ended the run.
 */
export type Message<Finding, Outcome> =
  | { begun: true }
  | { asking: Asking }
  | { finding: Finding; state: RunState }
  | { report: Outcome }
  | { failure: unknown }

/** The reason why the main thread ended a run. */
export interface Ending {
  reason: 'deadline' | 'interrupted' | 'target-failed'
  detail: string
}

/** The part of a worker that a watched run uses. */
export interface RunThread {
  on(event: string, listener: (value: unknown) => void): unknown
  removeAllListeners(event: string): unknown
  postMessage(message: unknown): void
  terminate(): Promise<unknown>
}

interface Watch<Finding, Outcome> {
  size: number
  /** Starts the worker, which understands `'stop'` and posts each {@link Message}. */
  start: () => RunThread
  /** The time limit of the run, in milliseconds. */
  deadline: number
  /** How long a run may take to end by itself after the deadline or an interruption, in milliseconds. */
  grace: number
  signal: AbortSignal | undefined
  /** Called now and then with what the run asks. */
  onAsking?: ((asking: Asking) => void) | undefined
  /** Returns a report of what was known when the run was ended; `state` is undefined before the first finding. */
  unfinished: (findings: Finding[], state: RunState | undefined, why: Ending) => Outcome
}

const TOO_SLOW: Ending = {
  reason: 'deadline',
  detail: 'the time limit of the run (--deadline) passed while the answer of the target was being processed',
}
const INTERRUPTED: Ending = {
  reason: 'interrupted',
  detail: 'the run was interrupted while the answer of the target was being processed',
}
const TOO_BIG: Ending = {
  reason: 'target-failed',
  detail: 'processing the answer of the target needs more memory than is available',
}
const GONE: Ending = { reason: 'target-failed', detail: 'the run ended without a report' }
/** The longest delay that setTimeout supports, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Starts the run in a worker when its findings or its report are first requested, and ends it at its limits. */
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

/**
 * @param findings receives each finding of the worker
 * @param told called after each finding
 */
function outcomeOf<Finding, Outcome>(
  { start, deadline, grace, signal, unfinished, onAsking }: Watch<Finding, Outcome>,
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
    worker.on('message', (posted) => {
      const message = posted as Message<Finding, Outcome>
      if ('failure' in message) reject(message.failure)
      else if ('report' in message) resolve(message.report)
      else if ('asking' in message) onAsking?.(message.asking)
      else if ('finding' in message) {
        findings.push(message.finding)
        state = message.state
        told()
        // On a busy machine a worker may take seconds to begin, so the time limit starts only now.
      } else timer?.refresh()
    })
    worker.on('error', (error) => {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') end(TOO_BIG)
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
