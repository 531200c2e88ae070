import type { Clock } from '../contract/clock.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { World } from '../store/store.ts'
import { type DataOptions, type LoadedData, readData } from './data.ts'

export interface SharedOptions extends DataOptions {
  /** Dates decisions. */
  clock?: Clock
  /** Tokens that replace those of the dataset, for this process only. */
  tokens?: readonly string[]
}

/** What is told of a world in a database. */
export interface SharedPlace {
  /** The place without its password. */
  readonly shown: string
  /** The number of reports with a decision made here, when this process began. */
  readonly decided: number
  /** Returns why no request can be answered now; undefined if they can. */
  outage(): Promise<string | undefined>
  /** Calls back when the data was replaced. */
  whenReplaced(callback: () => void): void
}

export interface OpenedShared {
  world: World
  hash: string
  seed: number | null
  shared: SharedPlace
  /** Refuses. */
  renew(): never
}

/**
 * Opens a world in a database, which other processes may serve, too. An empty schema gets the data of the options.
 * @throws {OperatorError} when the database cannot be used, or has other data than the options want
 */
export async function openShared(url: string, options: SharedOptions): Promise<OpenedShared> {
  const { store, hash, seed } = await open(url, options)
  const renew = (): never => {
    throw new OperatorError('The data of a shared store cannot be replaced by one of its processes.')
  }
  return { world: store, hash, seed, shared: store, renew }
}

export interface SeededStore extends LoadedData {
  /** The place without its password. */
  shown: string
  /** False if the schema had this data already. */
  isLoaded: boolean
}

/**
 * Writes a fixture or generated data to a schema that is empty, or whose loading was interrupted.
 * @throws {OperatorError} when the database cannot be used, or has other data
 */
export async function seedStore(
  url: string,
  options: SharedOptions,
  onProgress?: (share: number) => void,
): Promise<SeededStore> {
  const data = await readData(options)
  const { store, isLoaded } = await open(url, options, { data, onProgress })
  await store.close()
  return { ...data, shown: store.shown, isLoaded }
}

async function open(
  url: string,
  options: SharedOptions,
  { data, onProgress }: { data?: LoadedData; onProgress?: ((share: number) => void) | undefined } = {},
) {
  const { SqlStore } = await import('../store/sql/store.ts')
  const { clock, tokens, notice, fixture, origin = {} } = options
  return SqlStore.open(url, {
    clock,
    ...(tokens && { tokens }),
    ...(notice && { notice }),
    ...(onProgress && { onProgress }),
    isDataWanted: data !== undefined || fixture !== undefined || Object.keys(origin).length > 0,
    data: async () => data ?? readData(options),
  })
}
