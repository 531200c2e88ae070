import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { SyncAdapter } from 'lowdb'
import { parse, readBytes, replaceFile } from './json-file.ts'
import type { Decision } from './store.ts'

/** A decision as the file holds it. */
export interface DecisionRecord extends Decision {
  numero: string
  /** When, as ISO 8601 in UTC with milliseconds. */
  decidido_em: string
  /** Whether it was an update of the report. */
  atualiza: boolean
}

const HEAD = '{\n"decisoes": ['
const TAIL = '\n]\n}\n'

/**
 * The adapter of lowdb for a list that only grows: it writes what is new over the closing brackets, and new closing
 * brackets behind. So a decision costs what it is long, the file is a whole JSON document between any two writes,
 * and nothing is ever renamed, which a file mounted by itself into a container would refuse.
 */
export class Journal implements SyncAdapter<DecisionRecord[]> {
  readonly #path: string
  #file: number | undefined
  /** How many records the file holds, and where its closing brackets begin. */
  #written = 0
  #end = 0

  constructor(path: string) {
    this.#path = path
  }

  /** @throws {Unreadable} when the file holds anything but decisions */
  read(): DecisionRecord[] | null {
    const bytes = readBytes(this.#path)
    if (bytes === null) return null
    const text = bytes.toString('utf8')
    const ours = recordsByLine(text)
    if (ours === undefined) return parse(text, isDocument).decisoes
    this.#open(ours.length, HEAD.length + Buffer.byteLength(ours.map(line).join('')))
    return ours
  }

  /** Records are appended; a shorter list than before replaces the file. */
  write(records: DecisionRecord[]): void {
    const file = this.#file
    if (file === undefined || records.length < this.#written) {
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
    this.#end += bytes.length - TAIL.length
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #rewrite(records: DecisionRecord[]): void {
    this.close()
    const lines = records.map(line)
    replaceFile(this.#path, [HEAD, ...lines, TAIL])
    this.#open(records.length, HEAD.length + Buffer.byteLength(lines.join('')))
  }

  /** Whatever stands behind the records is a write that the end of the process cut short: nobody was told of it. */
  #open(written: number, end: number): void {
    const file = openSync(this.#path, 'r+')
    ftruncateSync(file, end)
    writeAt(file, Buffer.from(TAIL), end)
    this.#file = file
    this.#written = written
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

/** The records of a text that this journal wrote, to its end or to where that was cut short; undefined of any other. */
function recordsByLine(text: string): DecisionRecord[] | undefined {
  if (!text.startsWith(HEAD)) return undefined
  const records: DecisionRecord[] = []
  const lines = text.slice(HEAD.length + 1).split('\n')
  for (const [i, text] of lines.entries()) {
    const record = readLine(text)
    if (record === undefined) return lines.slice(i + 1).every(isClosing) ? records : undefined
    // A record of ours written by another hand would be written back otherwise, and not where it was.
    if (JSON.stringify(record) !== text.replace(/^,/, '')) return undefined
    records.push(record)
  }
  return records
}

function readLine(text: string): DecisionRecord | undefined {
  try {
    const record: unknown = JSON.parse(text.replace(/^,/, ''))
    return isRecord(record) ? record : undefined
  } catch {
    return undefined
  }
}

function isClosing(text: string): boolean {
  return text === '' || text === ']' || text === '}'
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
