import { type Folding, nameMatcher } from '../name-match.ts'
import { FoldedWords, type PartsPlan } from '../name-search.ts'
import { upTo } from '../persons.ts'
import type { NameMatch } from '../store.ts'
import { type Columns, PERSONS_AT_ONCE } from './columns.ts'
import { markRows } from './names.ts'
import { nextStep } from './search-plan.ts'
import { type StoredSelection, selectionOf } from './selection.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** About how many rows one statement reads for words. */
const MOST_AT_ONCE = 500_000

/** The words of the names of an organization. */
export interface OwnWords {
  words: readonly string[]
  /** In how many rows each word is. */
  many: readonly number[]
}

/** Finds persons of one organization, as the data has them. */
export class Search {
  readonly #columns: Columns
  readonly #persons: number
  readonly #words: OwnWords
  readonly #folded = new Map<Folding, FoldedWords>()

  /** @param persons how many the data has */
  constructor(columns: Columns, persons: number, words: OwnWords) {
    this.#columns = columns
    this.#persons = persons
    this.#words = words
  }

  /** Returns the persons whose names match. */
  async byName(nome: NameMatch): Promise<StoredSelection> {
    const folded = this.#foldedWords(nome.folding)
    const { words, others = [], matches, parts } = folded.plan(nome)
    const isMatch = nameMatcher(nome)
    const found = (rows: Uint32Array) => selectionOf(rows, (face) => isMatch(face.nome))
    const persons = this.#persons
    let rows: Uint32Array | null = null
    const left = words === null ? [] : [words, ...others]
    const everyone = {
      ...{ persons, isSure: matches === null, isHeld: this.#columns.hasNameParts() },
      words: parts === undefined ? undefined : folded.total,
    }
    for (;;) {
      const counts = left.map((part) => folded.count(part))
      const step = nextStep({ rows: rows?.length ?? persons, counts }, everyone)
      if (step === 'left') return found(await this.#matching(rows ?? upTo(persons), matches))
      if (step === 'everyone') {
        const seen = await this.#withParts(parts as PartsPlan, folded)
        if (seen !== undefined) return found(seen)
        everyone.words = undefined
      } else {
        const { member, count } = await this.#marked(left.shift() as readonly number[], folded)
        rows = rows === null ? rowsMarked(member, count) : rows.filter((row) => member[row] === 1)
      }
    }
  }

  /** Returns the rows whose names have the parts of a search, ascending; undefined if the names cannot be looked through. */
  async #withParts(parts: PartsPlan, { idOf }: FoldedWords): Promise<Uint32Array | undefined> {
    const persons = this.#persons
    const names = await this.#columns.nameParts({ persons, words: idOf.length })
    if (names === undefined) return undefined
    const member = new Uint8Array(persons)
    return rowsMarked(member, await markRows(names, idOf, parts, member))
  }

  /** Returns an array with 1 at each row with any of these folded words, and how many these are. */
  async #marked(foldedWords: readonly number[], { idOf }: FoldedWords) {
    const meant = new Set(foldedWords)
    const { many } = this.#words
    const words = Array.from(idOf.keys()).filter((word) => meant.has(idOf[word] as number))
    const groups = groupsOf(words, (word) => many[word] as number)
    const member = new Uint8Array(this.#persons)
    let count = 0
    await twoAtATime(groups.length, async (i) => {
      for (const part of await this.#columns.withWords(groups[i] as number[])) {
        for (const row of part) {
          count += 1 - (member[row] as number)
          member[row] = 1
        }
      }
    })
    return { member, count }
  }

  async #matching(rows: Uint32Array, matches: ((name: string) => boolean) | null): Promise<Uint32Array> {
    if (matches === null) return rows
    const found: number[] = []
    await twoAtATime(Math.ceil(rows.length / PERSONS_AT_ONCE), async (i) => {
      const some = rows.subarray(i * PERSONS_AT_ONCE, (i + 1) * PERSONS_AT_ONCE)
      for (const { row, nome } of await this.#columns.names(some)) if (matches(nome)) found.push(row)
    })
    return Uint32Array.from(found).sort()
  }

  #foldedWords(folding: Folding): FoldedWords {
    const { words, many } = this.#words
    const known = this.#folded.get(folding) ?? new FoldedWords(words, folding, (i) => many[i] as number)
    this.#folded.set(folding, known)
    return known
  }
}

/** Groups words so that one statement does not return too many rows. */
function groupsOf(words: readonly number[], manyOf: (word: number) => number): number[][] {
  const groups: number[][] = []
  let rows = MOST_AT_ONCE
  for (const word of words) {
    if (rows >= MOST_AT_ONCE) {
      groups.push([])
      rows = 0
    }
    groups.at(-1)?.push(word)
    rows += manyOf(word)
  }
  return groups
}

/** Returns the rows that are marked with 1, ascending. */
function rowsMarked(marked: Uint8Array, count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0, found = 0; found < count; row++) if (marked[row] === 1) rows[found++] = row
  return rows
}
