import { constants, isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { counted } from '../../contract/counted.ts'
import { jsonValue } from '../../contract/json-value.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Event } from '../event.ts'

/** The beginning and the end of the file of events; each event has a line between them. */
export const HEAD = '{\n"eventos": ['
export const TAIL = '\n]\n}\n'

/**
 * Returns the line of an event. It begins with the line break that also begins the tail, so a write that is cut short
 * cannot damage the line before.
 */
export function lineOf(event: Event, isFirst: boolean): string {
  const fields = fieldsOf(event)
  return `\n${isFirst ? '' : ','}${fields},"soma":"${checksum(fields)}"}`
}

/** Yields the text of a file with these events. */
export function* textOf(events: Iterable<Event>): Generator<string> {
  yield HEAD
  let isFirst = true
  for (const event of events) {
    yield lineOf(event, isFirst)
    isFirst = false
  }
  yield TAIL
}

export interface FoundEvents {
  /** All whole events, in their order. */
  events: Event[]
  /** Where the file is damaged, in words: "line 4", or "event 2" in a file that another program has formatted. */
  damage: string[]
  /** True if the end is missing, as after a kill during a write; what was being written was never acknowledged. */
  isCut: boolean
  /** True if the file has exactly the bytes that we write. */
  isOurs: boolean
}

/** @throws {OperatorError} when the file cannot be read */
export function readEventFile(path: string): FoundEvents {
  try {
    // Reading a named pipe would wait for whoever writes into it.
    if (!statSync(path).isFile()) throw new Error('it is not a regular file')
    return eventsIn(readFileSync(path))
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** Finds every whole event in a file, whatever surrounds it. */
export function eventsIn(bytes: Buffer): FoundEvents {
  const found = readLines(bytes)
  return found.isOurs ? found : (readDocument(bytes) ?? found)
}

/** Returns what is wrong with a file, as sentences; undefined if nothing. */
export function faultOf({ damage, isCut, events }: FoundEvents): string | undefined {
  const more = damage.length > NAMED ? [`${damage.length - NAMED} more`] : []
  const faults = damage.length > 0 ? [`is damaged (${[...damage.slice(0, NAMED), ...more].join(', ')})`] : []
  if (isCut)
    faults.push('lacks its end: the simulator was killed before it answered, or the file was cut off')
  return faults.length === 0
    ? undefined
    : `${faults.join(', and ')}. It has ${counted(events.length, 'whole event')}.`
}

/** How many damaged places a sentence names. */
const NAMED = 10
/** How each event begins. No string of JSON has these bytes, because its quotes are escaped. */
const BEGINNING = '{"event":'
/** An event with its checksum, or else all up to the last brace. */
const EVENT = /^\{"event":(?:.*?,"soma":"[\da-f]{8}"\}|.*\})/s
/** What may be between events. */
const SYNTAX = /^[\s,[\]{}]*(?:"eventos":[\s,[\]{}]*)?$/

/** Finds events where they begin, which is in a line of its own if the file is ours. */
function readLines(bytes: Buffer): FoundEvents {
  const events: Event[] = []
  const damaged: { at: number; line: number }[] = []
  const hasHead = bytes.indexOf(HEAD) === 0
  /** Where the last whole event ends. */
  let end = HEAD.length
  let [at, line] = [0, 0]
  for (const text of linesOf(bytes)) {
    line++
    for (const piece of text.split(/(?=\{"event":)/)) {
      const [found = ''] = EVENT.exec(piece) ?? []
      const utf8 = Buffer.from(found, 'latin1')
      const event = isUtf8(utf8) ? soundEvent(jsonValue(utf8.toString())) : undefined
      if (event !== undefined) {
        events.push(event)
        end = at + found.length
      }
      if (!SYNTAX.test(event === undefined ? piece : piece.slice(found.length))) damaged.push({ at, line })
      at += piece.length
    }
  }
  const isOurs = damaged.length === 0 && isTextOf(bytes, events)
  const isCut = hasHead && isRemnant(bytes.toString('latin1', end), events.length === 0)
  const damage = damaged.filter(({ at }) => !isCut || at < end).map(({ line }) => `line ${line}`)
  if (damage.length === 0 && !isOurs && !isCut) damage.push('its JSON syntax')
  return { events, damage: bytes.length === 0 ? ['it is empty'] : damage, isCut, isOurs }
}

/** Yields lines with their ends, a character for each byte. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = bytes.indexOf('\n', from) + 1 || bytes.length
    yield bytes.toString('latin1', from, to)
  }
}

/** Returns whether a file has exactly the bytes that we write of events. */
function isTextOf(bytes: Buffer, events: readonly Event[]): boolean {
  let at = 0
  for (const text of textOf(events)) {
    const expected = Buffer.from(text)
    if (!bytes.subarray(at, at + expected.length).equals(expected)) return false
    at += expected.length
  }
  return at === bytes.length
}

/** Returns whether this follows the last whole event of a file whose last write was cut short. */
function isRemnant(text: string, isFirst: boolean): boolean {
  const begun = `\n${isFirst ? '' : ','}${BEGINNING}`
  if (TAIL.startsWith(text)) return text !== TAIL
  // A write overwrites the old tail first.
  for (let cut = 2; cut < TAIL.length; cut++) if (text === begun.slice(0, cut) + TAIL.slice(cut)) return true
  return text.lastIndexOf('\n') === 0 && (begun.startsWith(text) || text.startsWith(begun))
}

/** Reads one JSON document, as after another program has formatted the file; undefined if it is none. */
function readDocument(bytes: Buffer): FoundEvents | undefined {
  if (bytes.length > constants.MAX_STRING_LENGTH || !isUtf8(bytes)) return undefined
  const list = (jsonValue(bytes.toString()) as { eventos?: unknown } | null | undefined)?.eventos
  if (!Array.isArray(list)) return undefined
  const found = list.map(soundEvent)
  const damage = found.flatMap((event, i) => (event === undefined ? [`event ${i + 1}`] : []))
  return { events: found.filter((event) => event !== undefined), damage, isCut: false, isOurs: false }
}

/** Returns a JSON value as an event, without its checksum, which a person who edits an event deletes. */
function soundEvent(value: unknown): Event | undefined {
  const { soma, ...event } = (value ?? {}) as Record<string, unknown>
  if (!isEvent(event)) return undefined
  return soma === undefined || soma === checksum(fieldsOf(event)) ? event : undefined
}

/** Returns the text of an event without the closing brace. The kind comes first, because it is how an event is found. */
function fieldsOf(event: Event): string {
  return JSON.stringify(Object.assign({ event: event.event }, event)).slice(0, -1)
}

function checksum(fields: string): string {
  return crc32(fields).toString(16).padStart(8, '0')
}

/** The fields of each event, a question mark behind those that may be missing. */
const FIELDS: Record<Event['event'], readonly string[]> = {
  decision: ['organizacao', 'numero', 'aprovar', 'mensagem', 'decidido_em', 'atualiza', 'once?', 'request?'],
  report: ['organizacao', 'numero', 'cpf', 'nome', 'atualizado_em', 'aprovar?', 'mensagem?'],
  touch: ['numero', 'atualizado_em'],
  remove: ['numero'],
  rename: ['cpf', 'nome'],
  reset: ['organizacao?'],
  checkpoint: ['name', 'organizacao?'],
  restore: ['name', 'organizacao?'],
  token: ['organizacao', 'withdrawn'],
}

/** A damaged key must not count as a missing one, so no other key is allowed. */
function isEvent(value: Record<string, unknown>): value is Event & Record<string, unknown> {
  const { event, ...fields } = value
  if (typeof event !== 'string' || !Object.hasOwn(FIELDS, event)) return false
  const known = FIELDS[event as Event['event']]
  return (
    Object.keys(fields).every((key) => known.includes(key) || known.includes(`${key}?`)) &&
    known.every((key) => (key.endsWith('?') && !(key.slice(0, -1) in fields)) || isField(key, fields))
  )
}

function isField(known: string, fields: Record<string, unknown>): boolean {
  const key = known.replace('?', '')
  const value = fields[key]
  if (['aprovar', 'atualiza', 'once', 'withdrawn'].includes(key)) return typeof value === 'boolean'
  return typeof value === 'string' && !(key.endsWith('_em') && Number.isNaN(Date.parse(value)))
}
