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

/** The size of a piece of a body, in bytes. */
const PIECE = 65_536
/** A list of more rows is sent piece by piece. */
const LONG_LIST = 1_000

/** Returns the body of a list of so many rows, which are joined already. */
export function listBody(head: ByteText, text: ByteText, tail: ByteText, rows: number): Body {
  if (rows <= LONG_LIST) return head + text + tail
  const length = head.length + text.length + tail.length
  return { length, kept: text.length, pieces: pieced(head, text, tail), whole: () => head + text + tail }
}

function* pieced(head: ByteText, text: ByteText, tail: ByteText): Iterator<ByteText> {
  yield head
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE)
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
