import type { Redactor } from '../redaction/redact.ts'

/** How many words a type may have; a name that is spelled out in one has more. */
const WORDS = 6

/** Returns the media type of a header with only its charset, because other parameters may contain anything. */
export function mediaType(header: string | string[] | undefined, redactor: Redactor): string | undefined {
  if (typeof header !== 'string') return undefined
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim())
  const shown = parameters.map((part) => (/^charset="?[a-z\d-]{1,20}"?$/i.test(part) ? part : '…'))
  const isType = type.split(/[^\p{L}\d]+/u).length <= WORDS
  return redactor.theirs([isType ? type : '…', ...shown].join('; '))
}

export function namesJson(header: string | string[] | undefined): boolean {
  return /json/i.test(String(header))
}
