import type { Profile } from '../../src/contract/profile.ts'
import { withDialect } from './options.ts'

/**
 * Takes a router for a gateway if it has words of its own for a path elsewhere: then another program answers, and reads no
 * body. No question could show it, because the suite posts nothing to such a path.
 */
export function withGateway(profile: Profile): Profile {
  const { routes, refusals } = profile.dialect
  const isOwn = typeof refusals.phrases?.['route.elsewhere'] === 'object'
  if (routes.unknown?.elsewhere !== 'router' || !isOwn) return profile
  return withDialect(profile, {
    routes: { ...routes, unknown: { ...routes.unknown, elsewhere: 'gateway' } },
  })
}
