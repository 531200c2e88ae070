import { type Folding, nameMatcher } from './name-match.ts'
import { NameSearch } from './name-search.ts'
import type { NameMatch } from './store.ts'
import { splitWords, type Words } from './words.ts'

/** A stretch of rows with the searches over their names. */
interface Segment {
  start: number
  end: number
  words: Words | undefined
  readonly searches: Map<Folding, NameSearch>
}

/**
 * Finds names in a list that grows. Rows are indexed in segments: the first is the dataset, later ones are joined while
 * they are short, so there are few of them. The names behind the last segment are compared one by one.
 */
export class NameIndex {
  readonly #names: readonly string[]
  #segments: Segment[]

  /** @param names may grow and lose what was added; the names of now are the first segment */
  constructor(names: readonly string[]) {
    this.#names = names
    this.#segments = [segment(0, names.length)]
  }

  /** Returns the words of all names. */
  words(): Words {
    const [first] = this.#segments as [Segment]
    return first.end === this.#names.length ? this.#wordsOf(first) : splitWords(this.#names)
  }

  /** Returns the rows whose name matches, ascending. */
  select(match: NameMatch): Uint32Array {
    const parts = this.#segments.map((segment) => this.#selectIn(segment, match))
    const isMatch = nameMatcher(match)
    const late: number[] = []
    for (let row = this.#indexed; row < this.#names.length; row++) {
      if (isMatch(this.#names[row] as string)) late.push(row)
    }
    return parts.length === 1 && late.length === 0 ? (parts[0] as Uint32Array) : joined([...parts, late])
  }

  /** Indexes the names that were added since. */
  indexAll(): void {
    const end = this.#names.length
    let start = this.#indexed
    if (start === end) return
    while (this.#segments.length > 1) {
      const last = this.#segments.at(-1) as Segment
      if (last.end - last.start > end - start) break
      start = last.start
      this.#segments.pop()
    }
    this.#segments.push(segment(start, end))
  }

  /** Forgets all segments but the first. */
  truncate(): void {
    this.#segments = this.#segments.slice(0, 1)
  }

  get #indexed(): number {
    return (this.#segments.at(-1) as Segment).end
  }

  #selectIn(segment: Segment, match: NameMatch): Uint32Array {
    const { start, searches } = segment
    const { folding } = match
    let search = searches.get(folding)
    if (search === undefined) {
      search = new NameSearch(this.#namesOf(segment), this.#wordsOf(segment), folding)
      searches.set(folding, search)
    }
    const rows = search.select(match)
    return start === 0 ? rows : rows.map((row) => row + start)
  }

  #namesOf({ start, end }: Segment): readonly string[] {
    return start === 0 ? this.#names : this.#names.slice(start, end)
  }

  #wordsOf(segment: Segment): Words {
    segment.words ??= splitWords(this.#namesOf(segment), segment.end - segment.start)
    return segment.words
  }
}

/** Joins lists of rows. */
export function joined(parts: readonly ArrayLike<number>[]): Uint32Array {
  const rows = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    rows.set(part, at)
    at += part.length
  }
  return rows
}

function segment(start: number, end: number): Segment {
  return { start, end, words: undefined, searches: new Map() }
}
