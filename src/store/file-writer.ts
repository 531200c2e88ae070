import { writeSync } from 'node:fs'

/** Shared by all writers, because a buffer for each write costs more than the write. */
const buffer = Buffer.allocUnsafe(2 ** 16)

/** Writes texts one after the other into a file, with few system calls. */
export class FileWriter {
  readonly #fd: number
  #position: number
  #filled = 0

  constructor(fd: number, position: number) {
    this.#fd = fd
    this.#position = position
  }

  /** The offset behind the last text. */
  get position(): number {
    return this.#position + this.#filled
  }

  /** Takes a text, and returns its size in bytes. */
  add(text: string): number {
    // A UTF-16 code unit takes at most three bytes.
    if (this.#filled + 3 * text.length > buffer.length) this.#flush()
    if (3 * text.length > buffer.length) return this.#write(Buffer.from(text))
    const size = buffer.write(text, this.#filled)
    this.#filled += size
    return size
  }

  /** Takes the last text, and writes everything. */
  finish(text: string): void {
    this.add(text)
    this.#flush()
  }

  #flush(): void {
    const bytes = buffer.subarray(0, this.#filled)
    this.#filled = 0
    this.#write(bytes)
  }

  #write(bytes: Buffer): number {
    for (let done = 0; done < bytes.length; ) {
      const written = writeSync(this.#fd, bytes, done, bytes.length - done, this.#position)
      done += written
      this.#position += written
    }
    return bytes.length
  }
}
