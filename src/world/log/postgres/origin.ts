import type { DatasetSink, DatasetSource } from '../../../data/source.ts'
import { Unavailable } from '../../unavailable.ts'
import { LONG, type Query } from './database.ts'

/** The numbers that generate data, and its hash. */
export interface SeedOrigin {
  seed: number
  persons: number
  organizations: number
  hash: string
}

/** Data that is read from the database, record by record. */
export interface StoredSource extends Omit<DatasetSource, 'write'> {
  /** @throws {Unavailable} when the database cannot be used, or the data is gone */
  write(sink: DatasetSink): Promise<void>
}

/** What a world begins with: its records, or the numbers that generate them. */
export type Origin = DatasetSource | SeedOrigin
export type StoredOrigin = StoredSource | SeedOrigin

/** The tables of records, whose rows are numbered; `organization` and `person` are such numbers. */
export const RECORDS = {
  organizations: { id: 'text', nome: 'text', token: 'text', habilitada: 'boolean' },
  persons: { cpf: 'text', nome: 'text' },
  reports: {
    ...{ numero: 'text', organization: 'int4', person: 'int4' },
    ...{ atualizado_em: 'text', aprovar: 'boolean', mensagem: 'text' },
  },
}

type Kind = keyof typeof RECORDS
export type Value = string | number | boolean | null

/** How many records one statement writes or reads. */
const BATCH = 5_000

/**
 * Returns a text as a column has it: as it is, or as JSON has it if it has a backslash, or what PostgreSQL or UTF-8 cannot
 * have, which is `\0` and lone surrogates. Other values stay as they are.
 */
export function toStored(value: Value): Value {
  if (typeof value !== 'string' || !/[\0\\\p{Cs}]/u.test(value)) return value
  return JSON.stringify(value).slice(1, -1)
}

export function fromStored(value: Value): Value {
  return typeof value === 'string' && value.includes('\\') ? JSON.parse(`"${value}"`) : value
}

/** Writes the records of a world, but for those that are there already. */
export async function writeRecords(
  query: Query,
  world: number,
  source: DatasetSource,
  onProgress: (share: number) => void = () => {},
): Promise<void> {
  const tables: Record<Kind, Value[][]> = { organizations: [], persons: [], reports: [] }
  source.write({
    organization: ({ id, nome, token, habilitada = null }) =>
      tables.organizations.push([id, nome, token, habilitada]),
    person: (cpf, nome) => tables.persons.push([cpf, nome]),
    report: (numero, organization, person, stamp, decision) => {
      const decided = [decision?.aprovar ?? null, decision?.mensagem ?? null]
      tables.reports.push([numero, organization, person, new Date(stamp).toISOString(), ...decided])
    },
  })
  const total = Object.values(tables).reduce((sum, { length }) => sum + length, 0)
  let done = 0
  for (const [kind, rows] of Object.entries(tables)) {
    const columns = Object.entries(RECORDS[kind as Kind])
    const names = columns.map(([name]) => name)
    const arrays = columns.map(([, type], i) => `$${i + 3}::${type}[]`)
    const text = `INSERT INTO {${kind}} (world, place, ${names}) SELECT $1::int4, $2::int4 + i - 1, ${names}
      FROM unnest(${arrays}) WITH ORDINALITY AS r(${names}, i) ON CONFLICT (world, place) DO NOTHING`
    for (let place = 0; place < rows.length; place += BATCH) {
      const batch = rows.slice(place, place + BATCH)
      await query(
        text,
        [world, place, ...names.map((_, i) => batch.map((row) => toStored(row[i] as Value)))],
        LONG,
      )
      done += batch.length
      onProgress(done / total)
    }
  }
}

/** Returns the data of a world, which is read when it is written to a sink. */
export function storedSource(
  query: Query,
  world: number,
  { hash, counts }: Pick<DatasetSource, 'hash' | 'counts'>,
): StoredSource {
  const read = async (kind: Kind, count: number, take: (row: never) => void) => {
    const names = Object.keys(RECORDS[kind])
    const text = `SELECT ${names} FROM {${kind}} WHERE world = $1 AND place >= $2 AND place < $3 ORDER BY place`
    for (let place = 0; place < count; place += BATCH) {
      const rows = await query<Value[]>(text, [world, place, place + BATCH], LONG)
      if (rows.length < Math.min(BATCH, count - place))
        throw new Unavailable('the data of the database is gone')
      for (const row of rows) take(row.map(fromStored) as never)
    }
  }
  type Organization = [id: string, nome: string, token: string, habilitada: boolean | null]
  type Report = [string, number, number, atualizado_em: string, aprovar: boolean | null, mensagem: string]
  const write = async (sink: DatasetSink) => {
    await read('organizations', counts.organizacoes, ([id, nome, token, habilitada]: Organization) =>
      sink.organization({ id, nome, token, ...(habilitada !== null && { habilitada }) }),
    )
    await read('persons', counts.pessoas, (row: [string, string]) => sink.person(...row))
    await read('reports', counts.relatorios, ([numero, k, person, stamp, aprovar, mensagem]: Report) =>
      sink.report(numero, k, person, Date.parse(stamp), aprovar === null ? null : { aprovar, mensagem }),
    )
  }
  return { hash, seed: null, counts, write }
}
