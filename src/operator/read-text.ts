import { constants as buffer, isUtf8 } from 'node:buffer'
import { readFileSync, readSync, statSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { printable } from '../contract/printable.ts'
import { OperatorError } from './operator-error.ts'
import { createPlacer, type Place } from './place.ts'

/** A file that the operator named. */
export interface NamedFile {
  /** Its path; 0 is standard input, which commands write as `-`. */
  path: string | 0
  /** What error messages call it: fixture, profile, token file. */
  what: string
  /** The maximum size, in bytes. */
  most?: number
  /** A sentence that says what to do with a larger file. */
  instead?: string
}

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, which PowerShell writes.
 * @throws {OperatorError} with one line, when it is missing, cannot be read, is too large or has another encoding
 */
export function readText(file: NamedFile): string {
  const bytes = readBytes(file)
  const text = textOf(bytes)
  if (text === undefined) throw new NotUtf8(nameOf(file), bytes)
  return text
}

/** Decodes UTF-8 or UTF-16 without its byte order mark; returns undefined for other bytes. */
export function textOf(bytes: Buffer): string | undefined {
  const mark = bytes.length > 1 ? bytes.readUInt16LE() : 0
  if (mark === 0xfeff) return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 0xfffe) return new TextDecoder('utf-16be').decode(bytes)
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined
}

/** A file has another encoding than UTF-8. */
export class NotUtf8 extends OperatorError {
  readonly place: Place
  /** What is wrong, for a line that begins with the file and the place. */
  readonly fault = 'is not valid UTF-8. Save it as UTF-8.'

  constructor(name: string, bytes: Buffer) {
    const before = bytes.toString('utf8').split('\ufffd', 1)[0] as string
    const { line, column } = createPlacer(before)(before.length)
    super(`${name} is not valid UTF-8 (line ${line}, column ${column}). Save it as UTF-8.`)
    this.place = { line, column }
  }
}

/** Returns whether nothing exists at this path. */
export function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    // Something is there; reading it will report what is wrong.
    return false
  }
}

/**
 * Returns the bytes of a file or a pipe.
 * @throws {OperatorError} with one line, when it is missing, cannot be read or is too large
 */
export function readBytes(file: NamedFile): Buffer {
  const { path, most = buffer.MAX_STRING_LENGTH, instead } = file
  const advice = instead === undefined ? '' : ` ${instead}`
  const requireSmall = (size: number) => {
    if (size <= most) return
    throw new OperatorError(`${nameOf(file)} has ${size} bytes, and the maximum is ${most}.${advice}`)
  }
  try {
    // Where Node starts a process, its standard input is a socket, which cannot be opened by this name.
    if (path === 0 || path === '/dev/stdin') return readInput(requireSmall)
    const stats = statSync(path)
    if (stats.isDirectory()) throw unreadable(file, 'it is a folder')
    if (!stats.isFile() && !stats.isFIFO()) throw unreadable(file, 'it is not a file')
    requireSmall(stats.size)
    const bytes = readFileSync(path)
    requireSmall(bytes.length)
    return bytes
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new OperatorError(`There is no file ${shown(path)}.`)
    throw unreadable(file, reasons[code] ?? printable(code || message))
  }
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied (EACCES)',
  EPERM: 'operation not permitted (EPERM)',
  ELOOP: 'its symbolic links form a loop (ELOOP)',
  ENAMETOOLONG: 'its name is too long (ENAMETOOLONG)',
}

/** Reads standard input to its end; `readFileSync` fails with EAGAIN while a pipe has no data yet. */
function readInput(requireSmall: (size: number) => void): Buffer {
  const pieces: Buffer[] = []
  for (let length = 0; ; ) {
    const piece = Buffer.allocUnsafe(65_536)
    try {
      const count = readSync(0, piece)
      if (count === 0) break
      pieces.push(piece.subarray(0, count))
      length += count
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // On Windows, Node reports the end of standard input as this error.
      if (code === 'EOF') break
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
    requireSmall(length)
  }
  return Buffer.concat(pieces)
}

function unreadable(file: NamedFile, why: string): OperatorError {
  return new OperatorError(`${nameOf(file)} cannot be read: ${why}.`)
}

function nameOf({ path, what }: NamedFile): string {
  return `The ${what} ${shown(path)}`
}

const PATH_SHOWN = 300

function shown(path: string | 0): string {
  if (path === 0) return 'on standard input'
  return printable(path.length > PATH_SHOWN ? `${path.slice(0, PATH_SHOWN)}…` : path)
}
