import { type Dataset, datasetText } from './contract/dataset.ts'
import { quirks as everyQuirk } from './sim/quirks/index.ts'
import { replaceFile } from './store/json-file.ts'
import { checkOrigin, defaultOrigin, type Origin } from './store/origin.ts'

export { type Dataset, datasetText } from './contract/dataset.ts'
export { type Knob, type KnobName, knobs } from './contract/knobs.ts'
export {
  choiceText,
  completeProfile,
  defaultProfile,
  isSameChoice,
  type PartialProfile,
  type Profile,
  readChoice,
} from './contract/profile.ts'
export { profileSchema } from './contract/profile-schema.ts'
export { type ProfileName, profiles } from './contract/profiles.ts'
export { checkProfile, readProfile } from './read-profile.ts'
export {
  type RunningSimulator,
  type SimulatorOrganization,
  type StartOptions,
  startSimulator,
} from './start.ts'
export { OperatorError } from './store/operator-error.ts'
export { defaultOrigin, LONG_SEEDING, type Origin, originRanges } from './store/origin.ts'

/** A clause of the interface that `startSimulator({ quirks })` breaks on purpose. */
export interface Quirk {
  name: string
  /** The clause, and those that cannot hold without it. */
  clause: readonly string[]
  /** What the service then does wrong. */
  says: string
}

export const quirks: readonly Quirk[] = everyQuirk

/**
 * A dataset of generated persons, organizations and reports; the same origin gives the same one everywhere.
 * @throws {OperatorError} when a number is out of range
 */
export async function seedDataset(
  origin: Partial<Origin> = {},
  onProgress?: (share: number) => void,
): Promise<Dataset> {
  checkOrigin({ ...defaultOrigin, ...origin })
  const seed = await import('./store/seed.ts')
  return seed.seedDataset({ ...defaultOrigin, ...origin }, onProgress)
}

/** Writes a dataset to a file, one record a line: whole, or not at all. */
export function writeDataset(path: string, dataset: Dataset): void {
  replaceFile(path, datasetText(dataset))
}
