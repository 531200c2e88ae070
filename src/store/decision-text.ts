import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { crc32 } from 'node:zlib'
import type { DecisionRecord } from './store.ts'

/** Returns a decision as text for the file: its fields and `soma`, their CRC-32 in hexadecimal. */
export function decisionText(record: DecisionRecord): string {
  const fields = fieldsText(record)
  return `${fields},"soma":"${checksum(fields)}"}`
}

let last = { decidido_em: '', time: 0 }

/** Returns the time of a decision, in milliseconds since 1970. */
export function timeOf({ decidido_em }: DecisionRecord): number {
  // All decisions of a batch have the same time, and parsing it costs as much as the checksum.
  if (decidido_em !== last.decidido_em) last = { decidido_em, time: Date.parse(decidido_em) }
  return last.time
}

/** Reads a decision from its bytes; returns undefined if it is incomplete or damaged. */
export function parseDecision(bytes: Buffer): DecisionRecord | undefined {
  try {
    if (isUtf8(bytes)) return soundDecision(JSON.parse(bytes.toString('utf8')))
    // An editor may have saved the file as windows-1252; the checksum proves that nothing else changed.
    const value = JSON.parse(new TextDecoder('windows-1252').decode(bytes))
    return value.soma && soundDecision(value)
  } catch {
    return undefined
  }
}

/**
 * Returns a JSON value as a decision. Without `soma` it skips the checksum, because version 0.1.0 wrote none, and a
 * person who edits a decision deletes it.
 * @returns undefined if the value is not a decision, or its checksum is wrong
 */
export function soundDecision(value: unknown): DecisionRecord | undefined {
  if (!isDecision(value)) return undefined
  const { soma, ...record } = value
  return soma === undefined || soma === checksum(fieldsText(record)) ? record : undefined
}

/** Returns the fields in a fixed order, without the closing brace. */
function fieldsText({ numero, aprovar, mensagem, decidido_em, atualiza }: DecisionRecord): string {
  return JSON.stringify({ numero, aprovar, mensagem, decidido_em, atualiza }).slice(0, -1)
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

const KEYS = ['numero', 'aprovar', 'mensagem', 'decidido_em', 'atualiza', 'soma']

function isDecision(value: unknown): value is DecisionRecord & { soma?: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const { numero, aprovar, mensagem, decidido_em, atualiza } = value as Record<string, unknown>
  return (
    typeof numero === 'string' &&
    typeof aprovar === 'boolean' &&
    typeof mensagem === 'string' &&
    typeof decidido_em === 'string' &&
    !Number.isNaN(Date.parse(decidido_em)) &&
    typeof atualiza === 'boolean' &&
    // A damaged key must not count as a missing one.
    Object.keys(value).every((key) => KEYS.includes(key))
  )
}
