/** A string with one character for each byte of its UTF-8. Node joins and sends such strings fastest. */
export type ByteText = string

const BEYOND_ASCII = /[^\0-\x7f]/

/** Returns the text that was made to bytes. */
export function fromByteText(bytes: ByteText): string {
  return BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes
}

export function toByteText(text: string): ByteText {
  return BEYOND_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text
}
