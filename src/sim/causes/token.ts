import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Profile } from '../../contract/profile.ts'
import type { Organization } from '../../store/store.ts'
import type { Cause } from './cause.ts'
import { causes } from './causes.ts'
import { type Slip, undoSlips } from './slips.ts'

/** What is known of tokens when one is refused. */
export interface KnownTokens {
  organizations: readonly Organization[]
  /** Whether it was the token of an organization that is gone. */
  wasKnown(token: string): boolean
}

const { token: cause } = causes
const SCHEME = /^(\w[\w-]{0,20}):?\s+(.*)$/s
/** The scheme with something else than a blank behind it, or with nothing. */
const GLUED = /^(bearer)(%20|\+)?[:=_,;-]?(.+)$/is
/** Schemes that can be named: any other word before a blank may be a part of a token. */
const SCHEMES = /^(basic|digest|token|api-?key|jwt|oauth|negotiate|ntlm|hoba|mutual|vapid|aws4-hmac-sha256)$/i
/** What stands in place of a token that a program did not find, each with its cause. */
const INSTEAD: readonly [RegExp, (given: string, form: string) => Cause][] = [
  [/^(undefined|null|none|nil|nan|true|false)$/i, cause.noValue],
  [/^\[?object (\w+)\]?$/i, (_, form) => cause.object(form)],
  [/^(async\s*)?(function\b.*|\([\w\s,]*\)\s*=>.*)$/is, (_, form) => cause.aFunction(form)],
  [
    /^(\$.*|%\w+%|\{[^"]*\}|<%.*%>|#\{.*\}|@\w+@|(process\.)?env[.:]\w+)$/is,
    (_, form) => cause.unexpanded(form),
  ],
  [/^(bearer|basic)?$/i, (_, form) => cause.schemeOnly(form)],
  [
    /^(token|<.*>|(your|my|the|seu|meu)[-_ ]?\w*[-_ ]?token|(access|api)[-_ ]?(token|key)|changeme|secret|x{3,}|\*+|…|\.\.\.)$/is,
    (_, form) => cause.placeholder(form),
  ],
]
/** Less than this of a token says too little to be told from another one. */
const PART = 6

const QUOTES = '"\'`\\\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb'
const MARKS = `${QUOTES}<>{}[]()`

/** What those who copy a token by hand do to it, the outermost first. */
const SLIPS: readonly Slip[] = [
  slip(cause.byteOrderMark(), (text) => text.replace(/\ufeff/g, '')),
  slip(cause.invisible(), (text) => text.replace(/(?!\ufeff)\p{Cf}/gu, '')),
  slip(cause.headerName(), (text) => text.replace(/^authorization\s*[:=]\s*/i, '')),
  slip(cause.bytes(), (text) => /^b(["'])(.*)\1$/s.exec(text)?.[2] ?? text),
  slip(cause.quotes(), (text) => (MARKS.includes(text.charAt(0)) ? without(text, MARKS) : text)),
]
/** Those of the token itself: around a scheme, a blank is part of the form. */
const INSIDE: readonly Slip[] = [
  slip(cause.encoded(), decoded),
  slip(cause.quotes(), (text) => without(text, MARKS)),
  ...SLIPS,
  slip(cause.lineBreak(), (text) => text.replace(/[\r\n]|\\[rn]/g, '')),
  slip(cause.blanks(), (text) => text.replace(/\s|\\t/g, '')),
]

/** Why a request was refused with 401: one cause, or several where several slips were made. */
export function whyUnauthorized(
  { url = '', headers }: IncomingMessage,
  { authorization: form }: Pick<Profile, 'authorization'>,
  known: KnownTokens,
): Cause[] {
  const right = `Authorization: ${form === 'bearer' ? 'Bearer ' : ''}TOKEN`
  const { authorization: header } = headers
  if (header === undefined) {
    const place = placeOfToken(url, headers, known.organizations)
    return [place === undefined ? cause.missing(right) : cause.elsewhere(place, right)]
  }
  if (header.trim() === '') return [cause.empty(right)]

  const find = (text: string) => known.organizations.find(({ token }) => token === text)
  const isKnown = (text: string) => find(text) !== undefined || known.wasKnown(text)
  const instead = isKnown(header) ? undefined : whatInstead(header, right)
  if (instead) return [instead]
  const outside = undoSlips(fromUtf8(header), SLIPS, isKnown)
  const { scheme, glue, inside } = partsOf(outside.text, isKnown)
  const { text, causes } = undoSlips(inside, INSIDE, isKnown)
  const between = glue === undefined ? [] : [glue === '' ? cause.glued(right) : cause.encodedBlank(right)]
  const bySlips = [...outside.causes, ...between, ...schemeCauses(scheme, form, right), ...causes]

  const organization = find(text)
  if (organization !== undefined) {
    return organization.enabled ? bySlips : [...bySlips, cause.disabled(organization.id)]
  }
  if (known.wasKnown(text)) return [...bySlips, cause.closed()]
  const insideInstead = whatInstead(inside, right) ?? whatInstead(text, right)
  if (insideInstead) return [insideInstead]
  if (/^basic$/i.test(scheme ?? '')) return bySlips
  return [...bySlips, whyUnknown(text, known.organizations)]
}

interface Parts {
  scheme?: string
  /** What stands between scheme and token where a blank belongs: nothing, or an encoded one. */
  glue?: string
  inside: string
}

/** The scheme of a header and what stands behind it; all of it where it is a token, be it with blanks in it. */
function partsOf(text: string, isKnown: (text: string) => boolean): Parts {
  if (isKnown(text) || isKnown(text.replace(/\s/g, ''))) return { inside: text }
  const [, scheme, inside = ''] = SCHEME.exec(text) ?? []
  if (scheme !== undefined) return { scheme, inside }
  const [, word, glue = '', rest = ''] = GLUED.exec(text) ?? []
  return word === undefined ? { inside: text } : { scheme: word, glue, inside: rest }
}

function whatInstead(text: string, form: string): Cause | undefined {
  const bare = without(text.trim(), QUOTES)
  for (const [pattern, causeOf] of INSTEAD) {
    if (pattern.test(bare)) return causeOf(bare, form)
  }
  return undefined
}

/** A header is read as latin-1: what was UTF-8 has its characters back. */
function fromUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : header
}

/** A text without these characters at its ends, be they at one of them only. */
function without(text: string, marks: string): string {
  let [start, end] = [0, text.length]
  while (start < end && marks.includes(text[start] as string)) start++
  while (end > start && marks.includes(text[end - 1] as string)) end--
  return text.slice(start, end)
}

function schemeCauses(scheme: string | undefined, form: Profile['authorization'], right: string): Cause[] {
  if (scheme === undefined) return form === 'bearer' ? [cause.bareForBearer()] : []
  if (/^bearer$/i.test(scheme)) return form === 'bare' ? [cause.bearerBeforeBare()] : []
  if (/^basic$/i.test(scheme)) return [cause.basic(right)]
  return SCHEMES.test(scheme) ? [cause.scheme(scheme, right)] : []
}

/** A token that is none: one that is near to it, or that nobody knows. */
function whyUnknown(text: string, organizations: readonly Organization[]): Cause {
  const has = (isNear: (token: string) => boolean) => organizations.some(({ token }) => isNear(token))
  const lower = text.toLowerCase()
  if (has((token) => token.toLowerCase() === lower)) return cause.letterCase()
  if (text.length >= PART && has((token) => token.startsWith(text))) return cause.cut()
  if (has((token) => token.length >= PART && text.startsWith(token))) return cause.tail()
  if (has((token) => token.length >= PART && text.includes(token))) return cause.around()
  if (has((token) => Buffer.from(token).toString('base64') === text)) return cause.base64()
  return cause.unknown()
}

/** Where else a known token stands in a request, in words that hold nothing of the request. */
function placeOfToken(
  url: string,
  headers: IncomingHttpHeaders,
  organizations: readonly Organization[],
): string | undefined {
  const holds = (text: string) => organizations.some(({ token }) => text.includes(token))
  if (holds(url)) return 'the URL'
  if (headers.cookie !== undefined && holds(headers.cookie)) return 'a cookie'
  return Object.values(headers).some((value) => holds(String(value))) ? 'another header' : undefined
}

function slip(cause: Cause, undo: Slip['undo']): Slip {
  return { cause, undo }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
