import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RunOptions } from '../conformance/index.ts'
import { UsageError, type Values } from './flags.ts'
import type { targetFlags } from './target-flags.ts'
import { readToken } from './token.ts'

type Flags = Values<typeof targetFlags>

/** What the flags say of the target; the token is read when everything else is known to be right. */
export function targetOptions(url: string, flags: Flags): Omit<RunOptions, 'token'> {
  const { ca } = flags
  return {
    url,
    foreignReport: flags['foreign-report'],
    reports: flags.report,
    allowWrites: flags['allow-writes'],
    readOnly: flags['read-only'],
    timeout: flags.timeout,
    deadline: flags.deadline,
    concurrency: flags.concurrency,
    rate: flags.rate,
    maxPages: flags['max-pages'],
    ca: ca === undefined ? undefined : readCertificates(ca),
    insecure: flags.insecure,
    reveal: flags.reveal,
  }
}

export async function tokenFor(flags: Flags): Promise<string> {
  if (flags['dry-run']) return 'dry-run'
  return readToken(flags['token-file'], flags.token)
}

/**
 * Better told now than after the run.
 * @throws {UsageError}
 */
export function requireWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch {
    throw new UsageError(`${file} cannot be written: its folder is not there, or is not yours to write in.`)
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${file} is a folder: name a file in it.`)
  }
}

function readCertificates(file: string): string {
  const text = readFileFor(file, 'ca')
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--ca: ${file} holds no certificate in PEM.`)
  return text
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

/**
 * Runs until it is done, or until whoever waits for it interrupts: then what is known by then is told.
 * @param work is given what tells it to stop, and a way to tell how far it is on a terminal
 */
export async function interruptibly<T>(
  work: (signal: AbortSignal, progress: (line: string) => void) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  const { stderr } = process
  try {
    return await work(stop.signal, (line) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${line}`)
    })
  } finally {
    if (stderr.isTTY) stderr.write('\r\u001b[K')
    process.removeListener('SIGINT', interrupt)
  }
}

/** The suite is wrong, and not the target. */
export function harnessFailed(error: unknown): void {
  process.stderr.write(`pessoas-sim: the suite itself failed, please report it: ${(error as Error).stack}\n`)
  process.exitCode = 4
}
