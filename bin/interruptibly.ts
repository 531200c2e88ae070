/**
 * Runs until it is done, or until whoever waits for it interrupts: then what is known by then is told.
 * @param work is given what tells it to stop, and a way to tell how far it is on a terminal
 */
export async function interruptibly<T>(
  work: (signal: AbortSignal, progress: (line: string) => void) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  const { stderr } = process
  try {
    return await work(stop.signal, (line) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${line}`)
    })
  } finally {
    if (stderr.isTTY) stderr.write('\r\u001b[K')
    process.removeListener('SIGINT', interrupt)
  }
}

/** The suite is wrong, and not the target. */
export function harnessFailed(error: unknown): void {
  process.stderr.write(`pessoas-sim: the suite itself failed, please report it: ${(error as Error).stack}\n`)
  process.exitCode = 4
}
