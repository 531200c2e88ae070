import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Folder, type FolderOptions } from '../store/folder.ts'
import { FolderInUse } from '../store/folder-in-use.ts'

/**
 * Enters a state folder, which is created if needed.
 * @returns `abandon` removes it again if it was created, while it is still ours; it has to be left then, too
 * @throws {OperatorError} when it cannot be written, or is in use; nothing is left of the attempt then
 */
export function enterStateFolder(state: string, options: FolderOptions): { folder: Folder; abandon(): void } {
  const path = resolve(state)
  const made = missingFolders(path)
  try {
    const folder = Folder.enter(path, options)
    const abandon = () => {
      // Nobody else uses it, so everything in it is ours.
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

/** The folder and those above it that are not there, the deepest first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))]
}

const FIRST = ['.gitignore', 'lock']

/** Removes what entering a folder begins with, unless somebody else has begun to use that folder. */
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
      // It was never made, or somebody else has begun to use it.
    }
  }
}
