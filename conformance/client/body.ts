import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { jsonValue } from '../../src/contract/json-value.ts'
import type { Body } from './exchange.ts'
import { TargetFailure } from './failure.ts'

/** The most bytes of an answer, before and after decompression. A page of 102,400 persons has half as many. */
export const BODY_LIMIT = 32 * 1_048_576
/** Bytes that are kept of a body that is not JSON. */
export const TEXT_KEPT = 16_384
/** Redaction and comparison walk through a body recursively, which overflows the stack at some thousand levels. */
const DEEPEST = 200
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** @throws {TargetFailure} if the body cannot be decoded, or is larger or deeper than the suite reads */
export async function readBody(bytes: Buffer, encoding: string | string[] | undefined): Promise<Body> {
  const plain = bytes.length === 0 ? bytes : await decompressed(bytes, encodingsOf(encoding))
  const isMarked = plain.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const json = jsonValue(plain.toString('utf8', isMarked ? BYTE_ORDER_MARK.length : 0))
  if (json === undefined) return { text: plain.toString('utf8', 0, TEXT_KEPT), json, size: plain.length }
  if (isDeeper(json, DEEPEST)) throw unreadable(`nests more than ${DEEPEST} levels`)
  return { text: '', json, ...(isMarked && { hasMark: true }), size: plain.length }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

// undici's interceptor removes Content-Encoding, which a check judges, warns that it is experimental, and does not serve
// a service in this process.
const decoders: Readonly<Record<string, (bytes: Buffer, options: zlib.ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  // Some servers send raw deflate, without the two bytes of the zlib header.
  deflate: (bytes, options) =>
    promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw)(bytes, options),
  br: promisify(zlib.brotliDecompress),
}

/** Returns the encodings of the header Content-Encoding except identity, in the order in which they were applied. */
export function encodingsOf(header: string | string[] | undefined): string[] {
  const names = [header ?? []].flat().join().toLowerCase().split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
}

async function decompressed(bytes: Buffer, encodings: readonly string[]): Promise<Buffer> {
  let plain = bytes
  for (const name of encodings.toReversed()) {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
    const shown = /^[a-z\d-]{1,20}$/.test(name) ? name : 'something unknown'
    if (!decode) throw unreadable(`is encoded as ${shown}, and the suite can decode only ${Object.keys(decoders)}`)
    plain = await decode(plain, { maxOutputLength: BODY_LIMIT }).catch(({ code }: NodeJS.ErrnoException) => {
      if (code === 'ERR_BUFFER_TOO_LARGE') throw unreadable('needs more than 32 MiB after decompression')
      throw unreadable(`is not ${name}, as its header Content-Encoding says (${code})`)
    })
  }
  return plain
}

const unreadable = (says: string) => new TargetFailure('unreadable', `the answer ${says}`)
