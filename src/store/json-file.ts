import { constants } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import type { SyncAdapter } from 'lowdb'
import { replaceFile } from '../operator/replace-file.ts'

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
