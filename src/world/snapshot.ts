import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { endianness } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { packageVersion } from '../contract/package-version.ts'
import { replaceBy } from '../operator/replace-file.ts'
import type { Columns } from './columns.ts'
import { Orders } from './orders.ts'

/** Smaller data is built again as fast as a snapshot of it is read. */
export const SNAPSHOT_FROM = 5_000

type Column = [name: string, values: unknown]
/** Stands last, so that a file which ends between two columns is none. */
const END = ['end', true]

/** Returns what decides whether a snapshot fits: who wrote it, of which data, and who ordered the names. */
function keyOf(hash: string) {
  const { v8, icu = '' } = process.versions
  return { format: 'pessoas-sim snapshot 2', version: packageVersion(), v8, icu, bytes: endianness(), hash }
}

/** Writes columns, with the orders and folded names that were prepared, for the next start. */
export function writeSnapshot(path: string, { columns, ranks, folded }: Orders): void {
  replaceBy(path, (file) => {
    for (const part of [keyOf(columns.hash), ranks, folded, ...Object.entries(columns), END]) {
      const bytes = serialize(part)
      const head = Buffer.alloc(HEAD)
      head.writeDoubleLE(bytes.length)
      head.writeUInt32LE(crc32(bytes), 8)
      writeAll(file, head)
      writeAll(file, bytes)
    }
  })
}

/** Reads a snapshot; returns undefined if it is missing, damaged, or of other data. */
export function readSnapshot(path: string, hash: string): Orders | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const parts = partsOf(file)
    if (!isDeepStrictEqual(parts.next().value, keyOf(hash))) return undefined
    const [ranks, folded, ...columns] = [...parts] as [Orders['ranks'], Orders['folded'], ...Column[]]
    if (!isDeepStrictEqual(columns.pop(), END)) return undefined
    const orders = new Orders(Object.fromEntries(columns) as unknown as Columns)
    for (const [collation, one] of ranks) orders.ranks.set(collation, one)
    for (const [folding, names] of folded) orders.folded.set(folding, names)
    return orders
  } catch {
    // A torn or foreign file: it is a cache, and will be written again.
    return undefined
  } finally {
    closeSync(file)
  }
}

/** The bytes before each part: its length and its checksum. */
const HEAD = 12

/** @throws when a part is damaged */
function* partsOf(file: number): Generator<unknown> {
  const { size } = fstatSync(file)
  for (let at = 0; at < size; ) {
    const head = readAll(file, HEAD)
    const length = head.readDoubleLE()
    at += HEAD + length
    if (!(at <= size)) throw new Error('the file ends too early')
    const bytes = readAll(file, length)
    if (crc32(bytes) !== head.readUInt32LE(8)) throw new Error('the file is damaged')
    yield deserialize(bytes)
  }
}

/** Node reads and writes at most 2 GiB at once. */
const AT_ONCE = 2 ** 30

function readAll(file: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let at = 0; at < length; ) {
    const count = readSync(file, bytes, at, Math.min(AT_ONCE, length - at), null)
    if (count === 0) throw new Error('the file ends too early')
    at += count
  }
  return bytes
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(AT_ONCE, bytes.length - at))
}
