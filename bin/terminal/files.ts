import { once } from 'node:events'
import { accessSync, closeSync, constants, existsSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { chunksOf, printableJsonText, readText } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import { UsageError } from '../usage-error.ts'
import { say } from './say.ts'

/**
 * Checks that a file can be written, before a long run instead of after it.
 * @param mode what may be there: `new` nothing, `replace` a file, `make` a file, or not even its folder
 * @throws {UsageError} when it cannot be written
 */
export function requireWritable(file: string, mode: 'new' | 'replace' | 'make' = 'replace'): void {
  // Where a folder is a file, statSync throws ENOTDIR.
  const stats = existsSync(file) ? statSync(file) : undefined
  if (stats?.isDirectory()) throw new UsageError(`${file} is a folder. Use a file in it.`)
  if (stats?.isFile() && mode === 'new') throw exists(file)
  let place = stats ? file : dirname(file)
  while (mode === 'make' && !existsSync(place) && dirname(place) !== place) place = dirname(place)
  try {
    accessSync(place, constants.W_OK)
    if (stats || statSync(place).isDirectory()) return
  } catch {}
  throw new UsageError(`${file} cannot be written, because it is read-only or its folder is missing.`)
}

const exists = (file: string) =>
  new UsageError(`${file} already exists. Use another file, or --force to replace it.`)

/**
 * Writes a file; `-` is standard output.
 * @throws {UsageError} when it exists, unless it may be replaced, and when it cannot be written
 */
export async function writeFile(file: string, pieces: Iterable<string>, force = false): Promise<void> {
  if (file === '-') return writeOut(pieces, true)
  try {
    const opened = openSync(file, force ? 'w' : 'wx')
    try {
      for (const chunk of chunksOf(pieces)) writeSync(opened, chunk)
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw code === 'EEXIST' ? exists(file) : new UsageError(`${file} cannot be written (${code}).`)
  }
}

/** Writes a report. If that fails, prints an error and sets exit code 4, so that the other reports are still written. */
export async function tryToWrite(file: string, write: () => void | Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    say(`pessoas-sim: ${code === undefined ? message : `${file} cannot be written (${code}).`}`)
    process.exitCode = 4
  }
}

/**
 * Returns the text of a file that a flag names.
 * @param path 0 is standard input
 * @throws {UsageError} with one line that names the flag
 */
export function readFileFor(
  path: string | 0,
  flag: 'baseline' | 'write-baseline' | 'ca' | 'token-file',
): string {
  try {
    return readText({ path, what: `file of --${flag}`, most: 2 ** 24 })
  } catch (error) {
    throw error instanceof OperatorError ? new UsageError(`--${flag}: ${error.message}`) : error
  }
}

/**
 * Writes to standard output, and waits while its reader is slower.
 * @param isJson whether characters that a terminal would act on are escaped as in JSON
 */
export async function writeOut(pieces: Iterable<string>, isJson = false): Promise<void> {
  // No `drain` follows an error. pessoas-sim.ts reports one that is not EPIPE.
  const exit = () => process.exit()
  process.stdout.once('error', exit)
  for (const chunk of chunksOf(pieces)) {
    const isTaken = process.stdout.write(isJson ? printableJsonText(chunk) : chunk)
    if (!isTaken) await once(process.stdout, 'drain')
  }
  process.stdout.off('error', exit)
}
