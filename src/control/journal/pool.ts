import type { ByteText } from '../../contract/bytes.ts'

/** A buffer with the methods that its types leave out: they cost half of what `write` and `toString` cost. */
type Latin1Buffer = Buffer & {
  latin1Write(text: ByteText, at: number, length: number): number
  latin1Slice(start: number, end: number): ByteText
}

/** A page of a list is shorter. Longer texts are rare, and stay strings, so that the pool is small enough for the caches. */
const LONGEST = 4_096

/**
 * Keeps the latest texts in one buffer, which is overwritten from its beginning when it is full. As strings, which live for
 * a thousand requests, they would cost the garbage collector more than all the rest of the journal.
 */
export class Pool {
  readonly #bytes: Latin1Buffer
  /** Counted from the first byte that was ever written; so are all places. */
  #end = 0

  /** @param texts how many it has room for */
  constructor(texts: number) {
    this.#bytes = Buffer.allocUnsafeSlow((texts + 1) * LONGEST) as Latin1Buffer
  }

  /** Returns a text that is kept here; the string itself if it is too long. */
  kept(text: ByteText): ByteText | Pooled {
    const { length } = text
    const size = this.#bytes.length
    if (length > LONGEST) return text
    const rest = size - (this.#end % size)
    const start = rest < length ? this.#end + rest : this.#end
    this.#bytes.latin1Write(text, start % size, length)
    this.#end = start + length
    return new Pooled(this, start, length)
  }

  isOverwritten({ start }: Pooled): boolean {
    return this.#end > start + this.#bytes.length
  }

  read({ start, length }: Pooled): ByteText {
    const at = start % this.#bytes.length
    return this.#bytes.latin1Slice(at, at + length)
  }
}

/** A text in a pool. */
export class Pooled {
  readonly #pool: Pool
  readonly start: number
  readonly length: number

  constructor(pool: Pool, start: number, length: number) {
    this.#pool = pool
    this.start = start
    this.length = length
  }

  get isOverwritten(): boolean {
    return this.#pool.isOverwritten(this)
  }

  whole(): ByteText {
    return this.#pool.read(this)
  }
}
