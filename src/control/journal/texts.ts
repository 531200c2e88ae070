import type { ByteText } from '../../contract/bytes.ts'

/** A buffer with the methods that its types leave out: they cost half of what `write` and `toString` cost. */
type Latin1Buffer = Buffer & {
  latin1Write(text: string, at: number, length: number): number
  latin1Slice(start: number, end: number): string
}

/** It begins small, so that it stays in the caches of the processor. */
const FIRST_SIZE = 2 ** 18

/**
 * Keeps the latest texts in one buffer, which is overwritten from its beginning when it is full. Strings that live for a
 * thousand requests would cost the garbage collector more than all the rest of a request.
 */
export class Texts {
  readonly #most: number
  #size = FIRST_SIZE
  #bytes = allocate(FIRST_SIZE)
  /** Counted from the first byte that was ever written; so are all places. */
  #end = 0

  /** @param most the bytes from which on it grows no more, whatever is wanted */
  constructor(most: number) {
    this.#most = most
  }

  get end(): number {
    return this.#end
  }

  /** Returns whether a text has a place here: longer ones would leave too little for the others. */
  hasPlaceFor({ length }: ByteText): boolean {
    return length <= this.#size && length <= this.#most / 16
  }

  /**
   * Writes a text, and returns its place.
   * @param from what was written from here on is still wanted, and kept if there is room for it
   */
  write(text: ByteText, from: number): number {
    const { length } = text
    let start = this.#place(length)
    while (start + length > from + this.#size && this.#size < this.#most) {
      this.#enlarge(from)
      start = this.#place(length)
    }
    this.#bytes.latin1Write(text, start % this.#size, length)
    this.#end = start + length
    return start
  }

  /** Returns whether what was written at a place is still there. */
  has(start: number): boolean {
    return this.#end <= start + this.#size
  }

  read(start: number, length: number): ByteText {
    const at = start % this.#size
    return this.#bytes.latin1Slice(at, at + length)
  }

  /** Returns where so many bytes are in one piece. */
  #place(length: number): number {
    const rest = this.#size - (this.#end % this.#size)
    return rest < length ? this.#end + rest : this.#end
  }

  #enlarge(from: number): void {
    const [before, size] = [this.#bytes, this.#size]
    this.#size = 2 * size
    this.#bytes = allocate(this.#size)
    for (let at = Math.max(from, this.#end - size); at < this.#end; ) {
      const next = Math.min(this.#end, at - (at % size) + size)
      before.copy(this.#bytes, at % this.#size, at % size, (at % size) + next - at)
      at = next
    }
  }
}

function allocate(size: number): Latin1Buffer {
  return Buffer.allocUnsafeSlow(size) as Latin1Buffer
}
