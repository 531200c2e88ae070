import { once } from 'node:events'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from './flags.ts'

/**
 * Better told now than after the run.
 * @throws {UsageError}
 */
export function requireWritable(file: string): void {
  if (!isWritable(dirname(file))) {
    throw new UsageError(`${file} cannot be written: its folder is not there, or is not yours to write in.`)
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${file} is a folder: name a file in it.`)
  }
  if (existsSync(file) && !isWritable(file))
    throw new UsageError(`${file} cannot be written: it is read-only, or not yours to write.`)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** @throws {UsageError} which names the flag */
export function readFileFor(file: string, flag: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--${flag}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** A report that is lost is no verdict: the others are written, and the run has failed. */
export function tryToWrite(file: string | undefined, write: () => void): void {
  try {
    write()
  } catch (error) {
    process.stderr.write(
      `pessoas-sim: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).\n`,
    )
    process.exitCode = 4
  }
}

/** Writes to standard output no faster than it is read. */
export async function writeOut(pieces: Iterable<string>): Promise<void> {
  process.stdout.on('error', () => process.exit())
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  }
}
