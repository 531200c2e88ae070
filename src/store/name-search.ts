import { type Folding, foldOf, nameMatcher, wordsOf } from './name-match.ts'
import type { NameMatch } from './store.ts'
import type { Words } from './words.ts'

/** What the words of a matching name are. */
export interface PartsPlan {
  /** The parts that each folded word fits: bit k for the part k. */
  fits: Uint32Array
  /** How many parts there are, at most {@link MOST_PARTS}. */
  count: number
  /** Where words that follow each other fit the parts in turn; or that any words fit them, in any order. */
  where: 'anywhere' | 'start' | 'whole' | 'any-order'
}

/** As many as there are bits to shift. */
const MOST_PARTS = 30

/** The ways of matching whose last word may go on. */
const openAtEnd: ReadonlySet<NameMatch['matching']> = new Set(['contains', 'prefix', 'text-at-word'])

/** How the rows of a search are found. */
export interface SearchPlan {
  /** The numbers of folded words: only a name with one of them can match. Null if every name does. */
  words: readonly number[] | null
  /** More of these: only a name with one word of each can match. */
  others?: readonly (readonly number[])[]
  /** Whether a name with such a word matches; null if every one does. */
  matches: ((name: string) => boolean) | null
  /** The same in terms of all words of a name. */
  parts?: PartsPlan
}

/** The unique folded words of many names. */
export class FoldedWords {
  /** The number of the folded form of each word. */
  readonly idOf: Uint32Array
  readonly words: readonly string[]
  readonly #fold: (text: string) => string
  readonly #ids = new Map<string, number>()
  /** How many rows have each. */
  readonly #counts: Float64Array

  /** @param countOf returns in how many rows a word is, by its place */
  constructor(words: readonly string[], folding: Folding, countOf: (place: number) => number) {
    this.#fold = foldOf(folding)
    this.idOf = Uint32Array.from(words, (word) => {
      const folded = this.#fold(word)
      const known = this.#ids.get(folded)
      if (known !== undefined) return known
      this.#ids.set(folded, this.#ids.size)
      return this.#ids.size - 1
    })
    this.words = [...this.#ids.keys()]
    this.#counts = new Float64Array(this.words.length)
    for (let place = 0; place < words.length; place++) {
      const id = this.idOf[place] as number
      this.#counts[id] = (this.#counts[id] as number) + countOf(place)
    }
  }

  plan(match: NameMatch): SearchPlan {
    const { text, matching } = match
    const needle = this.#fold(text)
    const isAnyOrder = matching === 'words' || matching === 'whole-words' || matching === 'word-beginnings'
    const parts = isAnyOrder ? wordsOf(needle) : needle.split(' ')
    if (parts.length === 0) return { words: null, matches: null }
    const found = this.#ofParts(parts, matching)
    const [words = [], ...others] = found.toSorted((a, b) => this.count(a) - this.count(b))
    // The text lies within one word at any position, so every candidate matches.
    const isSure = parts.length === 1 && matching !== 'prefix' && matching !== 'exact'
    const where = isAnyOrder
      ? 'any-order'
      : matching === 'prefix'
        ? 'start'
        : matching === 'exact'
          ? 'whole'
          : 'anywhere'
    const plan: SearchPlan = { words, others, matches: isSure ? null : nameMatcher(match) }
    if (parts.length <= MOST_PARTS) plan.parts = { fits: this.#fits(found), count: parts.length, where }
    return plan
  }

  /** How many words all rows have together. */
  get total(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** Returns in how many rows some words are, those counted twice that have two of them. */
  count(words: readonly number[]): number {
    return words.reduce((sum, word) => sum + (this.#counts[word] as number), 0)
  }

  /** Returns the words that match each part of the text. */
  #ofParts(parts: readonly string[], matching: NameMatch['matching']): number[][] {
    return parts.map((part, i) => {
      const isLast = i === parts.length - 1
      const openStart = matching === 'words' || (matching === 'contains' && i === 0)
      const openEnd =
        matching === 'words' || matching === 'word-beginnings' || (isLast && openAtEnd.has(matching))
      return this.#wordsWith(part, openStart, openEnd)
    })
  }

  #fits(found: readonly (readonly number[])[]): Uint32Array {
    const fits = new Uint32Array(this.words.length)
    for (const [k, words] of found.entries()) {
      for (const word of words) fits[word] = (fits[word] as number) | (1 << k)
    }
    return fits
  }

  #wordsWith(part: string, openStart: boolean, openEnd: boolean): number[] {
    if (!openStart && !openEnd) {
      const id = this.#ids.get(part)
      return id === undefined ? [] : [id]
    }
    const ids: number[] = []
    for (const [id, word] of this.words.entries()) {
      const fits = openStart ? (openEnd ? word.includes(part) : word.endsWith(part)) : word.startsWith(part)
      if (fits) ids.push(id)
    }
    return ids
  }
}

/**
 * Finds names by their words. A million names consist of few distinct words, so a search scans the words first, and
 * then only the rows that contain a matching word.
 */
export class NameSearch {
  readonly #names: readonly string[]
  readonly #words: FoldedWords
  /** The rows of word `w` are `#rows` from `#starts[w]` up to `#starts[w + 1]`, ascending. */
  readonly #starts: Uint32Array
  readonly #rows: Uint32Array
  /**
   * 1 at each row of a union while it is computed. It is reused, because a large array per search triggers garbage
   * collection.
   */
  readonly #marked: Uint8Array

  /** @param names the name of each row, and maybe others behind; the second parameter has their words */
  constructor(names: readonly string[], { words, ids, ends }: Words, folding: Folding) {
    this.#names = names
    const counts = new Uint32Array(words.length)
    for (let i = 0; i < ids.length; i++) {
      const word = ids[i] as number
      counts[word] = (counts[word] as number) + 1
    }
    this.#words = new FoldedWords(words, folding, (place) => counts[place] as number)
    const foldedIds = this.#words.idOf
    const count = this.#words.words.length

    const starts = new Uint32Array(count + 1)
    for (let i = 0; i < ids.length; i++) {
      const next = (foldedIds[ids[i] as number] as number) + 1
      starts[next] = (starts[next] as number) + 1
    }
    for (let id = 0; id < count; id++) (starts[id + 1] as number) += starts[id] as number
    const rows = new Uint32Array(ids.length)
    const next = starts.slice()
    let position = 0
    for (let row = 0; row < ends.length; row++) {
      for (const end = ends[row] as number; position < end; position++) {
        const id = foldedIds[ids[position] as number] as number
        const at = next[id] as number
        rows[at] = row
        next[id] = at + 1
      }
    }
    this.#starts = starts
    this.#rows = rows
    this.#marked = new Uint8Array(ends.length)
  }

  /** Returns the rows whose name matches, ascending. */
  select(match: NameMatch): Uint32Array {
    const { words, matches } = this.#words.plan(match)
    if (words === null) return Uint32Array.from(this.#marked.keys())
    const candidates = this.#union(words)
    return matches === null ? candidates : candidates.filter((row) => matches(this.#names[row] as string))
  }

  /** Returns the rows that have at least one of these words, ascending and unique. */
  #union(words: readonly number[]): Uint32Array {
    const marked = this.#marked
    let count = 0
    for (const word of words) {
      for (let i = this.#starts[word] as number; i < (this.#starts[word + 1] as number); i++) {
        const row = this.#rows[i] as number
        if (marked[row] === 0) {
          marked[row] = 1
          count++
        }
      }
    }
    const rows = new Uint32Array(count)
    let found = 0
    for (let row = 0; found < count; row++) {
      if (marked[row] === 1) rows[found++] = row
    }
    marked.fill(0)
    return rows
  }
}
