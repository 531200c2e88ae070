import { counted } from '../contract/counted.ts'
import { TOKEN } from '../contract/dataset.ts'
import type { Profile } from '../contract/profile.ts'
import { shellWord } from '../contract/shell-word.ts'
import { type DataOptions, openData } from '../data/open.ts'
import type { DatasetSource } from '../data/source.ts'
import type { Clock } from '../operator/clock.ts'
import { OperatorError, OptionError } from '../operator/operator-error.ts'
import { columnsOf } from './columns.ts'
import type { Event, Log } from './event.ts'
import { FileLog } from './log/file.ts'
import { DECISIONS, SNAPSHOT, StateFolder } from './log/folder.ts'
import { Orders } from './orders.ts'
import { SNAPSHOT_FROM, writeSnapshot } from './snapshot.ts'
import { openStoredData } from './stored-data.ts'
import { World } from './world.ts'

export interface OpenOptions extends DataOptions {
  /** The folder for the data and the events; without one, everything is in memory. */
  state?: string | undefined
  /** Tokens that replace those of the data, in the order of its organizations; they are not stored. */
  tokens?: readonly string[] | undefined
  clock?: Clock | undefined
  /** What lists will be ordered and searched by. */
  profile: Profile
  notice: (line: string) => void
}

export interface Opened {
  world: World
  /**
   * Returns a world with other data, as a restart would have it: only the events in the state folder are kept.
   * @throws {OperatorError} when there are more tokens than organizations
   */
  renew(source: DatasetSource): World
  /** Finishes writing, and lets others use the folder or the database. */
  close(): Promise<void>
}

/**
 * Opens the data and what became of it.
 * @throws {OperatorError} when the data is invalid, or the state folder cannot be used
 */
export async function openWorld(options: OpenOptions): Promise<Opened> {
  if (options.state !== undefined) return openFolder(options.state, options)
  const { profile } = options
  const orders = ordersOf(await openData(options), profile)
  return {
    world: worldWith(orders, options),
    renew: (source) => worldWith(ordersOf(source, profile), options),
    close: async () => {},
  }
}

async function openFolder(state: string, options: OpenOptions): Promise<Opened> {
  const { fixture, profile, notice } = options
  const folder = StateFolder.enter(state, { notice })
  let opened: FileLog | undefined
  try {
    const { data, keep } =
      fixture === undefined
        ? await openStoredData(folder, options)
        : { data: { source: await openData(options) }, keep: () => {} }
    const orders = 'orders' in data ? prepared(data.orders, profile) : ordersOf(data.source, profile)
    const { log, events } = FileLog.open(folder, notice)
    opened = log
    checkTokens(orders.columns.organizations, options.tokens ?? [])
    // This is the first write to existing files. After it only writes can fail, so a start that fails changes nothing.
    keep()
    const { seed, keys } = orders.columns
    // Only what is generated again in vain is worth a snapshot.
    if (seed !== null && !('orders' in data) && keys.length >= SNAPSHOT_FROM)
      writeSnapshot(folder.file(SNAPSHOT), orders)
    const serve = (orders: Orders, events: Iterable<Event>) => {
      const world = worldWith(orders, options, log)
      for (const event of events) world.apply(event)
      log.bind(world)
      world.begin()
      tellKept(folder, state, world, fixture !== undefined, notice)
      return world
    }
    let world = serve(orders, events)
    const renew = (source: DatasetSource) => {
      world = serve(ordersOf(source, profile), world.events())
      return world
    }
    return { world, renew, close: () => log.close() }
  } catch (error) {
    folder.abandon()
    await opened?.close()
    throw error
  }
}

/** More reports than this are not served: they take 2.4 GB. */
const MOST_REPORTS = 2 ** 26

/** @throws {OptionError} when data has too many reports */
export function checkSize({ counts: { relatorios } }: DatasetSource): void {
  if (relatorios > MOST_REPORTS)
    throw new OptionError(
      `The data would have ${relatorios} reports, and at most ${MOST_REPORTS} can be served. Use fewer persons or organizations.`,
    )
}

/**
 * Returns the orders of data, with those that requests will ask for if it is large.
 * @throws {OptionError} when it is too large
 */
export function ordersOf(source: DatasetSource, profile: Profile): Orders {
  checkSize(source)
  return prepared(new Orders(columnsOf(source)), profile)
}

/** Returns orders with those made that requests will ask for, if the data is large. */
export function prepared(orders: Orders, { nomeCollation, nomeFolding, defaultOrder }: Profile): Orders {
  const { keys, organizations } = orders.columns
  if (keys.length < SNAPSHOT_FROM) return orders
  orders.prepare(nomeCollation, nomeFolding)
  for (const k of organizations.keys()) {
    if (orders.countOf(k) < SNAPSHOT_FROM) continue
    const collation = nomeCollation
    orders.everyone(k, { by: 'atualizado_em', descending: defaultOrder === 'newest-first', collation })
    orders.everyone(k, { by: 'nome', descending: false, collation })
  }
  return orders
}

/** @throws {OperatorError} when there are too many tokens, or one is invalid or repeated */
export function worldWith(
  orders: Orders,
  { tokens = [], clock }: Pick<OpenOptions, 'tokens' | 'clock'>,
  log?: Log,
): World {
  checkTokens(orders.columns.organizations, tokens)
  return new World(orders, { clock, tokens, log })
}

function checkTokens(organizations: readonly { token: string }[], tokens: readonly string[]): void {
  if (tokens.length > organizations.length)
    throw new OperatorError(
      `There are ${tokens.length} tokens for ${counted(organizations.length, 'organization')}. Use fewer tokens.`,
    )
  if (!tokens.every((token) => TOKEN.test(token)))
    throw new OptionError('A token must be visible ASCII without spaces, because a header has to carry it.')
  const all = organizations.map(({ token }, k) => tokens[k] ?? token)
  if (new Set(all).size < all.length)
    throw new OperatorError('Two organizations would have the same token. Use a different token for each.')
}

/** Tells of events that were kept: a fixture normally starts without any, and some may concern other data. */
function tellKept(
  folder: StateFolder,
  state: string,
  world: World,
  isFixture: boolean,
  notice: (line: string) => void,
): void {
  const path = folder.file(DECISIONS)
  const { decisions, strangers } = world
  if (strangers > 0)
    notice(`${path} has decisions on ${counted(strangers, 'report')} not in this data. They are kept.`)
  if (isFixture && decisions > 0)
    notice(
      `${path} has decisions on ${counted(decisions, 'report')} of the fixture, and they apply. Use "npx pessoas-sim reset --state ${shellWord(state)}" to take them back.`,
    )
}
