import { readSync } from 'node:fs'

export interface Range {
  from: number
  to: number
}

/** A range of a file with its bytes; at most as many as were asked for. */
export interface Piece extends Range {
  bytes: Buffer
  /** True for the last piece of the file. */
  isLast: boolean
}

const CHUNK = 2 ** 20

/**
 * Yields a file of any size in pieces. Each begins with the mark, except what is before the first one.
 * @param most the most bytes that a piece has; the others are left out
 */
export function* piecesOf(file: number, size: number, mark: string, most: number): Generator<Piece> {
  let from = 0
  /** The bytes since `from`; of a longer piece the first ones, and the last ones, which may begin a mark. */
  let bytes: Buffer = Buffer.alloc(0)
  let left: Buffer | undefined
  let looked = 1
  for (let at = 0; at < size; at += CHUNK) {
    bytes = Buffer.concat([bytes, bytesAt(file, at, Math.min(size, at + CHUNK))])
    const end = Math.min(size, at + CHUNK)
    for (let next = bytes.indexOf(mark, looked); next !== -1; next = bytes.indexOf(mark, 1)) {
      const to = end - bytes.length + next
      yield { from, to, bytes: left ?? bytes.subarray(0, next), isLast: false }
      ;[from, bytes, left] = [to, bytes.subarray(next), undefined]
    }
    looked = Math.max(1, bytes.length - mark.length)
    if (left === undefined && bytes.length > most) left = bytes.subarray(0, most)
    if (left !== undefined) {
      bytes = bytes.subarray(-mark.length)
      looked = 0
    }
  }
  if (from < size) yield { from, to: size, bytes: left ?? bytes, isLast: true }
}

/** Yields the bytes of a range of a file, in pieces. */
export function* rangeOf(file: number, { from, to }: Range): Generator<Buffer> {
  for (let at = from; at < to; at += CHUNK) yield bytesAt(file, at, Math.min(to, at + CHUNK))
}

export function bytesAt(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
}
