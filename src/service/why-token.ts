import type { IncomingHttpHeaders } from 'node:http'
import type { Fault, FaultName, Slots } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import { MASK } from '../operator/words.ts'

/** What is known of tokens when one was refused. */
export interface KnownTokens {
  organizations: readonly { id: string; token: string; enabled: boolean }[]
  /** Returns whether it was the token of a removed organization. */
  wasKnown(token: string): boolean
  /** Whether it is a token that the operator withdrew. */
  isWithdrawn(token: string): boolean
}

const SCHEME = /^(\w[\w-]{0,20}):?\s+(.*)$/s
/** Schemes that the log may name. Any other word before a blank may be part of a token. */
const SCHEMES = /^(digest|token|api-?key|jwt|oauth|negotiate|ntlm|hoba|mutual|vapid|aws4-hmac-sha256)$/i
/** What programs send if they have no token. */
const INSTEAD: readonly [RegExp, what: string][] = [
  [/^(undefined|null|none|nil|nan|true|false|\[object .*)$/i, 'undefined, null or another word for nothing'],
  [/^(\$.*|%\w+%|\{[^"]*\}|(process\.)?env[.:]\w+)$/is, 'the name of a variable'],
  [/^(bearer|basic)?$/i, 'nothing, or only a scheme,'],
]
/** Fewer characters than these do not identify a token. */
const PART = 6

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
  const { authorization: header, cookie = '' } = headers
  const holds = (text: unknown) => organizations.some(({ token }) => String(text).includes(token))
  if (header === undefined) {
    if (holds(url)) return [hint('token.elsewhere', { place: 'the URL' })]
    if (holds(cookie)) return [hint('token.elsewhere', { place: 'a cookie' })]
    const isElsewhere = Object.values(headers).some(holds)
    return [isElsewhere ? hint('token.elsewhere', { place: 'another header' }) : hint('token.missing')]
  }
  const find = (text: string) => organizations.find(({ token }) => token === text)
  const isKnown = (text: string) =>
    find(text) !== undefined || known.wasKnown(text) || known.isWithdrawn(text)

  const bare = peeled(header)
  // A header that is a token as a whole has no scheme, even with blanks.
  const whole = [header, bare, bare.replace(/\s/g, '')].find(isKnown)
  const [, scheme, inside = bare] = (whole === undefined && SCHEME.exec(bare)) || []
  const text = whole ?? peeled(inside)
  const [, what] = (!isKnown(text) && INSTEAD.find(([pattern]) => pattern.test(text))) || []
  if (what !== undefined) return [hint('token.none', { what })]

  const hints = ofScheme(scheme, form)
  const frame = header.replace(text, '').replace(scheme === undefined ? '' : /^\S+\s+/, '')
  if (/["'`<>\\]/.test(frame)) hints.push(hint('token.around'))
  if (/\s/.test(frame)) hints.push(hint('token.blanks'))
  const organization = find(text)
  if (organization) {
    const { enabled, id } = organization
    return enabled ? hints : [...hints, hint('token.disabled', { organization: id })]
  }
  if (known.isWithdrawn(text)) return [...hints, hint('token.withdrawn')]
  if (known.wasKnown(text)) return [...hints, hint('token.closed')]
  return /^basic$/i.test(scheme ?? '') ? hints : [...hints, hint(whyUnknown(text, organizations))]
}

export function hint(name: FaultName, slots: Slots = {}): Fault {
  return { name, slots }
}

/** Returns a text without blanks and quotes at its ends, even if only one end has them. */
function peeled(text: string): string {
  const isPeel = (at: number) => /[\s"'`<>\\]/.test(text.charAt(at))
  let [start, end] = [0, text.length]
  while (start < end && isPeel(start)) start++
  while (end > start && isPeel(end - 1)) end--
  return text.slice(start, end)
}

function ofScheme(scheme: string | undefined, form: Profile['authorization']): Fault[] {
  if (scheme === undefined) return form === 'bearer' ? [hint('token.bare-for-bearer')] : []
  if (/^bearer$/i.test(scheme)) return form === 'bare' ? [hint('token.bearer-before-bare')] : []
  if (/^basic$/i.test(scheme)) return [hint('token.basic')]
  return [hint('token.scheme', { scheme: SCHEMES.test(scheme) ? scheme : MASK })]
}

/** Returns why a token is unknown: it is similar to a known one, or to none. */
function whyUnknown(text: string, organizations: KnownTokens['organizations']): FaultName {
  const has = (isNear: (token: string) => boolean) => organizations.some(({ token }) => isNear(token))
  const lower = text.toLowerCase()
  if (has((token) => token.toLowerCase() === lower)) return 'token.capitals'
  return text.length >= PART && has((token) => token.startsWith(text)) ? 'token.cut' : 'token.wrong'
}
