import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Dataset, Relatorio } from '../../contract/dataset.ts'
import { orderNames } from '../name-order.ts'
import { collationSlots, orderAt, reversed, slotOf } from '../orders.ts'
import { upTo } from '../persons.ts'
import type { Collation } from '../store.ts'
import { Tables } from '../tables.ts'
import type { View } from '../view.ts'
import { splitWords, type Words } from '../words.ts'
import { copyLine, toBytes, toStored } from './codec.ts'
import { type Database, LONG } from './database.ts'

/** The rows of an order in one row of the table: a page of 25 needs one or two. */
export const BLOCK = 256
/** The row numbers of a word in one row of the table. */
const PART = 50_000
/** The lines that are committed at once. */
const BATCH = 50_000

/** What is committed at once: some lines of one table. */
interface Piece {
  table: string
  columns: string
  lines: () => Iterable<string>
}

export interface Loading {
  dataset: Dataset
  hash: string
  seed: number | null
  /** How many pieces are committed already. */
  done: number
  /** Receives the completed share, 0 to 1, after each piece. */
  onProgress?: ((share: number) => void) | undefined
}

/** Writes a dataset to empty tables, or goes on where a loading was interrupted. */
export async function load(
  database: Database,
  { dataset, hash, seed, done, onProgress }: Loading,
): Promise<void> {
  if (done === 0) {
    // A schema may be dropped and filled again while replicas look: its generation must not be that of before.
    const values = [hash, seed, Date.now()]
    await database.query(
      `UPDATE {world} SET state = 'loading', hash = $1, seed = $2, generation = $3`,
      values,
    )
  }
  const { from } = await import('pg-copy-streams')
  const pieces = piecesOf(new Tables(dataset), dataset)
  for (const [i, { table, columns, lines }] of pieces.entries()) {
    if (i < done) continue
    await database.transaction(async ({ client, query }) => {
      const copy = client.query(from(`COPY ${database.table(table)} (${columns}) FROM STDIN`))
      await pipeline(Readable.from(gathered(lines())), copy)
      await query('UPDATE {world} SET pieces = $1', [i + 1])
    })
    onProgress?.((i + 1) / pieces.length)
  }
  for (const table of ['persons', 'orders', 'words', 'postings', 'reports', 'organizations']) {
    await database.query(`ANALYZE {${table}}`, [], { query_timeout: LONG })
  }
  await database.query(`UPDATE {world} SET state = 'ready'`)
}

/** Joins lines, because each write to a stream costs a turn. */
function* gathered(lines: Iterable<string>): Generator<string> {
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

function piecesOf(tables: Tables, { relatorios }: Dataset): Piece[] {
  const pieces: Piece[] = tables.organizations.flatMap((organization, org) =>
    listPieces(tables.view(organization), org),
  )
  const k = new Map(tables.organizations.map(({ id }, org) => [id, org]))
  for (const [start, end] of batches(relatorios.length)) {
    const lines = () => reportLines(tables, relatorios, k, start, end)
    const columns = 'numero, org, row_no, place, stamp, aprovar, mensagem'
    pieces.push({ table: 'reports', columns, lines })
  }
  // The organizations come last: until then, nobody can ask for what is not there yet.
  pieces.push({
    table: 'organizations',
    columns: 'k, id, nome, token, enabled, persons',
    lines: () =>
      tables.organizations.map(({ id, name, token, enabled, persons }, org) =>
        copyLine([org, toStored(id), toStored(name), toStored(token), enabled, persons]),
      ),
  })
  return pieces
}

function* reportLines(
  tables: Tables,
  relatorios: readonly Relatorio[],
  k: ReadonlyMap<string, number>,
  start: number,
  end: number,
): Generator<string> {
  for (let i = start; i < end; i++) {
    const { numero, organizacao, atualizado_em, aprovar = null, mensagem } = relatorios[i] as Relatorio
    const said = mensagem === undefined ? null : toStored(mensagem)
    const { row } = tables.place(i)
    const org = k.get(organizacao) as number
    yield copyLine([toStored(numero), org, row, i, Date.parse(atualizado_em), aprovar, said])
  }
}

/** Returns the pieces of what one organization lists. */
function listPieces(view: View, org: number): Piece[] {
  const count = view.size
  const orders = new Orders(view)
  const persons = batches(count).map(
    ([start, end]): Piece => ({
      table: 'persons',
      columns: 'org, row_no, cpf, nome, stamp, place, oldest, newest',
      *lines() {
        const [oldest, newest] = [false, true].map((descending) => inverse(orders.byTime(descending)))
        for (let row = start; row < end; row++) {
          const { cpf, nome, stamp, place } = view.at(row)
          const places = [(oldest as Uint32Array)[row] as number, (newest as Uint32Array)[row] as number]
          yield copyLine([org, row, toStored(cpf), toStored(nome), stamp, place, ...places])
        }
      },
    }),
  )
  const slots = storedSlots.map(
    (slot): Piece => ({
      table: 'orders',
      columns: 'org, slot, block, row_nos, ranks',
      *lines() {
        const { rows, ranks } = orders.at(slot)
        for (let start = 0; start < count; start += BLOCK) {
          const block = rows.subarray(start, start + BLOCK)
          const tied = ranks && `{${Array.from(block, (row) => ranks[row]).join(',')}}`
          yield copyLine([org, slot, start / BLOCK, `{${block.join(',')}}`, tied])
        }
      },
    }),
  )
  return [...persons, ...slots, ...wordPieces(orders, org)]
}

function wordPieces(orders: Orders, org: number): Piece[] {
  const rowsOf = () => postingsOf(orders.words())
  return [
    {
      table: 'words',
      columns: 'org, word, letters, many',
      *lines() {
        const { words } = orders.words()
        for (const [word, rows] of rowsOf().entries()) {
          yield copyLine([org, word, toStored(words[word] as string), rows.length])
        }
      },
    },
    {
      table: 'postings',
      columns: 'org, word, part, row_nos',
      *lines() {
        for (const [word, rows] of rowsOf().entries()) {
          for (let start = 0; start < rows.length; start += PART) {
            const part = Uint32Array.from(rows.slice(start, start + PART))
            yield copyLine([org, word, start / PART, toBytes(part)])
          }
        }
      },
    },
  ]
}

/** Returns the rows with each word, ascending and unique. */
function postingsOf({ words, ids, ends }: Words): number[][] {
  const postings: number[][] = words.map(() => [])
  let at = 0
  for (let row = 0; row < ends.length; row++) {
    for (const end = ends[row] as number; at < end; at++) {
      const rows = postings[ids[at] as number] as number[]
      if (rows.at(-1) !== row) rows.push(row)
    }
  }
  return postings
}

/** The slots whose order is stored: rows are numbered by CPF. */
export const storedSlots: readonly number[] = [
  ...[false, true].map((descending) => slotOf({ by: 'atualizado_em', descending, collation: 'pt-BR' })),
  ...(Object.keys(collationSlots) as Collation[]).flatMap((collation) =>
    [false, true].map((descending) => slotOf({ by: 'nome', descending, collation })),
  ),
]

/** The orders of a list, computed when first needed; only the latest collation is kept. */
class Orders {
  readonly #view: View
  readonly #stamps: Float64Array
  readonly #names: string[]
  #words: Words | undefined
  #time: Uint32Array | undefined
  #latest: { collation: Collation; rows: Uint32Array; ranks: Uint32Array } | undefined

  constructor(view: View) {
    this.#view = view
    this.#stamps = Float64Array.from(upTo(view.size), (row) => view.stamp(row))
    this.#names = Array.from(upTo(view.size), (row) => this.#view.at(row).nome)
  }

  words(): Words {
    this.#words ??= splitWords(this.#names)
    return this.#words
  }

  at(slot: number): { rows: Uint32Array; ranks: Uint32Array | null } {
    const { by, descending, collation } = orderAt(slot)
    if (by !== 'nome') return { rows: this.byTime(descending), ranks: null }
    if (this.#latest?.collation !== collation) {
      this.#latest = { collation, ...orderNames(this.#names, this.words(), collation) }
    }
    const { rows, ranks } = this.#latest
    return { rows: descending ? reversed(Array.from(rows), ranks) : rows, ranks }
  }

  byTime(descending: boolean): Uint32Array {
    const stamps = this.#stamps
    this.#time ??= upTo(stamps.length).sort((a, b) => (stamps[a] as number) - (stamps[b] as number) || a - b)
    return descending ? reversed(Array.from(this.#time), stamps) : this.#time
  }
}

function inverse(rows: Uint32Array): Uint32Array {
  const places = new Uint32Array(rows.length)
  for (let place = 0; place < rows.length; place++) places[rows[place] as number] = place
  return places
}

function batches(count: number): [start: number, end: number][] {
  const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, i) => i * BATCH)
  return starts.map((start) => [start, Math.min(start + BATCH, count)])
}
