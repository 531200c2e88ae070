import { once } from 'node:events'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError, readText } from '../src/index.ts'
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

/** What flags name files of, and the most bytes that each may have: more than anybody needs. */
const files = {
  baseline: { what: 'baseline', most: 2 ** 24 },
  ca: { what: 'certificate file', most: 2 ** 24 },
  // Windows PowerShell writes UTF-16.
  'token-file': { what: 'token file', most: 2 ** 16, also: 'utf-16' },
} as const

/**
 * Returns the text of a file that a flag names.
 * @param path 0 is standard input
 * @throws {UsageError} in one line, which names the flag
 */
export function readFileFor(path: string | 0, flag: keyof typeof files): string {
  try {
    return readText({ path, ...files[flag] })
  } catch (error) {
    if (error instanceof OperatorError) throw new UsageError(`--${flag}: ${error.message}`)
    throw error
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
