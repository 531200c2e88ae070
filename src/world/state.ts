import { existsSync, truncateSync } from 'node:fs'
import { basename } from 'node:path'
import { LowSync } from 'lowdb'
import { type Dataset, datasetText } from '../contract/dataset.ts'
import { checkOrigin, defaultOrigin, LONG_SEEDING, type Origin } from '../fixture/make/origin.ts'
import { counted } from '../operator/counts.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { replaceFile, setAside } from '../operator/replace-file.ts'
import { FileStore } from '../store/file.ts'
import { Folder } from '../store/folder.ts'
import { Journal } from '../store/journal.ts'
import { JsonFile, parseJson, Unreadable } from '../store/json-file.ts'
import { Ledger } from '../store/ledger.ts'
import { MemoryStore } from '../store/memory.ts'
import type { World } from '../store/store.ts'
import { changesSince } from './changes.ts'
import { type DataOptions, type Found, isSame, readData, readHashed, seeded, withTokens } from './data.ts'
import { requireState } from './read-state.ts'
import { enterStateFolder } from './state-folder.ts'

export interface OpenOptions extends DataOptions {
  /** A folder for what must outlast the process; without one nothing is kept. */
  state?: string | undefined
  /** Tokens to use instead of the dataset's, for its organizations in their order; they are kept nowhere. */
  tokens?: readonly string[]
}

export interface Opened {
  world: World
  /** The seed of the data; null when it is the operator's own. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the fixture's text, or of the dataset's. */
  hash: string
  /**
   * Takes another dataset, as a start anew would: what is kept in the state folder stays decided, nothing else does.
   * @returns the world that has it, this one or another
   * @throws {OperatorError} when the tokens do not go with it
   */
  renew(dataset: Dataset): World
}

/**
 * Opens the data and what was decided on it.
 * @throws {OperatorError} when the data is unsound, or the state folder cannot be used
 */
export async function openWorld(options: OpenOptions): Promise<Opened> {
  const { state, fixture, tokens = [], notice = () => {} } = options
  const remember = (dataset: Dataset) => new MemoryStore(withTokens(dataset, tokens))
  if (state === undefined) {
    const { dataset, ...found } = await readData(options)
    return { world: remember(dataset), ...found, renew: remember }
  }
  const { folder, abandon } = enterStateFolder(state, { notice })
  let store: FileStore | undefined
  try {
    const { dataset, keep, ...found } =
      fixture === undefined
        ? await kept(folder, options.origin ?? {}, notice)
        : { ...(await readData(options)), keep: () => {} }
    const { world, unknown } = openDecisions(folder, remember(dataset), notice)
    store = world
    // Nothing but a write can fail from here on, so this is the first one that changes what was there.
    keep()
    tellUnknown(folder, unknown, notice)
    if (fixture !== undefined) tellDecided(folder, world, notice)
    const renew = (dataset: Dataset) => {
      tellUnknown(folder, world.use(remember(dataset)), notice)
      tellDecided(folder, world, notice)
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

/** What the operator is told of a failure of the folder; any other failure is what it is. */
function unusable(folder: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  if (!(error instanceof Unreadable || syscall)) return error
  return new OperatorError(
    `The state folder ${folder} cannot be used: ${message}\nPut that right, or name another with --state.`,
  )
}

/**
 * Takes back every decision that a state folder holds.
 * @returns how many there were
 * @throws {OperatorError} when there is no such folder, or a simulator uses it
 */
export function resetState(state: string, notice: (line: string) => void): number {
  requireState(state)
  const folder = Folder.enter(state, { notice, remedy: IN_USE })
  const journal = new Journal(folder, notice)
  try {
    const decisions = new LowSync<Ledger>(journal, new Ledger())
    orSetAside(folder.file('decisions.json'), notice, () => decisions.read())
    const { size } = decisions.data
    decisions.data = new Ledger()
    decisions.write()
    return size
  } catch (error) {
    throw unusable(folder.path, error)
  } finally {
    void journal.close()
    folder.leave()
  }
}

const IN_USE = 'Stop it first. In a test, reset() of the running simulator takes its decisions back.'

/** What the dataset of a state folder was seeded from, so that it can be told from one that somebody has edited. */
interface Seeded extends Origin {
  hash: string
}

/** Data of a state folder, and what there is to write before it is served. */
interface Kept extends Found {
  keep(): void
}

/** The dataset of a state folder: the one that is there, unless another is asked for. */
async function kept(folder: Folder, asked: Partial<Origin>, notice: (line: string) => void): Promise<Kept> {
  const path = folder.file('dataset.json')
  const { record, setDamagedAside } = readRecord(folder.file('seed.json'), notice)
  // The data itself is too large to be remembered, but what it was seeded from is enough to seed it again.
  folder.whenRenewed(() => {
    if (record.data.hash !== undefined) record.write()
  })
  const { hash: recordedHash, ...recorded } = record.data
  const before: Origin = { ...defaultOrigin, ...recorded }
  const origin: Origin = { ...before, ...asked }
  const asBefore = recordedHash === undefined ? Object.keys(asked).length === 0 : isSame(origin, before)

  const document = readHashed(path)
  let makeRoom = () => {}
  if (document !== null) {
    const { text, hash } = document
    if (hash === recordedHash) {
      if (asBefore) return { dataset: parseJson(text) as Dataset, seed: origin.seed, hash, keep: () => {} }
      makeRoom = () => notice(otherOrigin(before, origin))
    } else {
      /* c8 ignore next 2: they run; tsx adds a branch of its own to every dynamic import */
      const { checkText } = await import('../fixture/check/check.ts')
      const { findingLines } = await import('../fixture/check/finding.ts')
      const { dataset, findings } = await checkText(text, path, 'json', { allowInvalidCpf: true })
      if (dataset && asBefore) return { dataset, seed: null, hash, keep: setDamagedAside }
      const why = dataset
        ? 'was edited and other data is asked for: it'
        : `is not sound:\n${findingLines(findings)}\nIt`
      makeRoom = () =>
        notice(`${path} ${why} was set aside as ${basename(setAside(path))}, and the data was seeded anew.`)
    }
  }

  checkOrigin(origin)
  if (origin.persons >= LONG_SEEDING)
    notice(`Seeding ${origin.persons} persons into ${path}: this is done once and takes a while.`)
  const found = await seeded(origin)
  const keep = () =>
    replaceFile(path, datasetText(found.dataset), () => {
      setDamagedAside()
      makeRoom()
      // The record comes first, and the data it replaces goes before it: wherever this ends, the next start finds
      // both of one origin, or makes them so.
      if (existsSync(path)) truncateSync(path)
      record.data = { ...origin, hash: found.hash }
      record.write()
    })
  return { ...found, keep }
}

/** What was asked for this time, and how to get back what was there. */
function otherOrigin(before: Origin, now: Origin): string {
  const names = (Object.keys(now) as (keyof Origin)[]).filter((name) => before[name] !== now[name])
  const said = (origin: Origin) => names.map((name) => `${name} ${origin[name]}`).join(', ')
  return `Other data was generated, as asked: ${said(now)}, where it was ${said(before)}. Ask for that to get the former data back; every decision is kept.`
}

function readRecord(path: string, notice: (line: string) => void) {
  const record = new LowSync<Partial<Seeded>>(
    new JsonFile(path, (data) => [`${JSON.stringify(data)}\n`], isSeeded),
    {},
  )
  let setDamagedAside = () => {}
  try {
    record.read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    setDamagedAside = () => tellAside(path, error, notice)
  }
  return { record, setDamagedAside }
}

/** Reads a file; one that does not hold what it should is given another name, and is then absent. */
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
  notice(`${path} could not be read (${message}): it was set aside as ${basename(setAside(path))}.`)
}

function isSeeded(value: unknown): value is Partial<Seeded> {
  if (typeof value !== 'object' || value === null) return false
  const { seed, persons, organizations, hash } = value as Record<string, unknown>
  return [seed, persons, organizations].every(Number.isSafeInteger) && typeof hash === 'string'
}

function openDecisions(folder: Folder, memory: MemoryStore, notice: (line: string) => void) {
  const path = folder.file('decisions.json')
  const { store, unknown } = orSetAside(path, notice, () => FileStore.open(folder, memory, notice))
  return { world: store, unknown }
}

/** A fixture is a world to begin from, so that it is said when this is not where it begins. */
function tellDecided(folder: Folder, world: FileStore, notice: (line: string) => void): void {
  const count = changesSince(world, []).length
  if (count === 0) return
  notice(
    `${folder.file('decisions.json')} has decisions on ${count} of the fixture's reports, by their numbers, and they hold: "pessoas-sim reset" takes them back.`,
  )
}

function tellUnknown(folder: Folder, unknown: number, notice: (line: string) => void): void {
  if (unknown === 0) return
  const path = folder.file('decisions.json')
  notice(
    `${path} has decisions on ${counted(unknown, 'report')} that this data does not have; they stay there.`,
  )
}
