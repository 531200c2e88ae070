import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { jsonValue, printable } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'

/**
 * Removes the ready file of this process, or of one that was killed, so that no waiting script takes it for that of the
 * next simulator. Keeps the file of another process that may still run.
 * @throws {OperatorError} when it is not a ready file, or cannot be removed
 */
export function removeReady(path: string): void {
  using(path, () => {
    const pid = readyIn(path)?.pid
    if (pid !== undefined && (pid === process.pid || !isRunning(pid))) rmSync(path)
  })
}

/**
 * Writes the file of `--ready-file` completely or not at all, readable by its owner only, because it has the control
 * token.
 * @throws {OperatorError} when it cannot be written, or would overwrite a file that is not a ready file
 */
export function writeReady(path: string, ready: object): void {
  using(path, () => {
    readyIn(path)
    const part = `${path}.${process.pid}`
    writeFileSync(part, `${JSON.stringify(ready)}\n`, { mode: 0o600 })
    renameSync(part, path)
  })
}

/** What a ready file says of a simulator: where it is, and its process. */
interface Ready {
  url: string
  control: { url: string; token: string } | null
  pid: number
}

/**
 * Returns what a ready file says; undefined if the file is missing or empty, as `mktemp` leaves it.
 * @throws {OperatorError} when it is not a ready file, or cannot be read
 */
export function readReady(path: string): Ready | undefined {
  return using(path, () => readyIn(path))
}

function readyIn(path: string): Ready | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return undefined
  // Reading a pipe would wait for its writer.
  const { url, control, pid } = Object(stats.isFile() ? jsonValue(readFileSync(path, 'utf8')) : {})
  if (typeof url === 'string' && control !== undefined && Number(pid) > 0)
    return { url, control, pid: Number(pid) }
  throw new Error('it exists and is not a ready file of pessoas-sim, so it is left as it is')
}

/** Returns whether a process runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user runs it.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function using<T>(path: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    const why = printable((error as Error).message)
    throw new OperatorError(`${printable(path)} cannot be used: ${why}. Use another file with --ready-file.`)
  }
}
