import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import type { Organization, Store } from '../store/store.ts'
import { explain } from './causes/cause.ts'
import { whyUnauthorized } from './causes/token.ts'
import { refusal } from './refusal.ts'

/** Who may come in. */
export interface TokenStore extends Pick<Store, 'organizations'> {
  /** Whether it was the token of an organization that is gone. */
  wasKnown?(token: string): boolean
}

/**
 * Finds the organization that a header `Authorization` stands for (clause 5).
 * Every token is compared to its end, so that the time it takes says nothing of how much of it was right.
 * @throws {Refusal} 401 for a header that is missing, a token that is wrong, or one that is not enabled
 */
export function createAuthenticate(store: TokenStore, profile: Profile) {
  const unauthorized = refusal.unauthorized(profile)
  let { organizations } = store
  let { find, longest } = createTokenIndex(organizations)

  const known = {
    get organizations() {
      return store.organizations
    },
    wasKnown: (token: string) => store.wasKnown?.(token) ?? false,
  }

  return (request: IncomingMessage): Organization => {
    // Looked for when the log asks, which is after the answer: the time of an answer says nothing of the reason.
    const refuse = (): never => {
      explain(request, () => whyUnauthorized(request, profile, known))
      throw unauthorized
    }
    const { authorization: header } = request.headers
    if (organizations !== store.organizations) {
      ;({ organizations } = store)
      ;({ find, longest } = createTokenIndex(organizations))
    }
    const credentials = header === undefined ? undefined : readCredentials(header, profile.authorization)
    if (credentials === undefined || credentials.length > longest) return refuse()
    const found = find(credentials)
    if (found === undefined || !found.enabled) return refuse()
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
