import type { Dataset } from '../contract/dataset.ts'
import { sourceOfDataset } from '../data/dataset.ts'
import type { DatasetSource } from '../data/source.ts'

/** Returns a dataset as a source, so that a test can build columns of it. */
export function sourceOf(dataset: Dataset): DatasetSource {
  return sourceOfDataset(dataset, { seed: null, hash: 'tests' })
}
