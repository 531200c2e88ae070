import { constants, isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { decisionText, parseDecision, soundDecision } from './decision-text.ts'
import { bytesAt, piecesOf, type Range } from './file-bytes.ts'
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

/** A damaged or incomplete decision in the file, or damage to the JSON syntax around and between the decisions. */
export interface Damage {
  /** Its position among the decisions, from 1; for the syntax, the number of decisions before it. */
  place: number
  isSyntax: boolean
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

export interface ReadDecisions {
  ledger: Ledger
  faults: Damage[]
  /** True if the file has exactly the bytes that DecisionFile writes. */
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
    const found = readPieces(file, size)
    return found.faults.every(({ isCut }) => isCut) ? found : readDocument(file, size, found)
  } finally {
    closeSync(file)
  }
}

/** Reads piece by piece, because the file may be larger than a string or a buffer can be. */
function readPieces(file: number, size: number): ReadDecisions {
  const ledger = new Ledger()
  const faults: Damage[] = []
  const hasHead = bytesAt(file, 0, HEAD.length).toString('latin1') === HEAD
  let isOurs = true
  let place = 0
  for (const piece of piecesOf(file, size, BEGINNING, LONGEST)) {
    const { bytes, isLast } = piece
    const isOpening = piece.from === 0 && bytes.indexOf(BEGINNING) !== 0
    if (piece.from === 0 && !isOpening) {
      isOurs = false
      faults.push(syntaxDamage(place, { from: 0, to: 0 }))
    }
    const length = lengthOfDecision(bytes)
    if (length > 0) {
      const text = bytes.subarray(0, length)
      const record = parseDecision(text) as DecisionRecord
      isOurs &&= text.equals(Buffer.from(decisionText(record)))
      ledger.add(record, length + (place === 0 ? '\n' : '\n,').length)
      place++
    }
    const after = bytes.toString('latin1', length, length + LONGEST_SYNTAX)
    if (after === (isOpening ? HEAD : '') + (isLast ? TAIL : isOpening ? '\n' : '\n,')) continue
    isOurs = false
    // A write that was cut short within the tail left no part of a decision, so it is not reported.
    const remnant = isOpening && hasHead ? after.slice(HEAD.length) : after
    if (isLast && (length > 0 || (isOpening && hasHead)) && isRemnant(remnant, isOpening)) continue
    const rest = { from: piece.from + length, to: piece.to, bytes: bytes.subarray(length) }
    for (const found of readRest(rest, { place, isOpening, isLast, isWritten: hasHead })) {
      if (!('place' in found)) ledger.add(found, 0)
      else faults.push(found)
      if (!('place' in found) || !found.isSyntax) place++
    }
  }
  return { ledger, faults, isOurs }
}

/** How each decision begins. No string of JSON has these bytes, because its quotes are escaped. */
const BEGINNING = '{"numero":'
/** More bytes than a decision can have: a body of one mebibyte in which each character is escaped. */
const LONGEST = 2 ** 24

/** Returns the length of the whole decision with which a piece begins; 0 if there is none. */
function lengthOfDecision(piece: Buffer): number {
  // Looking for the end of an object takes longer than trying where it is in our own file.
  for (const length of [piece.length - '\n,'.length, lengthOfObject(piece)]) {
    if (piece[length - 1] !== BRACE || !parseDecision(piece.subarray(0, length))) continue
    // Where damage ended the object early, its checksum is behind it.
    return piece.indexOf('"soma"') >= length ? 0 : length
  }
  return 0
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
const BRACE = 0x7d

/** Returns whether this follows the last decision of a file whose last write was cut short within the tail. */
function isRemnant(rest: string, isEmpty: boolean): boolean {
  const begun = isEmpty ? '\n{"num' : '\n,{"nu'
  const overwritten = Array.from(TAIL, (_, cut) => begun.slice(0, cut) + TAIL.slice(cut))
  return TAIL.startsWith(rest) || begun.slice(0, TAIL.length).startsWith(rest) || overwritten.includes(rest)
}

interface Around {
  /** The number of decisions before. */
  place: number
  /** True for what is before the first decision. */
  isOpening: boolean
  isLast: boolean
  /** True if the file begins as we write it. */
  isWritten: boolean
}

/** The beginning and the end of the file without white space. */
const [OPENING, CLOSING] = [HEAD, TAIL].map((text) => text.replace(/\s/g, '')) as [string, string]
/** What is longer is not part of the syntax. */
const LONGEST_SYNTAX = 64

/** Yields what is between two whole decisions, apart from the syntax that is expected there. */
function* readRest(rest: Range & { bytes: Buffer }, around: Around): Generator<DecisionRecord | Damage> {
  const { bytes } = rest
  const { isOpening, isLast, isWritten } = around
  let { place } = around
  const inFile = (from: number, to: number) => ({
    from: rest.from + from,
    to: to === bytes.length ? rest.to : rest.from + to,
  })
  const [before, after] = [isOpening ? OPENING : '', isLast ? CLOSING : '']
  const parts = decisionsIn(bytes, around)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) {
    const comma = isOpening || isLast ? '' : ','
    if (textOf(bytes) !== before + comma + after) yield syntaxDamage(place, inFile(0, bytes.length))
    return
  }
  // Beside a damaged decision there may be a comma more, where a brace was, or its brace in a line of its own.
  if (![before, `${before}{`].includes(textOf(bytes.subarray(0, first.from)).replaceAll(',', ''))) {
    yield syntaxDamage(place, inFile(0, first.from))
  }
  const isCut = isLast && isWritten && isBegun(bytes.subarray(last.from))
  for (const part of parts) {
    const text = bytes.subarray(part.from, part.to)
    place++
    yield parseDecision(text) ?? {
      place,
      isSyntax: false,
      numero: reportIn(text),
      isCut: isCut && part === last,
      bytes: inFile(part.from, part.to),
    }
  }
  if (!isCut && textOf(bytes.subarray(last.to)).replaceAll(',', '') !== after) {
    yield syntaxDamage(place, inFile(last.to, bytes.length))
  }
}

function syntaxDamage(place: number, bytes: Range): Damage {
  return { place, isSyntax: true, numero: undefined, isCut: false, bytes }
}

function textOf(syntax: Buffer): string {
  return syntax.toString('latin1').replace(/[ \t\r\n]+/g, '')
}

/** Returns where there are decisions whose beginning or end is damaged, or which another program wrote in its way. */
function decisionsIn(bytes: Buffer, { isOpening, isLast }: Around): Range[] {
  const found: Range[] = []
  const end = bytes.length - (isLast ? lengthOfClosing(bytes) : 0)
  for (let from = isOpening ? lengthOfOpening(bytes) : 0; from < end; ) {
    const lineEnd = bytes.indexOf('\n', from)
    const to = lineEnd === -1 || lineEnd > end ? end : lineEnd
    const line = inner(bytes, from, to)
    const text = bytes.subarray(line.from, line.to)
    const last = found.at(-1)
    const isEnded = last === undefined || bytes[last.to - 1] === BRACE
    // A line break within a decision is damage to this one only.
    const isContinued = isEnded ? hasKey(text, LAST_KEYS) && !hasKey(text, FIRST_KEYS) : text.length > 0
    if (last !== undefined && isContinued) last.to = line.to
    else if (!(isOpening && line.from === 0 && text.equals(OF_FILE)) && isOfDecision(text)) found.push(line)
    from = to + 1
  }
  return found
}

/** Returns how long the syntax is before the first decision; 0 if it is damaged. */
function lengthOfOpening(bytes: Buffer): number {
  const begun = bytes.toString('latin1', 0, LONGEST_SYNTAX)
  let rest = begun
  for (const token of ['{', '"decisoes"', ':', '[']) {
    rest = rest.trimStart()
    if (!rest.startsWith(token)) return 0
    rest = rest.slice(token.length)
  }
  return begun.length - rest.length
}

/** Returns how long the syntax is after the last decision; 0 if it is damaged. */
function lengthOfClosing(bytes: Buffer): number {
  const ended = bytes.subarray(-LONGEST_SYNTAX).toString('latin1')
  const list = ended.trimEnd()
  const before = list.slice(0, -1).trimEnd()
  if (!list.endsWith('}') || !before.endsWith(']')) return 0
  return ended.length - before.length + 1
}

const FIRST_KEYS = ['numero', 'aprovar']
const LAST_KEYS = ['mensagem', 'decidido_em', 'atualiza', 'soma']

function hasKey(text: Buffer, keys: readonly string[]): boolean {
  return keys.some((key) => text.includes(`"${key}"`))
}

/** Returns whether a text that is not a whole decision was one before it was damaged. */
function isOfDecision(text: Buffer): boolean {
  return text.length > LONGEST_SYNTAX || isBegun(text) || hasKey(text, [...FIRST_KEYS, ...LAST_KEYS])
}

/** How the file begins even if a later byte of its first line is damaged. Such a line is not reported as a damaged decision. */
const OF_FILE = Buffer.from('{"')

/** Returns whether a text is the beginning of a decision, which has no line break. */
function isBegun(text: Buffer): boolean {
  const begun = text.toString('latin1', 0, BEGINNING.length)
  return text.length > 1 && BEGINNING.startsWith(begun) && !text.includes('\n')
}

/** Returns a range without the white space and the commas at its ends. */
function inner(bytes: Buffer, from: number, to: number): Range {
  while (from < to && AROUND.includes(bytes[from] as number)) from++
  while (to > from && AROUND.includes(bytes[to - 1] as number)) to--
  return { from, to }
}
const AROUND = Buffer.from(' \t\r,')

/** Returns the report number of a damaged decision, if still readable. */
function reportIn(text: Buffer): string | undefined {
  return /"numero":"([0-9a-fA-F-]{36})"/.exec(text.toString('latin1'))?.[1]
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
  return { place, isSyntax: false, numero: reportIn(Buffer.from(text)), isCut: false, bytes: text }
}
