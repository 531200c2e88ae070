import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { jsonValue, printable } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'

/** The keys by which a ready file is told from another file of the user. */
const KEYS = ['url', 'organizations', 'seed', 'hash', 'control', 'pid']

/**
 * Removes the ready file of this process, or of one that was killed, so that no waiting script takes it for that of the
 * next simulator. Keeps the file of another process that may still run.
 * @throws {OperatorError} when it is not a ready file, or cannot be removed
 */
export function removeReady(path: string): void {
  const pid = pidIn(path)
  if (pid !== undefined && (pid === process.pid || !isRunning(pid))) usingFile(path, () => rmSync(path))
}

/**
 * Writes the file of `--ready-file` completely or not at all, readable by its owner only, because it has the control
 * token.
 * @throws {OperatorError} when it cannot be written, or would overwrite a file that is not a ready file
 */
export function writeReady(path: string, ready: object): void {
  pidIn(path)
  const part = `${path}.${process.pid}`
  usingFile(path, () => {
    writeFileSync(part, `${JSON.stringify(ready)}\n`, { mode: 0o600 })
    renameSync(part, path)
  })
}

/**
 * Returns the process that wrote a ready file; undefined if the file is missing or empty, as `mktemp` leaves it.
 * @throws {OperatorError} when it is not a ready file
 */
function pidIn(path: string): number | undefined {
  const text = usingFile(path, () => {
    const stats = statSync(path, { throwIfNoEntry: false })
    // Reading a pipe would wait for its writer.
    if (stats && !stats.isFile()) throw new Error('it is not a regular file')
    return stats ? readFileSync(path, 'utf8') : ''
  })
  if (text === '') return undefined
  const ready = Object(jsonValue(text)) as { pid?: unknown }
  if (KEYS.every((key) => Object.hasOwn(ready, key)) && Number(ready.pid) > 0) return Number(ready.pid)
  throw new OperatorError(
    `${printable(path)} exists and is not a ready file of pessoas-sim, so it is left as it is. Use another file with --ready-file.`,
  )
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user runs it.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function usingFile<T>(path: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    const why = printable((error as Error).message)
    throw new OperatorError(`${printable(path)} cannot be used: ${why}. Use another file with --ready-file.`)
  }
}
