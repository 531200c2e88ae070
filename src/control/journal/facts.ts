import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../contract/clock.ts'
import type { Organization } from '../../store/store.ts'
import type { Why } from './entry.ts'

/** What the rooms that answer requests know of them. */
export interface RecorderFacts {
  /** The codes that reasons can have. */
  codes: readonly string[]
  /** Returns who sent a request, if that is known. */
  organizationOf(request: IncomingMessage): Organization | undefined
  handleOf(organization: Organization): string
  /** Whether an organization that is open has this handle. */
  hasHandle(handle: string): boolean
  /** What stands for the world of an organization. */
  worldOf(organization: Organization): object & { clock: Clock }
  /** Returns what finds the reasons for an answer, or undefined if it goes without saying. */
  whyOf(request: IncomingMessage): (() => readonly Why[]) | undefined
}
