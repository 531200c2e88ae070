import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { FolderInUse } from './folder-in-use.ts'
import { HALF_WRITTEN, isCode, readBytes } from './json-file.ts'

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
    throw new FolderInUse(`The state folder ${folder} is in use by this very process.`, process.pid)
  try {
    mkdirSync(folder, { recursive: true })
    unlessCode('EEXIST', () => writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' }))
    claim(lock)
    removeHalves(folder)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `The state folder ${folder} cannot be used: ${(error as Error).message}\nName another with --state, or keep nothing with --memory.`,
    )
  }
  entered.add(folder)
  return () => {
    entered.delete(folder)
    if (holderOf(lock) === process.pid) rmSync(lock, { force: true })
  }
}

/** What a process that ended while it wrote has left: nothing in it was ever told to anybody. */
function removeHalves(folder: string): void {
  for (const name of readdirSync(folder)) if (HALF_WRITTEN.test(name)) rmSync(join(folder, name))
}

/**
 * Takes the lock. One that a process left behind is moved away first, which only one claimant can; the others fail.
 * @throws {OperatorError} when another process has it
 */
function claim(lock: string): void {
  const own = `${lock}.${randomUUID()}`
  writeFileSync(own, String(process.pid))
  try {
    while (!linkUnlessThere(own, lock)) {
      refuseRunning(lock, lock)
      const moved = `${own}.left`
      renameSync(lock, moved)
      try {
        refuseRunning(moved, lock)
      } catch (error) {
        // Another claimant was quicker, and this is its lock: it gets it back.
        linkUnlessThere(moved, lock)
        throw error
      } finally {
        rmSync(moved)
      }
    }
  } finally {
    rmSync(own, { force: true })
  }
}

function refuseRunning(path: string, lock: string): void {
  const holder = holderOf(path)
  if (isRunning(holder)) throw inUse(holder, lock)
}

function inUse(holder: number, lock: string): FolderInUse {
  return new FolderInUse(
    `The state folder is in use by process ${holder}. Name another with --state, keep nothing with --memory, or, if that process is no simulator, delete ${lock}.`,
    holder,
  )
}

function holderOf(lock: string): number {
  return Number(readBytes(lock)?.toString())
}

function linkUnlessThere(from: string, to: string): boolean {
  return unlessCode('EEXIST', () => linkSync(from, to))
}

/** Whether something was done; it was not if that failed with this code. */
function unlessCode(code: string, act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (isCode(error, code)) return false
    throw error
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
