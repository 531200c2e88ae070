import type { Change } from '../world/changes.ts'
import type { People } from '../world/people.ts'
import type { Organization } from '../world/store.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { WorldClock } from './clock.ts'
import type { FaultOwner, FaultSet } from './faults/faults.ts'
import type { JournalOfPort } from './journal/journal.ts'
import { ControlRefusal } from './route.ts'

/**
 * What an operator can do to a world: in code, and on the control port. Where a method takes the id of an organization, it
 * is about this one only. On a shared store, it concerns every simulator that serves it.
 */
export interface OperatedWorld {
  /** Its clock. */
  clock: WorldClock
  /** Its persons and reports, which can be added, updated and removed while clients read. */
  people: People
  /**
   * Takes back every decision and every change of persons, accepts withdrawn tokens again, restores the faults of the
   * start, and sets the clock to the machine's time. For one organization, it resets its decisions, persons and token, and
   * removes the faults on it that were set since the start; the clock and all other faults stay.
   */
  reset(organization?: string): Promise<void>
  /** Saves the current decisions and persons under a name. */
  checkpoint(name: string, organization?: string): Promise<void>
  /**
   * Returns to the decisions and the persons of a checkpoint.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  restore(name: string, organization?: string): Promise<void>
  /** Refuses the token of an organization with 401 from now on; by default that of the first enabled one. */
  withdrawToken(organization?: string): Promise<void>
  /** Accepts a withdrawn token again. */
  giveTokenBack(organization?: string): Promise<void>
  /**
   * Returns which reports changed since the start, or since a checkpoint; `changesText` converts it to text. On a shared
   * store, since the data was loaded.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  changes(since?: string, organization?: string): Promise<Change[]>
}

/** How many numbers of undecided reports an organization shows. */
export const REPORTS_SHOWN = 60
/** How long an organization lives that the control port or a shared store minted, milliseconds: a killed test leaves none behind. */
export const DEFAULT_TTL = 3_600_000

/** A world that a simulator serves. */
export interface HostedWorld extends OperatedWorld {
  world(): World
  /** Whose the faults on its organizations are. */
  faultOwner: FaultOwner
  /** When it closes by itself, milliseconds since 1970; null for never. */
  expires: number | null
  /** Undefined for the world of the start, which nobody can close alone. */
  close: (() => Promise<void>) | undefined
  /** Returns whether a checkpoint has something about the world, or about an organization. */
  knows(name: string, organization?: string): Promise<boolean>
}

/** What the control port needs of the simulator. */
export interface ControlHost {
  /** The first base URL of the data port. */
  url: string
  /** Returns the OpenAPI document of the service under the profile of the start. */
  serviceDocument(): Promise<object>
  /** The hash of the data. */
  hash(): string
  isReady(): boolean
  /** Returns why the database of a shared store cannot be used now; undefined if it can, or if there is none. */
  outage(): Promise<string | undefined>
  worlds: Worlds
  /**
   * Asks the service as an organization does, past the sockets: no fault strikes, and neither the log nor the journal hears
   * of it.
   */
  ask(
    organization: Organization,
    request: { method: 'GET' | 'POST'; path: string; body?: string | undefined },
  ): Promise<{ status: number; body: string }>
  /** Undefined if the journal is off. */
  journals: { whole: JournalOfPort; of(organization: Organization): JournalOfPort } | undefined
  faults: FaultSet
  /** Returns every world, that of the start first. */
  hosted(): readonly HostedWorld[]
  /**
   * Opens an organization and the others of its fixture, and returns its handle. A source that is a text is a name.
   * @throws {OperatorError} when the fixture cannot be used
   */
  mint(options: { fixture?: unknown; profile?: unknown }): Promise<string>
}

/** An organization that a call names, and its world. */
export interface Named {
  organization: Organization
  hosted: HostedWorld
}

/** @throws {ControlRefusal} when no organization has the handle */
export function organizationOf({ worlds, hosted }: ControlHost, handle: string): Named {
  const organization = worlds.byHandle(handle)
  const world = organization && worlds.worldOf(organization)
  const found = hosted().find((one) => one.world() === world)
  if (organization && found) return { organization, hosted: found }
  const remedy = 'GET /v1/organizations lists them.'
  throw new ControlRefusal(404, 'unknown-organization', 'No organization has this handle.', remedy)
}

/** Returns the organization that a call names, by default the first enabled one of the start. */
export function organizationOrFirst(host: ControlHost, handle: string | undefined): Named {
  if (handle !== undefined) return organizationOf(host, handle)
  const all = host.worlds.all()
  const first = (all.find(({ enabled }) => enabled) ?? all[0]) as Organization
  return organizationOf(host, host.worlds.handleOf(first))
}
