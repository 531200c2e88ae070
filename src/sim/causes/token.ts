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
/** Schemes that can be named: any other word before a blank may be a part of a token. */
const SCHEMES = /^(basic|digest|token|api-?key|jwt|oauth|negotiate|ntlm|hoba|mutual|vapid|aws4-hmac-sha256)$/i
const PLACEHOLDER =
  /^(bearer|token|undefined|null|none|nil|nan|true|false|\[object \w+\]|your[-_ ]?token|access[-_ ]?token|\$.*|%\w+%|\{\{?.*\}|<.*>|x{3,}|\*+|…|\.\.\.)?$/is
/** Less than this of a token says too little to be told from another one. */
const PART = 6

/** What those who copy a token by hand do to it, the outermost first. */
const SLIPS: readonly Slip[] = [
  slip(cause.headerName(), (text) => text.replace(/^authorization\s*[:=]\s*/i, '')),
  slip(cause.quotes(), (text) => /^(["'`<{[(])(.*)["'`>}\])]$/s.exec(text)?.[2] ?? text),
  slip(cause.encoded(), decoded),
  slip(cause.blanks(), (text) => text.replace(/[\s\u00a0\u200b\ufeff\u00c2\u00e2]|\\[rnt]/g, '')),
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
  const outside = undoSlips(header, SLIPS.slice(0, 2), isKnown)
  const [, scheme, inside = outside.text] = (!isKnown(outside.text) && SCHEME.exec(outside.text)) || []
  const { text, causes } = undoSlips(inside, SLIPS, isKnown)
  const bySlips = [...outside.causes, ...schemeCauses(scheme, form, right), ...causes]

  const organization = find(text)
  if (organization !== undefined) {
    return organization.enabled ? bySlips : [...bySlips, cause.disabled(organization.id)]
  }
  if (known.wasKnown(text)) return [...bySlips, cause.closed()]
  if (PLACEHOLDER.test(inside)) return [cause.placeholder(right)]
  if (/^basic$/i.test(scheme ?? '')) return bySlips
  return [...schemeCauses(scheme, form, right), whyUnknown(text, known.organizations)]
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
