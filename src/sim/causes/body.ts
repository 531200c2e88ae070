import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { holdsToken, type Known, MASK } from '../../service/words.ts'
import type { Cause } from './cause.ts'
import { causes } from './causes.ts'
import { jsonFault } from './json-fault.ts'

const { body: cause } = causes
const MEDIA_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/
const ENCODING = /^(x-)?(gzip|deflate|br|zstd|compress)$/i

/** Returns why a Content-Type was refused. A value that is not a media type is not shown. */
export function whyBodyType(contentType: string, known: Known): Cause[] {
  const type = contentType.replace(/;.*/s, '').trim()
  if (!MEDIA_TYPE.test(type)) return [cause.typeMalformed()]
  return [cause.type(holdsToken(type, known) ? MASK : type)]
}

/** Returns what the JSON reader tolerated in the bytes of a body; usually nothing. */
export function whyOverlooked(bytes: Buffer, text: string): (() => Cause)[] {
  const found: (() => Cause)[] = []
  if (text.charCodeAt(0) === 0xfeff) found.push(cause.byteOrderMark)
  if (text.includes('\uFFFD') && !isUtf8(bytes)) found.push(cause.latin1)
  return found
}

/** Returns why a body is not read that is said to be compressed. What is no name of a coding is not shown. */
export function whyCompressed(coding: string): Cause[] {
  return [ENCODING.test(coding) ? cause.compressed(coding) : cause.codingUnknown()]
}

/** Returns why the bytes of a body are not JSON, without any part of the body. */
export function whyMalformedBody(bytes: Buffer, headers: IncomingHttpHeaders): Cause[] {
  const encoding = String(headers['content-encoding'] ?? '')
  if (ENCODING.test(encoding)) return [cause.compressed(encoding)]
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [cause.compressedUntold()]
  if (/^(\xff\xfe|\xfe\xff|\0.|.\0)/s.test(bytes.toString('latin1', 0, 2))) return [cause.utf16()]
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const start = text.trimStart().slice(0, 200)
  if (/^[\w.[\]%-]+=|^--[^\r\n]+\r\n/.test(start)) return [cause.form()]
  if (start.startsWith('<')) return [cause.markup()]
  const fault = jsonFault(text)
  // The text is JSON, but was refused anyway.
  if (fault === undefined) return [cause.proto()]
  const { line, column, endsEarly, mistake, remedy } = fault
  return [endsEarly ? cause.cutShort(line, column) : cause.json(mistake, line, column, remedy)]
}

/** Returns why a JSON body is not an object. */
export function whyNotAnObject(body: unknown): Cause[] {
  if (body === null || body === undefined) return [cause.empty()]
  if (typeof body === 'string' && /^\s*\{/.test(body)) return [cause.twice()]
  return [cause.notAnObject(Array.isArray(body) ? 'an array' : `a ${typeof body}`)]
}
