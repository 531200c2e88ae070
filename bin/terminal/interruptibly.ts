import { printable, printableLines } from '../../src/cli.ts'

/** The signals that end a run, with its exit code: 128 plus the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Runs work until it finishes or a signal arrives. After a signal, the report covers what was finished by then; a
 * second signal ends the process at once.
 * @param work receives an abort signal and, if standard error is a terminal outside CI, a function that shows progress
 * @returns the report and the exit code
 */
export async function interruptibly<T extends { exitCode: number }>(
  work: (signal: AbortSignal, progress?: (line: string) => void) => Promise<T>,
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
  const showsProgress = stderr.isTTY && !process.env.CI
  try {
    const rewrite = (line: string) => void stderr.write(`\r\u001b[K${printable(line)}`)
    const report = await work(stop.signal, showsProgress ? rewrite : undefined)
    // A signal after the last check does not change the exit code.
    const isCut = report.exitCode === SIGNALS.SIGINT
    return { report, exitCode: isCut ? interrupted : report.exitCode }
  } finally {
    if (showsProgress) stderr.write('\r\u001b[K')
    for (const [name, listener] of listeners) process.removeListener(name, listener)
  }
}

/** Reports an error of the suite itself, not of the target. */
export function harnessFailed(error: unknown): void {
  process.stderr.write(
    `pessoas-sim: the suite itself failed. Please report this error: ${printableLines(String((error as Error).stack))}\n`,
  )
  process.exitCode = 4
}
