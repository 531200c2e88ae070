import { promisify } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import * as zlib from 'node:zlib'

const MEBI = 1_048_576
const HEAP = getHeapStatistics().heap_size_limit

/** What answers may need at the most, in bytes but for the last two: a page of 102,400 persons is within all of it. */
export const bodyLimits = {
  /** Of one body, as it is sent and as it is once it is inflated. */
  body: 32 * MEBI,
  /** Of bodies that are read at the same time. */
  atOnce: 96 * MEBI,
  /** Of all bodies of one run, as they are sent. */
  run: 4096 * MEBI,
  /** Of answers that are kept for comparing, in memory. */
  kept: Math.min(1024 * MEBI, Math.floor(HEAP / 3)),
  /** Values of one body: a megabyte of text may be half a million of them. */
  values: Math.min(1_500_000, Math.floor(HEAP / 1_000)),
  /** Levels of arrays and objects: more than these end whoever walks through them. */
  depth: 200,
} as const

/** A body is more than is read, or its encoding cannot be undone. */
export class UnreadableBody extends Error {
  readonly kind: 'too-large' | 'broken-answer'

  constructor(kind: UnreadableBody['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** What was read of a body. */
export interface Body {
  /** The beginning of a body that is not JSON. */
  text: string
  /** Undefined for a body that is not JSON. */
  json: unknown
  /** Whether a byte order mark is before the JSON, which its standard forbids. */
  hasMark?: true
  /** Bytes, once it is inflated. */
  size: number
  /** Bytes that it takes up in memory. */
  cost: number
}

/** A byte order mark in UTF-8. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf])
/** What is shown or looked at of a body that is not JSON. */
const TEXT_KEPT = 4_096

/** Reads the bodies of one run, none of them beyond {@link bodyLimits}. */
export function createBodyReader() {
  let atOnce = 0
  let run = 0

  const collect = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
    const parts: Buffer[] = []
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      run += chunk.length
      if (size > bodyLimits.body) throw tooLarge('the answer', bodyLimits.body)
      if (run > bodyLimits.run) throw tooLarge('the answers of this run together', bodyLimits.run)
      parts.push(chunk)
    }
    return Buffer.concat(parts, size)
  }

  /**
   * @param encoding what the header Content-Encoding says
   * @throws {UnreadableBody}
   */
  return async (chunks: AsyncIterable<Buffer>, encoding: string | undefined): Promise<Body> => {
    let held = 0
    const hold = async function* () {
      for await (const chunk of chunks) {
        held += chunk.length
        atOnce += chunk.length
        if (atOnce > bodyLimits.atOnce)
          throw tooLarge('the answers that come at the same time (--concurrency)', bodyLimits.atOnce)
        yield chunk
      }
    }
    try {
      return readBody(await inflate(await collect(hold()), encoding))
    } finally {
      atOnce -= held
    }
  }
}

function readBody(bytes: Buffer): Body {
  const { values, depth } = measure(bytes)
  const text = () => bytes.toString('utf8', 0, TEXT_KEPT)
  const notJson = () => ({ text: text(), json: undefined, size: bytes.length, cost: TEXT_KEPT })
  const fault =
    depth > bodyLimits.depth
      ? `the answer nests more than ${bodyLimits.depth} levels`
      : values > bodyLimits.values
        ? `the answer has more than ${bodyLimits.values} values`
        : undefined
  if (fault !== undefined) {
    // What only looks like it, such as a page with a script in it, is not parsed either.
    if (!/^[\s\uFEFF]*[[{]/.test(text())) return notJson()
    throw new UnreadableBody('too-large', fault)
  }
  const hasMark = bytes.subarray(0, MARK.length).equals(MARK)
  const json = parse(bytes.toString('utf8', hasMark ? MARK.length : 0))
  if (json === undefined) return notJson()
  return {
    text: '',
    json,
    ...(hasMark && { hasMark }),
    size: bytes.length,
    cost: bytes.length + values * VALUE_COST,
  }
}

/** Undefined for a text that is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Bytes that a value takes up beside its text, with what is made of it for comparing. */
const VALUE_COST = 80
/** What the marks of JSON are as bytes. */
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const ARRAY = 0x5b
const OBJECT = 0x7b

/** How many values a text of JSON has and how deep they nest, told from its marks before it is parsed. */
export function measure(bytes: Uint8Array): { values: number; depth: number } {
  const { length } = bytes
  let values = 1
  let depth = 0
  let deepest = 0
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      for (at++; at < length; at++) {
        const inside = bytes[at] as number
        if (inside === QUOTE) break
        if (inside === BACKSLASH) at++
      }
    } else if (byte === COMMA) values++
    else if (byte === ARRAY || byte === OBJECT) {
      values++
      if (++depth > deepest) deepest = depth
      // The mark that closes stands two behind the one that opens.
    } else if (byte === ARRAY + 2 || byte === OBJECT + 2) depth--
  }
  return { values, depth: deepest }
}

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflaters: Readonly<Record<string, Inflate>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  // Some send what the standard calls deflate without its two bytes of header.
  deflate: (bytes, options) =>
    promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw)(bytes, options),
  br: promisify(zlib.brotliDecompress),
}

/** More encodings than this, one around the other, nobody means. */
const MOST_ENCODINGS = 3

/** The encodings that a header names, but for the one that is none, in the order in which they were applied. */
export function encodingsOf(header: string | string[] | undefined): string[] {
  const names = [header ?? ''].flat().join().toLowerCase().split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
}

/** Undoes the encodings of a body, although none was asked for: some gateways know no other way. */
async function inflate(bytes: Buffer, header: string | undefined): Promise<Buffer> {
  const encodings = encodingsOf(header)
  if (bytes.length === 0 || encodings.length === 0) return bytes
  const unknown = encodings.find((name) => !Object.hasOwn(inflaters, name))
  if (unknown !== undefined || encodings.length > MOST_ENCODINGS) {
    const name = /^[a-z\d-]{1,20}$/.test(unknown ?? '') ? unknown : 'something unknown'
    throw new UnreadableBody(
      'broken-answer',
      `the answer is encoded as ${name}, although identity was asked for: only ${Object.keys(inflaters).join(', ')} can be undone`,
    )
  }
  let plain = bytes
  for (const name of encodings.reverse()) {
    try {
      plain = await (inflaters[name] as Inflate)(plain, { maxOutputLength: bodyLimits.body })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('the answer, once it is inflated,', bodyLimits.body)
      throw new UnreadableBody('broken-answer', `the answer says that it is ${name}, and is not (${code})`)
    }
  }
  return plain
}

function tooLarge(what: string, limit: number): UnreadableBody {
  return new UnreadableBody('too-large', `${what} needs more than ${mebibytes(limit)}`)
}

export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBI)} MiB`
}
