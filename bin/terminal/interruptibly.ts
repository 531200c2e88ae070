import { printableLines } from '../../src/cli.ts'

/** The signals that end a run, and its exit code then: 128 and the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Runs until it is done or a signal comes: then the report says what was decided by then. A second signal ends the
 * process at once.
 * @param work is given what tells it to stop, and a way to tell how far it is on a terminal
 * @returns what came of it, and the exit code to end with
 */
export async function interruptibly<T extends { exitCode: number }>(
  work: (signal: AbortSignal, progress: (line: string) => void) => Promise<T>,
): Promise<{ report: T; exitCode: number }> {
  const stop = new AbortController()
  let interrupted: number = SIGNALS.SIGINT
  const listeners = Object.entries(SIGNALS).map(([name, code]) => {
    const listener = () => {
      interrupted = code
      stop.abort()
    }
    process.once(name, listener)
    return [name, listener] as const
  })
  const { stderr } = process
  try {
    const report = await work(stop.signal, (line) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${line}`)
    })
    // A signal that came after the last check changes nothing.
    const isCut = report.exitCode === SIGNALS.SIGINT
    return { report, exitCode: isCut ? interrupted : report.exitCode }
  } finally {
    if (stderr.isTTY) stderr.write('\r\u001b[K')
    for (const [name, listener] of listeners) process.removeListener(name, listener)
  }
}

/** The suite is wrong, and not the target. */
export function harnessFailed(error: unknown): void {
  process.stderr.write(
    `pessoas-sim: the suite itself failed, please report it: ${printableLines(String((error as Error).stack))}\n`,
  )
  process.exitCode = 4
}
