import { METHODS } from 'node:http'
import type { Fault, FaultName } from '../contract/faults.ts'

/** The error of `node:http` for bytes that are not a request. */
export interface ParseError {
  code?: string | undefined
  /** The bytes that the parser received, and how many it consumed. */
  rawPacket?: Buffer | undefined
  bytesParsed?: number | undefined
}

type Meaning = FaultName | ((packet: Buffer, at: number) => FaultName | Fault)

/** The meaning of each error of the parser; some depend on the bytes. */
const MEANING: Record<string, Meaning> = {
  HPE_HEADER_OVERFLOW: 'request.too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_INVALID_METHOD: whyMethod,
  HPE_INVALID_URL: whyUrl,
  HPE_INVALID_CONSTANT: () => urlCharacter('a space', '%20'),
  HPE_PAUSED_H2_UPGRADE: 'request.http2',
  HPE_INVALID_VERSION: 'request.header',
  HPE_INVALID_HEADER_TOKEN: 'request.header',
  HPE_LF_EXPECTED: 'request.header',
  HPE_CR_EXPECTED: 'request.header',
  HPE_STRICT: (packet, at) => (isInHead(packet, at) ? 'request.header' : 'request.chunk'),
  HPE_UNEXPECTED_CONTENT_LENGTH: 'request.length',
  HPE_INVALID_CONTENT_LENGTH: 'request.length',
  HPE_INVALID_TRANSFER_ENCODING: 'request.length',
  HPE_INVALID_CHUNK_SIZE: 'request.chunk',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.chunk',
  HPE_CLOSED_CONNECTION: 'request.behind',
}

/** Returns why bytes never became a request, with at most one of their characters. */
export function whyStray({
  code = 'no code',
  rawPacket = Buffer.alloc(0),
  bytesParsed = 0,
}: ParseError): Fault {
  const meaning = Object.hasOwn(MEANING, code) ? (MEANING[code] as Meaning) : undefined
  if (meaning === undefined) return malformed(/^\w{1,60}$/.test(code) ? code : 'no code')
  const fault = typeof meaning === 'function' ? meaning(rawPacket, bytesParsed) : meaning
  return typeof fault === 'string' ? { name: fault, slots: {} } : fault
}

function malformed(code: string): Fault {
  return { name: 'request.malformed', slots: { code } }
}

function urlCharacter(character: string, escaped: string): Fault {
  return { name: 'request.character', slots: { character, escaped } }
}

function whyMethod(packet: Buffer, at: number): FaultName {
  if (packet[0] === 0x16 && packet[1] === 0x03) return 'request.tls'
  // After a request with a Content-Length that is too small, the rest of its body follows.
  const [word = ''] = /^[A-Z]+(?= )/.exec(packet.toString('latin1', 0, 20)) ?? []
  return METHODS.includes(word) && at > 1 ? 'request.behind' : 'request.method'
}

/** Returns the character at which the parser stops, and its percent-encoded form. */
function whyUrl(packet: Buffer, at: number): Fault {
  // It stops after a tab, and at any other control character.
  const control = [packet[at], packet[at - 1]].find((byte = 0x20) => byte < 0x20 || byte === 0x7f)
  if (control !== undefined) return urlCharacter('a control character', escapedByte(control))
  if ((packet[at] ?? 0) <= 0x7f) return malformed('HPE_INVALID_URL')
  const utf8 = String.fromCodePoint(packet.toString('utf8', at, at + 4).codePointAt(0) as number)
  const letter = utf8 === '\uFFFD' ? packet.toString('latin1', at, at + 1) : utf8
  const shown = /\p{L}|\p{N}|\p{P}|\p{S}/u.test(letter) ? letter : 'a character'
  return urlCharacter(shown, [...Buffer.from(letter)].map(escapedByte).join(''))
}

function escapedByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

function isInHead(packet: Buffer, at: number): boolean {
  return !packet.subarray(0, at).includes('\r\n\r\n')
}
