import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { LowSync } from 'lowdb'
import type { Dataset } from '../contract/dataset.ts'
import { jsonValue } from '../contract/json-value.ts'
import { datasetOf, datasetText, sourceOfDataset } from '../data/dataset.ts'
import { openData } from '../data/open.ts'
import { checkOrigin, defaultOrigin, digest, isSameOrigin, type Origin, recipeText } from '../data/origin.ts'
import type { DatasetSource } from '../data/source.ts'
import { isCode, replaceFile, setAside } from '../operator/replace-file.ts'
import { DATASET, SNAPSHOT, type StateFolder } from './log/folder.ts'
import type { Orders } from './orders.ts'
import { readSnapshot } from './snapshot.ts'

/** With more persons than this, the file has the recipe of the data in place of its records. */
const RECORDS = 100_000

/** What the first line of the file says of generated data. */
interface Seeded {
  origin: Origin
  hash: string
  /** Whether the rest of the file is as it was written. */
  isIntact: boolean
}

/** The data of a state folder: as a snapshot if there is one that fits. */
export type StoredData = { orders: Orders } | { source: DatasetSource }

export interface StoredOptions {
  /** Missing numbers come from the folder, or else from the default. */
  origin?: Partial<Origin> | undefined
  notice: (line: string) => void
  onProgress?: ((share: number) => void) | undefined
}

/**
 * Returns the data of a state folder: dataset.json, or new data if it is missing, invalid or of another origin.
 * @returns `keep` writes the file, if that is needed before the data is served
 * @throws {OperatorError} when a number is out of range, or the file cannot be read
 */
export async function openStoredData(
  folder: StateFolder,
  { origin: asked = {}, notice, onProgress }: StoredOptions,
): Promise<{ data: StoredData; keep(): void }> {
  const path = folder.file(DATASET)
  const text = readIfThere(path)
  const seeded = text === undefined ? undefined : readSeeded(text)
  const before: Origin = seeded?.origin ?? defaultOrigin
  const origin: Origin = { ...before, ...asked }
  const fresh = () => openData({ origin, notice, onProgress })
  const isSame = isSameOrigin(origin, before)
  let makeRoom = () => {}
  if (text !== undefined && seeded?.isIntact) {
    if (isSame) return { data: await dataOf(folder, text, seeded, fresh), keep: () => {} }
    makeRoom = () => notice(otherOrigin(before, origin))
  } else if (text !== undefined) {
    const { checkFixture } = await import('../data/read-fixture.ts')
    const { findingLines } = await import('../data/finding.ts')
    const { source, findings } = await checkFixture(path, { allowInvalidCpf: true })
    if (source && (seeded ? isSame : Object.keys(asked).length === 0))
      return { data: { source: { ...source, seed: null } }, keep: () => {} }
    const why = source
      ? 'was edited, and other data was requested. It'
      : `is not valid:\n${findingLines(findings)}\nIt`
    makeRoom = () =>
      notice(`${path} ${why} was renamed to ${basename(setAside(path))}, and new data was generated.`)
  }
  checkOrigin(origin)
  const source = await fresh()
  const keep = () => {
    const records = origin.persons > RECORDS ? [recipeText(origin)] : datasetText(datasetOf(source))
    const rest = [...records].join('').replace(/^\{\n?/, '')
    const head = { ...origin, hash: source.hash, text: digest([rest]) }
    const file = new LowSync<string>(
      { read: () => null, write: (whole) => replaceFile(path, [whole], makeRoom) },
      '',
    )
    file.data = `{"x-seeded":${JSON.stringify(head)},\n${rest}`
    file.write()
  }
  return { data: { source }, keep }
}

async function dataOf(
  folder: StateFolder,
  text: string,
  { hash, origin: { seed, persons } }: Seeded,
  fresh: () => Promise<DatasetSource>,
): Promise<StoredData> {
  const orders = readSnapshot(folder.file(SNAPSHOT), hash)
  if (orders) return { orders }
  if (persons > RECORDS) return { source: await fresh() }
  return { source: sourceOfDataset(JSON.parse(text) as Dataset, { hash, seed }) }
}

const HEAD = /^\{"x-seeded":(\{[^\n]{1,300}\}),\n/

function readSeeded(file: string): Seeded | undefined {
  const [line, head = ''] = HEAD.exec(file) ?? []
  const { seed, persons, organizations, hash, text } = (jsonValue(head) ?? {}) as Record<string, unknown>
  const origin = { seed, persons, organizations } as Origin
  if (line === undefined || !Object.values(origin).every(Number.isSafeInteger)) return undefined
  return { origin, hash: String(hash), isIntact: digest([file.slice(line.length)]) === text }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Returns a notice that new data was generated, and how to get the former data back. */
function otherOrigin(before: Origin, now: Origin): string {
  const names = (Object.keys(now) as (keyof Origin)[]).filter((name) => before[name] !== now[name])
  const said = (origin: Origin) => names.map((name) => `${name} ${origin[name]}`).join(', ')
  return `New data was generated with ${said(now)}; before, it was ${said(before)}. Use the former values to get the former data back. All decisions are kept.`
}
