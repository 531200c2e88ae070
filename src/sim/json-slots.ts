import { type JsonFault, type JsonFaultKind, jsonFault } from './causes/json-fault.ts'

/** Where a body ceases to be JSON, as the texts of parsers say it. */
interface JsonSlots {
  kind: JsonFaultKind | 'malformed'
  slots: Record<string, string | number>
}

/** Returns what a refusal may say of a text that is not JSON. */
export function jsonSlots(text: string): JsonSlots {
  const parser = parserText(text)
  const fault = jsonFault(text)
  if (fault === undefined) return { kind: 'malformed', slots: { parser } }
  const { kind, at, line, column } = fault
  const character = characterAt(text, at)
  const code = character.codePointAt(0) ?? 0
  const hex = `0x${code.toString(16).toUpperCase().padStart(2, '0')}`
  return {
    kind,
    slots: { parser, position: at, line, column, character, code, hex, ...otherSlots(text, fault) },
  }
}

/** Returns what a refusal may say of bytes that are not UTF-8: where the first of them is, and the one after it. */
export function byteSlots(bytes: Buffer): Record<string, string | number> {
  const text = bytes.toString()
  // A character that was sent as U+FFFD is the same before and after.
  let at = 0
  let from = 0
  for (let to = text.indexOf('\uFFFD'); to !== -1; to = text.indexOf('\uFFFD', from)) {
    at += Buffer.byteLength(text.slice(from, to))
    if (bytes.toString('latin1', at, at + REPLACEMENT.length) !== REPLACEMENT) break
    at += REPLACEMENT.length
    from = to + 1
  }
  const before = bytes.toString('utf8', 0, at)
  const startOfLine = bytes.subarray(0, at).lastIndexOf('\n') + 1
  const [hex, nextHex] = [hexOf(bytes[at]), hexOf(bytes[at + 1])]
  return {
    position: before.length,
    byte: at,
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
    hex,
    'next-hex': nextHex,
    ...brokenText(text),
    /** Behind the next one, starting at 1. */
    'after-byte-column': at - startOfLine + 3,
    'value-end': afterString(bytes, at),
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** Returns the place behind the quote that ends the string in which a byte is. */
function afterString(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return Math.min(at + 1, bytes.length)
}

/** Returns the first string of a JSON text that has bytes which are not UTF-8, each as U+FFFD. */
function brokenText(text: string): { decoded?: string } {
  const texts: string[] = []
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string' && value.includes('\uFFFD')) texts.push(value)
    })
  } catch {
    return {}
  }
  const [decoded] = texts
  return decoded === undefined ? {} : { decoded }
}

const REPLACEMENT = Buffer.from('\uFFFD').toString('latin1')

function hexOf(byte: number | undefined): string {
  return byte === undefined ? '' : `0x${byte.toString(16)}`
}

/** Returns the character at a place, both halves of it. */
function characterAt(text: string, at: number): string {
  return text.slice(at, at + 2).replace(/^([^\ud800-\udbff]).*$/s, '$1')
}

/** The longest rest of a text that a refusal repeats. */
const LONGEST_REST = 2_000

/** Returns what only some parsers say. */
function otherSlots(text: string, { kind, at, start, path }: JsonFault): Record<string, string | number> {
  const byte = Buffer.byteLength(text.slice(0, at))
  const rest = text.slice(start, start + LONGEST_REST)
  const word = /^[^\s,:[\]{}"]*/.exec(rest)?.[0] || characterAt(text, start)
  const before = text.slice(0, start)
  return {
    byte,
    bytes: Buffer.byteLength(text),
    'byte-column': byte - Buffer.byteLength(text.slice(0, text.lastIndexOf('\n', at - 1) + 1)),
    token: tokenAt(text, at),
    word,
    /** The word as a language takes it, without any other signs. */
    identifier: /^[\p{L}\p{N}_$]*/u.exec(rest)?.[0] as string,
    // Of slots with the same value, a phrase gets the first: more parsers tell where a value begins than where it ends.
    start,
    'start-column': start - before.lastIndexOf('\n'),
    /** After the word. */
    after: start + word.length,
    'after-column': start + word.length - before.lastIndexOf('\n'),
    'after-byte-column': Buffer.byteLength(text.slice(before.lastIndexOf('\n') + 1, start + word.length)) + 1,
    near: rest,
    /** The beginning of the whole text. */
    body: text.slice(0, LONGEST_REST),
    pointer: ['$', ...path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))].join(''),
    dotted: path
      .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${part}`))
      .join(''),
    ...(/^(?:literal|end-scalar)/.test(kind) && literalSlots(text, start)),
    ...(kind === 'end-scalar' && firstSlots(text, start)),
    ...(kind === 'string-escape' && oddSlots(text, oddInEscape(text, at))),
  }
}

/** Returns what some parsers say of the character with which a word begins that is not complete. */
function firstSlots(text: string, start: number): Record<string, string | number> {
  return { first: text.charAt(start), 'first-code': text.charCodeAt(start) }
}

/** Returns how older versions of V8 name what begins at a place; empty at the end. */
function tokenAt(text: string, at: number): string {
  if (at >= text.length) return ''
  const character = characterAt(text, at)
  if (character === '"') return 'string'
  return /[\d-]/.test(character) ? 'number' : `token ${character}`
}

/** Returns where a word ceases to be `true`, `false` or `null`; nothing for a number. */
function literalSlots(text: string, start: number): Record<string, string | number> {
  const literal = ['true', 'false', 'null'].find((one) => one.startsWith(text.charAt(start)))
  if (literal === undefined) return {}
  const other = [...literal].findIndex((letter, i) => text.charAt(start + i) !== letter)
  const length = other === -1 ? literal.length : other
  return { literal, wanted: literal.charAt(length), ...oddSlots(text, start + length) }
}

/** Returns where an escape ceases to be one. */
function oddInEscape(text: string, at: number): number {
  ESCAPE.lastIndex = at
  return at + (ESCAPE.exec(text) as RegExpExecArray)[0].length
}

const ESCAPE = /\\(?:u[\da-f]{0,3})?/iy

/** Returns what some parsers say of the character that they did not expect, and where it is. */
function oddSlots(text: string, at: number): Record<string, string | number> {
  const line = text.slice(text.slice(0, at).lastIndexOf('\n') + 1, at)
  const odd = characterAt(text, at)
  return {
    odd,
    'odd-code': odd.codePointAt(0) ?? 0,
    'odd-position': at,
    'odd-column': line.length + 1,
    'odd-byte-column': Buffer.byteLength(line),
  }
}

/** Returns what the parser of this runtime says of a text, which services that run on it repeat. */
function parserText(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Returns what body-parser of Express says of JSON that is not an object: the words of its runtime, as if the first
 * character were not expected.
 */
export function strictParserText(text: string): string {
  const core = text.trimStart()
  return parserText('#'.repeat(core.length)).replace(/#+/g, (run) => core.slice(0, run.length))
}
