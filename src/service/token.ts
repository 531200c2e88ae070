import { timingSafeEqual } from 'node:crypto'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../store/store.ts'

/** What is wrong with a header `Authorization`. */
export const tokenFaults = ['token.missing', 'token.scheme', 'token.wrong', 'token.disabled'] as const
export type TokenFault = (typeof tokenFaults)[number]

/**
 * Returns a function that finds the organization of a header `Authorization` (clause 5). It compares tokens in constant
 * time, so that the time does not reveal how much of a token was right.
 */
export function createAuthenticate(
  store: Pick<Store, 'organizations'>,
  { authorization }: Pick<Profile, 'authorization'>,
): (header: string | undefined) => Organization | TokenFault {
  let { organizations } = store
  let { find, longest } = createTokenIndex(organizations)

  return (header) => {
    if (organizations !== store.organizations) {
      ;({ organizations } = store)
      ;({ find, longest } = createTokenIndex(organizations))
    }
    const credentials = header === undefined ? undefined : readCredentials(header, authorization)
    const found = credentials === undefined || credentials.length > longest ? undefined : find(credentials)
    if (found === undefined) return faultOf(header, authorization)
    return found.enabled ? found : 'token.disabled'
  }
}

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
