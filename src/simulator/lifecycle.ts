import type { PartialProfile } from '../contract/profile.ts'
import type { ControlOrganization, Lifecycle, MintBody } from '../control/lifecycle.ts'
import { ControlRefusal } from '../control/route.ts'
import { isShipped, shippedFixtures } from '../data/shipped.ts'
import { shown as shownValue } from '../operator/fault-text.ts'
import { hint } from '../operator/hint.ts'
import { type ProfileName, profiles } from '../operator/profiles.ts'
import type { Organization } from '../world/store.ts'
import type { Worlds } from '../world/worlds.ts'
import type { Minted } from './open-organization.ts'
import { type HeldWorld, REPORTS_SHOWN } from './simulator-world.ts'
import type { OrganizationOptions } from './start-options.ts'

/** The most worlds that callers of the control port may have open. */
const WORLDS = 1_000

export interface LifecycleSources extends Pick<Lifecycle, 'url' | 'isReady' | 'outage' | 'hash' | 'version'> {
  worlds: Worlds
  /** The world of the start. */
  start: HeldWorld
  minted: Minted
  organization(options: OrganizationOptions): Promise<{ handle: string }>
}

/** Returns what the control port can do to the organizations of a simulator. */
export function createLifecycle(sources: LifecycleSources): Lifecycle {
  const { worlds, start, minted, organization: open, ...facts } = sources
  const byHandle = (handle: string) => worlds.byHandle(handle) as Organization
  const heldOf = (organization: Organization): HeldWorld => minted.get(worlds.worldOf(organization)) ?? start
  /** The worlds that a call is about, each with the id of one organization, or undefined for all. */
  const selected = (handle?: string): { held: HeldWorld; id: string | undefined }[] => {
    if (handle === undefined) return [start, ...minted.values()].map((held) => ({ held, id: undefined }))
    const organization = byHandle(handle)
    return [{ held: heldOf(organization), id: organization.id }]
  }
  let opening = 0
  const knowing = async (name: string, handle?: string) => {
    const those = selected(handle)
    const known = await Promise.all(those.map(({ held, id }) => held.knows(name, id)))
    return those.filter((_, i) => known[i])
  }

  return {
    ...facts,
    handles: () => worlds.all().map((organization) => worlds.handleOf(organization)),
    organization: (handle) => {
      const found = worlds.byHandle(handle)
      return found && shown(found, worlds, minted)
    },
    mint: async (body) => {
      // Calls side by side count, too.
      if (minted.size + opening >= WORLDS) {
        const message = `${WORLDS} organizations are open already.`
        throw new ControlRefusal(409, 'organizations', message, 'Close some, or give them a shorter ttl.')
      }
      const options = mintOptions(body)
      opening++
      const own = await open(options).finally(() => opening--)
      const world = worlds.worldOf(byHandle(own.handle))
      const others = world.organizations.map((organization) => worlds.handleOf(organization))
      return [own.handle, ...others.filter((handle) => handle !== own.handle)]
    },
    close: async (handle) => minted.get(worlds.worldOf(byHandle(handle)))?.close(),
    setWithdrawn: async (handle, isWithdrawn) => {
      const organization = byHandle(handle)
      const { face } = heldOf(organization)
      await (isWithdrawn ? face.withdrawToken(organization.id) : face.giveTokenBack(organization.id))
    },
    checkpoint: async (name, handle) => {
      for (const { held, id } of selected(handle)) await held.face.checkpoint(name, id)
    },
    restore: async (name, handle) => {
      const those = await knowing(name, handle)
      await Promise.all(those.map(({ held, id }) => held.face.restore(name, id)))
      return those.length > 0
    },
    reset: async (handle) => {
      await Promise.all(selected(handle).map(({ held, id }) => held.face.reset(id)))
    },
    changes: async (since, handle) => {
      const those = since === undefined ? selected(handle) : await knowing(since, handle)
      if (those.length === 0) return undefined
      const found = await Promise.all(
        those.map(async ({ held, id }) =>
          (await held.face.changes(since, id)).map((change) => ({
            organization: handleIn(held, change.organizacao, worlds),
            ...change,
          })),
        ),
      )
      return found.flat()
    },
  }
}

function handleIn({ world }: HeldWorld, id: string, worlds: Worlds): string {
  return worlds.handleOf(world().organizations.find((one) => one.id === id) as Organization)
}

function shown(organization: Organization, worlds: Worlds, minted: Minted): ControlOrganization {
  const world = worlds.worldOf(organization)
  const { id, name, token, enabled, persons } = organization
  const own = minted.get(world)
  const expires = own?.expires ?? null
  return {
    handle: worlds.handleOf(organization),
    ...{ id, name, token, enabled, persons },
    withdrawn: worlds.isWithdrawn(organization),
    minted: own !== undefined,
    expires: expires === null ? null : new Date(expires).toISOString(),
    reports: enabled ? world.undecided(organization, REPORTS_SHOWN) : [],
  }
}

/**
 * Returns the options of a new organization. A text may only name what ships: no caller of the control port has a file
 * read.
 */
function mintOptions({ fixture, profile, ...rest }: MintBody): OrganizationOptions {
  if (typeof fixture === 'string' && !isShipped(fixture)) {
    throw notShipped('fixture', fixture, () => shippedFixtures().map(({ name }) => name))
  }
  if (typeof profile === 'string' && !Object.hasOwn(profiles, profile)) {
    throw notShipped('profile', profile, () => Object.keys(profiles))
  }
  return {
    ...(fixture !== undefined && { fixture }),
    // What is an object here is checked with the other options.
    ...(profile !== undefined && { profile: profile as ProfileName | PartialProfile }),
    ...rest,
  }
}

function notShipped(what: 'fixture' | 'profile', given: string, namesOf: () => string[]): ControlRefusal {
  const names = namesOf()
  const remedy = hint(given, names) || `. Use one of ${names.join(', ')}, or send the ${what} itself.`
  return new ControlRefusal(400, what, `This package has no ${what} ${shownValue(given)}${remedy}`)
}
