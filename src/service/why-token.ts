import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { decodedOrSame } from '../contract/decoded.ts'
import type { Fault, FaultName, Slots } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import { type Slip, undoSlips } from './slips.ts'

/** What is known of tokens when one was refused. */
export interface KnownTokens {
  organizations: readonly { id: string; token: string; enabled: boolean }[]
  /** Returns whether it was the token of a removed organization. */
  wasKnown(token: string): boolean
  /** Whether it is a token that the operator withdrew. */
  isWithdrawn(token: string): boolean
}

const SCHEME = /^(\w[\w-]{0,20}):?\s+(.*)$/s
/** A scheme that is not followed by a blank. */
const GLUED = /^(bearer)(?:%20|\+)?[:=_,;-]?(.+)$/is
/** Schemes that the log may name. Any other word before a blank may be part of a token. */
const SCHEMES = /^(digest|token|api-?key|jwt|oauth|negotiate|ntlm|hoba|mutual|vapid|aws4-hmac-sha256)$/i
/** What programs send if they have no token. */
const INSTEAD: readonly [RegExp, what: string][] = [
  [/^(undefined|null|none|nil|nan|true|false)$/i, 'undefined, null or another word for nothing'],
  [/^\[?object (\w+)\]?$/i, 'an object ([object …])'],
  [/^(async\s*)?(function\b.*|\([\w\s,]*\)\s*=>.*)$/is, 'the text of a function'],
  [/^(\$.*|%\w+%|\{[^"]*\}|<%.*%>|#\{.*\}|@\w+@|(process\.)?env[.:]\w+)$/is, 'the name of a variable'],
  [/^(bearer|basic)?$/i, 'nothing, or only a scheme,'],
  [
    /^(token|<.*>|(your|my|the|seu|meu)[-_ ]?\w*[-_ ]?token|(access|api)[-_ ]?(token|key)|changeme|secret|x{3,}|\*+|…|\.\.\.)$/is,
    'a placeholder',
  ],
]
/** Fewer characters than these do not identify a token. */
const PART = 6

const QUOTES = '"\'`\\\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb'
const MARKS = `${QUOTES}<>{}[]()`

/** The usual mistakes when a token is copied by hand, the outermost first. */
const SLIPS: readonly Slip[] = [
  { name: 'token.blanks', undo: (text) => text.replace(/\p{Cf}/gu, '') },
  { name: 'token.around', undo: (text) => text.replace(/^authorization\s*[:=]\s*/i, '') },
  { name: 'token.around', undo: (text) => /^b(["'])(.*)\1$/s.exec(text)?.[2] ?? text },
  { name: 'token.around', undo: (text) => (MARKS.includes(text.charAt(0)) ? without(text, MARKS) : text) },
]
/** Mistakes within the token. Around a scheme, a blank is part of the syntax. */
const INSIDE: readonly Slip[] = [
  { name: 'token.encoded', undo: decodedOrSame },
  { name: 'token.around', undo: (text) => without(text, MARKS) },
  ...SLIPS,
  { name: 'token.blanks', undo: (text) => text.replace(/\s|\\[trn]/g, '') },
]

/** Returns the header that carries the token, as a client must send it. */
export function tokenForm({ authorization }: Profile): string {
  return `Authorization: ${authorization === 'bearer' ? 'Bearer ' : ''}TOKEN`
}

/** Returns why a request was refused with 401: one hint for each mistake, without anything of the header. */
export function whyUnauthorized(
  { url = '', headers }: { url?: string | undefined; headers: IncomingHttpHeaders },
  { authorization: form }: Profile,
  { organizations, ...known }: KnownTokens,
): Fault[] {
  const { authorization: header } = headers
  if (header === undefined) {
    const place = placeOfToken(url, headers, organizations)
    return [place === undefined ? hint('token.missing') : hint('token.elsewhere', { place })]
  }
  const find = (text: string) => organizations.find(({ token }) => token === text)
  const isKnown = (text: string) =>
    find(text) !== undefined || known.wasKnown(text) || known.isWithdrawn(text)
  const instead = isKnown(header) ? undefined : whatInstead(header)
  if (instead) return [instead]

  const outside = undoSlips(fromUtf8(header), SLIPS, isKnown)
  const { scheme, isGlued, inside } = partsOf(outside.text, isKnown)
  const { text, names } = undoSlips(inside, INSIDE, isKnown)
  const slips = [
    ...[...outside.names, ...(isGlued ? (['token.glued'] as const) : [])].map((name) => hint(name)),
    ...ofScheme(scheme, form),
    ...names.map((name) => hint(name)),
  ]
  const organization = find(text)
  if (organization?.enabled) return slips
  if (organization) return [...slips, hint('token.disabled', { organization: organization.id })]
  if (known.isWithdrawn(text)) return [...slips, hint('token.withdrawn')]
  if (known.wasKnown(text)) return [...slips, hint('token.closed')]
  const insideInstead = whatInstead(inside) ?? whatInstead(text)
  if (insideInstead) return [insideInstead]
  return /^basic$/i.test(scheme ?? '') ? slips : [...slips, hint(whyUnknown(text, organizations))]
}

function hint(name: FaultName, slots: Slots = {}): Fault {
  return { name, slots }
}

/** Splits a header into scheme and credentials. A header that is a token as a whole has no scheme, even with blanks. */
function partsOf(text: string, isKnown: (text: string) => boolean) {
  if (isKnown(text) || isKnown(text.replace(/\s/g, ''))) return { inside: text, isGlued: false }
  const [, scheme, inside = ''] = SCHEME.exec(text) ?? []
  if (scheme !== undefined) return { scheme, inside, isGlued: false }
  const [, word, rest = ''] = GLUED.exec(text) ?? []
  return word === undefined ? { inside: text, isGlued: false } : { scheme: word, inside: rest, isGlued: true }
}

function whatInstead(text: string): Fault | undefined {
  const bare = without(text.trim(), QUOTES)
  const [, what] = INSTEAD.find(([pattern]) => pattern.test(bare)) ?? []
  return what === undefined ? undefined : hint('token.none', { what })
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

function ofScheme(scheme: string | undefined, form: Profile['authorization']): Fault[] {
  if (scheme === undefined) return form === 'bearer' ? [hint('token.bare-for-bearer')] : []
  if (/^bearer$/i.test(scheme)) return form === 'bare' ? [hint('token.bearer-before-bare')] : []
  if (/^basic$/i.test(scheme)) return [hint('token.basic')]
  return SCHEMES.test(scheme) ? [hint('token.scheme', { scheme })] : []
}

/** Returns why a token is unknown: it is similar to a known one, or to none. */
function whyUnknown(text: string, organizations: KnownTokens['organizations']): FaultName {
  const has = (isNear: (token: string) => boolean) => organizations.some(({ token }) => isNear(token))
  const lower = text.toLowerCase()
  if (has((token) => token.toLowerCase() === lower)) return 'token.capitals'
  if (text.length >= PART && has((token) => token.startsWith(text))) return 'token.cut'
  if (has((token) => token.length >= PART && text.includes(token))) return 'token.longer'
  if (has((token) => Buffer.from(token).toString('base64') === text)) return 'token.encoded'
  return 'token.wrong'
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
