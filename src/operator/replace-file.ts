import { randomUUID } from 'node:crypto'
import { closeSync, copyFileSync, openSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dateNow } from '../contract/real-globals.ts'

/** Matches the name of a temporary file that a process left when it ended while writing. */
export const HALF_WRITTEN = /\.[0-9a-f-]{36}\.tmp$/

/**
 * Replaces the contents of a file, completely or not at all if the file can be renamed over.
 * @param before called after the new file is written and before the old one is replaced
 */
export function replaceFile(path: string, pieces: Iterable<string>, before: () => void = () => {}): void {
  const write = (file: number) => {
    for (const piece of chunksOf(pieces)) writeFileSync(file, piece)
  }
  replaceBy(path, write, before)
}

/** Replaces a file as `replaceFile` does, by what a function writes into an open file. */
export function replaceBy(path: string, write: (file: number) => void, before: () => void = () => {}): void {
  const whole = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(whole, 'wx')
    try {
      write(file)
    } finally {
      closeSync(file)
    }
    before()
    renameOrCopy(whole, path)
  } finally {
    rmSync(whole, { force: true })
  }
}

const CHUNK = 2 ** 16

/** Joins pieces into larger chunks, because a system call for each of a million lines takes seconds. */
export function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/** Renames a file to keep its contents, and returns the new name. */
export function setAside(path: string): string {
  const aside = asideOf(path)
  if (renameOrCopy(path, aside) === 'copied') truncateSync(path)
  return aside
}

/** Copies a file to a second name, which stays when the file is replaced, and returns that name. */
export function keepAside(path: string): string {
  const aside = asideOf(path)
  copyFileSync(path, aside)
  return aside
}

/** Returns a free name for what is set aside of a file, also where two are set aside in one millisecond. */
function asideOf(path: string): string {
  const time = new Date(dateNow()).toISOString().replaceAll(':', '-')
  return `${path}.${time}-${randomUUID().slice(0, 4)}.aside`
}

/**
 * Renames a file, or copies its bytes if it is a mount of its own: the kernel refuses to rename such a file with
 * EBUSY.
 */
function renameOrCopy(from: string, to: string): 'renamed' | 'copied' {
  try {
    renameSync(from, to)
    return 'renamed'
  } catch (error) {
    if (!isCode(error, 'EBUSY', 'EXDEV')) throw error
    copyFileSync(from, to)
    return 'copied'
  }
}

/**
 * Returns whether an error has one of these codes. It ignores the class, because Jest replaces `Error` but not the
 * errors of `node:fs`.
 */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code as string)
}
