import { randomUUID } from 'node:crypto'
import { copyFile, open, readFile, rename, rm, truncate } from 'node:fs/promises'
import type { Adapter } from 'lowdb'

/** A file that is there and does not hold what it should. */
export class Unreadable extends Error {}

/**
 * The adapter of lowdb for one JSON document. It replaces lowdb's own, which fails on a file that is mounted by
 * itself into a container, and needs the whole text of a large document in memory.
 */
export class JsonFile<T> implements Adapter<T> {
  readonly #path: string
  readonly #pieces: (data: T) => Iterable<string>
  readonly #check: (value: unknown) => value is T

  /**
   * @param pieces the text of the document, in pieces
   * @param check whether what was read is such a document
   */
  constructor(path: string, pieces: (data: T) => Iterable<string>, check: (value: unknown) => value is T = (_): _ is T => true) {
    this.#path = path
    this.#pieces = pieces
    this.#check = check
  }

  /** @throws {Unreadable} when the file does not hold such a document */
  async read(): Promise<T | null> {
    const bytes = await readBytes(this.#path)
    return bytes && parse(bytes, this.#check)
  }

  async write(data: T): Promise<void> {
    await replaceFile(this.#path, this.#pieces(data))
  }
}

/** The bytes of a file; null when it is absent or empty, as a file that was made only to be mounted is. */
export async function readBytes(path: string): Promise<Buffer | null> {
  try {
    const bytes = await readFile(path)
    return bytes.length === 0 ? null : bytes
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/** @throws {Unreadable} when the bytes are not JSON, or not what is asked for */
export function parse<T>(bytes: Buffer, check: (value: unknown) => value is T): T {
  const value = parseJson(bytes)
  if (!check(value)) throw new Unreadable('it is JSON, but not of the form it had')
  return value
}

/** @throws {Unreadable} when the bytes are not JSON */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new Unreadable((error as Error).message)
  }
}

/**
 * Replaces what a file holds: whole, or not at all. A file that cannot be renamed over, because it is a mount of its
 * own, is written in place instead.
 */
export async function replaceFile(path: string, pieces: Iterable<string>): Promise<void> {
  const whole = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    await writePieces(whole, pieces)
    await rename(whole, path).catch(async (error) => {
      if (!isCode(error, 'EBUSY', 'EXDEV')) throw error
      await copyFile(whole, path)
    })
  } finally {
    await rm(whole, { force: true })
  }
}

async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const piece of pieces) await file.writeFile(piece)
  } finally {
    await file.close()
  }
}

/** Gives a file another name, so that nothing of it is lost, and tells that name. */
export async function setAside(path: string): Promise<string> {
  const aside = `${path}.${new Date().toISOString().replaceAll(':', '-')}.aside`
  await rename(path, aside).catch(async (error) => {
    if (!isCode(error, 'EBUSY', 'EXDEV')) throw error
    await copyFile(path, aside)
    await truncate(path)
  })
  return aside
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code as string)
}
