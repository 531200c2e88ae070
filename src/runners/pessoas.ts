import {
  type OrganizationOptions,
  type OwnOrganization,
  type RunningSimulator,
  type StartOptions,
  startSimulator,
} from '../index.ts'

/** An organization for one test. Its data, decisions, faults, clock and journal are those of no other test. */
export interface Pessoas extends OwnOrganization {
  /** The base URL of the service. */
  url: string
  /** What every request of this organization must send. */
  headers: { authorization: string }
}

/** What a test has for the asking. */
export interface TestFixtures {
  /** The data and the profile of `pessoas`. */
  pessoasOptions: OrganizationOptions
  /** An organization for this test; its journal is printed if the test fails. */
  pessoas: Pessoas
}

/** What the tests of a worker share. */
export interface WorkerFixtures {
  /** How `simulator` is started. */
  simulatorOptions: StartOptions
  simulator: RunningSimulator
}

/** Starts the simulator of a worker, and closes it after the last test. */
export async function useSimulator(
  options: StartOptions,
  use: (simulator: RunningSimulator) => Promise<void>,
): Promise<void> {
  await using simulator = await startSimulator(options)
  await use(simulator)
}

/**
 * Opens the organization of a test, and closes it after the test.
 * @param ended hears what the journal says, while the organization is still open
 */
export async function usePessoas(
  simulator: RunningSimulator,
  options: OrganizationOptions,
  use: (pessoas: Pessoas) => Promise<void>,
  ended: (journal: () => string) => Promise<void> | void,
): Promise<void> {
  await using own = await simulator.organization(options)
  const scheme = own.profile.authorization === 'bearer' ? 'Bearer ' : ''
  const headers = { authorization: scheme + own.token }
  await use(Object.assign(own, { url: simulator.url, headers }))
  await ended(() => `The journal of pessoas-sim for this test:\n${own.journal.text()}`)
}
