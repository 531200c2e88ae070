import type { RunState } from './run-state.ts'

/** A run: its findings as they come, then the report. Nothing is sent before either is asked for. */
export interface Run<Finding, Report> extends AsyncIterable<Finding> {
  /** How many findings there will be. */
  readonly size: number
  readonly state: RunState
  /** Finishes the run, whether its findings are read or not. */
  report(): Promise<Report>
}

/** Whoever stops reading the findings ends the run. */
export function lazyRun<Finding, Report>(
  size: number,
  state: RunState,
  begin: () => AsyncGenerator<Finding, Report>,
): Run<Finding, Report> {
  let started: AsyncGenerator<Finding, Report> | undefined
  let finished: Promise<Report> | undefined
  const start = () => {
    started ??= begin()
    return started
  }
  return {
    size,
    state,
    async *[Symbol.asyncIterator]() {
      const run = start()
      try {
        for (let next = await run.next(); ; next = await run.next()) {
          if (next.done) {
            finished ??= Promise.resolve(next.value)
            return
          }
          yield next.value
        }
      } finally {
        await run.return(undefined as never)
      }
    },
    report() {
      finished ??= drain(start())
      return finished
    },
  }
}

async function drain<Finding, Report>(run: AsyncGenerator<Finding, Report>): Promise<Report> {
  for (;;) {
    const next = await run.next()
    if (!next.done) continue
    if (next.value === undefined) throw new Error('The run was stopped before its end: there is no report.')
    return next.value
  }
}
