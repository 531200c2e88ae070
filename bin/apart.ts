import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import {
  type ConformanceOptions,
  type KnobFinding,
  type ProbeOptions,
  type ProbeReport,
  probe,
  type Report,
  type Result,
  type RunState,
  runConformance,
  unfinishedProbe,
  unfinishedReport,
} from '../conformance/index.ts'

/**
 * A run in a thread of its own. Whatever a target sends and however long it is looked at, this thread stays free to
 * hear an interruption, and to end the run when its time is over or its memory is full.
 */
export interface RunApart<Finding, Outcome> extends AsyncIterable<Finding> {
  readonly size: number
  /** What came of the run; of one that was ended, what was known by then. */
  report(): Promise<Outcome>
}

/** Milliseconds that a run may take to end by itself when it must. */
const GRACE = 5_000
const DEADLINE = 600_000
/** More milliseconds than this no timer can wait. */
const LONGEST_TIMER = 2 ** 31 - 1

const runs = {
  conformance: (options: ConformanceOptions) => runConformance(options),
  probe: (options: ProbeOptions) => probe(options),
}
type Kind = keyof typeof runs

/** From the thread of the run: each finding with the state of the run, the report, or the error that ended it. */
type Message<Finding, Outcome> =
  | { begun: true }
  | { finding: Finding; state: RunState }
  | { report: Outcome; state: RunState }
  | { failure: unknown }

/** Why a run was ended from outside. */
interface Ending {
  reason: 'deadline' | 'target-failed'
  detail: string
}

export function conformanceApart(options: ConformanceOptions): RunApart<Result, Report> {
  return runApart('conformance', options, runConformance(options), unfinishedReport)
}

export function probeApart(options: ProbeOptions): RunApart<KnobFinding, ProbeReport> {
  return runApart('probe', options, probe(options), unfinishedProbe)
}

function runApart<Options extends ProbeOptions, Finding, Outcome>(
  kind: Kind,
  { signal, onRequest, ...options }: Options,
  { size, state: begun }: { size: number; state: RunState },
  unfinished: (options: Options, state: RunState, findings: Finding[], why: Ending) => Outcome,
): RunApart<Finding, Outcome> {
  let report: Promise<Outcome> | undefined
  const findings: Finding[] = []
  let wake = () => {}

  const start = (): Promise<Outcome> => {
    const worker = new Worker(ENTRY, { eval: true, workerData: { kind, options } })
    let state = begun
    const longest = Math.min((options.deadline ?? DEADLINE) + GRACE, LONGEST_TIMER)
    let timer = setTimeout(end, longest, TOO_SLOW)
    const stop = () => {
      worker.postMessage('stop')
      clearTimeout(timer)
      timer = setTimeout(end, GRACE, INTERRUPTED)
    }
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    let settle: (outcome: Promise<Outcome>) => void
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve
    })
    function end(why: Ending): void {
      settle(Promise.resolve().then(() => unfinished(options as Options, state, findings, why)))
    }
    worker.on('message', (message: Message<Finding, Outcome>): unknown => {
      // A thread on a busy machine may take seconds to begin.
      if ('begun' in message) return timer.refresh()
      if ('failure' in message) return settle(Promise.reject(message.failure))
      state = message.state
      if ('report' in message) return settle(Promise.resolve(message.report))
      findings.push(message.finding)
      return wake()
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end(TOO_BIG)
      else settle(Promise.reject(error))
    })
    worker.on('exit', () => end(GONE))
    return outcome.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      void worker.terminate()
    })
  }

  const run = { size, report: () => (report ??= start()) }
  return {
    ...run,
    async *[Symbol.asyncIterator]() {
      let isOver = false
      const end = () => {
        isOver = true
        wake()
      }
      run.report().then(end, end)
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

const TOO_SLOW: Ending = {
  reason: 'deadline',
  detail: 'the time of the run is over (--deadline), and what the target sent was still being looked at',
}
const INTERRUPTED: Ending = {
  reason: 'target-failed',
  detail: 'the run was stopped while what the target sent was being looked at',
}
const TOO_BIG: Ending = { reason: 'target-failed', detail: 'what the target sent needs more memory than there is' }
const GONE: Ending = { reason: 'target-failed', detail: 'the run ended without a report' }

const load = `import(${JSON.stringify(import.meta.url)})`
/** From its sources a thread cannot be started: what `--import tsx` does is done in the main thread alone. */
const ENTRY = import.meta.url.endsWith('.ts')
  ? `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => register() && ${load})`
  : load

/** In the thread of the run. */
async function serveRun(port: NonNullable<typeof parentPort>): Promise<void> {
  const { kind, options } = workerData as { kind: Kind; options: ConformanceOptions }
  const stop = new AbortController()
  port.on('message', () => stop.abort())
  const run = runs[kind]({ ...options, signal: stop.signal })
  port.postMessage({ begun: true })
  try {
    for await (const finding of run) port.postMessage({ finding, state: run.state })
    port.postMessage({ report: await run.report(), state: run.state })
  } catch (failure) {
    port.postMessage({ failure })
  } finally {
    port.close()
  }
}

if (!isMainThread && parentPort) void serveRun(parentPort)
