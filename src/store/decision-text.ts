import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { DecisionRecord } from './store.ts'

/** Returns a decision as it stands in the file: its fields, and `soma`, their CRC-32 in hexadecimal. */
export function decisionText(record: DecisionRecord): string {
  const fields = fieldsText(record)
  return `${fields},"soma":"${checksum(fields)}"}`
}

/** Reads a decision from its bytes; undefined when they are not a whole one. */
export function readDecision(bytes: Buffer): DecisionRecord | undefined {
  try {
    if (isUtf8(bytes)) return soundDecision(JSON.parse(bytes.toString('utf8')))
    // An editor may have saved it in the encoding of old Windows; the checksum says whether that is all it did.
    const value = JSON.parse(new TextDecoder('windows-1252').decode(bytes))
    return value.soma && soundDecision(value)
  } catch {
    return undefined
  }
}

/**
 * Returns the decision that a JSON value is. Without `soma` it is taken at its word: version 0.1.0 wrote none, and a
 * person who edits a decision deletes it.
 * @returns undefined when it is not a decision, or another than the checksum says
 */
export function soundDecision(value: unknown): DecisionRecord | undefined {
  if (!isDecision(value)) return undefined
  const { soma, ...record } = value
  return soma === undefined || soma === checksum(fieldsText(record)) ? record : undefined
}

/** The fields in one order, whatever the order in a file, without the closing brace. */
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
    // A key that is damaged must not pass for one that is absent.
    Object.keys(value).every((key) => KEYS.includes(key))
  )
}
