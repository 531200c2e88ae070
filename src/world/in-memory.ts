import type { Dataset } from '../contract/dataset.ts'
import { sourceOfDataset } from '../data/dataset.ts'
import { columnsOf } from './columns.ts'
import { type LIMITS, Orders } from './orders.ts'
import { World, type WorldOptions } from './world.ts'

/** Returns a world of a dataset that ends with the process. */
export function worldOf(dataset: Dataset, options: WorldOptions = {}): World {
  return new World(ordersIn(dataset), options)
}

/** @param limits lowered by tests */
export function ordersIn(dataset: Dataset, limits: Partial<typeof LIMITS> = {}): Orders {
  return new Orders(columnsOf(sourceOfDataset(dataset, { seed: null, hash: '' })), limits)
}
