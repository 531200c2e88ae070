import type { URL } from 'node:url'
import type { Dataset } from './contract/dataset.ts'
import { faultPlans as everyFaultPlan, type FaultPlanName } from './control/faults/plans.ts'
import type { FaultPlan } from './control/faults/rule.ts'
import type { CheckOptions } from './data/check.ts'
import type { CsvFixture, CsvOptions } from './data/csv.ts'
import { datasetOf } from './data/dataset.ts'
import { checkOrigin, defaultOrigin, type Origin } from './data/origin.ts'
import type { CheckedFixture, FixtureSource } from './data/read-fixture.ts'
import { shippedFixtures } from './data/shipped.ts'
import { pathOf } from './operator/file-url.ts'
import { requirePlain } from './operator/require-plain.ts'
import { quirks as everyQuirk } from './service/quirks/index.ts'

export type { Dataset } from './contract/dataset.ts'
export { type Knob, type KnobName, knobs } from './contract/knobs.ts'
export type { PartialProfile, Profile } from './contract/profile.ts'
export type { Why } from './contract/why.ts'
export type { ClockState, Moment, WorldClock } from './control/clock.ts'
export type { FaultState, Faults } from './control/faults/faults.ts'
export type { FaultPlanName } from './control/faults/plans.ts'
export type { FaultEffect, FaultPlan, FaultRule } from './control/faults/rule.ts'
export type { Exchange, ExchangeAnswer, ExchangeSummary } from './control/journal/exchange.ts'
export type { FindOptions, Journal } from './control/journal/journal.ts'
export type { ExchangeMatcher, TextMatcher } from './control/journal/matcher.ts'
export type { Outcome } from './control/journal/outcome.ts'
export {
  type Expectation,
  JournalGapError,
  VerificationError,
} from './control/journal/verify.ts'
export type { CheckOptions } from './data/check.ts'
export type { CsvFixture, CsvOptions } from './data/csv.ts'
export type { PlacedFinding } from './data/finding.ts'
export type { Fixture } from './data/fixture.ts'
export type { Origin } from './data/origin.ts'
export type { CheckedFixture, FixtureSource } from './data/read-fixture.ts'
export { OperatorError, OptionError } from './operator/operator-error.ts'
export { type ProfileName, profiles } from './operator/profiles.ts'
export { readProfile } from './operator/read-profile.ts'
export type { SimulatorOrganization, SimulatorWorld } from './simulator/hosted-world.ts'
export type { Answer, Ask, Layer, Request } from './simulator/layers.ts'
export type { OwnOrganization } from './simulator/open-organization.ts'
export { type RunningSimulator, startSimulator } from './simulator/start.ts'
export type {
  ControlOptions,
  OrganizationOptions,
  StartOptions,
  WorldOptions,
} from './simulator/start-options.ts'
export type { Change } from './world/changes.ts'
export { changesText } from './world/changes.ts'
export type { ListedPerson, NewPerson, People, PersonChange } from './world/people.ts'

/** A clause of the interface that `startSimulator({ quirks })` breaks on purpose. */
export interface Quirk {
  name: string
  /** The clause, and the clauses that depend on it. */
  clause: readonly string[]
  /** What the service does wrong. */
  says: string
}

/** The plans of faults that ship, for `startSimulator({ faults })` and `sim.faults.add()`. */
export const faultPlans: Readonly<Record<FaultPlanName, FaultPlan>> = everyFaultPlan

export const quirks: readonly Quirk[] = everyQuirk

/**
 * Generates a dataset of persons, organizations and reports; the same origin gives the same dataset on every machine.
 * @throws {OperatorError} when a number is out of range
 */
export async function seedDataset(
  origin: Partial<Origin> = {},
  onProgress?: (share: number) => void,
): Promise<Dataset> {
  requirePlain(origin, 'The origin must be an object, such as { persons: 500 }')
  checkOrigin({ ...defaultOrigin, ...origin })
  const { seedSource } = await import('./data/seed.ts')
  return datasetOf(seedSource({ ...defaultOrigin, ...origin }, onProgress))
}

const OPTIONS = 'The options must be an object, such as { allowInvalidCpf: true }'

/**
 * Checks a fixture. Returns every error and warning with its place, and the dataset if there is no error.
 * @throws {OperatorError} when the file is missing or cannot be read as text
 */
export async function checkFixture(
  source: FixtureSource,
  options: CheckOptions = {},
): Promise<CheckedFixture> {
  requirePlain(options, OPTIONS)
  const fixture = await import('./data/read-fixture.ts')
  return fixture.checkFixture(source, options)
}

/**
 * Converts a CSV file with the columns cpf, nome and atualizado_em to a fixture; the file `-` is standard input.
 * @throws {OperatorError} when the file cannot be read, or has no column nome
 */
export async function fixtureFromCsv(file: string | URL, options: CsvOptions = {}): Promise<CsvFixture> {
  requirePlain(options, OPTIONS)
  const { readCsv } = await import('./data/csv.ts')
  return readCsv(pathOf(file), options)
}

/** Returns the fixtures that ship, and what each is for. */
export async function listFixtures(): Promise<{ name: string; descricao: string }[]> {
  const { describeFixture } = await import('./data/read-fixture.ts')
  return Promise.all(
    shippedFixtures().map(async (fixture) => ({
      name: fixture.name,
      descricao: await describeFixture(fixture),
    })),
  )
}
