import { dateNow } from '../../contract/real-globals.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Database } from './database.ts'
import { type LoadingProgress, load } from './load.ts'
import type { WorldSource } from './source.ts'

/** From what data was generated. */
interface SqlOrigin {
  seed: number
  persons: number
  organizations: number
}

export interface SourceData {
  source: WorldSource
  hash: string
  seed: number | null
}

/** What data a schema gets, or must have. */
export interface PrepareOptions {
  /** Returns the data for a schema that has none, or whose loading was interrupted. */
  data: () => Promise<SourceData>
  /** Whether the schema must have that data. */
  isDataWanted: boolean
  /** From what that data is generated; a schema that names the same needs not be compared. */
  origin?: SqlOrigin | undefined
  notice?: (line: string) => void
  onProgress?: LoadingProgress
}

export interface Prepared {
  hash: string
  seed: number | null
  /** Whether this call loaded the data. */
  isLoaded: boolean
}

export interface WorldRow {
  state: 'empty' | 'loading' | 'ready'
  generation: string
  version: string
  pieces: number
  hash: string | null
  seed: string | null
  persons: number | null
  organizations: number | null
}

/**
 * Loads the data of a schema that has none, and goes on where a loading was interrupted.
 * @throws {OperatorError} when it has other data than is wanted
 */
export async function prepare(
  database: Database,
  { data, isDataWanted, origin, notice = () => {}, onProgress }: PrepareOptions,
): Promise<Prepared> {
  const [world] = await database.query<WorldRow>('SELECT * FROM {world}')
  const { state, pieces, hash, seed, persons, organizations } = world as WorldRow
  const { shown } = database.place
  const found = { hash: hash ?? '', seed: seed === null ? null : Number(seed) }
  const isSame =
    origin !== undefined &&
    found.seed === origin.seed &&
    persons === origin.persons &&
    organizations === origin.organizations
  if (state === 'ready' && (!isDataWanted || isSame)) return { ...found, isLoaded: false }
  const refuse = (other: string): never => {
    const { schema } = database.place
    // The tables of others may be in the schema that every database has.
    const drop = schema === 'public' ? '' : ` or drop this one: DROP SCHEMA ${schema} CASCADE.`
    const another = `Use another schema (?schema=NAME)${drop === '' ? '.' : `,${drop}`}`
    if (state === 'ready')
      throw new OperatorError(`${shown} contains the data ${hash}; this start wants ${other}. ${another}`)
    const again =
      persons === null || found.seed === null
        ? 'Start with the same fixture'
        : `Start with --persons ${persons} --organizations ${organizations} --seed ${found.seed}`
    throw new OperatorError(
      `${shown} contains a part of the data ${hash}, whose loading was interrupted; this start wants ${other}. ${again} to continue loading. Otherwise, ${another.charAt(0).toLowerCase()}${another.slice(1)}`,
    )
  }
  if (hash !== null && origin !== undefined && persons !== null && !isSame) {
    refuse(
      `the data of seed ${origin.seed}, ${origin.persons} persons, ${origin.organizations} organizations`,
    )
  }
  const source = await data()
  if (hash !== null && source.hash !== hash) refuse(`the data ${source.hash}`)
  if (state === 'ready') return { ...found, isLoaded: false }
  if (pieces > 0) notice(`Loading ${shown} continues where it was interrupted.`)
  else {
    // A schema may be dropped and filled again while replicas look: its generation must not be that of before.
    await database.query(
      `UPDATE {world} SET state = 'loading', hash = $1, seed = $2, persons = $3, organizations = $4, generation = $5`,
      [source.hash, source.seed, origin?.persons, origin?.organizations, dateNow()],
    )
  }
  await load(database, { source: source.source, done: pieces, onProgress })
  await database.query(`UPDATE {world} SET state = 'ready'`)
  return { hash: source.hash, seed: source.seed, isLoaded: true }
}
