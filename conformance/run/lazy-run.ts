import type { RunState } from './run-state.ts'

/** A run that yields its findings one by one and then a report. It sends nothing before one of them is asked for. */
export interface Run<Finding, Report> extends AsyncIterable<Finding> {
  /** How many findings the run yields. */
  readonly size: number
  readonly state: RunState
  /** Finishes the run, even if its findings are not read. */
  report(): Promise<Report>
}

/** Creates a run that ends when its reader stops reading the findings. */
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
    if (next.value === undefined) throw new Error('The run was stopped before its end, so it has no report.')
    return next.value
  }
}
