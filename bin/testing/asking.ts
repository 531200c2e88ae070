import type { ProbeOptions } from '../../conformance/index.ts'
import type { RunningSimulator } from '../../src/index.ts'

/** Returns options for a simulator with every possible declaration, as its first organization. */
export function everythingOf(sim: RunningSimulator): ProbeOptions {
  const scheme = schemeOf(sim)
  const [own, other] = sim.organizations
  return {
    url: sim.url,
    token: scheme + own?.token,
    foreignReport: other?.reports[0],
    reports: own?.reports.slice(0, 5),
    allowWrites: true,
  }
}

/** Returns the scheme that a simulator expects before a token. */
export function schemeOf({ profile }: RunningSimulator): string {
  return profile.authorization === 'bearer' ? 'Bearer ' : ''
}
