/** A run that yields its findings one by one and then a report. It sends nothing before one of them is asked for. */
export interface Run<Finding, Report> extends AsyncIterable<Finding> {
  /** How many findings the run yields. */
  readonly size: number
  /** Finishes the run, even if its findings are not read. */
  report(): Promise<Report>
}

/** Creates a run that ends when its reader stops reading the findings. */
export function lazyRun<Finding, Report>(
  size: number,
  begin: () => AsyncGenerator<Finding, Report>,
): Run<Finding, Report> {
  let run: AsyncGenerator<Finding, Report> | undefined
  let report: Report | undefined
  const findings = async function* () {
    run ??= begin()
    try {
      let next = await run.next()
      for (; !next.done; next = await run.next()) yield next.value
      report ??= next.value
    } finally {
      await run.return(undefined as never)
    }
  }
  return {
    size,
    [Symbol.asyncIterator]: findings,
    async report() {
      for await (const _ of findings());
      if (report === undefined) throw new Error('The run was stopped before its end, so it has no report.')
      return report
    },
  }
}
