import { createHash } from 'node:crypto'
import { existsSync, truncateSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { LowSync } from 'lowdb'
import { type Dataset, datasetFaults, datasetText, TOKEN } from '../contract/dataset.ts'
import { FileStore } from './file.ts'
import { enterFolder } from './folder.ts'
import { JsonFile, parseJson, readBytes, setAside, toText, Unreadable } from './json-file.ts'
import { MemoryStore } from './memory.ts'
import { OperatorError } from './operator-error.ts'
import { checkOrigin, defaultOrigin, LONG_SEEDING, type Origin } from './origin.ts'
import type { Store } from './store.ts'

export interface WorldOptions {
  /** A folder for what must outlast the process; without one nothing is kept. */
  state?: string | undefined
  /** A dataset of the operator's own; it is read and never written. */
  data?: string | undefined
  /** What to seed from; what is left out is what the state folder was seeded from, or the default. */
  origin?: Partial<Origin>
  /** Tokens to use instead of the dataset's, for its organizations in their order; they are kept nowhere. */
  tokens?: readonly string[]
  /** Hears, in one line each, of everything that was not as expected and was dealt with. */
  notice?: (line: string) => void
}

export interface World {
  store: Store
  /** The seed of the data; null when it is the operator's own. */
  seed: number | null
  /** The first 12 hexadecimal digits of the SHA-256 of the dataset's file. */
  hash: string
}

/**
 * Opens the data and what was decided on it.
 * @throws {OperatorError} when the data is unsound, or the state folder cannot be used
 */
export async function openWorld(options: WorldOptions): Promise<World> {
  const { state, data, origin = {}, tokens = [], notice = () => {} } = options
  if (state === undefined) {
    const { dataset, ...found } = data === undefined ? await seeded(origin) : await readOwn(data)
    return { store: new MemoryStore(withTokens(dataset, tokens)), ...found }
  }
  const folder = resolve(state)
  const release = enterFolder(folder)
  try {
    const { dataset, ...found } =
      data === undefined ? await kept(folder, origin, notice) : await readOwn(data)
    const memory = new MemoryStore(withTokens(dataset, tokens))
    return { store: openDecisions(folder, memory, release, notice), ...found }
  } catch (error) {
    release()
    if (!(error instanceof Unreadable || (error instanceof Error && 'syscall' in error))) throw error
    throw new OperatorError(
      `The state folder ${folder} cannot be used: ${error.message}\nPut that right, or name another with --state.`,
    )
  }
}

interface Found {
  dataset: Dataset
  seed: number | null
  hash: string
}

/** The dataset that ships is the default seed's, so that the usual start does without faker. */
const shipped = () => new URL('fixtures/default.json', import.meta.resolve('pessoas-sim/package.json'))

async function seeded(asked: Partial<Origin>): Promise<Found> {
  const origin = { ...defaultOrigin, ...asked }
  checkOrigin(origin)
  if (isSame(origin, defaultOrigin)) {
    const { text, hash } = readDocument(shipped()) as Document
    return { dataset: parseJson(text) as Dataset, seed: origin.seed, hash }
  }
  /* c8 ignore next: it runs; tsx adds a branch of its own to every dynamic import */
  const { seedDataset } = await import('./seed.ts')
  const dataset = seedDataset(origin)
  return { dataset, seed: origin.seed, hash: digest(datasetText(dataset)) }
}

async function readOwn(path: string): Promise<Found> {
  const document = readOrRefuse(path)
  if (document === null)
    throw new OperatorError(`The dataset ${path} is absent or empty. "pessoas-sim seed" makes one.`)
  const { dataset, faults } = await examine(document.text)
  if (faults.length > 0) throw new OperatorError(`The dataset ${path} is not sound:\n${listed(faults)}`)
  return { dataset, seed: null, hash: document.hash }
}

interface Document {
  text: string
  hash: string
}

/** A file's text and hash; its bytes are let go, a large dataset need not be in memory twice. */
function readDocument(path: string | URL): Document | null {
  const bytes = readBytes(path)
  return bytes && { text: toText(bytes), hash: digest([bytes]) }
}

function readOrRefuse(path: string): Document | null {
  try {
    return readDocument(path)
  } catch (error) {
    throw new OperatorError(`The dataset ${path} cannot be read: ${(error as Error).message}`)
  }
}

async function examine(text: string): Promise<{ dataset: Dataset; faults: string[] }> {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return {
      dataset: { organizacoes: [], pessoas: [], relatorios: [] },
      faults: [(error as Unreadable).message],
    }
  }
  return { dataset: value as Dataset, faults: await datasetFaults(value) }
}

const FAULTS_SHOWN = 20

function listed(faults: readonly string[]): string {
  const more = faults.length - FAULTS_SHOWN
  const lines = faults.slice(0, FAULTS_SHOWN).map((fault) => `  ${fault}`)
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')
}

/** What the dataset of a state folder was seeded from, so that it can be told from one that somebody has edited. */
interface Seeded extends Origin {
  hash: string
}

/** The dataset of a state folder: the one that is there, unless another is asked for. */
async function kept(folder: string, asked: Partial<Origin>, notice: (line: string) => void): Promise<Found> {
  const path = join(folder, 'dataset.json')
  const record = openRecord(join(folder, 'seed.json'), notice)
  const { hash: recordedHash, ...recorded } = record.data
  const before: Origin = { ...defaultOrigin, ...recorded }
  const origin: Origin = { ...before, ...asked }
  const asBefore = recordedHash === undefined ? Object.keys(asked).length === 0 : isSame(origin, before)

  const document = readDocument(path)
  if (document !== null) {
    const { text, hash } = document
    if (hash === recordedHash) {
      if (asBefore) return { dataset: parseJson(text) as Dataset, seed: origin.seed, hash }
      notice('The data was seeded anew, as asked; decisions on reports that are still there stay.')
    } else {
      const { dataset, faults } = await examine(text)
      if (faults.length === 0 && asBefore) return { dataset, seed: null, hash }
      const why =
        faults.length > 0
          ? `is not sound:\n${listed(faults)}\nIt`
          : 'was edited and other data is asked for: it'
      notice(`${path} ${why} was set aside as ${basename(setAside(path))}, and the data was seeded anew.`)
    }
  }

  if (origin.persons >= LONG_SEEDING)
    notice(`Seeding ${origin.persons} persons into ${path}: this is done once and takes a while.`)
  const found = await seeded(origin)
  // The record comes first, and the data it replaces goes before it: wherever this ends, the next start finds both
  // of one origin, or makes them so.
  if (existsSync(path)) truncateSync(path)
  record.data = { ...origin, hash: found.hash }
  record.write()
  new LowSync(new JsonFile<Dataset>(path, datasetText), found.dataset).write()
  return found
}

function openRecord(path: string, notice: (line: string) => void): LowSync<Partial<Seeded>> {
  const record = new LowSync(new JsonFile(path, (data) => [`${JSON.stringify(data)}\n`], isSeeded), {})
  orSetAside(path, notice, () => record.read())
  return record
}

/** Reads a file; one that does not hold what it should is given another name, and is then absent. */
function orSetAside<T>(path: string, notice: (line: string) => void, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    notice(`${path} could not be read (${error.message}): it was set aside as ${basename(setAside(path))}.`)
    return read()
  }
}

function isSeeded(value: unknown): value is Partial<Seeded> {
  if (typeof value !== 'object' || value === null) return false
  const { seed, persons, organizations, hash } = value as Record<string, unknown>
  return [seed, persons, organizations].every(Number.isSafeInteger) && typeof hash === 'string'
}

function isSame(a: Origin, b: Origin): boolean {
  return a.seed === b.seed && a.persons === b.persons && a.organizations === b.organizations
}

function openDecisions(
  folder: string,
  memory: MemoryStore,
  release: () => void,
  notice: (line: string) => void,
): Store {
  const path = join(folder, 'decisions.json')
  const { store, unknown } = orSetAside(path, notice, () => FileStore.open(path, memory, release))
  if (unknown > 0) {
    notice(`${path} has decisions on ${unknown} reports that this data does not have; they stay there.`)
  }
  return store
}

function withTokens(dataset: Dataset, tokens: readonly string[]): Dataset {
  const { organizacoes } = dataset
  if (tokens.length > organizacoes.length) {
    throw new OperatorError(
      `There are ${tokens.length} tokens for ${organizacoes.length} organizations: give fewer.`,
    )
  }
  const renamed = organizacoes.map((organizacao, k) => ({
    ...organizacao,
    token: tokens[k] ?? organizacao.token,
  }))
  for (const { token } of renamed) {
    if (!TOKEN.test(token))
      throw new OperatorError('A token must be visible ASCII without blanks, or no header can carry it.')
  }
  if (new Set(renamed.map(({ token }) => token)).size < renamed.length) {
    throw new OperatorError('Two organizations would have the same token: give each its own.')
  }
  return { ...dataset, organizacoes: renamed }
}

function digest(pieces: Iterable<string | Buffer>): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex').slice(0, 12)
}
