/** Keeps what was used last, up to a number of bytes. */
export class Cache<V> {
  readonly #most: number
  readonly #sizeOf: (value: V) => number
  readonly #kept = new Map<string, V>()
  #bytes = 0

  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /** Returns the value of a key, made anew if it was not kept. */
  get(key: string, make: () => V): V {
    const known = this.#kept.get(key)
    if (known !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const made = make()
    this.#bytes += this.#sizeOf(made)
    this.#kept.set(key, made)
    for (const [oldest, value] of this.#kept) {
      if (this.#bytes <= this.#most || value === made) break
      this.#kept.delete(oldest)
      this.#bytes -= this.#sizeOf(value)
    }
    return made
  }

  values(): Iterable<V> {
    return this.#kept.values()
  }

  /** Forgets what does not pass. */
  keep(passes: (value: V) => boolean): void {
    for (const [key, value] of this.#kept) {
      if (passes(value)) continue
      this.#kept.delete(key)
      this.#bytes -= this.#sizeOf(value)
    }
  }
}
