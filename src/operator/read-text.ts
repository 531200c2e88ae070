import { constants as buffer, isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
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
  /** Another accepted encoding, recognized by its byte order mark. */
  also?: 'utf-16'
  /** A sentence that says what to do with a larger file. */
  instead?: string
  /** How long to wait for a pipe in total, in milliseconds; the wait for standard input has no limit. */
  patience?: number | undefined
}

/**
 * Returns the text of a file in UTF-8, without its byte order mark.
 * @throws {OperatorError} with one line, when it is missing, cannot be read, is too large or has another encoding
 */
export function readText(file: NamedFile): string {
  const bytes = readBytes(file)
  if (file.also === 'utf-16' && isUtf16(bytes)) return decodeUtf16(bytes)
  return decoded(bytes, nameOf(file))
}

/**
 * Decodes UTF-8 without its byte order mark.
 * @throws {NotUtf8}
 */
export function decoded(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) throw new NotUtf8(name, isUtf16(bytes) ? undefined : placeNotUtf8(bytes))
  return new TextDecoder().decode(bytes)
}

/** A file has another encoding than UTF-8. */
export class NotUtf8 extends OperatorError {
  /** Where; undefined if the whole file is UTF-16. */
  readonly place: Place | undefined
  /** What is wrong, for a line that begins with the file and the place. */
  readonly fault: string

  constructor(name: string, place: Place | undefined) {
    const [is, remedy] = ['is not valid UTF-8', 'Save it as UTF-8.']
    const utf16 = place === undefined ? ', but UTF-16, which PowerShell writes with >' : ''
    const where = place === undefined ? utf16 : ` (line ${place.line}, column ${place.column})`
    super(`${name} ${is}${where}. ${remedy}`)
    this.place = place
    this.fault = `${is}${utf16}. ${remedy}`
  }
}

/** Returns whether a text begins with a byte order mark of UTF-16. */
export function isUtf16(bytes: Buffer): boolean {
  return bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0))
}

/** Decodes UTF-16 in the order of its byte order mark, which it removes. */
export function decodeUtf16(bytes: Buffer): string {
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
}

function placeNotUtf8(bytes: Buffer): Place {
  const before = bytes.toString('utf8').split('\ufffd', 1)[0] as string
  return createPlacer(before)(before.length)
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
 * Returns the bytes of a file or a pipe. It never hangs: a pipe must end within ten seconds, and no more than the
 * maximum size is read.
 * @throws {OperatorError} with one line, when it is missing, cannot be read or is too large
 */
export function readBytes(file: NamedFile): Buffer {
  const { path } = file
  try {
    // Where Node starts a process, its standard input is a socket, which cannot be opened by this name.
    if (path === 0 || path === '/dev/stdin') return drain(file, 0, 0)
    const stats = statSync(path)
    requireReadable(file, stats)
    // Without O_NONBLOCK, opening a pipe blocks until somebody writes to it.
    const opened = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      requireReadable(file, fstatSync(opened))
      const bytes = drain(file, opened, stats.size)
      if (bytes.length === 0 && stats.isFIFO()) throw unreadable(file, 'it is an empty pipe')
      return bytes
    } finally {
      closeSync(opened)
    }
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
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long (ENAMETOOLONG)',
}

/** @throws {OperatorError} for folders, sockets and devices, and for files that are too large */
function requireReadable(file: NamedFile, stats: Stats): void {
  if (stats.isDirectory()) throw unreadable(file, 'it is a folder')
  if (stats.isSocket()) throw unreadable(file, 'it is a socket, not a file')
  if (stats.isCharacterDevice() || stats.isBlockDevice()) throw unreadable(file, 'it is a device, not a file')
  if (stats.size > mostOf(file)) throw tooLarge(file, `${stats.size} bytes`)
}

const PIECE = 65_536
/** How long to wait for a pipe in total, and between two reads, in milliseconds. */
const [PATIENCE, PAUSE] = [10_000, 10]

/** @param size the expected number of bytes; 0 if unknown */
function drain(file: NamedFile, opened: number, size: number): Buffer {
  const { patience = opened === 0 ? Number.POSITIVE_INFINITY : PATIENCE } = file
  const most = mostOf(file)
  const pieces: Buffer[] = []
  let length = 0
  let waited = 0
  for (;;) {
    const rest = Math.max(PIECE, size + 1 - length)
    const piece = Buffer.allocUnsafe(Math.min(rest, most + 1 - length))
    const count = readNow(opened, piece)
    if (count === undefined) {
      if (waited >= patience) {
        const time = patience === 0 ? '' : ` within ${patience / 1000} seconds`
        throw unreadable(file, `the pipe did not end${time}. Use a file`)
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
      waited += PAUSE
      continue
    }
    length += count
    if (length > most) throw tooLarge(file, `more than ${most} bytes`)
    if (count === 0) return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, length)
    pieces.push(piece.subarray(0, count))
  }
}

/** Returns the number of bytes read, 0 at the end, or undefined when a pipe has no data yet. */
function readNow(opened: number, piece: Buffer): number | undefined {
  try {
    return readSync(opened, piece)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN') return undefined
    // On Windows, Node reports the end of standard input as this error.
    if (code === 'EOF') return 0
    throw error
  }
}

function mostOf({ most = buffer.MAX_STRING_LENGTH }: NamedFile): number {
  return most
}

function tooLarge(file: NamedFile, size: string): OperatorError {
  const { instead } = file
  const advice = instead === undefined ? '' : ` ${instead}`
  return new OperatorError(`${nameOf(file)} has ${size}, and the maximum is ${mostOf(file)}.${advice}`)
}

function unreadable(file: NamedFile, why: string): OperatorError {
  return new OperatorError(`${nameOf(file)} cannot be read: ${why}.`)
}

/** Returns what an error calls a file. */
export function nameOf({ path, what }: NamedFile): string {
  return `The ${what} ${shown(path)}`
}

const PATH_SHOWN = 300

function shown(path: string | 0): string {
  if (path === 0) return 'on standard input'
  return printable(path.length > PATH_SHOWN ? `${path.slice(0, PATH_SHOWN)}…` : path)
}
