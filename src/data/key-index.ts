/** Keys of two or four 32-bit words in one array, and where each of them came first. */
export class KeyIndex {
  length = 0
  readonly #width: 2 | 4
  #keys: Uint32Array
  /** For each slot, the position of a key plus one; 0 is free. At least half of the slots are. */
  #slots: Uint32Array

  constructor(width: 2 | 4, expected: number) {
    this.#width = width
    this.#keys = new Uint32Array(width * Math.max(16, expected))
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * Math.max(16, expected))))
  }

  /** Returns the position of the first equal key, or -1. */
  find(a: number, b: number, c = 0, d = 0): number {
    return (this.#slots[this.#slotOf(a, b, c, d)] as number) - 1
  }

  /** Adds a position whose key comes later, or never. */
  pushUnknown(): void {
    const words = ++this.length * this.#width
    if (words > this.#keys.length) this.#keys = grown(this.#keys, words)
    if (this.length * 2 > this.#slots.length) this.#double()
  }

  /** Sets the key of a position. Returns the position of the first equal key, or -1 if there was none. */
  set(position: number, a: number, b: number, c = 0, d = 0): number {
    const keys = this.#keys
    const at = position * this.#width
    keys[at] = a
    keys[at + 1] = b
    if (this.#width === 4) {
      keys[at + 2] = c
      keys[at + 3] = d
    }
    const slot = this.#slotOf(a, b, c, d)
    const found = (this.#slots[slot] as number) - 1
    if (found < 0) this.#slots[slot] = position + 1
    return found
  }

  /** Returns a word of the key at a position. */
  word(position: number, n: number): number {
    return this.#keys[position * this.#width + n] as number
  }

  /** Returns the slot of the first equal key, or the free one that it would have. */
  #slotOf(a: number, b: number, c: number, d: number): number {
    const slots = this.#slots
    const keys = this.#keys
    const mask = slots.length - 1
    let hash = Math.imul(a ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ d, 0x9e3779b1)
    hash ^= hash >>> 15
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number
      if (entry === 0) return slot
      const at = (entry - 1) * this.#width
      if (keys[at] !== a || keys[at + 1] !== b) continue
      if (this.#width === 2 || (keys[at + 2] === c && keys[at + 3] === d)) return slot
    }
  }

  #double(): void {
    const entries = this.#slots.filter((entry) => entry > 0)
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (const entry of entries) {
      const word = (n: number) => (n < this.#width ? this.word(entry - 1, n) : 0)
      this.#slots[this.#slotOf(word(0), word(1), word(2), word(3))] = entry
    }
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** Returns an array with the same numbers and room for at least `length`. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  const more = new (numbers.constructor as new (length: number) => T)(
    Math.max(length, Math.ceil(numbers.length * 1.5)),
  )
  more.set(numbers as never)
  return more
}
