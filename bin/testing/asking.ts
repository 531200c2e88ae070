import type { ProbeOptions } from '../../conformance/index.ts'
import type { RunningSimulator } from '../../src/index.ts'

/** Everything that can be declared of a simulator, to be asked as its first organization. */
export function everythingOf(sim: RunningSimulator): ProbeOptions {
  const scheme = schemeOf(sim)
  const [own, other] = sim.organizations
  return {
    url: sim.url,
    token: scheme + own?.token,
    foreignReport: other?.reports[0],
    reports: own?.reports.slice(0, 3),
    allowWrites: true,
  }
}

/** What a simulator wants before a token. */
export function schemeOf({ profile }: RunningSimulator): string {
  return profile.authorization === 'bearer' ? 'Bearer ' : ''
}
