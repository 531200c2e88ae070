import { promisify } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import * as zlib from 'node:zlib'
import { jsonValue } from '../../src/contract/json-value.ts'

const MEBI = 1_048_576
const HEAP = getHeapStatistics().heap_size_limit

/** Limits of answers, in bytes except for the last two. A page of 102,400 persons is below all of them. */
export const bodyLimits = {
  /** One body, both before and after decompression. */
  body: 32 * MEBI,
  /** Bodies that are read at the same time. */
  atOnce: 96 * MEBI,
  /** All bodies of a run, before decompression. */
  run: 4096 * MEBI,
  /** Answers that are kept for comparison, in memory. */
  kept: Math.min(1024 * MEBI, Math.floor(HEAP / 3)),
  /** Values of one body, since a megabyte of JSON may have half a million of them. */
  values: Math.min(1_500_000, Math.floor(HEAP / 1_000)),
  /** Levels of arrays and objects, since recursion into more would overflow the stack. */
  depth: 200,
} as const

/** Thrown for a body that is too large or whose encoding cannot be decoded. */
export class UnreadableBody extends Error {
  readonly kind: 'too-large' | 'broken-answer'

  constructor(kind: UnreadableBody['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A body as far as it was read. */
export interface Body {
  /** The beginning of a body that is not valid JSON; empty for valid JSON. */
  text: string
  /** Undefined for a body that is not valid JSON. */
  json: unknown
  /** Whether a byte order mark precedes the JSON, which RFC 8259 forbids. */
  hasMark?: true
  /** Whether the JSON is written in another way than `JSON.stringify` writes it. */
  isSpelt?: true
  /** Bytes after decompression. */
  size: number
  /** Bytes that it needs in memory. */
  cost: number
}

/** A byte order mark in UTF-8. */
const MARK = Buffer.from([0xef, 0xbb, 0xbf])
/** Bytes of a body that is not valid JSON that are kept; pages of errors have a style sheet. */
export const TEXT_KEPT = 16_384

/** A body that arrives piece by piece. */
export interface ArrivingBody {
  /** @throws {UnreadableBody} if it needs more than {@link bodyLimits} allow */
  add(chunk: Buffer): void
  /**
   * Reads the body, of which all pieces have arrived.
   * @param encoding the header Content-Encoding
   * @throws {UnreadableBody}
   */
  read(encoding: string | undefined): Body | Promise<Body>
  /** Counts its bytes no longer. To be called once it has been read, or if nothing more of it comes. */
  end(): void
}

/** Returns a function that begins to read one of the bodies of a run, and enforces {@link bodyLimits}. */
export function createBodyReader(): () => ArrivingBody {
  let atOnce = 0
  let run = 0

  return () => {
    const parts: Buffer[] = []
    let size = 0
    return {
      add(chunk) {
        size += chunk.length
        atOnce += chunk.length
        run += chunk.length
        if (atOnce > bodyLimits.atOnce)
          throw tooLarge('the answers that arrive at the same time (--concurrency)', bodyLimits.atOnce)
        if (size > bodyLimits.body) throw tooLarge('the answer', bodyLimits.body)
        if (run > bodyLimits.run) throw tooLarge('all answers of this run together', bodyLimits.run)
        parts.push(chunk)
      },
      read(encoding) {
        const [only = Buffer.alloc(0)] = parts
        const bytes = parts.length > 1 ? Buffer.concat(parts, size) : only
        const encodings = bytes.length === 0 ? [] : encodingsOf(encoding)
        return encodings.length === 0 ? readBody(bytes) : inflate(bytes, encodings).then(readBody)
      },
      end() {
        atOnce -= size
        size = 0
      },
    }
  }
}

function readBody(bytes: Buffer): Body {
  const { values, depth } = measureJson(bytes)
  const text = () => bytes.toString('utf8', 0, TEXT_KEPT)
  const notJson = () => ({ text: text(), json: undefined, size: bytes.length, cost: TEXT_KEPT })
  const fault =
    depth > bodyLimits.depth
      ? `the answer nests more than ${bodyLimits.depth} levels`
      : values > bodyLimits.values
        ? `the answer has more than ${bodyLimits.values} values`
        : undefined
  if (fault !== undefined) {
    // A body that does not begin like JSON, such as HTML with a script, is not too large JSON but not JSON at all.
    if (!/^[\s\uFEFF]*[[{]/.test(text())) return notJson()
    throw new UnreadableBody('too-large', fault)
  }
  const hasMark = bytes.subarray(0, MARK.length).equals(MARK)
  const whole = bytes.toString('utf8', hasMark ? MARK.length : 0)
  const json = jsonValue(whole)
  if (json === undefined) return notJson()
  // The suite reads lists of many megabytes, which are not written once more.
  const isSpelt = whole.length <= MEBI && JSON.stringify(json) !== whole
  return {
    text: '',
    json,
    ...(hasMark && { hasMark }),
    ...(isSpelt && { isSpelt }),
    size: bytes.length,
    cost: bytes.length + values * VALUE_COST,
  }
}

/** Bytes that a value needs in memory besides its text, with what comparisons derive from it. */
const VALUE_COST = 80
/** The bytes of JSON punctuation. */
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const ARRAY = 0x5b
const OBJECT = 0x7b

/** Counts the values of a JSON text and how deep they nest from its punctuation, before it is parsed. */
export function measureJson(bytes: Uint8Array): { values: number; depth: number } {
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
      // In ASCII, `]` and `}` come two places after `[` and `{`.
    } else if (byte === ARRAY + 2 || byte === OBJECT + 2) depth--
  }
  return { values, depth: deepest }
}

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflaters: Readonly<Record<string, Inflate>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  // Some servers send raw deflate without the two bytes of the zlib header that HTTP requires.
  deflate: (bytes, options) =>
    promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw)(bytes, options),
  br: promisify(zlib.brotliDecompress),
}

/** No real server nests more encodings than this. */
const MOST_ENCODINGS = 3

/** Returns the encodings of a header except identity, in the order in which they were applied. */
export function encodingsOf(header: string | string[] | undefined): string[] {
  if (header === undefined || header === '') return []
  const names = [header].flat().join().toLowerCase().split(',')
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
}

/** Decodes a body. Most requests accept only identity, but some gateways compress anyway. */
async function inflate(bytes: Buffer, encodings: string[]): Promise<Buffer> {
  const unknown = encodings.find((name) => !Object.hasOwn(inflaters, name))
  if (unknown !== undefined || encodings.length > MOST_ENCODINGS) {
    const name = /^[a-z\d-]{1,20}$/.test(unknown ?? '') ? unknown : 'something unknown'
    throw new UnreadableBody(
      'broken-answer',
      `the answer is encoded as ${name}, which the request does not accept; the suite can decode only ${Object.keys(inflaters).join(', ')}`,
    )
  }
  let plain = bytes
  for (const name of encodings.reverse()) {
    try {
      plain = await (inflaters[name] as Inflate)(plain, { maxOutputLength: bodyLimits.body })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('the answer after decompression', bodyLimits.body)
      throw new UnreadableBody(
        'broken-answer',
        `the header Content-Encoding says ${name}, but the answer is not ${name} (${code})`,
      )
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
