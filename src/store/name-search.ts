import type { Profile } from '../contract/profile.ts'
import type { NameMatch } from './store.ts'
import type { Words } from './words.ts'

type Folding = Profile['nomeFolding']
type Matching = Profile['nomeMatching']

const folds: Record<Folding, (text: string) => string> = {
  case: (text) => text.toLowerCase(),
  'case-and-accents': (text) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  none: (text) => text,
}

const matches: Record<Matching, (name: string, text: string) => boolean> = {
  contains: (name, text) => name.includes(text),
  prefix: (name, text) => name.startsWith(text),
  word: (name, text) => ` ${name} `.includes(` ${text} `),
  exact: (name, text) => name === text,
}

/** Returns whether a search finds a name. */
export function nameMatches(name: string, { text, matching, folding }: NameMatch): boolean {
  const fold = folds[folding]
  return matches[matching](fold(name), fold(text))
}

/** Returns a key that is equal for equivalent searches. */
export function searchKey({ text, matching, folding }: NameMatch): string {
  return `${matching} ${folding} ${folds[folding](text)}`
}

/**
 * Finds names by their words. A million names consist of few distinct words, so a search scans the words first, and
 * then only the rows that contain a matching word.
 */
export class NameSearch {
  readonly #names: readonly string[]
  readonly #fold: (text: string) => string
  /** The unique folded words. */
  readonly #words: readonly string[]
  readonly #wordIds = new Map<string, number>()
  /** The rows of word `w` are `#rows` from `#starts[w]` up to `#starts[w + 1]`, ascending. */
  readonly #starts: Uint32Array
  readonly #rows: Uint32Array
  /**
   * 1 at each row of a union while it is computed. It is reused, because a large array per search triggers garbage
   * collection.
   */
  readonly #marked: Uint8Array

  /** @param names the name of each row; the second parameter has their words */
  constructor(names: readonly string[], { words, ids, ends }: Words, folding: Folding) {
    this.#names = names
    this.#fold = folds[folding]
    for (const word of words) {
      const folded = this.#fold(word)
      if (!this.#wordIds.has(folded)) this.#wordIds.set(folded, this.#wordIds.size)
    }
    this.#words = [...this.#wordIds.keys()]
    const foldedIds = Uint32Array.from(words, (word) => this.#wordIds.get(this.#fold(word)) as number)

    const starts = new Uint32Array(this.#words.length + 1)
    for (let i = 0; i < ids.length; i++) {
      const next = (foldedIds[ids[i] as number] as number) + 1
      starts[next] = (starts[next] as number) + 1
    }
    for (let id = 0; id < this.#words.length; id++) (starts[id + 1] as number) += starts[id] as number
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
    this.#marked = new Uint8Array(names.length)
  }

  /** Returns the rows whose name matches, ascending. */
  select({ text, matching }: NameMatch): Uint32Array {
    const needle = this.#fold(text)
    const parts = needle.split(' ')
    const candidates = this.#union(this.#rarest(parts, matching))
    // The text lies within one word at any position, so every candidate matches.
    if (parts.length === 1 && (matching === 'contains' || matching === 'word')) return candidates
    const matched = matches[matching]
    return candidates.filter((row) => matched(this.#fold(this.#names[row] as string), needle))
  }

  /** Returns the words that match one part of the text, for the part that matches the fewest rows. */
  #rarest(parts: readonly string[], matching: Matching): number[] {
    let rarest: number[] = []
    let least = Number.POSITIVE_INFINITY
    for (const [i, part] of parts.entries()) {
      const openStart = matching === 'contains' && i === 0
      const openEnd = (matching === 'contains' || matching === 'prefix') && i === parts.length - 1
      const words = this.#wordsWith(part, openStart, openEnd)
      const rows = words.reduce((sum, word) => sum + this.#count(word), 0)
      if (rows < least) {
        least = rows
        rarest = words
      }
    }
    return rarest
  }

  #wordsWith(part: string, openStart: boolean, openEnd: boolean): number[] {
    if (!openStart && !openEnd) {
      const id = this.#wordIds.get(part)
      return id === undefined ? [] : [id]
    }
    const ids: number[] = []
    for (const [id, word] of this.#words.entries()) {
      const fits = openStart ? (openEnd ? word.includes(part) : word.endsWith(part)) : word.startsWith(part)
      if (fits) ids.push(id)
    }
    return ids
  }

  #count(word: number): number {
    return (this.#starts[word + 1] as number) - (this.#starts[word] as number)
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
