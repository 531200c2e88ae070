import { constants } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { SyncAdapter } from 'lowdb'

/** A file that is there and does not hold what it should. */
export class Unreadable extends Error {}

/**
 * The adapter of lowdb for one JSON document. It replaces lowdb's own, which fails on a file that is mounted by
 * itself into a container, and needs the whole text of a large document in memory.
 */
export class JsonFile<T> implements SyncAdapter<T> {
  readonly #path: string
  readonly #pieces: (data: T) => Iterable<string>
  readonly #check: (value: unknown) => value is T

  /**
   * @param pieces the text of the document, in pieces
   * @param check whether what was read is such a document
   */
  constructor(
    path: string,
    pieces: (data: T) => Iterable<string>,
    check: (value: unknown) => value is T = (_): _ is T => true,
  ) {
    this.#path = path
    this.#pieces = pieces
    this.#check = check
  }

  /** @throws {Unreadable} when the file does not hold such a document */
  read(): T | null {
    const bytes = readBytes(this.#path)
    return bytes && parse(bytes.toString('utf8'), this.#check)
  }

  write(data: T): void {
    replaceFile(this.#path, this.#pieces(data))
  }
}

/**
 * Reads the bytes of a file; null when it is absent or empty, as a file that was created only to be mounted is.
 * @throws {Unreadable} when a string cannot hold them, or it has no end
 */
export function readBytes(path: string): Buffer | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (stat.size > constants.MAX_STRING_LENGTH) {
    throw new Unreadable(
      `${path} has ${stat.size} bytes, and at most ${constants.MAX_STRING_LENGTH} can be read`,
    )
  }
  if (!stat.isFile() && !stat.isDirectory()) throw new Unreadable(`${path} is not a regular file`)
  const bytes = readFileSync(path)
  return bytes.length === 0 ? null : bytes
}

/** @throws {Unreadable} when the text is not JSON, or not what is asked for */
export function parse<T>(text: string, check: (value: unknown) => value is T): T {
  const value = parseJson(text)
  if (!check(value)) throw new Unreadable('it is JSON, but not of the form it had')
  return value
}

/** @throws {Unreadable} when the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Unreadable(`it is not JSON: ${(error as Error).message}`)
  }
}

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

/** Returns a name for what is set aside of a file. */
export function asideOf(path: string): string {
  return `${path}.${new Date().toISOString().replaceAll(':', '-')}.aside`
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
