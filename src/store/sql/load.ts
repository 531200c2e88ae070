import { collationSlots, slotOf } from '../orders.ts'
import type { Collation } from '../store.ts'
import { Unavailable } from '../unavailable.ts'
import { copyLine, toBytes, toStored } from './codec.ts'
import { copyLines, HOURS } from './copy.ts'
import type { Database, Session } from './database.ts'
import { ListOrders } from './list-orders.ts'
import { namePartsOf } from './names.ts'
import { BATCH, type ListSource, type WorldSource } from './source.ts'

/** The rows of an order in one row of the table: a page of 25 needs one or two. */
export const BLOCK = 256
/** The row numbers of a word in one row of the table. */
const PART = 50_000

/** What is committed at once: some lines of one table. */
interface Piece {
  table: string
  columns: string
  /** How long it takes, in the time of one person. */
  weight: number
  lines: () => Iterable<string>
}

/** How long a row of other tables takes, in the time of a person: as measured with 400,000 and with 10,000,000. */
const WEIGHTS = { report: 1.6, order: 0.2, word: 0.05, posting: 0.1 }

/** Where an organization is written to. */
export interface LoadTarget {
  /** The number of its world: 0 for that of the start. */
  world: number
  /** The number of the first organization. */
  first: number
}

/** Receives the completed share of one of two steps, 0 to 1. */
export type LoadingProgress = (share: number, step: 'loading' | 'indexing') => void

export interface Loading {
  source: WorldSource
  /** How many pieces are committed already, and after them how many indexes. */
  done: number
  onProgress?: LoadingProgress | undefined
}

/** From how many persons on it is faster to create indexes when all rows are there. */
const LARGE = 20_000
/** How to drop and create each index that is created only then. */
const INDEXES: readonly (readonly [drop: string, create: string])[] = [
  ['DROP INDEX IF EXISTS {persons_cpf}', 'CREATE UNIQUE INDEX persons_cpf ON {persons} (org, cpf)'],
  ['DROP INDEX IF EXISTS {persons_stamp}', 'CREATE INDEX persons_stamp ON {persons} (org, stamp, row_no)'],
  ['DROP INDEX IF EXISTS {reports_place}', 'CREATE INDEX reports_place ON {reports} (org, place)'],
  ['DROP INDEX IF EXISTS {reports_person}', 'CREATE INDEX reports_person ON {reports} (org, row_no)'],
  [
    'ALTER TABLE {reports} DROP CONSTRAINT IF EXISTS reports_pkey',
    'ALTER TABLE {reports} ADD CONSTRAINT reports_pkey PRIMARY KEY (numero, world)',
  ],
]
/**
 * Gives the creation of an index the memory of a sort that is done in few passes, until the transaction ends. Nothing
 * changes where the server has more, or has no such setting.
 */
const MORE_MEMORY = `
  SELECT set_config(name, '256MB', true) FROM pg_settings
  WHERE name = 'maintenance_work_mem' AND unit = 'kB' AND setting::bigint < 262144`
const TABLES = ['persons', 'orders', 'words', 'postings', 'names', 'reports', 'organizations']
const long = { query_timeout: HOURS }

/**
 * Writes data to empty tables, or continues an interrupted loading. Each piece and each index is committed together with
 * their count, so each is written once, even if an earlier loader's last transaction is still running.
 */
export async function load(database: Database, { source, done, onProgress }: Loading): Promise<void> {
  const target = { world: 0, first: 0 }
  // What they write is computed only when they are written.
  const weights = Array.from(piecesOf(source, target), ({ weight }) => weight)
  const count = weights.length
  const total = sum(weights)
  let written = sum(weights.slice(0, done))
  const isLarge = source.lists.some(({ organization }) => organization.persons > LARGE)
  let i = 0
  for (const piece of piecesOf(source, target)) {
    if (i >= done) {
      await inTurn(database, i, async (session) => {
        if (isLarge && i === 0) for (const [drop] of INDEXES) await session.query(drop, [], long)
        await copy(database, session, piece)
      })
      written += piece.weight
      onProgress?.(i + 1 === count ? 1 : written / total, 'loading')
    }
    i++
  }
  if (isLarge) {
    for (const [k, statements] of INDEXES.entries()) {
      if (count + k < done) continue
      await inTurn(database, count + k, async ({ query }) => {
        await query(MORE_MEMORY)
        for (const statement of statements) await query(statement, [], long)
      })
      onProgress?.((k + 1) / INDEXES.length, 'indexing')
    }
  }
  for (const table of TABLES) await database.query(`ANALYZE {${table}}`, [], long)
}

/** Runs one numbered piece of a loading as a transaction, unless another process has done so. */
function inTurn(
  database: Database,
  number: number,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  return database.transaction(async (session) => {
    // Waits for the last transaction of a loader that was killed.
    const [next] = await session.query(
      'UPDATE {world} SET pieces = $1 + 1 WHERE pieces = $1 RETURNING pieces',
      [number],
      long,
    )
    if (next !== undefined) return work(session)
    const [world] = await session.query<{ pieces: number }>('SELECT pieces FROM {world}')
    if (world === undefined || world.pieces <= number)
      throw new Unavailable('the data of the database is being replaced')
  })
}

/** Writes data as part of a transaction. */
export async function loadWithin(
  database: Database,
  session: Session,
  source: WorldSource,
  target: LoadTarget,
): Promise<void> {
  for (const piece of piecesOf(source, target)) await copy(database, session, piece)
}

function copy(database: Database, session: Session, { table, columns, lines }: Piece): Promise<void> {
  return copyLines(session, `${database.table(table)} (${columns})`, lines())
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function* piecesOf({ lists }: WorldSource, { world, first }: LoadTarget): Generator<Piece> {
  for (const [k, list] of lists.entries()) yield* listPieces(list, first + k, world)
  // The organizations come last: until then, nobody can ask for what is not there yet.
  yield {
    table: 'organizations',
    columns: 'k, world, id, nome, token, enabled, persons',
    weight: 1,
    lines: () =>
      lists.map(({ organization: { id, name, token, enabled, persons } }, k) =>
        copyLine([first + k, world, toStored(id), toStored(name), toStored(token), enabled, persons]),
      ),
  }
}

/** Yields the pieces of what one organization has. What it needs of memory is let go of with the last. */
function* listPieces(list: ListSource, org: number, world: number): Generator<Piece> {
  const count = list.organization.persons
  let known: ListOrders | undefined
  // A loading that goes on computes only what is missing.
  const orders = (): ListOrders => {
    known ??= new ListOrders(list.persons())
    return known
  }
  for (const [start, end] of batches(count)) {
    yield {
      table: 'persons',
      columns: 'org, row_no, cpf, nome, stamp, oldest, newest',
      weight: end - start,
      *lines() {
        const { persons, oldest, newest } = orders()
        for (let row = start; row < end; row++) {
          const { cpf, names, stamps } = persons
          const places = [oldest[row] as number, newest[row] as number]
          const told = [toStored(cpf(row)), toStored(names.at(row) as string), stamps[row] as number]
          yield copyLine([org, row, ...told, ...places])
        }
      },
    }
  }
  for (const slot of storedSlots) {
    yield {
      table: 'orders',
      columns: 'org, slot, block, row_nos',
      weight: count * WEIGHTS.order,
      *lines() {
        yield* blockLines(org, slot, orders().at(slot))
      },
    }
  }
  yield* wordPieces(orders, org, count)
  for (let part = 0; part < list.parts; part++) {
    yield {
      table: 'reports',
      columns: 'numero, world, org, row_no, place, stamp, aprovar, mensagem',
      weight: BATCH * WEIGHTS.report,
      *lines() {
        for (const { numero, row, place, stamp, aprovar, mensagem } of list.reports(part, orders().persons)) {
          const decided = [aprovar ?? null, mensagem === undefined ? null : toStored(mensagem)]
          yield copyLine([toStored(numero), world, org, row, place, stamp, ...decided])
        }
      },
    }
  }
}

/** Yields the lines of a stored order. */
export function* blockLines(org: number, slot: number, rows: Uint32Array): Generator<string> {
  for (let start = 0; start < rows.length; start += BLOCK) {
    yield copyLine([org, slot, start / BLOCK, `{${rows.subarray(start, start + BLOCK).join(',')}}`])
  }
}

function* wordPieces(orders: () => ListOrders, org: number, count: number): Generator<Piece> {
  yield {
    table: 'words',
    columns: 'org, word, letters, many',
    weight: count * WEIGHTS.word,
    *lines() {
      const { words } = orders().persons.words
      for (const [word, rows] of orders().postings()) {
        yield copyLine([org, word, toStored(words[word] as string), rows.length])
      }
    },
  }
  yield {
    table: 'postings',
    columns: 'org, word, part, row_nos',
    weight: count * WEIGHTS.posting,
    *lines() {
      for (const [word, rows] of orders().postings()) {
        for (let start = 0; start < rows.length; start += PART) {
          yield copyLine([org, word, start / PART, toBytes(rows.subarray(start, start + PART))])
        }
      }
    },
  }
  yield {
    table: 'names',
    columns: 'org, part, ids',
    weight: count * WEIGHTS.word,
    *lines() {
      let part = 0
      for (const numbers of namePartsOf(orders().persons.words)) {
        yield copyLine([org, part++, toBytes(numbers)])
      }
    },
  }
}

/** The slots whose order is stored: rows are numbered by CPF. */
const storedSlots: readonly number[] = [
  ...[false, true].map((descending) => slotOf({ by: 'atualizado_em', descending, collation: 'pt-BR' })),
  ...(Object.keys(collationSlots) as Collation[]).flatMap((collation) =>
    [false, true].map((descending) => slotOf({ by: 'nome', descending, collation })),
  ),
]

function batches(count: number): [start: number, end: number][] {
  const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, i) => i * BATCH)
  return starts.map((start) => [start, Math.min(start + BATCH, count)])
}
