import { timingSafeEqual } from 'node:crypto'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../store/store.ts'
import { refusal } from './refusal.ts'

/**
 * Finds the organization that a header `Authorization` stands for (clause 5).
 * Every token is compared to its end, so that the time it takes says nothing of how much of it was right.
 * @throws {Refusal} 401 for a header that is missing, a token that is wrong, or one that is not enabled
 */
export function createAuthenticate(store: Pick<Store, 'organizations'>, profile: Profile) {
  const unauthorized = refusal.unauthorized(profile)
  let { organizations } = store
  let { find, longest } = createTokenIndex(organizations)

  return (header: string | undefined): Organization => {
    if (organizations !== store.organizations) {
      ;({ organizations } = store)
      ;({ find, longest } = createTokenIndex(organizations))
    }
    const credentials = header === undefined ? undefined : readCredentials(header, profile.authorization)
    if (credentials === undefined || credentials.length > longest) throw unauthorized
    const found = find(credentials)
    if (found === undefined || !found.enabled) throw unauthorized
    return found
  }
}

function createTokenIndex(organizations: readonly Organization[]) {
  const longest = organizations.reduce((longest, { token }) => Math.max(longest, token.length), 0)
  /** The credentials of the request at hand, and for each token as much of them as the token is long. */
  const credentialBytes = Buffer.alloc(longest)
  const known = organizations.map((organization) => ({
    organization,
    token: Buffer.from(organization.token),
    sent: credentialBytes.subarray(0, organization.token.length),
  }))

  /** @param credentials no longer than the longest token */
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

function readCredentials(header: string, form: Profile['authorization']): string | undefined {
  if (form === 'bare') return header
  const bearer = /^Bearer +(.*)$/i.exec(header)?.[1]
  return form === 'either' ? (bearer ?? header) : bearer
}
