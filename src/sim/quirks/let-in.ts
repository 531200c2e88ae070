import type { Organization } from '../../store/store.ts'
import type { Apply, QuirkContext, QuirkRequest } from './quirk.ts'

/**
 * Lets in whom the simulator would not: as the organization that is found for the credentials.
 * @param find gets what was sent, without a scheme
 */
export function letIn(
  find: (sent: string | undefined, context: QuirkContext, asked: QuirkRequest) => Organization | undefined,
): Apply {
  return (asked, next, context) => {
    const sent = sentIn(asked)
    const isLegal = context.organizations.some(({ token, enabled }) => enabled && sent === token)
    const found = isLegal ? undefined : find(sent, context, asked)
    return next(found ? authorized(asked, found, context) : asked)
  }
}

/** Returns the token of a request without a scheme. */
export function sentIn({ headers }: QuirkRequest): string | undefined {
  return headers.authorization?.replace(/^Bearer +/i, '')
}

export function firstEnabled({ organizations }: QuirkContext): Organization | undefined {
  return organizations.find(({ enabled }) => enabled)
}

/** Returns the organization whose token a request has, if access is enabled for it. */
export function callerOf(asked: QuirkRequest, { organizations }: QuirkContext): Organization | undefined {
  const sent = sentIn(asked)
  return organizations.find(({ token, enabled }) => enabled && token === sent)
}

/** Returns whether the caller is an organization, but not the first one. */
export function isOther(asked: QuirkRequest, context: QuirkContext): boolean {
  const caller = callerOf(asked, context)
  return caller !== undefined && caller !== firstEnabled(context)
}

export function authorized(
  asked: QuirkRequest,
  { token }: Organization,
  { profile }: QuirkContext,
): QuirkRequest {
  const authorization = profile.authorization === 'bearer' ? `Bearer ${token}` : token
  return { ...asked, headers: { ...asked.headers, authorization } }
}
