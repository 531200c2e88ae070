import { TIME_SLOTS } from '../orders.ts'
import { Unavailable } from '../unavailable.ts'
import { Cache } from './cache.ts'
import { addIntArray, asText, fromStored } from './codec.ts'
import { type Database, FREQUENT, LONG } from './database.ts'
import { BLOCK } from './load.ts'
import { type NameParts, readNameParts } from './names.ts'
import { MOST_SHARED, Together } from './together.ts'

/** A person as the database has it, before decisions. */
export interface StoredPerson {
  row: number
  /** As {@link toStored} writes it. */
  cpf: string
  nome: string
  stamp: number
  oldest: number
  newest: number
}

/** A part of an order is not there: the orders were rebuilt, or the data is being replaced. */
export class Missing extends Unavailable {}

export interface PersonsRead {
  persons: ReadonlyMap<number, StoredPerson>
  /** The number of the last decision of the organization, at the moment of the reading. */
  seq: number
  /** How often its stored orders were rebuilt. */
  epoch: number
}

/** How many persons are read at once where many must be looked at. */
export const PERSONS_AT_ONCE = 5_000
/** How many bytes a replica keeps of what never changes: blocks of orders, whole orders, the words of names. */
const BLOCKS = 32 << 20
const COLUMNS = 384 << 20
const NAMES_KEPT = 192 << 20

export const PERSONS = `
  SELECT p.row_no, p.cpf, p.nome, p.stamp, p.oldest, p.newest, o.seq, o.epoch
  FROM {organizations} o LEFT JOIN {persons} p ON p.org = o.k AND p.row_no = ANY($2) WHERE o.k = $1`
export const NAMES = 'SELECT row_no, nome FROM {persons} WHERE org = $1 AND row_no = ANY($2)'
export const BY_CPF = `
  SELECT p.row_no, p.cpf, p.nome, p.stamp, p.oldest, p.newest, o.seq, o.epoch
  FROM {organizations} o LEFT JOIN {persons} p ON p.org = o.k AND p.cpf = ANY($2) WHERE o.k = $1`
export const BLOCKS_OF_ORDER =
  'SELECT block, row_nos FROM {orders} WHERE org = $1 AND slot = $2 AND block = ANY($3)'
export const WHOLE_ORDER = 'SELECT row_nos FROM {orders} WHERE org = $1 AND slot = $2 ORDER BY block'
export const POSTINGS = 'SELECT row_nos FROM {postings} WHERE org = $1 AND word = ANY($2)'

interface PersonRow {
  /** Null if none was found. */
  row_no: number | null
  cpf: string
  nome: string
  stamp: string
  oldest: number
  newest: number
  seq: string
  epoch: number
}

/** What divides the slots of one epoch from those of the next. */
export const EPOCH = 64

/** Returns where an order is stored. Each rebuild stores those by time anew, and leaves those before. */
export function storedSlot(slot: number, epoch: number): number {
  return slot < TIME_SLOTS ? slot + EPOCH * epoch : slot
}

/** What the database has of one organization and decisions do not change until the orders are rebuilt. */
export class Columns {
  readonly database: Database
  readonly org: number
  readonly #byRows = new Together<number, PersonsRead>((rows) => this.#persons(rows))
  readonly #byCpfs = new Together<string, PersonsRead>(async (cpfs) =>
    read(await this.database.read<PersonRow>(BY_CPF, [this.org, cpfs], FREQUENT)),
  )
  /** Divides what was read before orders may have become others. */
  #era = 0
  readonly #blocks: Cache<Uint32Array>
  readonly #whole: Cache<Uint32Array>
  readonly #names: Cache<NameParts | undefined>

  constructor(database: Database, org: number, caches: ColumnCaches) {
    this.database = database
    this.org = org
    this.#blocks = caches.blocks
    this.#whole = caches.whole
    this.#names = caches.names
  }

  /** Reads the orders again: another server may have rebuilt them. */
  forget(): void {
    this.#era++
  }

  /**
   * Returns persons, and maybe others; who asks at the same time shares one statement.
   * @throws {Unavailable} when one of them is missing, because another process replaces the data
   */
  persons(rows: readonly number[]): Promise<PersonsRead> {
    return rows.length > MOST_SHARED ? this.#persons(rows) : this.#byRows.ask(rows)
  }

  /**
   * Returns some rows with their names as the data has them.
   * @throws {Unavailable} when one of them is missing, because another process replaces the data
   */
  async names(rows: Uint32Array): Promise<{ row: number; nome: string }[]> {
    const found = await this.database.read<{ row_no: number; nome: string }>(
      NAMES,
      [this.org, Array.from(rows)],
      FREQUENT,
    )
    if (found.length < rows.length) throw new Unavailable('the data of the database is being replaced')
    return found.map(({ row_no, nome }) => ({ row: row_no, nome: nameOf({ nome }) }))
  }

  /** Returns the person with a stored CPF, if there is one, and maybe others. */
  byCpf(cpf: string): Promise<PersonsRead> {
    return this.#byCpfs.ask([cpf])
  }

  async #persons(rows: readonly number[]): Promise<PersonsRead> {
    const found = read(await this.database.read<PersonRow>(PERSONS, [this.org, rows], FREQUENT))
    if (found.persons.size === rows.length) return found
    throw new Unavailable('the data of the database is being replaced')
  }

  /** Returns a part of a stored order. */
  async part(slot: number, from: number, to: number): Promise<number[]> {
    const first = Math.floor(from / BLOCK)
    const last = Math.floor((to - 1) / BLOCK)
    const wanted = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    const blocks = await this.#blocksOf(slot, wanted)
    return blocks.flatMap((rows, i) => {
      const start = (first + i) * BLOCK
      return Array.from(rows.subarray(Math.max(0, from - start), to - start))
    })
  }

  /** Returns a stored order as a whole. */
  order(slot: number): Promise<Uint32Array> {
    return this.#whole.get(`${this.org} ${slot} ${this.#era}`, async () => {
      const blocks = await this.#texts(WHOLE_ORDER, [this.org, slot])
      if (blocks.length === 0) throw new Missing('the data of the database is being replaced')
      return flat(blocks.map(({ row_nos }) => row_nos as string))
    })
  }

  /**
   * Returns the names of everyone as numbers of words.
   * @param size how many persons the data has, and how many words; undefined if an older version wrote them
   */
  nameParts(size: { persons: number; words: number }): Promise<NameParts | undefined> {
    const { database, org } = this
    return this.#names.get(`${org} ${this.#era}`, () => readNameParts(database, { org, ...size }))
  }

  /** Returns whether {@link nameParts} are there, or come already. */
  hasNameParts(): boolean {
    return this.#names.has(`${this.org} ${this.#era}`)
  }

  /** Returns the rows with any of these words; one may be there several times. */
  async withWords(words: readonly number[]): Promise<Uint32Array[]> {
    const parts = await this.database.readColumn(POSTINGS, [this.org, words])
    return parts.map(({ buffer }) => new Uint32Array(buffer))
  }

  async #blocksOf(slot: number, wanted: readonly number[]): Promise<Uint32Array[]> {
    const missing: number[] = []
    let answered: (blocks: Promise<ReadonlyMap<number, Uint32Array>>) => void = () => {}
    const asked = new Promise<ReadonlyMap<number, Uint32Array>>((resolve) => {
      answered = resolve
    })
    const blocks = wanted.map((block) =>
      this.#blocks.get(`${this.org} ${slot} ${block} ${this.#era}`, async () => {
        missing.push(block)
        const rows = (await asked).get(block)
        if (rows === undefined) throw new Missing('the data of the database is being replaced')
        return rows
      }),
    )
    answered(missing.length === 0 ? Promise.resolve(new Map()) : this.#read(slot, missing))
    return Promise.all(blocks)
  }

  async #read(slot: number, blocks: readonly number[]): Promise<ReadonlyMap<number, Uint32Array>> {
    const values = [this.org, slot, blocks]
    const rows = await this.database.read<{ block: number; row_nos: number[] }>(
      BLOCKS_OF_ORDER,
      values,
      FREQUENT,
    )
    return new Map(rows.map(({ block, row_nos }) => [block, Uint32Array.from(row_nos)]))
  }

  #texts(text: string, values: unknown[]) {
    return this.database.read<Record<string, string>>(text, values, { ...asText, query_timeout: LONG })
  }
}

/** What all organizations of a store share. */
export interface ColumnCaches {
  blocks: Cache<Uint32Array>
  whole: Cache<Uint32Array>
  names: Cache<NameParts | undefined>
}

export function createColumnCaches(): ColumnCaches {
  const sizeOf = ({ byteLength }: { byteLength: number }) => byteLength + 100
  const sizeOfNames = (parts: NameParts = []) => parts.reduce((sum, part) => sum + sizeOf(part), 100)
  return {
    blocks: new Cache<Uint32Array>(BLOCKS, sizeOf),
    whole: new Cache<Uint32Array>(COLUMNS, sizeOf),
    names: new Cache(NAMES_KEPT, sizeOfNames),
  }
}

export function nameOf({ nome }: Pick<StoredPerson, 'nome'>): string {
  return fromStored(nome)
}

/** @throws {Unavailable} when the organization is missing, because another process replaces the data */
function read(rows: readonly PersonRow[]): PersonsRead {
  const [first] = rows
  if (first === undefined) throw new Unavailable('the data of the database is being replaced')
  const persons = new Map<number, StoredPerson>()
  for (const { row_no: row, stamp, seq: _, epoch: __, ...person } of rows) {
    if (row !== null) persons.set(row, { row, ...person, stamp: Number(stamp) })
  }
  return { persons, seq: Number(first.seq), epoch: first.epoch }
}

/** Returns the numbers of blocks, one block after the other. */
function flat(blocks: readonly string[]): Uint32Array {
  const whole = new Uint32Array(blocks.length * BLOCK)
  let end = 0
  for (const block of blocks) end = addIntArray(block, whole, end)
  return whole.subarray(0, end)
}
