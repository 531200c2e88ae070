import { setImmediate as turn } from 'node:timers/promises'
import type { PartsPlan } from '../name-search.ts'
import type { Words } from '../words.ts'
import { asText, bytesOf, fromStored } from './codec.ts'
import { HOURS } from './copy.ts'
import { type Database, LONG } from './database.ts'

/** The persons of one row of the table. */
export const NAMES_PART = 50_000
/** How many such rows are read, or looked through, at once. */
const STRETCH = 16

/**
 * The names of an organization as the numbers of their words, one part after the other. Each number is one more than
 * that of the word, and a 0 ends a name.
 */
export type NameParts = readonly WordNumbers[]
export type WordNumbers = Uint16Array | Uint32Array

const NAME_PARTS = 'SELECT ids FROM {names} WHERE org = $1 AND part >= $2 AND part < $3 ORDER BY part'

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
  let [next, found] = [0, 0]
  const readOn = async () => {
    while (next < count) {
      const part = next
      next += STRETCH
      const rows = await database.read<{ ids: string }>(NAME_PARTS, [org, part, part + STRETCH], {
        ...asText,
        query_timeout: LONG,
      })
      for (const [i, { ids }] of rows.entries()) {
        const { buffer } = bytesOf(ids)
        parts[part + i] = isNarrow(words) ? new Uint16Array(buffer) : new Uint32Array(buffer)
      }
      found += rows.length
    }
  }
  // The database reads the next names while these are decoded. After a failure it reads no more.
  await Promise.all([readOn(), readOn()]).finally(() => {
    next = count
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
  const bits = Uint32Array.from(idOf, (id) => fits[id] as number)
  const last = 1 << (count - 1)
  const all = 2 * last - 1
  const isAnyOrder = where === 'any-order'
  const isWhole = where === 'whole'
  const begins = where === 'anywhere' ? 1 : 0
  let [row, found] = [0, 0]
  for (const [part, numbers] of names.entries()) {
    if (part % STRETCH === STRETCH - 1) await turn()
    // Bit k is set if the words up to here end with the first k + 1 parts.
    let state = 0
    let begin = 1
    let isFound = false
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] as number
      if (number !== 0) {
        const fit = bits[number - 1] as number
        state = isAnyOrder ? state | fit : ((state << 1) | begin) & fit
        begin = begins
        isFound ||= (state & last) !== 0
        continue
      }
      if (isAnyOrder ? state === all : isWhole ? (state & last) !== 0 : isFound) {
        marked[row] = 1
        found++
      }
      row++
      state = 0
      begin = 1
      isFound = false
    }
  }
  return found
}

/** Writes the names of organizations that an older version loaded. */
export async function completeNames(database: Database, notice: (line: string) => void): Promise<void> {
  const missing = await database.query<{ k: number; persons: number }>(
    `SELECT k, persons FROM {organizations} o
    WHERE persons > 0 AND NOT EXISTS (SELECT FROM {names} n WHERE n.org = o.k) ORDER BY k`,
  )
  if (missing.length > 0) notice(`Indexing the names of ${database.place.shown}, once after an update.`)
  const long = { query_timeout: HOURS }
  for (const { k, persons } of missing) {
    await database.transaction(async ({ query }) => {
      const known = await query<{ word: number; letters: string }>(
        'SELECT word, letters FROM {words} WHERE org = $1',
        [k],
        long,
      )
      const idOf = new Map(known.map(({ word, letters }) => [fromStored(letters), word]))
      for (let start = 0; start < persons; start += NAMES_PART) {
        const rows = await query<{ nome: string }>(
          'SELECT nome FROM {persons} WHERE org = $1 AND row_no >= $2 AND row_no < $3 ORDER BY row_no',
          [k, start, start + NAMES_PART],
          long,
        )
        const split = rows.flatMap(({ nome }) => [
          ...fromStored(nome)
            .split(' ')
            .map((word) => (idOf.get(word) as number) + 1),
          0,
        ])
        const numbers = numbersFor(idOf.size, split.length)
        numbers.set(split)
        await query('INSERT INTO {names} (org, part, ids) VALUES ($1, $2, $3)', [
          k,
          start / NAMES_PART,
          Buffer.from(numbers.buffer),
        ])
      }
    })
  }
}

function isNarrow(words: number): boolean {
  return words < 0xffff
}

/** Few words take half the space. */
function numbersFor(words: number, length: number): WordNumbers {
  return isNarrow(words) ? new Uint16Array(length) : new Uint32Array(length)
}
