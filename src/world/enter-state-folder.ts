import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { FolderInUse } from '../store/folder-in-use.ts'
import { StateFolder, type StateFolderOptions } from '../store/state-folder.ts'

/**
 * Enters a state folder, and creates it if needed.
 * @returns `abandon` removes the folder if this call created it; the caller must still leave it
 * @throws {OperatorError} when it cannot be written or is in use; whatever the attempt created is removed
 */
export function enterStateFolder(
  state: string,
  options: StateFolderOptions,
): { folder: StateFolder; abandon(): void } {
  const path = resolve(state)
  const made = missingFolders(path)
  try {
    const folder = StateFolder.enter(path, options)
    const abandon = () => {
      // The lock excludes other processes, so everything in the folder is ours.
      if (made.length > 0) rmSync(path, { recursive: true, force: true })
      removeEmpty(made)
    }
    return { folder, abandon }
  } catch (error) {
    if (made.length > 0 && !(error instanceof FolderInUse)) removeBegun(path)
    removeEmpty(made)
    throw error
  }
}

/** Returns the missing ones of a folder and its parents, the deepest first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))]
}

const FIRST = ['.gitignore', 'lock']

/** Removes the first files of a folder, unless another process has begun to use it. */
function removeBegun(folder: string): void {
  if (!existsSync(folder)) return
  const names = readdirSync(folder)
  if (names.every((name) => FIRST.includes(name))) for (const name of names) rmSync(join(folder, name))
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder)
    } catch {
      // It was never created, or another process has begun to use it.
    }
  }
}
