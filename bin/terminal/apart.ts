import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads'
import { unfinishedProbe, unfinishedReport } from '../../conformance/cli.ts'
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
  type SentRequest,
} from '../../conformance/index.ts'
import {
  type Asking,
  type Ending,
  type Message,
  type RunThread,
  type WatchedRun,
  watched,
} from './watched.ts'
import { workerEntry } from './worker-entry.ts'

const runs = { conformance: runConformance, probe } as const
type Kind = keyof typeof runs

const GRACE = 5_000
/** How often the line of progress changes at most, in milliseconds. */
const PAUSE = 100
/** The default of the suite, in milliseconds. */
const DEADLINE = 600_000

/** Runs the suite in a worker thread; see {@link runConformance}. */
export function conformanceApart(
  options: ConformanceOptions,
  onAsking?: (asking: Asking) => void,
): WatchedRun<Result, Report> {
  return runApart('conformance', options, runConformance(options), unfinishedReport, onAsking)
}

/** Runs the probe in a worker thread; see {@link probe}. */
export function probeApart(
  options: ProbeOptions,
  onAsking?: (asking: Asking) => void,
): WatchedRun<KnobFinding, ProbeReport> {
  return runApart('probe', options, probe(options), unfinishedProbe, onAsking)
}

function runApart<Options extends ProbeOptions, Finding, Outcome>(
  kind: Kind,
  { signal, onRequest, ...options }: Options,
  // This run is never started. Creating it checks the options and counts the findings to expect.
  { size, state: begun }: { size: number; state: RunState },
  unfinished: (options: Options, state: RunState, findings: Finding[], why: Ending) => Outcome,
  onAsking?: (asking: Asking) => void,
): WatchedRun<Finding, Outcome> {
  return watched<Finding, Outcome>({
    size,
    start: () => threads.start({ kind, options, isWatched: onAsking !== undefined }),
    deadline: options.deadline ?? DEADLINE,
    grace: GRACE,
    signal,
    onAsking,
    unfinished: (findings, state, why) => unfinished(options as Options, state ?? begun, findings, why),
  })
}

const ENTRY = workerEntry(import.meta.url)

/** What a thread needs to know of its run. */
interface RunData {
  kind: Kind
  options: ConformanceOptions
  isWatched: boolean
}

/** Starts the thread of a run. Tests replace it, because a worker would load every module again. */
export const threads: { start: (data: RunData) => RunThread } = {
  start: (data) => new Worker(ENTRY, { eval: true, workerData: data }),
}

/** Runs in this thread, as if it were a worker. */
export function runInThisThread(data: RunData): RunThread {
  const { port1, port2 } = new MessageChannel()
  void serveRun(port2, data)
  return Object.assign(port1, { terminate: async () => port1.close() })
}

/** Runs in the worker thread and posts its messages. */
async function serveRun(port: MessagePort, { kind, options, isWatched }: RunData): Promise<void> {
  const say = (message: Message<unknown, unknown>) => port.postMessage(message)
  const stop = new AbortController()
  port.on('message', () => stop.abort())
  try {
    let asked = 0
    const onRequest = ({ check: about }: SentRequest) => {
      if (performance.now() - asked < PAUSE) return
      asked = performance.now()
      say({ asking: { about, requests: run.state.requests.sent } })
    }
    const run = runs[kind]({ ...options, signal: stop.signal, ...(isWatched && { onRequest }) })
    say({ begun: true })
    for await (const finding of run) say({ finding, state: run.state })
    say({ report: await run.report() })
  } catch (failure) {
    say({ failure })
  } finally {
    port.close()
  }
}

if (!isMainThread && workerData?.kind in runs && parentPort) void serveRun(parentPort, workerData)
