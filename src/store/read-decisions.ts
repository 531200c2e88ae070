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

/** A damaged or incomplete decision in the file, or damage to the frame: what is around and between the decisions. */
export interface Damage {
  /** Its position among the decisions, from 1; for the frame, the number of decisions before it. */
  place: number
  isFrame: boolean
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
  const faults: LineDamage[] = []
  const frame = new Frame()
  let place = 0
  let end = HEAD.length
  const hasHead = bytesAt(file, 0, HEAD.length).toString('latin1') === HEAD
  let isOurs = hasHead
  /** The damaged decision before, if its end is missing. */
  let open: LineDamage | undefined
  for (const { from, to, bytes, isLast } of piecesOf(file, size)) {
    const [begin, stop] = bytes === undefined ? [0, 0] : innerOf(bytes)
    const text = bytes?.subarray(begin, stop)
    const record = text && readDecision(text)
    if (record === undefined && text !== undefined) {
      if (open !== undefined && frame.isEmpty && continuesDecision(text)) {
        open.bytes.to = to
        if (endsDecision(text)) open = undefined
        continue
      }
      if (!isOfDecision(text)) {
        frame.add(bytes as Buffer)
        continue
      }
    }
    if (bytes !== undefined) frame.add(bytes.subarray(0, begin))
    const damage = frame.close(place, from + begin, { isLast: false, isBeforeDamage: record === undefined })
    if (damage !== undefined) faults.push(damage)
    const isFirst = place++ === 0
    if (record === undefined || bytes === undefined) {
      const isCut = isLast && hasHead && text !== undefined && beginsDecision(text)
      const fault = { place, isFrame: false, numero: reportIn(bytes), isCut, bytes: { from, to } }
      faults.push(fault)
      open = text === undefined || endsDecision(text) ? undefined : fault
    } else {
      isOurs &&= from === end + 1 && bytes.equals(Buffer.from(decisionLine(record, isFirst).slice(1)))
      ledger.add(record, to - from + 1)
      end = to
      open = undefined
    }
    frame.open(bytes === undefined ? to : from + stop, record === undefined)
    if (bytes !== undefined) frame.add(bytes.subarray(stop))
  }
  const rest = bytesAt(file, end, Math.min(size, end + TAIL.length + 1)).toString('latin1')
  // A write that was cut short within the tail left no part of a decision, so it is not reported.
  if ((hasHead || ledger.size > 0) && isRemnant(rest, ledger.size === 0)) {
    const told = faults.filter(({ bytes }) => bytes.to <= end)
    return { ledger, faults: told, isOurs: isOurs && rest === TAIL }
  }
  const damage = faults.at(-1)?.isCut ? undefined : frame.close(place, size, { isLast: true })
  return { ledger, faults: damage === undefined ? faults : [...faults, damage], isOurs: false }
}

type LineDamage = Damage & { bytes: Range }

/** What is between two decisions, before the first one or after the last one. */
class Frame {
  #from = 0
  #text = ''
  #isAfterDamage = false

  get isEmpty(): boolean {
    return this.#text === ''
  }

  open(from: number, isAfterDamage: boolean): void {
    this.#from = from
    this.#text = ''
    this.#isAfterDamage = isAfterDamage
  }

  add(bytes: Buffer): void {
    // What is longer than any frame is damaged, however it goes on.
    if (bytes.length > 0 && this.#text.length <= LONGEST_FRAME)
      this.#text += bytes.toString('latin1').replace(/[ \t\r\n]+/g, '')
  }

  /**
   * Returns the damage to it; undefined if there is none.
   * @param place the number of decisions before it
   * @param to the offset at which it ends
   */
  close(
    place: number,
    to: number,
    { isLast, isBeforeDamage = false }: { isLast: boolean; isBeforeDamage?: boolean },
  ): LineDamage | undefined {
    const begins = place === 0 ? OPENING : isLast ? '' : ','
    const whole = isLast ? begins + CLOSING : begins
    // A damaged decision beside it may have lost its brace to a comma or a line break, and have a comma within it.
    const forms = [whole]
    if (isBeforeDamage) forms.push(`${whole}{`, `${whole},`)
    if (this.#isAfterDamage) forms.push(`,${whole}`)
    if (whole === ',' && (isBeforeDamage || this.#isAfterDamage)) forms.push('')
    if (forms.includes(this.#text)) return undefined
    return { place, isFrame: true, numero: undefined, isCut: false, bytes: { from: this.#from, to } }
  }
}

/** The beginning and the end without white space. */
const OPENING = '{"decisoes":['
const CLOSING = ']}'
const LONGEST_FRAME = 64

/** Returns whether a text that is not a decision was one before it was damaged. */
function isOfDecision(text: Buffer): boolean {
  return (
    text.length > LONGEST_FRAME ||
    (text.length > 1 && beginsDecision(text)) ||
    MARKS.some((mark) => text.includes(mark))
  )
}
const MARKS = ['numero', 'aprovar', 'mensagem', 'decidido_em', 'atualiza', 'soma'].map((key) => `"${key}"`)

/** Returns whether a text begins as a decision does, or is the beginning of that. */
function beginsDecision(text: Buffer): boolean {
  const begun = text.toString('latin1', 0, BEGINNING.length)
  return BEGINNING.startsWith(begun)
}

/** Returns whether a text may be the rest of a decision in which a line break appeared. */
function continuesDecision(text: Buffer): boolean {
  // No string of JSON has the two bytes that begin an object, because its quotes are escaped.
  return text.length > 0 && !text.equals(LIST_END) && text.indexOf('{"') !== 0
}
const LIST_END = Buffer.from(']')

function endsDecision(text: Buffer): boolean {
  return text.at(-1) === BRACE
}
const BRACE = 0x7d

/** Yields the lines; one that is not a decision, in pieces that begin as decisions do. */
function* piecesOf(file: number, size: number): Generator<Line> {
  for (const line of linesOf(file, size)) {
    const { bytes, from, to, isLast } = line
    if (bytes === undefined || readDecision(unwrap(bytes))) {
      yield line
      continue
    }
    const [first = 0, ...others] = beginningsIn(bytes)
    const starts = unwrap(bytes.subarray(0, first)).length === 0 ? [0, ...others] : [0, first, ...others]
    for (const [i, start] of starts.entries()) {
      const end = starts[i + 1] ?? bytes.length
      const begin =
        start + (AT_BEGIN.exec(bytes.toString('latin1', start, start + LONGEST_FRAME))?.[0].length ?? 0)
      const middle = begin + lengthOfDecision(bytes.subarray(begin, end))
      const closing = end - closingOf(bytes.subarray(middle, end))
      for (const [a, b] of [
        [start, begin],
        [begin, middle],
        [middle, closing],
        [closing, end],
      ] as const) {
        if (a === b) continue
        const isEnd = b === bytes.length
        yield {
          from: from + a,
          to: isEnd ? to : from + b,
          bytes: bytes.subarray(a, b),
          isLast: isLast && isEnd,
        }
      }
    }
  }
}

/** The frame before the first decision and after the last one, in one line with it. */
const AT_BEGIN = /^[ \t\r]*\{?[ \t\r]*"decisoes":[ \t\r]*\[/
const AT_END = /[ \t\r]*\][ \t\r]*\}[ \t\r]*$/

/** Returns how long the decision is with which a piece begins; what follows is of the frame. */
function lengthOfDecision(piece: Buffer): number {
  const length = lengthOfObject(piece)
  if (readDecision(unwrap(piece.subarray(0, length)))) return length
  return piece.length - closingOf(piece)
}

/** Returns how long the end of the frame is with which a piece ends. */
function closingOf(piece: Buffer): number {
  return AT_END.exec(piece.subarray(-LONGEST_FRAME).toString('latin1'))?.[0].length ?? 0
}

/** Returns where the first object in a piece ends, which has no other object in it. */
function lengthOfObject(piece: Buffer): number {
  let isInString = false
  for (let at = 0; at < piece.length; at++) {
    const byte = piece[at]
    if (byte === 0x22) isInString = !isInString
    else if (byte === 0x5c && isInString) at++
    else if (byte === BRACE && !isInString) return at + 1
  }
  return piece.length
}

/** Returns where decisions begin in a line: no string of JSON has these bytes, because its quotes are escaped. */
function beginningsIn(line: Buffer): number[] {
  const found: number[] = []
  for (let at = line.indexOf(BEGINNING); at !== -1; at = line.indexOf(BEGINNING, at + 1)) found.push(at)
  return found
}
const BEGINNING = '{"numero":'

/** Returns whether this follows the last decision of a file whose last write was cut short within the tail. */
function isRemnant(rest: string, isEmpty: boolean): boolean {
  const begun = isEmpty ? '\n{"num' : '\n,{"nu'
  const overwritten = Array.from(TAIL, (_, cut) => begun.slice(0, cut) + TAIL.slice(cut))
  return TAIL.startsWith(rest) || begun.slice(0, TAIL.length).startsWith(rest) || overwritten.includes(rest)
}

/** Returns the bytes of a line without surrounding white space and commas. */
function unwrap(line: Buffer): Buffer {
  return line.subarray(...innerOf(line))
}

/** Returns where the bytes of a line begin and end without surrounding white space and commas. */
function innerOf(line: Buffer): [from: number, to: number] {
  let [from, to] = [0, line.length]
  while (from < to && AROUND.includes(line[from] as number)) from++
  while (to > from && AROUND.includes(line[to - 1] as number)) to--
  return [from, to]
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
  return { place, isFrame: false, numero: reportIn(Buffer.from(text)), isCut: false, bytes: text }
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
      // Where every line break is damaged, the line is as long as the file: split it where a decision begins.
      const begin = next === -1 ? chunk.subarray(start, read).lastIndexOf(BEGINNING) : -1
      if (begin !== -1 && length + begin > 1) {
        length += begin
        if (length <= LONGEST) pieces.push(Buffer.from(chunk.subarray(start, start + begin)))
        yield line(false)
        from += length
        length = 0
        pieces = []
        start += begin
      }
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
