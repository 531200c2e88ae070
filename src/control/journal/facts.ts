import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../operator/clock.ts'
import type { Organization } from '../../world/store.ts'
import type { Why } from './entry.ts'

/** What the recorder asks the modules that answer requests. */
export interface RecorderFacts {
  /** The codes that reasons can have. */
  codes: readonly string[]
  /** Returns who sent a request, if that is known. */
  organizationOf(request: IncomingMessage): Organization | undefined
  handleOf(organization: Organization): string
  /** Whether an organization that is open has this handle. */
  hasHandle(handle: string): boolean
  /** Returns an object that identifies the world of an organization, with its clock. */
  worldOf(organization: Organization): object & { clock: Clock }
  /** Returns a function that finds the reasons for an answer; undefined if the answer needs none. */
  whyOf(request: IncomingMessage): (() => readonly Why[]) | undefined
}
