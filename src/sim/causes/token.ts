import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { decodedOrSame } from '../../contract/decoded.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Organization } from '../../store/store.ts'
import type { Cause } from './cause.ts'
import { causes } from './causes.ts'
import { type Slip, undoSlips } from './slips.ts'

/** What the service knows about tokens when it refuses one. It never changes, so that a cause can be found later. */
export interface KnownTokens {
  organizations: readonly Pick<Organization, 'id' | 'token' | 'enabled'>[]
  /** Returns whether it was the token of a removed organization. */
  wasKnown(token: string): boolean
  /** Whether it is a token that the operator withdrew. */
  isWithdrawn(token: string): boolean
}

const { token: cause } = causes
const SCHEME = /^(\w[\w-]{0,20}):?\s+(.*)$/s
/** A scheme that is not followed by a blank. */
const GLUED = /^(bearer)(%20|\+)?[:=_,;-]?(.+)$/is
/** Schemes that the log may name. Any other word before a blank may be part of a token. */
const SCHEMES = /^(basic|digest|token|api-?key|jwt|oauth|negotiate|ntlm|hoba|mutual|vapid|aws4-hmac-sha256)$/i
/** What programs send if they have no token, each with its cause. */
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
/** Fewer characters than these do not identify a token. */
const PART = 6

const QUOTES = '"\'`\\\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb'
const MARKS = `${QUOTES}<>{}[]()`

/** The usual mistakes when a token is copied by hand, the outermost first. */
const SLIPS: readonly Slip[] = [
  slip(cause.byteOrderMark(), (text) => text.replace(/\ufeff/g, '')),
  slip(cause.invisible(), (text) => text.replace(/(?!\ufeff)\p{Cf}/gu, '')),
  slip(cause.headerName(), (text) => text.replace(/^authorization\s*[:=]\s*/i, '')),
  slip(cause.bytes(), (text) => /^b(["'])(.*)\1$/s.exec(text)?.[2] ?? text),
  slip(cause.quotes(), (text) => (MARKS.includes(text.charAt(0)) ? without(text, MARKS) : text)),
]
/** Mistakes within the token. Around a scheme, a blank is part of the syntax. */
const INSIDE: readonly Slip[] = [
  slip(cause.encoded(), decodedOrSame),
  slip(cause.quotes(), (text) => without(text, MARKS)),
  ...SLIPS,
  slip(cause.lineBreak(), (text) => text.replace(/[\r\n]|\\[rn]/g, '')),
  slip(cause.blanks(), (text) => text.replace(/\s|\\t/g, '')),
]

/** Returns why a request was refused with 401: one cause for each mistake. */
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
  const isKnown = (text: string) =>
    find(text) !== undefined || known.wasKnown(text) || known.isWithdrawn(text)
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
  if (known.isWithdrawn(text)) return [...bySlips, cause.withdrawn()]
  if (known.wasKnown(text)) return [...bySlips, cause.closed()]
  const insideInstead = whatInstead(inside, right) ?? whatInstead(text, right)
  if (insideInstead) return [insideInstead]
  if (/^basic$/i.test(scheme ?? '')) return bySlips
  return [...bySlips, whyUnknown(text, known.organizations)]
}

interface Parts {
  scheme?: string
  /** What separates scheme and token instead of a blank: nothing, or an encoded blank. */
  glue?: string
  inside: string
}

/** Splits a header into scheme and credentials. A header that is a token as a whole has no scheme, even with blanks. */
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

/** Node.js reads headers as latin-1; this restores the characters of UTF-8. */
function fromUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : header
}

/** Removes these characters from the ends of a text, even if only one end has them. */
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

/** Returns why a token is unknown: it is similar to a known one, or to none. */
function whyUnknown(text: string, organizations: KnownTokens['organizations']): Cause {
  const has = (isNear: (token: string) => boolean) => organizations.some(({ token }) => isNear(token))
  const lower = text.toLowerCase()
  if (has((token) => token.toLowerCase() === lower)) return cause.letterCase()
  if (text.length >= PART && has((token) => token.startsWith(text))) return cause.cut()
  if (has((token) => token.length >= PART && text.startsWith(token))) return cause.tail()
  if (has((token) => token.length >= PART && text.includes(token))) return cause.around()
  if (has((token) => Buffer.from(token).toString('base64') === text)) return cause.base64()
  return cause.unknown()
}

/** Returns where else in the request a known token is, in words that contain nothing of the request. */
function placeOfToken(
  url: string,
  headers: IncomingHttpHeaders,
  organizations: KnownTokens['organizations'],
): string | undefined {
  const holds = (text: string) => organizations.some(({ token }) => text.includes(token))
  if (holds(url)) return 'the URL'
  if (headers.cookie !== undefined && holds(headers.cookie)) return 'a cookie'
  return Object.values(headers).some((value) => holds(String(value))) ? 'another header' : undefined
}

function slip(cause: Cause, undo: Slip['undo']): Slip {
  return { cause, undo }
}
