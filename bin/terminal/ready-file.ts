import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { printable } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'

/**
 * Writes the file of `--ready-file` completely or not at all, readable by its owner only, because it has the control
 * token.
 * @throws {OperatorError} when it cannot be written
 */
export function writeReady(path: string, ready: object): void {
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
 * Removes the file: one of an earlier run would say that this one is ready.
 * @throws {OperatorError} when it cannot be removed
 */
export function removeReady(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    throw unusable(path, error)
  }
}

function unusable(path: string, error: unknown): OperatorError {
  const { message } = error as Error
  return new OperatorError(
    `${printable(path)} cannot be used: ${printable(message)}. Use another file with --ready-file.`,
  )
}
