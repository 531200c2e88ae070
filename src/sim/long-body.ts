import type { ServerResponse } from 'node:http'
import type { ByteText } from '../contract/bytes.ts'

/** A body that is put together piece by piece while its client takes it. */
export interface LongBody {
  /** Bytes of the whole body. */
  length: number
  /** Bytes of memory that it keeps until it is sent. */
  kept: number
  pieces: Iterator<ByteText | Buffer>
}

export type Body = ByteText | LongBody

/** Rows that are joined at a time: some tens of kilobytes. */
const ROWS = 500
/** Bytes of a piece of what is there as a whole. */
const PIECE = 65_536

/** A long list between its head and its tail; its items are shared with the store, and joined when they are sent. */
export function longList(head: ByteText, items: readonly ByteText[], tail: ByteText): LongBody {
  let length = head.length + tail.length + items.length - 1
  for (const item of items) length += item.length
  return { length, kept: 8 * items.length, pieces: joined(head, items, tail) }
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
  return { length: bytes.length, kept: bytes.length, pieces: sliced(bytes) }
}

function* sliced(bytes: Buffer): Iterator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE)
}

/** Sends a body, each piece when its client has taken the one before. */
export function sendLong(response: ServerResponse, { pieces }: LongBody): void {
  const send = () => {
    for (;;) {
      const { value, done } = pieces.next()
      if (done) return void response.end()
      // One piece a round of the event loop, so that others are answered in between.
      if (!response.write(value, 'latin1')) return void response.once('drain', () => setImmediate(send))
    }
  }
  send()
}
