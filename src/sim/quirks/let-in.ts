import type { Organization } from '../../store/store.ts'
import type { Apply, Asked, World } from './quirk.ts'

/**
 * Lets in whom the simulator would not: as the organization that is found for the credentials.
 * @param find gets what was sent, without a scheme
 */
export function letIn(
  find: (sent: string | undefined, world: World, asked: Asked) => Organization | undefined,
): Apply {
  return (asked, next, world) => {
    const sent = asked.headers.authorization?.replace(/^Bearer +/i, '')
    const isLegal = world.organizations.some(({ token, enabled }) => enabled && sent === token)
    const found = isLegal ? undefined : find(sent, world, asked)
    return next(found ? authorized(asked, found, world) : asked)
  }
}

export function firstEnabled({ organizations }: World): Organization | undefined {
  return organizations.find(({ enabled }) => enabled)
}

export function authorized(asked: Asked, { token }: Organization, { profile }: World): Asked {
  const authorization = profile.authorization === 'bearer' ? `Bearer ${token}` : token
  return { ...asked, headers: { ...asked.headers, authorization } }
}
