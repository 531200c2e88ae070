/** Keeps what was used lately, up to a number of bytes, half of them for what is new or was asked for again. */
export class Cache<V> {
  readonly #most: number
  readonly #sizeOf: (value: V) => number
  #young = new Map<string, V>()
  #old = new Map<string, V>()
  /** The bytes of the young ones. */
  #bytes = 0

  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /** Returns the value of a key, made anew if it was not kept. */
  get(key: string, make: () => V): V {
    return this.find(key) ?? this.add(key, make())
  }

  find(key: string): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    return old === undefined ? undefined : this.add(key, old)
  }

  add(key: string, value: V): V {
    this.#old.delete(key)
    this.#young.set(key, value)
    this.#bytes += this.#sizeOf(value)
    if (this.#bytes > this.#most / 2) {
      this.#old = this.#young
      this.#young = new Map()
      this.#bytes = 0
    }
    return value
  }

  values(): V[] {
    return [...this.#old.values(), ...this.#young.values()]
  }

  /** Forgets what does not pass. */
  keep(passes: (value: V) => boolean): void {
    for (const kept of [this.#old, this.#young])
      for (const [key, value] of kept) if (!passes(value)) kept.delete(key)
  }
}
