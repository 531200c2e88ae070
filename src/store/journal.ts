import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { SyncAdapter } from 'lowdb'
import { parse, readBytes, replaceFile, toText } from './json-file.ts'
import type { DecisionRecord } from './store.ts'

const HEAD = '{\n"decisoes": ['
const TAIL = '\n]\n}\n'
/** More bytes than one decision can have: a body of a mebibyte, each character of it escaped. */
const LONGEST_LINE = 2 ** 24

/**
 * The adapter of lowdb for a list that only grows: it writes what is new over the closing brackets, and new closing
 * brackets behind. So a decision costs what it is long, and the file is a whole JSON document between any two writes.
 * Only a list that begins otherwise replaces the file.
 */
export class Journal implements SyncAdapter<DecisionRecord[]> {
  readonly #path: string
  #file: number | undefined
  /** How many records the file holds, and where its closing brackets begin. */
  #written = 0
  #end = 0
  #isClosed = false
  /** The last of them: a list that has it in its place has all before it, too. */
  #last: DecisionRecord | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** @throws {Unreadable} when the file holds anything but decisions */
  read(): DecisionRecord[] | null {
    const bytes = readBytes(this.#path)
    if (bytes === null) return null
    const ours = recordsByLine(bytes)
    if (ours === undefined) return parse(toText(bytes), isDocument).decisoes
    this.#open(ours.records, ours.end)
    return ours.records
  }

  /** Records are appended; a list that does not begin with those before replaces the file. */
  write(records: DecisionRecord[]): void {
    if (this.#isClosed) throw new Error(`${this.#path} is closed.`)
    const file = this.#file
    const begins = this.#written === 0 || records[this.#written - 1] === this.#last
    if (file === undefined || !begins) {
      this.#rewrite(records)
      return
    }
    const added = records.slice(this.#written).map((record, i) => line(record, this.#written + i))
    const bytes = Buffer.from(added.join('') + TAIL)
    try {
      writeAt(file, bytes, this.#end)
    } catch (error) {
      // Half a record must not stay: what was there before fitted, so it fits again.
      ftruncateSync(file, this.#end)
      writeAt(file, Buffer.from(TAIL), this.#end)
      throw error
    }
    this.#written = records.length
    this.#last = records.at(-1)
    this.#end += bytes.length - TAIL.length
  }

  /** Ends it: from now on the file may be another's. */
  close(): void {
    this.#letGo()
    this.#isClosed = true
  }

  #letGo(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #rewrite(records: DecisionRecord[]): void {
    this.#letGo()
    const lines = records.map(line)
    replaceFile(this.#path, [HEAD, ...lines, TAIL])
    this.#open(
      records,
      lines.reduce((end, text) => end + Buffer.byteLength(text), HEAD.length),
    )
  }

  /** Whatever stands behind the records is a write that the end of the process cut short: nobody was told of it. */
  #open(records: readonly DecisionRecord[], end: number): void {
    const file = openSync(this.#path, 'r+')
    ftruncateSync(file, end)
    writeAt(file, Buffer.from(TAIL), end)
    this.#file = file
    this.#written = records.length
    this.#last = records.at(-1)
    this.#end = end
  }
}

/** A record begins as the closing brackets do, so that a write cut short cannot touch the line before. */
function line(record: DecisionRecord, position: number): string {
  return `\n${position === 0 ? '' : ','}${JSON.stringify(record)}`
}

function writeAt(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done)
  }
}

/**
 * The records of a file that this journal wrote, to its end or to where that was cut short, and where they end;
 * undefined of any other. It goes line by line, for the whole may be longer than a text can be.
 */
function recordsByLine(bytes: Buffer): { records: DecisionRecord[]; end: number } | undefined {
  if (bytes.subarray(0, HEAD.length).toString('latin1') !== HEAD) return undefined
  const records: DecisionRecord[] = []
  let end = HEAD.length
  while (end < bytes.length) {
    const next = bytes.indexOf('\n', end + 1)
    const text = bytes.toString('utf8', end, next === -1 ? bytes.length : next)
    const record = readLine(text.replace(/^\n,?/, ''))
    if (record === undefined) return isClosing(bytes.subarray(end)) ? { records, end } : undefined
    // A record of ours written by another hand would be written back otherwise, and not where it was.
    if (line(record, records.length) !== text) return undefined
    records.push(record)
    end += Buffer.byteLength(text)
  }
  return { records, end }
}

function readLine(text: string): DecisionRecord | undefined {
  try {
    const record: unknown = JSON.parse(text)
    return isRecord(record) ? record : undefined
  } catch {
    return undefined
  }
}

/** Whether these bytes are one line that was cut short or none, and what closes the document. */
function isClosing(bytes: Buffer): boolean {
  if (bytes.length > LONGEST_LINE) return false
  const [, , ...rest] = bytes.toString('utf8').split('\n')
  return rest.every((text) => text === '' || text === ']' || text === '}')
}

function isDocument(value: unknown): value is { decisoes: DecisionRecord[] } {
  if (typeof value !== 'object' || value === null || !('decisoes' in value)) return false
  return Array.isArray(value.decisoes) && value.decisoes.every(isRecord)
}

function isRecord(value: unknown): value is DecisionRecord {
  if (typeof value !== 'object' || value === null) return false
  const { numero, aprovar, mensagem, decidido_em, atualiza } = value as Record<string, unknown>
  return (
    typeof numero === 'string' &&
    typeof aprovar === 'boolean' &&
    typeof mensagem === 'string' &&
    typeof decidido_em === 'string' &&
    !Number.isNaN(Date.parse(decidido_em)) &&
    typeof atualiza === 'boolean'
  )
}
