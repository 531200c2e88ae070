import { timingSafeEqual } from 'node:crypto'
import type { Profile } from '../contract/profile.ts'
import type { Organization } from '../store/store.ts'
import { refusal } from './refusal.ts'

/**
 * Finds the organization that a header `Authorization` stands for (clause 5).
 * Every token is compared to its end, so that the time it takes says nothing of how much of it was right.
 * @throws {Refusal} 401 for a header that is missing, a token that is wrong, or one that is not enabled
 */
export function createAuthenticate(organizations: readonly Organization[], profile: Profile) {
  const known = organizations.map((organization) => ({
    organization,
    token: Buffer.from(organization.token),
  }))
  const longest = Math.max(0, ...known.map(({ token }) => token.length))
  const sent = Buffer.alloc(longest)
  const unauthorized = refusal.unauthorized(profile.texts.unauthorized)

  return (header: string | undefined): Organization => {
    const credentials = header === undefined ? undefined : readCredentials(header, profile.authorization)
    if (credentials === undefined || credentials.length > longest) throw unauthorized
    sent.fill(0)
    sent.write(credentials, 'latin1')
    let found: Organization | undefined
    for (const { organization, token } of known) {
      const same = timingSafeEqual(token, sent.subarray(0, token.length))
      if (same && token.length === credentials.length) found = organization
    }
    if (found === undefined || !found.enabled) throw unauthorized
    return found
  }
}

function readCredentials(header: string, form: Profile['authorization']): string | undefined {
  const bearer = /^Bearer +(.*)$/i.exec(header)?.[1]
  if (form === 'bearer') return bearer
  return form === 'either' ? (bearer ?? header) : header
}
