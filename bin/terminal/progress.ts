import { progressLine } from './progress-line.ts'
import type { Asking, WatchedRun } from './watched.ts'

/**
 * Returns the report of a run, and shows how far it is until then.
 * @param of what its findings are, such as `checks`
 * @param show replaces the line on the terminal; undefined shows nothing
 * @param begin starts the run, which calls its argument, if there is one, with what it asks
 */
export async function showing<Finding, Outcome>(
  of: string,
  show: ((line: string) => void) | undefined,
  begin: (onAsking: ((asking: Asking) => void) | undefined) => WatchedRun<Finding, Outcome>,
): Promise<Outcome> {
  if (!show) return begin(undefined).report()
  const started = performance.now()
  let done = 0
  let now: Asking = { about: '', requests: 0 }
  const draw = () => {
    const { about: asking, requests } = now
    const elapsedMs = performance.now() - started
    show(
      progressLine({ done, size: run.size, of, asking, requests, elapsedMs }, process.stderr.columns || 80),
    )
  }
  const run = begin((asking) => {
    now = asking
    draw()
  })
  for await (const _ of run) {
    done++
    draw()
  }
  return run.report()
}
