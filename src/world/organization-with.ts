import { shown } from '../operator/fault-text.ts'
import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { Organization } from './store.ts'

/**
 * Returns the organization with an id, by default the first enabled one.
 * @throws {OperatorError} when there is none
 */
export function organizationWith(
  { organizations }: { organizations: readonly Organization[] },
  id?: string,
): Organization {
  const found =
    id === undefined
      ? (organizations.find(({ enabled }) => enabled) ?? organizations[0])
      : organizations.find((one) => one.id === id)
  if (found) return found
  if (typeof id === 'string' && /~\d+$/.test(id)) {
    throw new OperatorError(
      `The organization ${shown(id)} is unknown here, because it is the handle of one in a separate world. Call the method of that organization, such as own.reset().`,
    )
  }
  const ids = organizations.map((one) => one.id)
  throw new OperatorError(
    `The organization ${shown(id)} is unknown${hint(id, ids) || `. Use one of ${ids.slice(0, 10).join(', ')}.`}`,
  )
}
