/** Values that can be computed again; the least recently used are dropped when they are too large together. */
export class Cache<T> {
  readonly #most: number
  readonly #sizeOf: (value: T) => number
  readonly #held = new Map<string, { value: Promise<T>; size: number }>()
  #size = 0

  /** @param most the sum of the sizes that are kept */
  constructor(most: number, sizeOf: (value: T) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /** Returns a value, computed once for all who ask at the same time. A failure is not kept. */
  get(key: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#held.get(key)
    if (known !== undefined) {
      this.#held.delete(key)
      this.#held.set(key, known)
      return known.value
    }
    const held = { value: compute(), size: 0 }
    this.#held.set(key, held)
    held.value.then(
      (value) => {
        if (this.#held.get(key) !== held) return
        held.size = this.#sizeOf(value)
        this.#size += held.size
        this.#drop()
      },
      () => {
        if (this.#held.get(key) === held) this.#held.delete(key)
      },
    )
    return held.value
  }

  has(key: string): boolean {
    return this.#held.has(key)
  }

  #drop(): void {
    for (const [key, { size }] of this.#held) {
      if (this.#size <= this.#most || this.#held.size <= 1) return
      this.#held.delete(key)
      this.#size -= size
    }
  }
}
