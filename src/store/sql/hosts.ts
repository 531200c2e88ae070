import { Unavailable } from '../unavailable.ts'
import { isRefusal, whyOf } from './failures.ts'

/** Which server may be used, as libpq names it; a simulator writes, so those that only read are left out. */
export type Wanted = (typeof WANTED)[number]

export const WANTED = ['read-write', 'primary', 'any'] as const

/** What a server says of itself. */
export interface Standing {
  /** It follows another server, as a standby does. */
  isInRecovery: boolean
  /** Sessions cannot write. */
  isReadOnly: boolean
}

/** A server that answers, but is not the one that is wanted. */
export class Unfit extends Unavailable {}

/** Returns why a server is not the one that is wanted; undefined if it is. */
export function whyUnfit(wanted: Wanted, { isInRecovery, isReadOnly }: Standing): string | undefined {
  if (wanted === 'any') return undefined
  if (isInRecovery) return 'it is a standby'
  return wanted === 'read-write' && isReadOnly ? 'it is read-only' : undefined
}

/**
 * Asks hosts in their order, one after another, and returns the first that can be used. As with libpq, one that refuses
 * the user or the database ends the search, because the next one would hide the mistake.
 * @param ask rejects if the host cannot be used
 * @throws {Unavailable} when there is none; the message has the reason of each
 */
export async function firstFit<T extends { shown: string }>(
  hosts: readonly T[],
  ask: (host: T) => Promise<void>,
): Promise<T> {
  const reasons: string[] = []
  let cause: unknown
  for (const host of hosts) {
    try {
      await ask(host)
      return host
    } catch (error) {
      cause = error
      reasons.push(host.shown === '' ? whyOf(error) : `${host.shown}: ${whyOf(error)}`)
      if (isRefusal(error)) break
    }
  }
  throw new Unavailable(reasons.join('; '), { cause })
}
