import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { enterFolder } from './folder.ts'

/** A state folder that nobody else uses until it is given back. */
export interface StateFolder {
  /** Gives it back; once more does nothing. */
  release(): void
  /** Gives it back as it was found: a folder that was not there is removed. */
  abandon(): void
}

/** @throws {OperatorError} when it cannot be written, or another process uses it; nothing is left of the attempt then */
export function openStateFolder(folder: string): StateFolder {
  const made = missingFolders(folder)
  try {
    const leave = enterFolder(folder)
    let isOurs = true
    const release = () => {
      if (isOurs) leave()
      isOurs = false
    }
    const abandon = () => {
      // While it is ours, everything in it is.
      if (isOurs && made.length > 0) rmSync(folder, { recursive: true, force: true })
      release()
      removeEmpty(made)
    }
    return { release, abandon }
  } catch (error) {
    if (made.length > 0) removeMarker(folder)
    removeEmpty(made)
    throw error
  }
}

/** The folder and those above it that are not there, the deepest first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))]
}

/** Removes what tells git to ignore a folder, unless somebody else has begun to use that folder. */
function removeMarker(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).join() === '.gitignore') rmSync(join(folder, '.gitignore'))
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
