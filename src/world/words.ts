import { type Columns, nameStart, unescaped } from './columns.ts'

/** The words of all names: they are few, even where names are a million. */
export interface Words {
  /** Each word once. */
  words: readonly string[]
  /** The words of all persons, as places in `words`, one person after the other. */
  ids: Uint32Array
  /** Where each person ends in `ids`. */
  ends: Uint32Array
}

const SPACE = ' '.charCodeAt(0)

/** Splits every name at each space, so that its words joined by spaces give the name again. */
export function wordsOf(columns: Columns): Words {
  const { heap, ends: heapEnds } = columns
  const ends = new Uint32Array(heapEnds.length)
  const index = new WordIndex(heap)
  let ids = new Uint32Array(heapEnds.length * 4 + 16)
  let count = 0
  for (let person = 0; person < ends.length; person++) {
    const end = heapEnds[person] as number
    for (let at = nameStart(columns, person); at <= end; at++) {
      const from = at
      while (at < end && heap[at] !== SPACE) at++
      if (count === ids.length) ids = larger(ids)
      ids[count++] = index.idOf(from, at)
    }
    ends[person] = count
  }
  return { words: index.words(), ids: ids.subarray(0, count), ends }
}

/** Numbers words by their bytes: a hash table with open addressing, because decoding a million names takes a second. */
class WordIndex {
  readonly #heap: Buffer
  #starts = new Uint32Array(1_024)
  #tos = new Uint32Array(1_024)
  /** The number of a word plus 1, at the first free slot from its hash on; 0 means free. */
  #slots = new Uint32Array(4_096)
  #size = 0

  constructor(heap: Buffer) {
    this.#heap = heap
  }

  idOf(from: number, to: number): number {
    const slot = this.#slotOf(from, to)
    const known = this.#slots[slot] as number
    if (known !== 0) return known - 1
    if (this.#size === this.#starts.length) {
      this.#starts = larger(this.#starts)
      this.#tos = larger(this.#tos)
    }
    this.#starts[this.#size] = from
    this.#tos[this.#size] = to
    this.#slots[slot] = ++this.#size
    if (this.#size * 2 > this.#slots.length) this.#grow()
    return this.#size - 1
  }

  words(): string[] {
    return Array.from({ length: this.#size }, (_, id) =>
      unescaped(this.#heap.toString('latin1', this.#starts[id], this.#tos[id])),
    )
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let id = 0; id < this.#size; id++)
      this.#slots[this.#slotOf(this.#starts[id] as number, this.#tos[id] as number)] = id + 1
  }

  /** Returns the slot of a word, or the free slot where it would be inserted. */
  #slotOf(from: number, to: number): number {
    const mask = this.#slots.length - 1
    // FNV-1a, with the high bits folded into the low ones.
    let hash = 0x811c9dc5
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (this.#heap[at] as number), 0x01000193)
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot] as number
      if (held === 0 || this.#isSame(held - 1, from, to)) return slot
    }
  }

  #isSame(id: number, from: number, to: number): boolean {
    const start = this.#starts[id] as number
    if ((this.#tos[id] as number) - start !== to - from) return false
    for (let i = 0; i < to - from; i++) if (this.#heap[start + i] !== this.#heap[from + i]) return false
    return true
  }
}

function larger(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(values.length * 2)
  copy.set(values)
  return copy
}
