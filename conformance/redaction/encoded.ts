/** A run of characters that may be encoded bytes, and the text for each way to decode it. */
export interface Encoded {
  at: number
  end: number
  texts: string[]
}

interface Encoding {
  pattern: RegExp
  /** Returns whether a run is a plain word or number, as most are. */
  isPlain(run: string): boolean
  /** Returns the characters of a run that encode something. */
  digits(run: string): string
  /** At how many offsets the first whole byte may begin. */
  alignments: number
  decode(digits: string): Buffer
}

const encodings: readonly Encoding[] = [
  // Base64 and base64url, in one line or several.
  {
    pattern: /[a-z\d+/_-]{7,}(?:\r?\n[a-z\d+/_-]+)*={0,2}/gi,
    isPlain: (run) => /^[A-Z]?[a-z_/-]*$|^[\d/_+-]*$|^[A-Z_/-]*$/.test(run),
    digits: (run) => run.replace(/\s/g, ''),
    alignments: 4,
    decode: (digits) => Buffer.from(digits, 'base64'),
  },
  {
    pattern: /(?:(?:0x|\\x)?[\da-f]{2}[ :,;-]{0,2}){4,}(?:0x|\\x)?[\da-f]{2}/gi,
    isPlain: (run) => /^\D*$|^[\d]{0,11}$/.test(run),
    digits: (run) => run.replace(/0x|[^\da-f]/gi, ''),
    alignments: 2,
    decode: (digits) => Buffer.from(digits.slice(0, digits.length & ~1), 'hex'),
  },
  {
    pattern: /(?:[A-Z2-7]{8,}|[a-z2-7]{8,})/g,
    isPlain: (run) => /^\d*$/.test(run) || (/^\D*$/.test(run) && run.length < 16),
    digits: (run) => run.toUpperCase(),
    alignments: 8,
    decode: fromBase32,
  },
  // Character codes.
  {
    pattern: /(?:\d{2,3}[\s,;]{1,2}){5,}\d{2,3}/g,
    isPlain: () => false,
    digits: (run) => run,
    alignments: 1,
    decode: (run) => Buffer.from((run.match(/\d+/g) ?? []).map(Number)),
  },
]

/** Yields the runs of a text that may be encoded text. The bytes are read as Latin-1, which accepts any bytes. */
export function* encodedIn(text: string): Generator<Encoded> {
  for (const { pattern, isPlain, digits, alignments, decode } of encodings) {
    for (const { 0: run, index } of text.matchAll(pattern)) {
      if (isPlain(run)) continue
      const all = digits(run)
      // Without the zero bytes, UTF-16 leaves its letters, too.
      const texts = Array.from({ length: alignments }, (_, cut) =>
        decode(all.slice(cut)).toString('latin1').replaceAll('\0', ''),
      )
      yield { at: index, end: index + run.length, texts }
    }
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(digits: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const digit of digits) {
    value = ((value << 5) | BASE32.indexOf(digit)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}
