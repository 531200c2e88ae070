import { performance, turn } from '../../contract/real-globals.ts'
import type { PartsPlan } from '../name-search.ts'
import type { Words } from '../words.ts'
import { fromStored } from './codec.ts'
import { HOURS } from './copy.ts'
import type { Database, Session } from './database.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** The persons of one row of the table. */
export const NAMES_PART = 50_000
/** How many such rows are read, or looked through, at once. */
const PARTS_AT_ONCE = 16
/** Progress is printed only if writing names takes longer than this, in milliseconds. */
const QUIET = 2_000
const long = { query_timeout: HOURS }

/**
 * The names of an organization as the numbers of their words, one part after the other. Each number is one more than
 * that of the word, and a 0 ends a name.
 */
export type NameParts = readonly WordNumbers[]
export type WordNumbers = Uint16Array | Uint32Array

export const NAME_PARTS = 'SELECT ids FROM {names} WHERE org = $1 AND part >= $2 AND part < $3 ORDER BY part'

/** Yields the parts of names. */
export function* namePartsOf({ words, ids, ends }: Words): Generator<WordNumbers> {
  for (let start = 0; start < ends.length; start += NAMES_PART) {
    const end = Math.min(start + NAMES_PART, ends.length)
    const first = start === 0 ? 0 : (ends[start - 1] as number)
    const numbers = numbersFor(words.length, (ends[end - 1] as number) - first + end - start)
    for (let row = start, from = first, at = 0; row < end; row++, at++) {
      for (const to = ends[row] as number; from < to; from++) numbers[at++] = (ids[from] as number) + 1
    }
    yield numbers
  }
}

/** Returns the names of an organization; undefined if the version that wrote them had no such table. */
export async function readNameParts(
  database: Database,
  { org, persons, words }: { org: number; persons: number; words: number },
): Promise<NameParts | undefined> {
  const count = Math.ceil(persons / NAMES_PART)
  const parts: WordNumbers[] = []
  let found = 0
  await twoAtATime(Math.ceil(count / PARTS_AT_ONCE), async (i) => {
    const first = i * PARTS_AT_ONCE
    const rows = await database.readColumn(NAME_PARTS, [org, first, first + PARTS_AT_ONCE])
    for (const [at, { buffer }] of rows.entries()) {
      parts[first + at] = isNarrow(words) ? new Uint16Array(buffer) : new Uint32Array(buffer)
    }
    found += rows.length
  })
  return found < count ? undefined : parts
}

/**
 * Marks the rows whose name has the parts of a search, with 1.
 * @param idOf the number of the folded form of each word
 * @returns how many these are
 */
export async function markRows(
  names: NameParts,
  idOf: Uint32Array,
  { fits, count, where }: PartsPlan,
  marked: Uint8Array,
): Promise<number> {
  // A 0 ends a name, and fits nothing.
  const bits = new Uint32Array(idOf.length + 1)
  for (const [word, id] of idOf.entries()) bits[word + 1] = fits[id] as number
  let [row, found] = [0, 0]
  for (const [part, numbers] of names.entries()) {
    if (part % PARTS_AT_ONCE === PARTS_AT_ONCE - 1) await turn()
    const mark = { marked, row, bits, last: 1 << (count - 1) }
    found += where === 'any-order' ? markAnyOrder(numbers, mark) : markInOrder(numbers, mark, where)
    row += NAMES_PART
  }
  return found
}

interface Mark {
  marked: Uint8Array
  /** The row of the first name. */
  row: number
  /** The parts of the search that each number fits. */
  bits: Uint32Array
  /** The bit of the last part. */
  last: number
}

function markAnyOrder(numbers: WordNumbers, { marked, row, bits, last }: Mark): number {
  const all = 2 * last - 1
  let found = 0
  let state = 0
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    state |= bits[number] as number
    if (number !== 0) continue
    const hit = state === all ? 1 : 0
    marked[row] = (marked[row] as number) | hit
    found += hit
    row++
    state = 0
  }
  return found
}

function markInOrder(
  numbers: WordNumbers,
  { marked, row, bits, last }: Mark,
  where: Exclude<PartsPlan['where'], 'any-order'>,
): number {
  const begins = where === 'anywhere' ? 1 : 0
  const keeps = where === 'whole' ? 0 : last
  let found = 0
  // Bit k is set if the words up to here end with the first k + 1 parts; or for the last part, if they had them before.
  let state = 0
  let begin = 1
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    if (number !== 0) {
      state = (((state << 1) | begin) & (bits[number] as number)) | (state & keeps)
      begin = begins
      continue
    }
    const hit = (state & last) === 0 ? 0 : 1
    marked[row] = (marked[row] as number) | hit
    found += hit
    row++
    state = 0
    begin = 1
  }
  return found
}

/** How many parts of names an organization has. */
const PARTS = `((o.persons + ${NAMES_PART - 1}) / ${NAMES_PART})`
const PROGRESS = `
  SELECT sum(${PARTS})::int AS wanted, (SELECT count(*) FROM {names})::int AS written FROM {organizations} o`

/** Returns the share of all names that is written, 0 to 1; undefined if no names are missing. */
export async function shareOfNames(query: Session['query']): Promise<number | undefined> {
  const [found] = await query<{ wanted: number | null; written: number }>(PROGRESS)
  const { wanted, written } = found ?? { wanted: 0, written: 0 }
  return wanted !== null && written < wanted ? written / wanted : undefined
}

/**
 * Writes the names of organizations that an older version loaded. Each part is committed by itself: after an
 * interruption, only those that are missing are written.
 */
export async function completeNames(database: Database, notice: (line: string) => void): Promise<void> {
  const incomplete = await database.query<{ k: number; persons: number }>(
    `SELECT o.k, o.persons FROM {organizations} o
    WHERE ${PARTS} > (SELECT count(*) FROM {names} n WHERE n.org = o.k) ORDER BY o.k`,
  )
  if (incomplete.length === 0) return
  const { shown } = database.place
  const since = performance.now()
  notice(`Indexing the names of ${shown}, once after an update.`)
  let told = 0
  for (const { k, persons } of incomplete) {
    const known = await database.query<{ word: number; letters: string }>(
      'SELECT word, letters FROM {words} WHERE org = $1',
      [k],
      long,
    )
    const idOf = new Map(known.map(({ word, letters }) => [fromStored(letters), word]))
    const written = await database.query<{ part: number }>('SELECT part FROM {names} WHERE org = $1', [k])
    const done = new Set(written.map(({ part }) => part))
    for (let part = 0; part * NAMES_PART < persons; part++) {
      if (done.has(part)) continue
      await completePart(database, { k, part, idOf })
      const share = (await shareOfNames((...of) => database.query(...of))) ?? 1
      const percent = Math.floor(share * 10) * 10
      if (percent > told && performance.now() - since > QUIET) notice(`indexing names: ${percent} %`)
      told = percent
    }
  }
}

async function completePart(
  database: Database,
  { k, part, idOf }: { k: number; part: number; idOf: ReadonlyMap<string, number> },
): Promise<void> {
  const start = part * NAMES_PART
  const rows = await database.query<{ nome: string }>(
    'SELECT nome FROM {persons} WHERE org = $1 AND row_no >= $2 AND row_no < $3 ORDER BY row_no',
    [k, start, start + NAMES_PART],
    long,
  )
  const split: number[] = []
  for (const { nome } of rows) {
    for (const word of fromStored(nome).split(' ')) split.push((idOf.get(word) as number) + 1)
    split.push(0)
  }
  const numbers = numbersFor(idOf.size, split.length)
  numbers.set(split)
  // The server may still be running the last statement of a killed process. And the organization may have been closed.
  await database.query(
    `INSERT INTO {names} (org, part, ids) SELECT k, $2, $3 FROM {organizations} WHERE k = $1 FOR SHARE
    ON CONFLICT DO NOTHING`,
    [k, part, Buffer.from(numbers.buffer)],
    long,
  )
}

function isNarrow(words: number): boolean {
  return words < 0xffff
}

/** Few words take half the space. */
function numbersFor(words: number, length: number): WordNumbers {
  return isNarrow(words) ? new Uint16Array(length) : new Uint32Array(length)
}
