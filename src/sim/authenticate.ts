import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../store/store.ts'
import { explain } from './causes/cause.ts'
import { type KnownTokens, whyUnauthorized } from './causes/token.ts'
import { refusal } from './refusal.ts'

/** The organizations that may use the service. */
export interface TokenStore extends Pick<Store, 'organizations'> {
  /** All known tokens; if missing, only those of `organizations` are known. */
  readonly tokens?: KnownTokens
}

/**
 * Returns a function that finds the organization of a header `Authorization` (clause 5). It compares tokens in constant
 * time, so that the time does not reveal how much of a token was right.
 * @throws {Refusal} 401 for a missing header, a wrong token, or a disabled organization
 */
export function createAuthenticate(store: TokenStore, profile: Profile) {
  const unauthorized = (reason: string) => refusal.unauthorized(profile).as(`token.${reason}`)
  const refusals = {
    none: unauthorized('none'),
    scheme: unauthorized('scheme'),
    'scheme-only': unauthorized('scheme-only'),
    wrong: unauthorized('wrong'),
    'several-words': unauthorized('several-words'),
    disabled: unauthorized('disabled'),
  }
  let { organizations } = store
  let { find, longest } = createTokenIndex(organizations)

  return (request: IncomingMessage): Organization => {
    const { authorization: header } = request.headers
    const refuse = (reason: keyof typeof refusals = kindOfWrong(header, profile)): never => {
      // The log asks for the cause after the answer, so that the time of the answer does not reveal it. By then a token
      // may have been accepted again.
      const known = store.tokens ?? onlyOf(store.organizations)
      explain(request, () => whyUnauthorized(request, profile, known))
      throw refusals[reason]
    }
    if (organizations !== store.organizations) {
      ;({ organizations } = store)
      ;({ find, longest } = createTokenIndex(organizations))
    }
    const credentials = header === undefined ? undefined : readCredentials(header, profile)
    if (credentials === undefined || credentials.length > longest) return refuse()
    const found = find(credentials)
    if (found === undefined) return refuse()
    return found.enabled ? found : refuse('disabled')
  }
}

function onlyOf(organizations: readonly Organization[]): KnownTokens {
  return { organizations, wasKnown: () => false, isWithdrawn: () => false }
}

/** Returns what is wrong with a header without a known token. */
function kindOfWrong(
  header: string | undefined,
  { authorization: form, dialect: { routes } }: Profile,
): 'none' | 'scheme' | 'scheme-only' | 'wrong' | 'several-words' {
  if (!header) return 'none'
  if (form === 'bearer' && SCHEME_ONLY.test(header)) return 'scheme-only'
  // A service that matches the scheme case-sensitively sees no token after "bearer".
  const bearer = routes.token?.['scheme-capitals'] === 'refuse' ? /^Bearer +[^ ]/ : /^Bearer +[^ ]/i
  const isBearer = bearer.test(header)
  const hasScheme = /^[^ ]+ +[^ ]/.test(header)
  const isWanted = { bare: !hasScheme, bearer: isBearer, either: isBearer || !hasScheme }[form]
  if (!isWanted) return 'scheme'
  return SEVERAL_WORDS.test(header) ? 'several-words' : 'wrong'
}

const SCHEME_ONLY = /^Bearer *$/i
/** Three or more words: neither a bare token nor a scheme with a token. */
const SEVERAL_WORDS = /^[^ ]+ +[^ ]+ +[^ ]/

function createTokenIndex(organizations: readonly Organization[]) {
  const longest = organizations.reduce((longest, { token }) => Math.max(longest, token.length), 0)
  /** The credentials of the current request. `sent` is the part of them that is as long as a token, to compare with it. */
  const credentialBytes = Buffer.alloc(longest)
  const known = organizations.map((organization) => ({
    organization,
    token: Buffer.from(organization.token),
    sent: credentialBytes.subarray(0, organization.token.length),
  }))

  /** @param credentials at most as long as the longest token */
  const find = (credentials: string): Organization | undefined => {
    credentialBytes.fill(0)
    credentialBytes.write(credentials, 'latin1')
    let found: Organization | undefined
    for (const { organization, token, sent } of known) {
      const same = timingSafeEqual(token, sent)
      if (same && token.length === credentials.length) found = organization
    }
    return found
  }
  return { find, longest }
}

/** The scheme, once or several times more before a token. */
const AGAIN = /^(?:Bearer +)+(?=[^ ])/i

function readCredentials(
  header: string,
  { authorization: form, dialect: { routes } }: Profile,
): string | undefined {
  const { token: cells } = routes
  if (form === 'bare' && cells?.['scheme-token'] === undefined) return header
  const [, word, rest] = /^(\S+) +([^ ].*)$/.exec(header) ?? []
  const isToken = /^token$/i.test(word ?? '')
  const taken = cells?.['scheme-token']
  if ((isToken && taken === 'same') || (word === 'Token' && taken === 'exact')) return rest
  if (form === 'bare') return header
  const [, scheme, blanks, token] = /^(Bearer)( +)([^ ].*)$/i.exec(header) ?? []
  const isOddlyWritten =
    (cells?.['scheme-capitals'] === 'refuse' && scheme !== 'Bearer') ||
    (cells?.['scheme-gaps'] === 'refuse' && blanks !== ' ')
  const isTwice = cells?.['scheme-twice'] === 'same'
  const bearer = isOddlyWritten ? undefined : isTwice ? token?.replace(AGAIN, '') : token
  const isOther =
    cells?.['scheme-other'] === 'same' && !(isToken && (taken === 'refuse' || taken === 'exact'))
  const other = isOther ? rest : undefined
  return form === 'either' ? (bearer ?? other ?? header) : bearer
}
