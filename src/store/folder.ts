import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode, readBytes } from './json-file.ts'
import { OperatorError } from './operator-error.ts'

/** The folders that this process uses: a lock with our own number does not tell us from who had it before. */
const entered = new Set<string>()

/**
 * Makes a folder ready and this process its only user.
 * @returns gives the folder back
 * @throws {OperatorError} when it cannot be written, or another process uses it
 */
export function enterFolder(folder: string): () => void {
  const lock = join(folder, 'lock')
  if (entered.has(folder))
    throw new OperatorError(`The state folder ${folder} is in use by this very process.`)
  try {
    mkdirSync(folder, { recursive: true })
    writeUnlessThere(join(folder, '.gitignore'), '*\n')
    claim(lock)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `The state folder ${folder} cannot be used: ${(error as Error).message}\nName another with --state, or keep nothing with --memory.`,
    )
  }
  entered.add(folder)
  return () => {
    entered.delete(folder)
    rmSync(lock, { force: true })
  }
}

function claim(lock: string): void {
  const holder = Number(readBytes(lock)?.toString())
  if (isRunning(holder)) {
    throw new OperatorError(
      `The state folder is in use by process ${holder}. Name another with --state, keep nothing with --memory, or, if that process is no simulator, delete ${lock}.`,
    )
  }
  rmSync(lock, { force: true })
  writeFileSync(lock, String(process.pid), { flag: 'wx' })
}

function writeUnlessThere(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
}

/** Whether another process has this number; in a container the one that left the lock may have had our own. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
