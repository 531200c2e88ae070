import { reason } from '../refusal.ts'
import { queryParts } from './query-parts.ts'
import { type RawValue, type Reading, refuseValue } from './reading.ts'

/** Half of a character beyond U+FFFF, as UTF-8 would have it: the encoding of Java takes it for one odd character. */
const HALVES = /%ed%[ab][\da-f]%[89ab][\da-f]/gi
export const BROKEN = /%(?![\da-f]{2})/gi

/** Returns the value of `nome` as the tables of a profile read its escapes; undefined if they refuse them. */
export function nomeIn(url: string, raw: RawValue, reading: Reading): RawValue {
  const cells = reading.settled.nome
  if (typeof raw !== 'string' || (cells['not-utf-8'] === 'take' && cells.escape === 'take')) return raw
  const written = writtenNome(url, reading)
  if (written === undefined || isUtf8(written)) return raw
  // Of a text that is wrong in both ways, the other escapes count where broken ones are taken as they are.
  const isOtherwise = isUtf8(written.replace(BROKEN, '%25'))
  const isBroken = written.search(BROKEN) !== -1
  const kind = isBroken && (isOtherwise || cells.escape !== 'take') ? 'escape' : 'not-utf-8'
  const choice = cells[kind]
  if (choice === 'take') return raw
  if (choice === 'absent') return undefined
  if (choice === 'refuse') {
    const slots = { value: raw, decoded: bytesOf(written).toString() }
    return refuseValue(reading, { row: 'nome', kind, reasons: [reason.type('nome', 'a string')], slots })
  }
  if (choice === 'latin-1') return bytesOf(written).toString('latin1')
  const text = bytesOf(
    choice === 'replace-as-java' ? written.replace(HALVES, '%EF%BF%BD') : written,
  ).toString()
  return choice === 'question-marks' ? text.replaceAll('\uFFFD', '?') : text
}

/** Returns the value of `nome` with its escapes; undefined if it came under another name. */
function writtenNome(url: string, { settled: { others } }: Reading): string | undefined {
  const names = others['question-mark'] === 'take' ? ['nome=', '?nome='] : ['nome=']
  for (const part of queryParts(url, others.semicolon)) {
    const name = names.find((one) => part.startsWith(one))
    if (name !== undefined) return part.slice(name.length)
  }
  return undefined
}

/** Returns whether the escapes of a text are those of UTF-8. */
export function isUtf8(written: string): boolean {
  try {
    decodeURIComponent(written)
    return true
  } catch {
    return false
  }
}

/** Returns the bytes that a text with escapes says. */
export function bytesOf(written: string): Buffer {
  const signs = written
    .replace(/\+/g, ' ')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(signs, 'latin1')
}
