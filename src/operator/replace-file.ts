import { randomUUID } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'

/** The name of a file that was being written when its process ended. */
export const HALF_WRITTEN = /\.[0-9a-f-]{36}\.tmp$/

/** Returns the name under which a file is written before it replaces another. */
export function halfWritten(path: string): string {
  return `${path}.${randomUUID()}.tmp`
}

/**
 * Replaces what a file holds: whole, or not at all where the file can be renamed over.
 * @param before is called once the new file is written, and the old one is still there
 */
export function replaceFile(path: string, pieces: Iterable<string>, before: () => void = () => {}): void {
  const whole = halfWritten(path)
  try {
    const file = openSync(whole, 'wx')
    try {
      for (const piece of chunksOf(pieces)) writeFileSync(file, piece)
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

/** Yields the same text in fewer pieces: a system call for each line of a million takes seconds. */
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

/** Gives a file another name, so that nothing of it is lost, and returns that name. */
export function setAside(path: string): string {
  const aside = asideOf(path)
  if (renameOrCopy(path, aside) === 'copied') truncateSync(path)
  return aside
}

/** Gives a file a second name, which stays when the first one is another file's; returns it. */
export function keepAside(path: string): string {
  const aside = asideOf(path)
  try {
    linkSync(path, aside)
  } catch {
    // Some file systems have no links.
    copyFileSync(path, aside)
  }
  return aside
}

/** Returns a free name for what is set aside of a file, also where two are set aside in one millisecond. */
export function asideOf(path: string): string {
  const name = `${path}.${new Date().toISOString().replaceAll(':', '-')}`
  let aside = `${name}.aside`
  for (let again = 2; existsSync(aside); again++) aside = `${name}-${again}.aside`
  return aside
}

/** A file that is a mount of its own can be neither renamed nor renamed over: its bytes are copied. */
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

/** Judges by the property: Jest has an `Error` of its own, and what `node:fs` throws is no instance of it. */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code as string)
}
