/**
 * How values are written to the database. A text is stored as JSON has it, without the quotes: PostgreSQL takes no
 * `\0`, and UTF-8 no lone surrogate, and both may be in a name or a message.
 */
export function toStored(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

export function fromStored(stored: string): string {
  return stored.includes('\\') ? (JSON.parse(`"${stored}"`) as string) : stored
}

/** Returns a line of COPY in its text format. */
export function copyLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(copyValue).join('\t')}\n`
}

function copyValue(value: string | number | boolean | null): string {
  // A stored text has no other character that COPY takes for its own: JSON has escaped tabs and line breaks.
  return value === null ? '\\N' : String(value).replaceAll('\\', '\\\\')
}

/** Returns numbers as the hexadecimal digits of their bytes, the lowest first. */
export function toBytes({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array): string {
  return `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`
}

/** What a query needs to get values as the text that the server sent, which is parsed here faster than by the client. */
export const asText = { types: { getTypeParser: () => (value: string) => value } }

/** Returns the bytes of hexadecimal digits, in a buffer of their own. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.slice(2)
  const bytes = new Uint8Array(digits.length / 2)
  Buffer.from(bytes.buffer).write(digits, 'hex')
  return bytes
}

const COMMA = 44
const ZERO = 48

/**
 * Writes the numbers of an array of `int`, none of them negative, such as `{1,22}`.
 * @param start the index of the first one
 * @returns the index after the last one
 */
export function addIntArray(text: string, values: Uint32Array, start: number): number {
  if (text.length <= 2) return start
  let at = start
  let value = 0
  for (let i = 1; i < text.length - 1; i++) {
    const code = text.charCodeAt(i)
    if (code === COMMA) {
      values[at++] = value
      value = 0
    } else value = value * 10 + code - ZERO
  }
  values[at++] = value
  return at
}
