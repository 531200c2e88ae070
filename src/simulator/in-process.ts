import type { Dataset } from '../contract/dataset.ts'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import type { Ask } from '../service/ask.ts'
import { findQuirks, withQuirks } from '../service/quirks/index.ts'
import { createService } from '../service/service.ts'
import { worldOf } from '../world/in-memory.ts'
import type { Organization } from '../world/store.ts'

/** A service in this process, without a port. */
export interface InProcess {
  ask: Ask
  /** With the numbers of reports that are not decided, up to a hundred. */
  organizations: readonly (Organization & { reports: readonly string[] })[]
}

/** @throws {OptionError} when no quirk has one of the names */
export function serveInProcess(
  dataset: Dataset,
  { profile = {}, quirks = [] }: { profile?: PartialProfile; quirks?: readonly string[] } = {},
): InProcess {
  const store = worldOf(dataset)
  const whole = completeProfile(profile)
  const context = { profile: whole, organizationsOf: () => store.organizations }
  const organizations = store.organizations.map((one) => ({ ...one, reports: store.undecided(one, 100) }))
  return { ask: withQuirks(createService(store, whole), findQuirks(quirks), context), organizations }
}
