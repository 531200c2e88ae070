import type { Redactor } from '../redaction/redact.ts'

/** Returns the media type of a header with only its charset, because other parameters may contain anything. */
export function mediaType(header: string | string[] | undefined, redactor: Redactor): string | undefined {
  if (typeof header !== 'string') return undefined
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim())
  const shown = parameters.map((part) => (/^charset="?[a-z\d-]{1,20}"?$/i.test(part) ? part : '…'))
  return redactor.theirs([type, ...shown].join('; '))
}
