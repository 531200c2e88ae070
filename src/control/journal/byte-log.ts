import type { ByteText } from '../../contract/bytes.ts'

/** A buffer with the methods that its types leave out: they cost half of what `write` and `toString` cost. */
type Latin1Buffer = Buffer & {
  latin1Write(text: string, at: number, length: number): number
  latin1Slice(start: number, end: number): string
}

const FIRST_SIZE = 2 ** 18

/** What a log keeps bytes for. */
export interface Logged {
  /** Where its bytes begin, counted from the first byte ever written. */
  start: number
  /** How many bytes it has. */
  logged: number
  /** Whether it is still wanted. */
  isKept: boolean
}

/**
 * Keeps texts in one buffer that is overwritten from its beginning when it is full. Strings that live for a thousand
 * requests would cost the garbage collector more than all the rest of a request; bytes in a buffer cost it nothing.
 * A text that is still kept is copied to the end before its place is overwritten. The buffer begins small, so that it
 * stays in the caches of the processor, and grows while more is kept.
 */
export class ByteLog {
  readonly #most: number
  #size: number
  #bytes: Latin1Buffer
  #end = 0
  /** Bytes of those that are remembered. */
  #held = 0
  /** In the order in which they were written, from `#from` on. */
  #owners: Logged[] = []
  #from = 0

  readonly #onLeave: (owner: Logged) => void

  /**
   * @param most at least half as much again as is wanted at a time
   * @param onLeave gets what is not wanted any more when nothing here refers to it
   */
  constructor(most: number, onLeave: (owner: Logged) => void = () => {}) {
    this.#most = most
    this.#onLeave = onLeave
    this.#size = Math.min(most, FIRST_SIZE)
    this.#bytes = allocate(this.#size)
  }

  /** Returns whether texts of some length have a place here: others would leave too little for the rest. */
  hasPlaceFor(length: number): boolean {
    return length <= this.#most / 16
  }

  /** Writes what an owner has, one after another. */
  write(owner: Logged, first: ByteText, second: Uint8Array | undefined, third: ByteText): void {
    const between = first.length + (second?.length ?? 0)
    const at = this.#place(owner, between + third.length)
    const bytes = this.#bytes
    bytes.latin1Write(first, at, first.length)
    if (second !== undefined) bytes.set(second, at + first.length)
    bytes.latin1Write(third, at + between, third.length)
  }

  /** Returns whether the texts of an owner are still there. */
  has({ start }: Logged): boolean {
    return this.#end <= start + this.#size
  }

  read(start: number, length: number): ByteText {
    const at = start % this.#size
    return this.#bytes.latin1Slice(at, at + length)
  }

  /** Makes room for so many bytes at the end, in one piece, and returns where they begin in the buffer. */
  #place(owner: Logged, length: number): number {
    while (length > this.#size) this.#enlarge()
    for (;;) {
      const rest = this.#size - (this.#end % this.#size)
      const start = rest < length ? this.#end + rest : this.#end
      const oldest = this.#owners[this.#from]
      if (oldest === undefined || start + length <= oldest.start + this.#size) {
        owner.start = start
        owner.logged = length
        this.#end = start + length
        this.#owners.push(owner)
        this.#held += length
        return start % this.#size
      }
      // Room for all of it twice, as the end of the buffer may be left empty for what does not fit there.
      const isTight = this.#size < this.#most && 2 * (this.#held + length) > this.#size
      if (oldest.isKept && isTight) this.#enlarge()
      else this.#passOldest(oldest)
    }
  }

  /** Moves what is wanted to a buffer of twice the size. */
  #enlarge(): void {
    const wanted = this.#owners.slice(this.#from).map((owner) => ({
      owner,
      text: owner.isKept ? this.read(owner.start, owner.logged) : undefined,
    }))
    this.#size = Math.min(this.#most, 2 * this.#size)
    this.#bytes = allocate(this.#size)
    this.#owners = []
    this.#from = this.#held = 0
    // Places of before are told apart from those of now.
    this.#end = Math.ceil((this.#end + this.#size + 1) / this.#size) * this.#size
    for (const { owner, text } of wanted) {
      if (text !== undefined) this.write(owner, text, undefined, '')
    }
  }

  #passOldest(oldest: Logged): void {
    this.#owners[this.#from++] = undefined as never
    this.#held -= oldest.logged
    if (this.#from > 256 && this.#from * 2 > this.#owners.length) {
      this.#owners = this.#owners.slice(this.#from)
      this.#from = 0
    }
    if (!oldest.isKept) return void this.#onLeave(oldest)
    const text = this.read(oldest.start, oldest.logged)
    this.write(oldest, text, undefined, '')
  }

  /** Forgets owners that are not wanted any more, and moves one that stands before many of them. */
  tidy(wanted: number): void {
    for (;;) {
      const oldest = this.#owners[this.#from]
      if (oldest === undefined) return
      if (oldest.isKept && this.#owners.length - this.#from <= 4 * wanted + 64) return
      this.#passOldest(oldest)
    }
  }
}

function allocate(size: number): Latin1Buffer {
  return Buffer.allocUnsafeSlow(size) as Latin1Buffer
}
