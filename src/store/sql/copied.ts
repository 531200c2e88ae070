import type { PoolClient } from 'pg'
import { Unavailable } from '../unavailable.ts'

/** COPY in the binary format begins with a signature, flags, and the length of an extension. */
const SIGNATURE = 'PGCOPY\n\xff\r\n\0'
const HEADER = 19

/**
 * Returns the only column of a query, a bytea, one array for each row. COPY sends the bytes themselves. The client, pg,
 * reads a bytea in its text format only, with two digits for each byte.
 * @param query has no parameters
 */
export async function copyBytes(
  client: PoolClient,
  query: string,
  query_timeout: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { to } = await import('pg-copy-streams')
  const stream = to(`COPY (${query}) TO STDOUT (FORMAT binary)`)
  // pg reads the time limit from the query object.
  const timed = Object.assign(stream, { query_timeout, callback: () => {} })
  const reader = new FieldReader()
  try {
    for await (const chunk of client.query(timed)) reader.take(chunk as Buffer)
  } finally {
    // pg-copy-streams 7 does not call this at the end, and pg would report a timeout when the time limit is over.
    timed.callback()
  }
  return reader.end()
}

/** Extracts the fields from the chunks of a stream of COPY whose rows have one column. */
export class FieldReader {
  readonly #fields: Uint8Array<ArrayBuffer>[] = []
  /** The first bytes of an incomplete header, or of an incomplete row. */
  #rest: Uint8Array = new Uint8Array()
  #hasBegun = false
  #hasEnded = false
  /** The current field, and how many of its bytes were received. */
  #field: Uint8Array<ArrayBuffer> | undefined
  #filled = 0

  take(chunk: Uint8Array): void {
    let left = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    while (left.length > 0 && !this.#hasEnded) {
      const used = this.#field === undefined ? this.#begin(left) : this.#fill(this.#field, left)
      if (used === 0) break
      left = left.subarray(used)
    }
    this.#rest = left
  }

  /** @throws {Unavailable} when the stream ended early */
  end(): Uint8Array<ArrayBuffer>[] {
    if (!this.#hasEnded) throw new Unavailable('the rows of COPY were cut off')
    return this.#fields
  }

  #fill(field: Uint8Array, bytes: Uint8Array): number {
    const part = bytes.subarray(0, field.length - this.#filled)
    field.set(part, this.#filled)
    this.#filled += part.length
    if (this.#filled === field.length) this.#field = undefined
    return part.length
  }

  /** Reads a header or the beginning of a row. Returns how many bytes it has, or 0 if it is incomplete. */
  #begin(bytes: Uint8Array): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (!this.#hasBegun) {
      if (bytes.length < HEADER) return 0
      const signature = Buffer.from(bytes.subarray(0, SIGNATURE.length)).toString('latin1')
      if (signature !== SIGNATURE) throw new Error('These are no rows of COPY in the binary format.')
      const length = HEADER + view.getInt32(HEADER - 4)
      if (bytes.length < length) return 0
      this.#hasBegun = true
      return length
    }
    if (bytes.length < 2) return 0
    if (view.getInt16(0) === -1) {
      this.#hasEnded = true
      return 2
    }
    if (bytes.length < 6) return 0
    this.#field = new Uint8Array(view.getInt32(2))
    this.#filled = 0
    this.#fields.push(this.#field)
    if (this.#field.length === 0) this.#field = undefined
    return 6
  }
}
