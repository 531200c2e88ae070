import { METHODS } from 'node:http'
import type { Fault, FaultName } from '../contract/faults.ts'

/** The error of `node:http` for bytes that are not a request. */
export interface ParseError {
  code?: string | undefined
  /** The bytes that the parser received, and how many it consumed. */
  rawPacket?: Buffer | undefined
  bytesParsed?: number | undefined
}

/** The meaning of each error of the parser that does not depend on the bytes. */
const MEANING: readonly [FaultName, RegExp][] = [
  ['request.too-large', /^HPE_HEADER_OVERFLOW$/],
  ['request.timeout', /^ERR_HTTP_REQUEST_TIMEOUT$/],
  ['request.http2', /^HPE_PAUSED_H2_UPGRADE$/],
  ['request.header', /^HPE_(INVALID_VERSION|INVALID_HEADER_TOKEN|LF_EXPECTED|CR_EXPECTED)$/],
  ['request.length', /^HPE_(UNEXPECTED_CONTENT_LENGTH|INVALID_CONTENT_LENGTH|INVALID_TRANSFER_ENCODING)$/],
  ['request.chunk', /^HPE_(INVALID_CHUNK_SIZE|CHUNK_EXTENSIONS_OVERFLOW)$/],
  ['request.behind', /^HPE_CLOSED_CONNECTION$/],
]

/** Returns why bytes never became a request, with at most one of their characters. */
export function whyStray({ code = 'no code', rawPacket, bytesParsed: at = 0 }: ParseError): Fault {
  const packet = rawPacket ?? Buffer.alloc(0)
  if (code === 'HPE_INVALID_CONSTANT') return urlCharacter('a space', '%20')
  if (code === 'HPE_INVALID_URL') return whyUrl(packet, at)
  if (code === 'HPE_INVALID_METHOD') return { name: whyMethod(packet, at), slots: {} }
  if (code === 'HPE_STRICT') {
    const isInHead = !packet.subarray(0, at).includes('\r\n\r\n')
    return { name: isInHead ? 'request.header' : 'request.chunk', slots: {} }
  }
  const [name] = MEANING.find(([, codes]) => codes.test(code)) ?? []
  return name === undefined ? malformed(/^\w{1,60}$/.test(code) ? code : 'no code') : { name, slots: {} }
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
