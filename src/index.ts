import type { Dataset } from './contract/dataset.ts'
import { checkOrigin, defaultOrigin, type Origin } from './store/origin.ts'

export { type Dataset, datasetText } from './contract/dataset.ts'
export { defaultProfile, type Profile } from './contract/profile.ts'
export {
  type RunningSimulator,
  type SimulatorOrganization,
  type StartOptions,
  startSimulator,
} from './start.ts'
export { replaceFile } from './store/json-file.ts'
export { OperatorError } from './store/operator-error.ts'
export { defaultOrigin, type Origin } from './store/origin.ts'

/**
 * A dataset of generated persons, organizations and reports; the same origin gives the same one everywhere.
 * @throws {OperatorError} when a number is out of range
 */
export async function seedDataset(
  origin: Partial<Origin> = {},
  onProgress?: (share: number) => void,
): Promise<Dataset> {
  checkOrigin(origin)
  const seed = await import('./store/seed.ts')
  return seed.seedDataset({ ...defaultOrigin, ...origin }, onProgress)
}
