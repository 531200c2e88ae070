import { readFileSync } from 'node:fs'
import type { Dataset } from '../contract/dataset.ts'
import { sourceOfDataset } from './dataset.ts'
import { checkOrigin, defaultOrigin, digest, isSameOrigin, type Origin, recipeText } from './origin.ts'
import type { FixtureSource } from './read-fixture.ts'
import { DEFAULT_DATASET } from './shipped.ts'
import type { DatasetSource } from './source.ts'

/** Where the data comes from: a fixture or a seed. */
export interface DataOptions {
  /** The operator's own data, which is read and never written. */
  fixture?: FixtureSource | undefined
  /** Accept invalid CPFs. */
  allowInvalidCpf?: boolean | undefined
  /** The input of seeding, without a fixture. */
  origin?: Partial<Origin> | undefined
  /** Receives a line for each warning. */
  notice?: ((line: string) => void) | undefined
  /** Receives the completed share, 0 to 1, now and then, each time that seeded data is written. */
  onProgress?: ((share: number) => void) | undefined
}

/**
 * Opens and checks the data of a world.
 * @throws {OperatorError} when the fixture cannot be used, or a number is out of range
 */
export async function openData({ fixture, origin, ...options }: DataOptions): Promise<DatasetSource> {
  if (fixture === undefined) return seeded({ ...defaultOrigin, ...origin }, options.onProgress)
  // Without a fixture, a start does not need to load these modules.
  const { readFixture } = await import('./read-fixture.ts')
  return readFixture(fixture, options)
}

async function seeded(origin: Origin, onProgress: DataOptions['onProgress']): Promise<DatasetSource> {
  checkOrigin(origin)
  if (!isSameOrigin(origin, defaultOrigin)) {
    const { seedSource } = await import('./seed.ts')
    return seedSource(origin, onProgress)
  }
  const dataset = JSON.parse(readFileSync(DEFAULT_DATASET, 'utf8')) as Dataset
  return sourceOfDataset(dataset, { seed: origin.seed, hash: digest([recipeText(origin)]) })
}
