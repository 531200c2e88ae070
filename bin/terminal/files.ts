import { once } from 'node:events'
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { printableJsonText, readText } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import { UsageError } from '../flags/usage-error.ts'
import { say } from './say.ts'

/**
 * Checks that a file can be written, before a long run instead of after it.
 * @param makesFolder whether its folder is created when the file is written
 * @throws {UsageError} when it cannot
 */
export function requireWritable(file: string, makesFolder = false): void {
  let folder = dirname(file)
  while (makesFolder && !existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true || !isWritable(folder)) {
    throw new UsageError(`${file} cannot be written, because its folder is missing or not writable.`)
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${file} is a folder. Use a file in it.`)
  }
  if (existsSync(file) && !isWritable(file))
    throw new UsageError(`${file} cannot be written, because it is read-only.`)
}

/**
 * Checks that a file may be written without replacing one.
 * @throws {UsageError} when it exists
 */
export function requireFree(file: string, force = false): void {
  if (force || !isFile(file)) return
  throw new UsageError(`${file} already exists. Use another file, or --force to replace it.`)
}

/**
 * Checks that a file may be replaced: it must be missing or have the same text already, so that a command can be
 * repeated, but does not overwrite edits.
 * @throws {UsageError} when the file has another text
 */
export function requireReplaceable(file: string, pieces: Iterable<string>, force = false): void {
  if (!isFile(file) || !holds(file, pieces)) requireFree(file, force)
}

// A pipe or a device may be written at any time.
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Returns whether a file has exactly this text; false if it cannot be read. */
function holds(file: string, pieces: Iterable<string>): boolean {
  if (!isReadable(file)) return false
  const opened = openSync(file, 'r')
  try {
    for (const piece of pieces) {
      const expected = Buffer.from(piece)
      const there = Buffer.alloc(expected.length)
      readSync(opened, there)
      if (!there.equals(expected)) return false
    }
    return readSync(opened, Buffer.alloc(1)) === 0
  } finally {
    closeSync(opened)
  }
}

const isReadable = (path: string) => allows(path, constants.R_OK)
const isWritable = (path: string) => allows(path, constants.W_OK)

function allows(path: string, access: number): boolean {
  try {
    accessSync(path, access)
    return true
  } catch {
    return false
  }
}

/** The files that flags name: what messages call each, and its maximum size in bytes. */
const files = {
  baseline: { what: 'baseline', most: 2 ** 24 },
  ca: { what: 'certificate file', most: 2 ** 24 },
  // Windows PowerShell writes UTF-16.
  'token-file': { what: 'token file', most: 2 ** 16, also: 'utf-16' },
} as const

/**
 * Returns the text of a file that a flag names.
 * @param path 0 is standard input
 * @throws {UsageError} with one line that names the flag
 */
export function readFileFor(path: string | 0, flag: keyof typeof files): string {
  try {
    return readText({ path, ...files[flag] })
  } catch (error) {
    if (error instanceof OperatorError) throw new UsageError(`--${flag}: ${error.message}`)
    throw error
  }
}

/**
 * Writes a report. If that fails, prints an error and sets exit code 4, so that the other reports are still written.
 */
export function tryToWrite(file: string | undefined, write: () => void): void {
  try {
    write()
  } catch (error) {
    say(`pessoas-sim: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
    process.exitCode = 4
  }
}

/** Writes to standard output, and waits while its reader is slower. */
export async function writeOut(pieces: Iterable<string>): Promise<void> {
  // No `drain` follows an error. pessoas-sim.ts reports one that is not EPIPE.
  process.stdout.on('error', () => process.exit())
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  }
}

/** Writes JSON to standard output, with the characters that a terminal would act on escaped. */
export async function writeOutJson(pieces: Iterable<string>): Promise<void> {
  await writeOut(mapped(pieces, printableJsonText))
}

function* mapped(pieces: Iterable<string>, change: (piece: string) => string): Generator<string> {
  for (const piece of pieces) yield change(piece)
}
