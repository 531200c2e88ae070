import { constants } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import type { SyncAdapter } from 'lowdb'
import { replaceFile } from '../operator/replace-file.ts'

/** An existing file has invalid contents. */
export class Unreadable extends Error {}

/**
 * An adapter of lowdb for one JSON document. lowdb's own adapter renames over the file, which fails on a single file
 * that is mounted into a container, and it needs the whole text of a large document in memory.
 */
export class JsonFile<T> implements SyncAdapter<T> {
  readonly #path: string
  readonly #pieces: (data: T) => Iterable<string>
  readonly #check: (value: unknown) => value is T

  /**
   * @param pieces returns the text of the document in pieces
   * @param check returns whether a value is such a document
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

  /** @throws {Unreadable} when the file is not such a document */
  read(): T | null {
    const bytes = readIfPresent(this.#path)
    return bytes && parse(bytes.toString('utf8'), this.#check)
  }

  write(data: T): void {
    replaceFile(this.#path, this.#pieces(data))
  }
}

/**
 * Returns the bytes of a file, or null if it is missing or empty; a file is often created empty to be mounted.
 * @throws {Unreadable} when it is too large for a string, or not a regular file
 */
export function readIfPresent(path: string): Buffer | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (stat.size > constants.MAX_STRING_LENGTH) {
    throw new Unreadable(`${path} has ${stat.size} bytes, and the maximum is ${constants.MAX_STRING_LENGTH}`)
  }
  if (!stat.isFile() && !stat.isDirectory()) throw new Unreadable(`${path} is not a regular file`)
  const bytes = readFileSync(path)
  return bytes.length === 0 ? null : bytes
}

/** @throws {Unreadable} when the text is not valid JSON, or its value fails the check */
export function parse<T>(text: string, check: (value: unknown) => value is T): T {
  const value = parseJson(text)
  if (!check(value)) throw new Unreadable('it is valid JSON, but has an unexpected structure')
  return value
}

/** @throws {Unreadable} when the text is not valid JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Unreadable(`it is not valid JSON: ${(error as Error).message}`)
  }
}
