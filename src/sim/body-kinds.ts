import type { bodyTable } from '../contract/body-table.ts'
import { MENSAGEM_MINIMUM } from '../contract/wire.ts'
import { loneSurrogateIn } from './surrogates.ts'

/** The kinds of what a body can have wrong, as the table of bodies names them; undefined is what the interface shows. */
export type BodyKind<Row extends keyof typeof bodyTable> = keyof (typeof bodyTable)[Row]

export function kindOfAprovar(value: unknown): BodyKind<'aprovar'> | undefined {
  if (typeof value === 'boolean') return undefined
  if (value === undefined) return 'missing'
  if (typeof value === 'number') {
    if (value === 0 || value === 1) return 'bit'
    return Number.isInteger(value) ? 'number' : 'fraction'
  }
  if (typeof value !== 'string') return kindOfCollection(value, (one) => typeof one === 'boolean')
  if (value === '') return 'empty-text'
  if (value === 'true' || value === 'false') return 'text'
  if (value === '1' || value === '0') return 'bit-text'
  if (/^(true|false)$/i.test(value)) return 'capitals'
  if (/^(yes|no)$/i.test(value)) return 'yes'
  if (/^(on|off)$/i.test(value)) return 'on'
  if (/^(y|t|n|f)$/i.test(value)) return 'letter'
  return /^(true|false|1|0)$/i.test(value.trim()) ? 'padded' : 'word'
}

/** @param count counts the characters of a text */
export function kindOfMensagem(
  value: unknown,
  count: (text: string) => number,
  maximum: number | null,
): BodyKind<'mensagem'> | undefined {
  if (value === undefined) return 'missing'
  if (typeof value === 'number') return value === 0 ? 'zero' : 'number'
  if (typeof value === 'boolean') return value ? 'boolean' : 'false'
  if (Array.isArray(value) && value.length >= MENSAGEM_MINIMUM) return 'long-array'
  if (typeof value !== 'string') return kindOfCollection(value, (one) => typeof one === 'string')
  if (value === '') return 'empty-text'
  const length = count(value)
  if (length < MENSAGEM_MINIMUM) return value.trim() === '' ? 'short-blank' : 'short'
  if (maximum !== null && length > maximum) return 'long'
  if (loneSurrogateIn(value) !== undefined) return 'surrogate'
  const trimmed = value.trim()
  if (trimmed === '') return 'blank'
  return trimmed !== value && count(trimmed) < MENSAGEM_MINIMUM ? 'padded' : undefined
}

/**
 * @param body undefined for none at all
 * @param isUntyped whether no body comes without a Content-Type
 */
export function kindOfBody(
  body: unknown,
  isUntyped = false,
):
  | Extract<
      BodyKind<'body'>,
      'none' | 'untyped' | 'text' | 'empty-text' | 'number' | 'boolean' | 'null' | 'array' | 'empty-array'
    >
  | undefined {
  if (body === undefined) return isUntyped ? 'untyped' : 'none'
  if (typeof body === 'string') return body === '' ? 'empty-text' : 'text'
  if (typeof body === 'number') return 'number'
  if (typeof body === 'boolean') return 'boolean'
  const kind = kindOfObject(body)
  if (kind === 'array' && (body as unknown[]).length === 0) return 'empty-array'
  return kind === 'object' ? undefined : kind
}

/** @param isLegal whether the value that a list has alone is of the type of the field */
function kindOfCollection(
  value: unknown,
  isLegal: (one: unknown) => boolean,
): 'null' | 'array' | 'empty-array' | 'listed' | 'object' | 'empty-object' {
  if (value === null) return 'null'
  if (!Array.isArray(value)) return Object.keys(value as object).length === 0 ? 'empty-object' : 'object'
  if (value.length === 0) return 'empty-array'
  return value.length === 1 && isLegal(value[0]) ? 'listed' : 'array'
}

function kindOfObject(value: unknown): 'null' | 'array' | 'object' {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : 'object'
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/
const FORM = 'application/x-www-form-urlencoded'
const kindsOfType: Readonly<Record<string, BodyKind<'type'>>> = {
  'text/plain': 'plain',
  [FORM]: 'form',
  'application/xml': 'xml',
  'text/xml': 'text-xml',
  'application/octet-stream': 'bytes',
  'application/vnd.api+json': 'json-api',
}

/** Returns the kind of a Content-Type; undefined for `application/json`. */
export function kindOfType(header: string | undefined): BodyKind<'type'> | undefined {
  if (header === undefined) return 'none'
  const type = header.replace(/;.*/s, '').trim().toLowerCase()
  if (type === 'application/json') return kindOfCharset(charsetOf(header))
  if (!MEDIA_TYPE.test(type)) return 'malformed'
  if (Object.hasOwn(kindsOfType, type)) return kindsOfType[type]
  if (type.startsWith('text/')) return 'other-text'
  if (type.startsWith('multipart/')) return 'multipart'
  return type.endsWith('+json') ? 'suffix' : 'other'
}

/** Returns the charset that a Content-Type names, without quotes; empty for none. */
export function charsetOf(header: string): string {
  return /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header)?.[1] ?? ''
}

/** The charsets that clients name, as most platforms know them. */
const KNOWN_CHARSET =
  /^(?:utf-?(?:8|16|32)(?:[bl]e)?|(?:us-)?ascii|latin-?\d|iso-?8859-?\d{1,2}|windows-\d{3,4}|cp-?\d{3,5}|big5|gb(?:k|2312|18030)|shift_jis|euc-(?:jp|kr)|koi8-[ru])$/i

function kindOfCharset(charset: string): BodyKind<'type'> | undefined {
  if (charset === '' || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined
  return KNOWN_CHARSET.test(charset) ? 'charset' : 'unknown-charset'
}
