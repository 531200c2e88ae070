import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { jsonValue, printable } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'

/** The keys by which a ready file is told from another file of the user. */
const KEYS = ['url', 'organizations', 'seed', 'hash', 'control', 'pid']

/**
 * Removes the file of a simulator that was killed, so that no waiting script takes it for that of this one. Keeps the
 * file of a simulator that may still run: a start that fails must not take it away.
 * @throws {OperatorError} when it is not a ready file, or cannot be removed
 */
export function removeStaleReady(path: string): void {
  const pid = pidIn(path)
  if (pid === undefined || (pid !== process.pid && isRunning(pid))) return
  remove(path)
}

/**
 * Writes the file of `--ready-file` completely or not at all, readable by its owner only, because it has the control
 * token.
 * @throws {OperatorError} when it cannot be written, or would overwrite a file that is not a ready file
 */
export function writeReady(path: string, ready: { pid: number }): void {
  pidIn(path)
  const part = `${path}.${process.pid}`
  try {
    writeFileSync(part, `${JSON.stringify(ready)}\n`, { mode: 0o600 })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw unusable(path, error)
  }
}

/**
 * Removes the file if this process wrote it, and nobody wrote another one since.
 * @throws {OperatorError} when it is not a ready file, or cannot be removed
 */
export function removeOwnReady(path: string): void {
  if (pidIn(path) === process.pid) remove(path)
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    throw unusable(path, error)
  }
}

/**
 * Returns the process that wrote a ready file; undefined if the file is missing or empty, as `mktemp` leaves it.
 * @throws {OperatorError} when it is not a ready file
 */
function pidIn(path: string): number | undefined {
  const text = textOf(path)
  if (text === undefined || text === '') return undefined
  const ready = objectIn(text)
  const pid = ready?.pid
  if (ready && KEYS.every((key) => Object.hasOwn(ready, key)) && Number.isInteger(pid) && Number(pid) > 0)
    return Number(pid)
  throw new OperatorError(
    `${printable(path)} exists and is not a ready file of pessoas-sim, so it is left as it is. Use another file with --ready-file.`,
  )
}

function textOf(path: string): string | undefined {
  try {
    // Reading a pipe would wait for its writer.
    if (!statSync(path).isFile()) throw new Error('it is not a regular file')
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable(path, error)
  }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  const value = jsonValue(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user runs it.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function unusable(path: string, error: unknown): OperatorError {
  const { message } = error as Error
  return new OperatorError(
    `${printable(path)} cannot be used: ${printable(message)}. Use another file with --ready-file.`,
  )
}
