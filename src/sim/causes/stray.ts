import { METHODS } from 'node:http'
import type { Cause } from './cause.ts'
import { causes } from './causes.ts'

/** The error of `node:http` for bytes that are not a request. */
export interface ParseError {
  code?: string | undefined
  /** The bytes that the parser received, and how many it consumed. */
  rawPacket?: Buffer | undefined
  bytesParsed?: number | undefined
}

const { request: cause } = causes

/** The meaning of each error of the parser; some depend on the bytes. */
const MEANING: Record<string, (packet: Buffer, at: number) => Cause> = {
  HPE_HEADER_OVERFLOW: cause.tooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: cause.chunk,
  ERR_HTTP_REQUEST_TIMEOUT: cause.timeout,
  HPE_INVALID_METHOD: whyMethod,
  HPE_INVALID_URL: whyUrl,
  HPE_INVALID_CONSTANT: () => cause.urlCharacter('a space', '%20'),
  HPE_INVALID_VERSION: (packet, at) => (packet[at - 1] === 0x0a ? cause.lineEnd() : cause.version()),
  HPE_PAUSED_H2_UPGRADE: cause.http2,
  HPE_INVALID_HEADER_TOKEN: cause.header,
  HPE_LF_EXPECTED: cause.lineEnd,
  HPE_CR_EXPECTED: cause.lineEnd,
  HPE_STRICT: (packet, at) => (isInHead(packet, at) ? cause.lineEnd() : cause.chunk()),
  HPE_UNEXPECTED_CONTENT_LENGTH: cause.lengthTwice,
  HPE_INVALID_CONTENT_LENGTH: (packet) =>
    hasBothLengths(packet) ? cause.lengthAndChunked() : cause.length(),
  HPE_INVALID_TRANSFER_ENCODING: (packet) =>
    hasBothLengths(packet) ? cause.lengthAndChunked() : cause.transferEncoding(),
  HPE_INVALID_CHUNK_SIZE: cause.chunk,
  HPE_CLOSED_CONNECTION: cause.behind,
}

/** Returns why bytes never became a request, with at most one of their characters. */
export function whyStray({
  code = 'no code',
  rawPacket = Buffer.alloc(0),
  bytesParsed = 0,
}: ParseError): Cause {
  const meaning = Object.hasOwn(MEANING, code) ? MEANING[code] : undefined
  return meaning
    ? meaning(rawPacket, bytesParsed)
    : cause.malformed(/^\w{1,60}$/.test(code) ? code : 'no code')
}

function whyMethod(packet: Buffer, at: number): Cause {
  if (packet[0] === 0x16 && packet[1] === 0x03) return cause.tls()
  if (packet[0] === 0xef && packet[1] === 0xbb) return cause.byteOrderMark()
  // After a request with a Content-Length that is too small, the rest of its body follows.
  const [word = ''] = /^[a-z]+(?= )/i.exec(packet.toString('latin1', 0, 20)) ?? []
  if (METHODS.includes(word.toUpperCase()))
    return METHODS.includes(word) && at > 1 ? cause.behind() : cause.methodCase()
  return cause.method()
}

function whyUrl(packet: Buffer, at: number): Cause {
  const byte = packet[at]
  if (byte === undefined) return cause.malformed('HPE_INVALID_URL')
  if (byte > 0x7f) return whyAccent(packet, at)
  // The parser stops after a tab, and at any other control character.
  for (const place of [at, at - 1]) {
    const control = packet[place] ?? 0x20
    if (control < 0x20 || control === 0x7f)
      return cause.urlCharacter('a control character', escapedByte(control))
  }
  return cause.urlStart()
}

/** Returns the letter at this place, in UTF-8 or latin-1, and its percent-encoded form. */
function whyAccent(packet: Buffer, at: number): Cause {
  const utf8 = packet.toString('utf8', at, at + 4)
  const letter = utf8.startsWith('\uFFFD')
    ? packet.toString('latin1', at, at + 1)
    : String.fromCodePoint(utf8.codePointAt(0) as number)
  const shown = /\p{L}|\p{N}|\p{P}|\p{S}/u.test(letter) ? letter : 'a character'
  return cause.urlCharacter(shown, [...Buffer.from(letter)].map(escapedByte).join(''))
}

function escapedByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

function isInHead(packet: Buffer, at: number): boolean {
  return !packet.subarray(0, at).includes('\r\n\r\n')
}

function hasBothLengths(packet: Buffer): boolean {
  const head = packet.toString('latin1').split('\r\n\r\n', 1)[0] as string
  return /^content-length:/im.test(head) && /^transfer-encoding:/im.test(head)
}
