import { existsSync, truncateSync } from 'node:fs'
import { basename } from 'node:path'
import { LowSync } from 'lowdb'
import { counted } from '../contract/counted.ts'
import type { Dataset } from '../contract/dataset.ts'
import { shellWord } from '../contract/shell-word.ts'
import { datasetText } from '../fixture/dataset-text.ts'
import { checkOrigin, defaultOrigin, LONG_SEEDING, type Origin } from '../fixture/make/origin.ts'
import type { Clock } from '../operator/clock.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { replaceFile, setAside } from '../operator/replace-file.ts'
import { DecisionFile } from '../store/decision-file.ts'
import { FileStore } from '../store/file.ts'
import { JsonFile, parseJson, Unreadable } from '../store/json-file.ts'
import { Ledger } from '../store/ledger.ts'
import { MemoryStore } from '../store/memory.ts'
import { StateFolder } from '../store/state-folder.ts'
import type { World } from '../store/store.ts'
import { reportChanges } from './changes.ts'
import {
  type DataOptions,
  isSameOrigin,
  type LoadedData,
  readData,
  readHashed,
  seeded,
  withTokens,
} from './data.ts'
import { enterStateFolder } from './enter-state-folder.ts'
import { requireState } from './read-state.ts'
import type { SharedPlace } from './shared.ts'

export interface OpenOptions extends DataOptions {
  /** Dates decisions. */
  clock?: Clock
  /** The folder for data and decisions that must outlast the process; without one, nothing is kept. */
  state?: string | undefined
  /** The connection string of a database for data and decisions; not together with a folder. */
  store?: string | undefined
  /** Tokens that replace those of the dataset, in the order of its organizations; they are not stored. */
  tokens?: readonly string[]
}

export interface Opened {
  world: World
  /** The database of the world; absent if its data is in this process. */
  shared?: SharedPlace
  /** The seed of the data; null if the operator supplied or edited the data. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the fixture's text, or of the dataset's. */
  hash: string
  /**
   * Replaces the dataset, as a restart would: only the decisions in the state folder are kept.
   * @returns the world with the new dataset, which may be this one or another
   * @throws {OperatorError} when there are more tokens than organizations
   */
  renew(dataset: Dataset): World
}

/**
 * Opens the data and the decisions on it.
 * @throws {OperatorError} when the data is invalid, or the state folder cannot be used
 */
export async function openWorld(options: OpenOptions): Promise<Opened> {
  const { state, store: url, fixture, tokens = [], clock, notice = () => {} } = options
  // The client is loaded only for a start that needs it.
  /* c8 ignore next 4: its tests skip where there is no database */
  if (url !== undefined) {
    const { openShared } = await import('./shared.ts')
    return openShared(url, options)
  }
  const remember = (dataset: Dataset) => new MemoryStore(withTokens(dataset, tokens), { clock })
  if (state === undefined) {
    const { dataset, ...found } = await readData(options)
    return { world: remember(dataset), ...found, renew: remember }
  }
  const { folder, abandon } = enterStateFolder(state, { notice })
  let store: FileStore | undefined
  try {
    const { dataset, keep, ...found } =
      fixture === undefined
        ? await readStoredData(folder, options.origin ?? {}, notice)
        : { ...(await readData(options)), keep: () => {} }
    const { world, unknown } = openDecisions(folder, remember(dataset), notice)
    store = world
    // This is the first write to existing files. After it only writes can fail, so a start that fails changes nothing.
    keep()
    // In this order: an edited dataset without the record of a seed is served, and the record alone gives the seeded one.
    if (fixture === undefined) for (const name of ['dataset.json', 'seed.json']) folder.keep(name)
    tellUnknown(folder, unknown, notice)
    if (fixture !== undefined) tellDecided(folder, state, world, notice)
    const renew = (dataset: Dataset) => {
      tellUnknown(folder, world.use(remember(dataset)), notice)
      tellDecided(folder, state, world, notice)
      return world
    }
    return { world, ...found, renew }
  } catch (error) {
    abandon()
    if (store) await store.close()
    else folder.leave()
    throw unusable(folder.path, error)
  }
}

/** Returns an OperatorError for a failure of the folder, and any other error unchanged. */
function unusable(folder: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  if (!(error instanceof Unreadable || syscall)) return error
  return new OperatorError(
    `The state folder ${folder} cannot be used: ${message}\nFix it, or use another folder with --state.`,
  )
}

/**
 * Takes back every decision in a state folder.
 * @returns the number of reports that had a decision
 * @throws {OperatorError} when the folder is missing or in use
 */
export function resetState(state: string, notice: (line: string) => void): number {
  requireState(state)
  const folder = StateFolder.enter(state, { notice, remedy: IN_USE })
  const file = new DecisionFile(folder, notice)
  try {
    const decisions = new LowSync<Ledger>(file, new Ledger())
    orSetAside(folder.file('decisions.json'), notice, () => decisions.read())
    const { size } = decisions.data
    decisions.data = new Ledger()
    decisions.write()
    return size
  } catch (error) {
    throw unusable(folder.path, error)
  } finally {
    void file.close()
    folder.leave()
  }
}

const IN_USE = 'Stop it first. In a test, call reset() on the running simulator.'

/**
 * The contents of seed.json: the origin and the hash of the seeded dataset, which reveal whether somebody edited it.
 */
interface SeedFile extends Origin {
  hash: string
}

/** The data of a state folder. */
interface StoredData extends LoadedData {
  /** Writes the data to the folder, if that is needed before it is served. */
  keep(): void
}

/** Reads the dataset of a state folder, or seeds a new one if it is missing, invalid or has another origin. */
async function readStoredData(
  folder: StateFolder,
  asked: Partial<Origin>,
  notice: (line: string) => void,
): Promise<StoredData> {
  const path = folder.file('dataset.json')
  const { seedFile, setDamagedAside } = readSeedFile(folder.file('seed.json'), notice)
  const { hash: recordedHash, ...recorded } = seedFile.data
  const before: Origin = { ...defaultOrigin, ...recorded }
  const origin: Origin = { ...before, ...asked }
  const asBefore = recordedHash === undefined ? Object.keys(asked).length === 0 : isSameOrigin(origin, before)

  const document = readHashed(path)
  let makeRoom = () => {}
  if (document !== null) {
    const { text, hash } = document
    if (hash === recordedHash) {
      if (asBefore) return { dataset: parseJson(text) as Dataset, seed: origin.seed, hash, keep: () => {} }
      makeRoom = () => notice(otherOrigin(before, origin))
    } else {
      const { checkText } = await import('../fixture/check/check.ts')
      const { findingLines } = await import('../fixture/check/finding.ts')
      const { dataset, findings } = await checkText(text, path, 'json', { allowInvalidCpf: true })
      if (dataset && asBefore) return { dataset, seed: null, hash, keep: setDamagedAside }
      const why = dataset
        ? 'was edited, and other data was requested. It'
        : `is not valid:\n${findingLines(findings)}\nIt`
      makeRoom = () =>
        notice(`${path} ${why} was renamed to ${basename(setAside(path))}, and new data was generated.`)
    }
  }

  checkOrigin(origin)
  if (origin.persons >= LONG_SEEDING)
    notice(`Generating ${origin.persons} persons in ${path}. This takes a while, but only once.`)
  const found = await seeded(origin)
  const keep = () =>
    replaceFile(path, datasetText(found.dataset), () => {
      setDamagedAside()
      makeRoom()
      // Empty the old dataset, then write seed.json, then the new dataset: wherever the process is killed, the next
      // start finds both files of the same origin, or seeds again.
      if (existsSync(path)) truncateSync(path)
      seedFile.data = { ...origin, hash: found.hash }
      seedFile.write()
    })
  return { ...found, keep }
}

/** Returns a notice that new data was generated, and how to get the former data back. */
function otherOrigin(before: Origin, now: Origin): string {
  const names = (Object.keys(now) as (keyof Origin)[]).filter((name) => before[name] !== now[name])
  const said = (origin: Origin) => names.map((name) => `${name} ${origin[name]}`).join(', ')
  return `New data was generated with ${said(now)}; before, it was ${said(before)}. Use the former values to get the former data back. All decisions are kept.`
}

function readSeedFile(path: string, notice: (line: string) => void) {
  const seedFile = new LowSync<Partial<SeedFile>>(
    new JsonFile(path, (data) => [`${JSON.stringify(data)}\n`], isSeedFile),
    {},
  )
  let setDamagedAside = () => {}
  try {
    seedFile.read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    setDamagedAside = () => tellAside(path, error, notice)
  }
  return { seedFile, setDamagedAside }
}

/** Reads a file; if its contents are invalid, renames it and reads again as if it were missing. */
function orSetAside<T>(path: string, notice: (line: string) => void, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    tellAside(path, error, notice)
    return read()
  }
}

function tellAside(path: string, { message }: Unreadable, notice: (line: string) => void): void {
  notice(`${path} could not be read (${message}). It was renamed to ${basename(setAside(path))}.`)
}

function isSeedFile(value: unknown): value is Partial<SeedFile> {
  if (typeof value !== 'object' || value === null) return false
  const { seed, persons, organizations, hash } = value as Record<string, unknown>
  return [seed, persons, organizations].every(Number.isSafeInteger) && typeof hash === 'string'
}

function openDecisions(folder: StateFolder, memory: MemoryStore, notice: (line: string) => void) {
  const path = folder.file('decisions.json')
  const { store, unknown } = orSetAside(path, notice, () => FileStore.open(folder, memory, notice))
  return { world: store, unknown }
}

/** Prints a notice if old decisions apply to a fixture, because a fixture normally starts without any. */
function tellDecided(
  folder: StateFolder,
  state: string,
  world: FileStore,
  notice: (line: string) => void,
): void {
  const count = reportChanges(world, []).length
  if (count === 0) return
  notice(
    `${folder.file('decisions.json')} has decisions on ${counted(count, 'report')} of the fixture, and they apply. Use "npx pessoas-sim reset --state ${shellWord(state)}" to take them back.`,
  )
}

function tellUnknown(folder: StateFolder, unknown: number, notice: (line: string) => void): void {
  if (unknown === 0) return
  const path = folder.file('decisions.json')
  notice(`${path} has decisions on ${counted(unknown, 'report')} not in this data. They are kept.`)
}
