import type { Dataset } from '../contract/dataset.ts'
import { checkOrigin, defaultOrigin, LONG_SEEDING, type Origin } from '../fixture/make/origin.ts'
import type { Clock } from '../operator/clock.ts'
import type { RecordCounts } from '../operator/counts.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { loadingLines, type SeedProgress } from '../operator/percent-lines.ts'
import type { SourceData } from '../store/sql/prepare.ts'
import type { Listener } from '../store/sql/store.ts'
import type { Organization, Past, World } from '../store/store.ts'
import { type DataOptions, isSameOrigin, readData } from './data.ts'

export type { Listener, MintedSqlWorld as SharedMinted } from '../store/sql/store.ts'

export interface SharedOptions extends DataOptions {
  /** Dates decisions. */
  clock?: Clock
  /** Tokens that replace those of the dataset, for this process only. */
  tokens?: readonly string[]
}

/** A database that several processes serve. */
export interface SharedPlace {
  /** The place without its password. */
  readonly shown: string
  /** The hash of the data that it has now. */
  readonly hash: string
  /** The number of reports with a decision made here, when this process began. */
  readonly decided: number
  /** Returns why no request can be answered now; undefined if they can. */
  outage(): Promise<string | undefined>
  /** Returns the past of one of its worlds. */
  pastOf(world: World): Past
  /** Tells what any process did, beginning with what is minted and withdrawn already. */
  listen(listener: Listener): Promise<void>
  /**
   * Opens a world beside that of the start, on every process.
   * @returns its number
   */
  mint(dataset: Dataset, minted: { ttl: number; options: string }): Promise<number>
  closeMinted(world: number): Promise<void>
  /** Withdraws tokens on every process, or accepts them again. */
  setWithdrawn(organizations: readonly Organization[], world: World, isWithdrawn: boolean): Promise<void>
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
  const { origin: { persons = 0 } = {}, notice } = options
  const isLong = persons >= LONG_SEEDING && notice !== undefined
  const { store, hash, seed } = await open(url, options, isLong ? { onProgress: loadingLines(notice) } : {})
  const renew = (): never => {
    throw new OperatorError('The data of a shared store cannot be replaced by one of its processes.')
  }
  const { sourceOf } = await import('../store/sql/source.ts')
  const { SqlWorld } = await import('../store/sql/world.ts')
  const ours = (world: World) => world as InstanceType<typeof SqlWorld>
  const shared: SharedPlace = {
    shown: store.shown,
    get hash() {
      return store.hash
    },
    decided: store.decided,
    outage: () => store.outage(),
    pastOf: (world) => ours(world).history,
    listen: (listener) => store.listen(listener),
    mint: (dataset, minted) => store.mint(sourceOf(dataset), minted),
    closeMinted: (world) => store.closeMinted(world),
    setWithdrawn: (organizations, world, isWithdrawn) =>
      store.setWithdrawn(
        ours(world),
        organizations.map(({ id }) => id),
        isWithdrawn,
      ),
  }
  return { world: store.world, hash, seed, shared, renew }
}

export interface SeededStore {
  hash: string
  /** Null if the schema had this data already, and it was not generated again. */
  counts: RecordCounts | null
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
  onProgress: SeedProgress = () => {},
): Promise<SeededStore> {
  let counts: RecordCounts | null = null
  const { store, hash, isLoaded } = await open(url, options, {
    isDataWanted: true,
    onProgress,
    onCounts: (found) => {
      counts = found
    },
  })
  await store.close()
  return { hash, counts, shown: store.shown, isLoaded }
}

/**
 * Takes back every decision on the data of a database, whoever serves it.
 * @returns how many reports had a decision
 * @throws {OperatorError} when the database cannot be used, or has no data
 */
export async function resetStore(url: string): Promise<{ shown: string; count: number }> {
  const { SqlStore } = await import('../store/sql/store.ts')
  const data = async (): Promise<never> => {
    throw new OperatorError('The schema has no data yet. Load it with "npx pessoas-sim seed --store URL".')
  }
  const { store } = await SqlStore.open(url, { data, isDataWanted: false })
  try {
    await store.world.history.reset()
    return { shown: store.shown, count: store.decided }
  } finally {
    await store.close()
  }
}

interface OpenMore {
  isDataWanted?: boolean
  onProgress?: SeedProgress
  onCounts?: (counts: RecordCounts) => void
}

async function open(
  url: string,
  options: SharedOptions,
  { isDataWanted = false, onProgress = () => {}, onCounts = () => {} }: OpenMore = {},
) {
  const { SqlStore } = await import('../store/sql/store.ts')
  const { clock, tokens, notice, fixture, origin: asked = {} } = options
  const origin: Origin | undefined = fixture === undefined ? { ...defaultOrigin, ...asked } : undefined
  if (origin !== undefined) checkOrigin(origin, true)
  return SqlStore.open(url, {
    clock,
    origin,
    ...(tokens && { tokens }),
    ...(notice && { notice }),
    onProgress,
    isDataWanted: isDataWanted || fixture !== undefined || Object.keys(asked).length > 0,
    data: () => dataOf(options, origin, { onProgress, onCounts }),
  })
}

/** Returns the data of a start: generated data never as records in memory. */
async function dataOf(
  options: SharedOptions,
  origin: Origin | undefined,
  { onProgress, onCounts }: Required<Omit<OpenMore, 'isDataWanted'>>,
): Promise<SourceData> {
  if (origin === undefined || isSameOrigin(origin, defaultOrigin)) {
    const { dataset, hash, seed } = await readData(options)
    const { sourceOf } = await import('../store/sql/source.ts')
    const { organizacoes, pessoas, relatorios } = dataset
    onCounts({ organizacoes: organizacoes.length, pessoas: pessoas.length, relatorios: relatorios.length })
    return { source: sourceOf(dataset), hash, seed }
  }
  const { seededSource } = await import('./seeded-source.ts')
  const { source, hash, counts } = seededSource(origin, (share) => onProgress(share, 'generating'))
  onCounts(counts)
  return { source, hash, seed: origin.seed }
}
