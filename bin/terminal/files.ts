import { once } from 'node:events'
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { printableJsonText, readText } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import { UsageError } from '../flags/flags.ts'
import { say } from './say.ts'

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

/**
 * Refuses to replace a file, which somebody may have edited. A file that has this text already may be written again,
 * so the command that made it can be repeated.
 * @throws {UsageError}
 */
export function requireReplaceable(file: string, pieces: Iterable<string>, force = false): void {
  if (force || !statSync(file, { throwIfNoEntry: false })?.isFile() || holds(file, pieces)) return
  throw new UsageError(`${file} is there already: name another, or replace it with --force.`)
}

/** Returns whether a file has exactly this text; one that may not be read has another. */
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
    say(`pessoas-sim: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
    process.exitCode = 4
  }
}

/** Writes to standard output no faster than it is read. */
export async function writeOut(pieces: Iterable<string>): Promise<void> {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Whoever reads may have enough of it, as head has.
    if (code !== 'EPIPE') {
      say(`pessoas-sim: standard output cannot be written (${code}).`)
      process.exitCode = 4
    }
    process.exit()
  })
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  }
}

/** Writes pieces of JSON to standard output, in which nothing acts on a terminal. */
export async function writeOutJson(pieces: Iterable<string>): Promise<void> {
  await writeOut(mapped(pieces, printableJsonText))
}

function* mapped(pieces: Iterable<string>, change: (piece: string) => string): Generator<string> {
  for (const piece of pieces) yield change(piece)
}
