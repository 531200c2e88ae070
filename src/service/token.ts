import { timingSafeEqual } from 'node:crypto'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../world/store.ts'

/** What is wrong with a header `Authorization`. */
export const tokenFaults = ['token.missing', 'token.scheme', 'token.wrong', 'token.disabled'] as const
export type TokenFault = (typeof tokenFaults)[number]

/** Headers that were right once; each client sends its own again and again. */
const REMEMBERED = 4_096

/**
 * Returns a function that finds the organization of a header `Authorization` (clause 5). It compares tokens in constant
 * time, so that the time does not reveal how much of a token was right; only a header that was right before is found at
 * once, by its hash, which Node seeds at random.
 */
export function createAuthenticate(
  store: Pick<Store, 'organizations'>,
  { authorization }: Pick<Profile, 'authorization'>,
): (header: string | undefined) => Organization | TokenFault {
  const known = new Map<string | undefined, Organization>()
  let organizations: readonly Organization[] | undefined
  let tokens: Tokens

  return (header) => {
    if (organizations !== store.organizations) {
      ;({ organizations } = store)
      tokens = tokensOf(organizations)
      known.clear()
    }
    let found = known.get(header)
    if (found === undefined) {
      found = find(tokens, header && readCredentials(header, authorization))
      if (found === undefined) return faultOf(header, authorization)
      if (known.size === REMEMBERED) known.clear()
      known.set(header, found)
    }
    return found.enabled ? found : 'token.disabled'
  }
}

type Tokens = readonly { organization: Organization; token: Buffer }[]

function tokensOf(organizations: readonly Organization[]): Tokens {
  return organizations.map((organization) => ({ organization, token: Buffer.from(organization.token) }))
}

function find(tokens: Tokens, credentials: string | undefined): Organization | undefined {
  if (credentials === undefined) return undefined
  const sent = Buffer.from(credentials, 'latin1')
  let found: Organization | undefined
  for (const { organization, token } of tokens) {
    // Of another length, it is compared with itself: the time is the same.
    const isLong = sent.length === token.length
    if (timingSafeEqual(isLong ? sent : token, token) && isLong) found = organization
  }
  return found
}

const BEARER = /^Bearer +([^ ].*)$/i

function readCredentials(header: string, form: Profile['authorization']): string | undefined {
  if (form === 'bare') return header
  const bearer = BEARER.exec(header)?.[1]
  return form === 'either' ? (bearer ?? header) : bearer
}

/** Returns what is wrong with a header without a known token. */
function faultOf(header: string | undefined, form: Profile['authorization']): TokenFault {
  if (!header) return 'token.missing'
  const isBearer = BEARER.test(header)
  const hasScheme = /^[^ ]+ +[^ ]/.test(header)
  const isWanted = { bare: !hasScheme, bearer: isBearer, either: isBearer || !hasScheme }[form]
  return isWanted ? 'token.wrong' : 'token.scheme'
}
