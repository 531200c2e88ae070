import type { Profile } from '../contract/profile.ts'
import type { NameMatch } from './store.ts'

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

/** Whether one name is found by a search. */
export function nameMatches(name: string, { text, matching, folding }: NameMatch): boolean {
  const fold = folds[folding]
  return matches[matching](fold(name), fold(text))
}

/** What makes two searches the same one. */
export function searchKey({ text, matching, folding }: NameMatch): string {
  return `${matching} ${folding} ${folds[folding](text)}`
}

/**
 * Finds names by their words: a million names are made of few words, so a text is looked for in the words, and
 * only the rows that have such a word are looked at.
 */
export class NameSearch {
  readonly #names: readonly string[]
  readonly #fold: (text: string) => string
  readonly #words: string[] = []
  readonly #wordIds = new Map<string, number>()
  /** The rows of word `w` are `#rows` from `#starts[w]` up to `#starts[w + 1]`, ascending. */
  readonly #starts: Uint32Array
  readonly #rows: Uint32Array

  /** @param names one text for each row */
  constructor(names: readonly string[], folding: Folding) {
    this.#names = names
    this.#fold = folds[folding]
    const counts: number[] = []
    const perRow = names.map((name) =>
      this.#fold(name)
        .split(' ')
        .map((word) => this.#wordId(word, counts)),
    )
    this.#starts = new Uint32Array(counts.length + 1)
    for (const [word, count] of counts.entries()) {
      this.#starts[word + 1] = (this.#starts[word] as number) + count
    }
    this.#rows = new Uint32Array(this.#starts.at(-1) as number)
    const next = this.#starts.slice()
    for (const [row, words] of perRow.entries()) {
      for (const word of words) this.#rows[(next[word] as number)++] = row
    }
  }

  #wordId(word: string, counts: number[]): number {
    let id = this.#wordIds.get(word)
    if (id === undefined) {
      id = this.#words.push(word) - 1
      this.#wordIds.set(word, id)
      counts.push(0)
    }
    ;(counts[id] as number)++
    return id
  }

  /** The rows whose name is found, ascending. */
  select({ text, matching }: NameMatch): Uint32Array {
    const needle = this.#fold(text)
    const parts = needle.split(' ')
    const candidates = this.#union(this.#rarest(parts, matching))
    // Part of one word, wherever it stands: the words have said all.
    if (parts.length === 1 && (matching === 'contains' || matching === 'word')) return candidates
    const matched = matches[matching]
    return candidates.filter((row) => matched(this.#fold(this.#names[row] as string), needle))
  }

  /** The words that can hold one part of the text, for the part that fewest rows have. */
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

  /** The rows that have at least one of these words, ascending and each once. */
  #union(words: readonly number[]): Uint32Array {
    const marked = new Uint8Array(this.#names.length)
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
    return rows
  }
}
