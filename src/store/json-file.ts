import { constants } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
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
    return bytes && parse(toText(bytes), this.#check)
  }

  write(data: T): void {
    replaceFile(this.#path, this.#pieces(data))
  }
}

/** The bytes of a file; null when it is absent or empty, as a file that was made only to be mounted is. */
export function readBytes(path: string | URL): Buffer | null {
  try {
    const bytes = readFileSync(path)
    return bytes.length === 0 ? null : bytes
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/** @throws {Unreadable} when there are more bytes than a text can hold */
export function toText(bytes: Buffer): string {
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw new Unreadable(
      `it has ${bytes.length} bytes, more than the ${constants.MAX_STRING_LENGTH} that can be read`,
    )
  }
  return bytes.toString('utf8')
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

/** Replaces what a file holds: whole, or not at all where the file can be renamed over. */
export function replaceFile(path: string, pieces: Iterable<string>): void {
  const next = writeBeside(path, pieces)
  try {
    next.place()
  } finally {
    next.drop()
  }
}

/**
 * Writes what a file is to hold into another one beside it: a full disk is told before anything has changed.
 * @returns `place` puts it in the file's place, `drop` removes it where it was not placed
 */
export function writeBeside(path: string, pieces: Iterable<string>): { place(): void; drop(): void } {
  const whole = `${path}.${randomUUID()}.tmp`
  const drop = () => rmSync(whole, { force: true })
  try {
    const file = openSync(whole, 'wx')
    try {
      for (const piece of pieces) writeFileSync(file, piece)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    drop()
    throw error
  }
  return { place: () => void renameOrCopy(whole, path), drop }
}

/** Gives a file another name, so that nothing of it is lost, and tells that name. */
export function setAside(path: string): string {
  const aside = `${path}.${new Date().toISOString().replaceAll(':', '-')}.aside`
  if (renameOrCopy(path, aside) === 'copied') truncateSync(path)
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
