import { constants, isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { decisionText, readDecision, soundDecision } from './decision-text.ts'
import { parseJson, Unreadable } from './json-file.ts'
import { Ledger } from './ledger.ts'
import type { DecisionRecord } from './store.ts'

/** The beginning and the end of the file of decisions. */
export const HEAD = '{\n"decisoes": ['
export const TAIL = '\n]\n}\n'

/**
 * Returns the line of a decision. It begins with the line break that also begins the tail, so a write that is cut
 * short cannot damage the line before.
 */
export function decisionLine(record: DecisionRecord, isFirst: boolean): string {
  return `\n${isFirst ? '' : ','}${decisionText(record)}`
}

/**
 * Yields the text of the file for a ledger and its added decisions, without the tail, and records the size of each
 * entry.
 * @param until the serial number of the last entry to yield
 */
export function* beginningOf(ledger: Ledger, until?: number): Generator<string> {
  yield HEAD
  let isFirst = true
  for (const entry of ledger.entries(until)) {
    const line = decisionLine(entry.record, isFirst)
    ledger.weigh(entry, Buffer.byteLength(line))
    yield line
    isFirst = false
  }
  for (const record of ledger.added) {
    yield decisionLine(record, isFirst)
    isFirst = false
  }
}

/** A damaged or incomplete decision in the file. */
export interface Damage {
  /** Its position among the decisions, from 1. */
  place: number
  /** Its report number, if still readable. */
  numero: string | undefined
  /**
   * True if the file ends within it, as when the process is killed while writing; that decision was never
   * acknowledged.
   */
  isCut: boolean
  /** Its text, or its range in the file. */
  bytes: string | Range
}

export interface Range {
  from: number
  to: number
}

export interface ReadDecisions {
  ledger: Ledger
  faults: Damage[]
  /** True if the file has exactly the bytes that the journal writes. */
  isOurs: boolean
}

/**
 * Reads the file of decisions, of any size, and keeps every complete decision, whatever surrounds it.
 * @returns null if the file is empty
 * @throws {Unreadable} when it has contents but no complete decision
 */
export function readDecisions(path: string): ReadDecisions | null {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size === 0) return null
    const found = readLines(file, size)
    return found.faults.every(({ isCut }) => isCut) ? found : readDocument(file, size, found)
  } finally {
    closeSync(file)
  }
}

/** Reads line by line, because the file may be larger than a string or a buffer can be. */
function readLines(file: number, size: number): ReadDecisions {
  const ledger = new Ledger()
  const faults: (Damage & { bytes: Range })[] = []
  let place = 0
  let end = HEAD.length
  const hasHead = bytesAt(file, 0, HEAD.length).toString('latin1') === HEAD
  let isOurs = hasHead
  for (const { from, to, bytes, isLast } of piecesOf(file, size)) {
    if (FRAME.some((text) => bytes?.equals(text))) continue
    const isFirst = place++ === 0
    const record = bytes && readDecision(unwrap(bytes))
    if (!record) {
      const isCut = isLast && hasHead && bytes !== undefined
      faults.push({ place, numero: reportIn(bytes), isCut, bytes: { from, to } })
      continue
    }
    isOurs &&= from === end + 1 && bytes.equals(Buffer.from(decisionLine(record, isFirst).slice(1)))
    ledger.add(record, to - from + 1)
    end = to
  }
  const rest = bytesAt(file, end, Math.min(size, end + TAIL.length + 1)).toString('latin1')
  // A write that was cut short within the tail left no part of a decision, so it is not reported.
  const told = REMNANTS.includes(rest) ? faults.filter(({ bytes }) => bytes.to < end) : faults
  return { ledger, faults: told, isOurs: isOurs && rest === TAIL }
}

/** Yields the lines; one with a line break that is damaged, in pieces that begin as decisions do. */
function* piecesOf(file: number, size: number): Generator<Line> {
  for (const line of linesOf(file, size)) {
    const { bytes, from, to, isLast } = line
    const begins = bytes && !readDecision(unwrap(bytes)) ? beginningsIn(bytes) : []
    if (bytes === undefined || begins.length === 0) {
      yield line
      continue
    }
    const starts =
      begins[0] === 0 || unwrap(bytes.subarray(0, begins[0])).length === 0 ? begins : [0, ...begins]
    for (const [i, start] of starts.entries()) {
      const end = starts[i + 1] ?? bytes.length
      const piece = bytes.subarray(start, end)
      // What is between two decisions is no part of one.
      const whole = piece.subarray(0, piece.lastIndexOf(0x7d) + 1)
      yield {
        from: from + start,
        to: end === bytes.length ? to : from + start + piece.length,
        bytes: readDecision(unwrap(whole)) ? whole : piece,
        isLast: isLast && end === bytes.length,
      }
    }
  }
}

/** Returns where decisions begin in a line: no string of JSON has these bytes, because its quotes are escaped. */
function beginningsIn(line: Buffer): number[] {
  const found: number[] = []
  for (let at = line.indexOf(BEGINNING); at !== -1; at = line.indexOf(BEGINNING, at + 1)) found.push(at)
  return found
}
const BEGINNING = '{"numero":'

/** The lines that are not decisions. */
const FRAME = ['', '{', '"decisoes": [', ']', '}'].map((text) => Buffer.from(text))

/** The possible endings of a file whose last write was cut short within the tail. */
const REMNANTS = Array.from(TAIL, (_, cut) =>
  ['\n,{"nu', '\n{"num'].map((begun) => begun.slice(0, cut) + TAIL.slice(cut)),
).flat()

/** Returns the bytes of a line without surrounding white space and commas. */
function unwrap(line: Buffer): Buffer {
  let [from, to] = [0, line.length]
  while (from < to && AROUND.includes(line[from] as number)) from++
  while (to > from && AROUND.includes(line[to - 1] as number)) to--
  return line.subarray(from, to)
}
const AROUND = Buffer.from(' \t\r,')

/** Returns the report number of a damaged line, if still readable. */
function reportIn(line: Buffer | undefined): string | undefined {
  return line && /"numero":"([0-9a-fA-F-]{36})"/.exec(line.toString('latin1'))?.[1]
}

/**
 * Reads the file as one JSON document, as after another program reformatted it; if it is none, keeps what was found.
 */
function readDocument(file: number, size: number, found: ReadDecisions): ReadDecisions {
  try {
    return readList(parseDocument(file, size))
  } catch (error) {
    if (!(error instanceof Unreadable) || found.ledger.size === 0) throw error
    return found
  }
}

/** @throws {Unreadable} when the file is not one JSON document */
function parseDocument(file: number, size: number): unknown {
  if (size > constants.MAX_STRING_LENGTH) {
    throw new Unreadable('it was reformatted, and is too large to be read in another format')
  }
  const bytes = bytesAt(file, 0, size)
  if (!isUtf8(bytes)) throw new Unreadable('it is not valid UTF-8')
  return parseJson(bytes.toString('utf8'))
}

/** @throws {Unreadable} when the document has no complete decision */
function readList(document: unknown): ReadDecisions {
  const { decisoes } = (document ?? {}) as { decisoes?: unknown }
  const ledger = new Ledger()
  const faults: Damage[] = []
  for (const [i, value] of (Array.isArray(decisoes) ? decisoes : [decisoes]).entries()) {
    const record = soundDecision(value)
    if (record !== undefined) ledger.add(record, 0)
    else faults.push(damageOf(JSON.stringify(value) ?? '', i + 1))
  }
  if (faults.length > 0 && ledger.size === 0) {
    throw new Unreadable('it is valid JSON, but has an unexpected structure')
  }
  return { ledger, faults, isOurs: false }
}

function damageOf(text: string, place: number): Damage {
  return { place, numero: reportIn(Buffer.from(text)), isCut: false, bytes: text }
}

interface Line extends Range {
  /** Undefined if the line is longer than a decision can be. */
  bytes: Buffer | undefined
  /** True if the file ends within this line. */
  isLast: boolean
}

const CHUNK = 2 ** 20
/** More bytes than a decision can have: a body of one mebibyte in which each character is escaped. */
const LONGEST = 2 ** 24

function* linesOf(file: number, size: number): Generator<Line> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size))
  let pieces: Buffer[] = []
  let from = 0
  let length = 0
  const line = (isLast: boolean): Line => {
    const bytes = length > LONGEST ? undefined : Buffer.concat(pieces)
    return { from, to: from + length, bytes, isLast }
  }
  const readAt = (at: number) => readSync(file, chunk, 0, Math.min(chunk.length, size - at), at)
  let at = 0
  for (let read = readAt(at); read > 0; read = readAt(at)) {
    let start = 0
    for (;;) {
      const next = chunk.subarray(0, read).indexOf('\n', start)
      const piece = chunk.subarray(start, next === -1 ? read : next)
      length += piece.length
      if (length <= LONGEST) pieces.push(next === -1 ? Buffer.from(piece) : piece)
      if (next === -1) break
      yield line(false)
      from += length + 1
      length = 0
      pieces = []
      start = next + 1
    }
    at += read
  }
  if (length > 0) yield line(true)
}

/** Yields the bytes of a range of a file, in pieces. */
export function* rangeOf(file: number, { from, to }: Range): Generator<Buffer> {
  for (let at = from; at < to; at += CHUNK) yield bytesAt(file, at, Math.min(to, at + CHUNK))
}

function bytesAt(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
}
