import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DataOptions, openData } from '../data/open.ts'
import { defaultOrigin } from '../data/origin.ts'
import type { DatasetSource } from '../data/source.ts'
import type { Clock } from '../operator/clock.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { columnsFrom } from './columns.ts'
import type { Event } from './event.ts'
import { openShared, type SharedLog } from './log/postgres/log.ts'
import type { SeedOrigin, StoredOrigin } from './log/postgres/origin.ts'
import type { StoredWorld } from './log/postgres/schema.ts'
import { checkSize, type Opened, type OpenOptions, ordersOf, prepared, worldWith } from './open.ts'
import { Orders } from './orders.ts'
import { readSnapshot, SNAPSHOT_FROM, writeSnapshot } from './snapshot.ts'
import { decisionsOf } from './state.ts'
import type { World } from './world.ts'

/** A world that some replica minted, as this one serves it. */
export interface SharedMinted extends Pick<StoredWorld, 'n' | 'about' | 'expires'> {
  /** @param clock dates the decisions that this replica receives */
  open(clock: Clock): World
}

/** A database that several replicas serve. */
export interface SharedPlace extends Pick<SharedLog, 'shown' | 'outage' | 'closeMinted'> {
  /**
   * Opens a world beside that of the start, on every replica.
   * @param about what the replicas need to know of it
   * @param ttl after how many milliseconds it is closed, whatever became of this replica
   * @returns its number
   */
  mint(data: DataOptions, about: object, ttl: number): Promise<number>
  /** Says what is minted, now and from now on; and that the world of the start was made anew. */
  listen(listener: {
    opened(minted: SharedMinted): Promise<void>
    closed(n: number): void
    replaced(world: World): void
  }): Promise<void>
}

/**
 * Opens a world whose events are in a database, which other replicas may serve, too. An empty schema gets the data.
 * @throws {OperatorError} when the database cannot be used, or has other data than the options want
 */
export async function openSharedWorld(
  url: string,
  options: OpenOptions,
): Promise<Omit<Opened, 'renew'> & { shared: SharedPlace }> {
  const log = await openLog(url, options)
  const boundTo = (n: number, orders: Orders, more: Pick<OpenOptions, 'tokens' | 'clock'>) => {
    const world = worldWith(orders, more, log.logOf(n))
    log.logOf(n).bind(world)
    return world
  }
  try {
    const start = async () => boundTo(0, await sharedOrders(log.origin, options), options)
    const world = await start()
    await log.catchUp()
    const shared: SharedPlace = {
      shown: log.shown,
      outage: () => log.outage(),
      closeMinted: (n) => log.closeMinted(n),
      mint: async (data, about, ttl) => {
        const origin = await originOf(data)
        const count = 'write' in origin ? origin.counts.organizacoes : origin.organizations + 1
        const tokens = Array.from({ length: count }, newToken)
        return log.mint({ origin, about: JSON.stringify({ ...about, tokens }), ttl })
      },
      listen: ({ opened, closed, replaced }) =>
        log.listen({
          opened: async ({ n, about, expires, origin }) => {
            const { tokens } = JSON.parse(about) as { tokens: string[] }
            const orders = await sharedOrders(origin, options)
            await opened({ n, about, expires, open: (clock) => boundTo(n, orders, { tokens, clock }) })
          },
          closed,
          replaced: async () => replaced(await start()),
        }),
    }
    return { world, shared, close: () => log.close() }
  } catch (error) {
    await log.close()
    throw error
  }
}

/** Returns a token that nobody can guess. */
export function newToken(): string {
  return `sim-${randomBytes(16).toString('hex')}`
}

async function openLog(url: string, options: OpenOptions): Promise<SharedLog> {
  const { fixture, origin = {}, notice, onProgress } = options
  const isAsked = fixture !== undefined || Object.keys(origin).length > 0
  const found = isAsked ? await originOf(options) : undefined
  return openShared(url, {
    source: async () => found ?? originOf(options),
    wanted: found,
    ...{ notice, onProgress },
  })
}

/** Returns what a world begins with: the records of a fixture, or the numbers that generate them. */
async function originOf(options: DataOptions): Promise<DatasetSource | SeedOrigin> {
  const source = await openData(options)
  checkSize(source)
  if (options.fixture !== undefined) return source
  return { ...defaultOrigin, ...options.origin, hash: source.hash }
}

async function sharedOrders(
  origin: StoredOrigin,
  { profile, notice, onProgress }: OpenOptions,
): Promise<Orders> {
  if ('write' in origin) return prepared(new Orders(await columnsFrom(origin)), profile)
  const { seed, persons, organizations, hash } = origin
  const path = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pessoas-sim', `${hash}.bin`)
  const kept = persons < SNAPSHOT_FROM ? undefined : readSnapshot(path, hash)
  if (kept) return prepared(kept, profile)
  const orders = ordersOf(
    await openData({ origin: { seed, persons, organizations }, notice, onProgress }),
    profile,
  )
  if (persons >= SNAPSHOT_FROM) tryToKeep(path, orders)
  return orders
}

/** Keeps a snapshot for the next replica of this machine; one that may not write generates its data again. */
function tryToKeep(path: string, orders: Orders): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeSnapshot(path, orders)
  } catch {
    // A read-only container, or a full disk.
  }
}

export interface SeededStore {
  hash: string
  /** The place without its password. */
  shown: string
  /** False if the schema had this data already. */
  isLoaded: boolean
}

/**
 * Writes a fixture, or the numbers that generate data, to a schema that is empty.
 * @throws {OperatorError} when the database cannot be used, or has other data
 */
export async function seedStore(url: string, data: DataOptions): Promise<SeededStore> {
  const origin = await originOf(data)
  const log = await openShared(url, { source: async () => origin, wanted: origin, ...data })
  await log.close()
  return { hash: log.origin.hash, shown: log.shown, isLoaded: log.isLoaded }
}

/**
 * Takes back everything that happened to the data of a database, whoever serves it; minted organizations stay as they are.
 * @returns how many reports had a decision
 * @throws {OperatorError} when the database cannot be used, or has no data
 */
export async function resetStore(url: string): Promise<{ shown: string; count: number }> {
  const log = await openShared(url, {
    source: async () => {
      throw new OperatorError('The schema has no data yet. Load it with "npx pessoas-sim seed --store URL".')
    },
  })
  try {
    const events: Event[] = []
    log.logOf(0).bind({
      apply: (event) => events.push(event) > 0,
      events: () => events,
    })
    await log.catchUp()
    const count = decisionsOf(events).size
    await log.logOf(0).commit([{ event: 'reset' }])
    return { shown: log.shown, count }
  } finally {
    await log.close()
  }
}
