import type { ByteText } from '../contract/bytes.ts'

/** A body that is built piece by piece while its client reads it. */
export interface LongBody {
  /** The length of the whole body in bytes. */
  length: number
  /** The memory that it uses until it is sent, in bytes. */
  kept: number
  pieces: Iterator<ByteText | Buffer>
  /** Joins all pieces, for a later reader such as the journal. */
  whole(): ByteText
}

export type Body = ByteText | LongBody

/** Returns the bytes of a whole body. */
export function wholeOf(body: Body): ByteText {
  return typeof body === 'string' ? body : body.whole()
}

/** The number of rows that are joined at a time: some tens of kilobytes. */
const ROWS = 500
/** The size of a piece of a body that is already complete, in bytes. */
const PIECE = 65_536

/** Creates the body of a long list; its items are shared with the store and joined when they are sent. */
export function longList(head: ByteText, items: readonly ByteText[], tail: ByteText): LongBody {
  let length = head.length + tail.length + items.length - 1
  for (const item of items) length += item.length
  const whole = () => head + items.join(',') + tail
  return { length, kept: 8 * items.length, pieces: joined(head, items, tail), whole }
}

function* joined(head: ByteText, items: readonly ByteText[], tail: ByteText): Iterator<ByteText> {
  for (let from = 0; from < items.length; from += ROWS) {
    yield (from === 0 ? head : ',') + items.slice(from, from + ROWS).join(',')
  }
  yield tail
}

/** @returns undefined for a text that is not long */
export function longText(text: string): LongBody | undefined {
  if (text.length <= PIECE) return undefined
  const bytes = Buffer.from(text)
  const whole = () => bytes.toString('latin1')
  return { length: bytes.length, kept: bytes.length, pieces: sliced(bytes), whole }
}

function* sliced(bytes: Buffer): Iterator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE)
}
