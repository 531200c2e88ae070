import { mkdir, open, rm, writeFile } from 'node:fs/promises'
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
export async function enterFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'lock')
  if (entered.has(folder)) throw new OperatorError(`The state folder ${folder} is in use by this very process.`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
    await claim(lock)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `The state folder ${folder} cannot be used: ${(error as Error).message}\nName another with --state, or keep nothing with --memory.`,
    )
  }
  entered.add(folder)
  return async () => {
    entered.delete(folder)
    await rm(lock, { force: true })
  }
}

async function claim(lock: string): Promise<void> {
  const holder = Number((await readBytes(lock))?.toString())
  if (Number.isInteger(holder) && isRunning(holder)) {
    throw new OperatorError(
      `The state folder is in use by process ${holder}. Name another with --state, keep nothing with --memory, or, if that process is no simulator, delete ${lock}.`,
    )
  }
  await rm(lock, { force: true })
  const file = await open(lock, 'wx')
  await file.writeFile(String(process.pid))
  await file.close()
}

/** Whether another process has this number; in a container the one that left the lock may have had our own. */
function isRunning(pid: number): boolean {
  if (pid === process.pid || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
