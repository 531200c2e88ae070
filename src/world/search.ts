import { type Columns, rowsOf, startOf } from './columns.ts'
import { type Edge, type Folding, folds, type Search } from './match.ts'
import type { Words } from './words.ts'

/** The folded name of each person as UTF-8, one after the other. */
export interface FoldedNames {
  readonly heap: Buffer
  /** Where the names of each person ends. */
  readonly ends: Uint32Array
}

const SPACE = ' '.charCodeAt(0)

/** Folds every name, word by word. */
export function foldNames({ words, ids, ends: wordEnds }: Words, folding: Folding): FoldedNames {
  const folded = words.map((word) => Buffer.from(folds[folding](word)))
  let size = ids.length
  for (let i = 0; i < ids.length; i++) size += (folded[ids[i] as number] as Buffer).length
  const heap = Buffer.alloc(size)
  const ends = new Uint32Array(wordEnds.length)
  let [at, i] = [0, 0]
  for (let person = 0; person < ends.length; person++) {
    for (const end = wordEnds[person] as number; i < end; i++) {
      const word = folded[ids[i] as number] as Buffer
      for (let byte = 0; byte < word.length; byte++) heap[at++] = word[byte] as number
      heap[at++] = SPACE
    }
    // The space behind the last word is no part of the name.
    ends[person] = --at
  }
  return { heap: heap.subarray(0, at), ends }
}

/**
 * Returns the rows of an organization whose name matches, ascending: one pass over all names, which takes a million of
 * them 20 ms, so that no index is kept.
 */
export function findNames(
  columns: Columns,
  names: FoldedNames,
  organization: number,
  { parts, before, after }: Search,
): Uint32Array {
  const [from, to] = rowsOf(columns, organization)
  let rows = columns.personOf.subarray(from, to)
  let isPerson = true
  for (const part of parts) {
    rows = scan(rows, from, isPerson ? undefined : columns.personOf, names, Buffer.from(part), before, after)
    isPerson = false
  }
  return isPerson ? Uint32Array.from(rows, (_, i) => from + i) : rows
}

/**
 * Returns the rows in whose name a text is.
 * @param rows rows, whose persons the next parameter has; or the persons of all rows from `first` on
 */
function scan(
  rows: Uint32Array,
  first: number,
  personOf: Uint32Array | undefined,
  { heap, ends }: FoldedNames,
  text: Buffer,
  before: Edge,
  after: Edge,
): Uint32Array<ArrayBuffer> {
  const { length } = text
  const found = new Uint32Array(rows.length)
  const rare = rarest(text)
  const byte = text[rare]
  const isFree = before === 'none' && after === 'none'
  let count = 0
  for (let i = 0; i < rows.length; i++) {
    const row = personOf === undefined ? first + i : (rows[i] as number)
    const person = personOf === undefined ? (rows[i] as number) : (personOf[row] as number)
    const start = startOf(ends, person)
    const end = ends[person] as number
    const last = before === 'name' ? Math.min(start, end - length) : end - length
    for (let at = start; at <= last; at++) {
      if (heap[at + rare] !== byte && length > 0) continue
      if (!isSame(heap, at, text)) continue
      if (!isFree && !(isEdge(heap, at, start, before, -1) && isEdge(heap, at + length, end, after, 0)))
        continue
      found[count++] = row
      break
    }
  }
  return found.slice(0, count)
}

/** The letters of Brazilian names, the most frequent first. */
// cspell:disable-next-line
const FREQUENT = Buffer.from('a eirosndlmtucvpbgfhzjqxykw')

/** Returns the place of the byte of a text that names have most seldom, so that few places are looked at twice. */
function rarest(text: Buffer): number {
  const rankOf = (at: number) => {
    const rank = FREQUENT.indexOf(text[at] as number)
    return rank === -1 ? FREQUENT.length : rank
  }
  let found = 0
  for (let at = 1; at < text.length; at++) if (rankOf(at) > rankOf(found)) found = at
  return found
}

function isSame(heap: Buffer, at: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i++) if (heap[at + i] !== text[i]) return false
  return true
}

/** Returns whether a place is an edge of a name, or next to a space. */
function isEdge(heap: Buffer, at: number, edge: number, wanted: Edge, side: -1 | 0): boolean {
  return wanted === 'none' || at === edge || (wanted === 'word' && heap[at + side] === SPACE)
}
