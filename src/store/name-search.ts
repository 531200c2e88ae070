import type { NameMatch } from './store.ts'
import type { Words } from './words.ts'

type Folding = NameMatch['folding']
type Matching = NameMatch['matching']

const folds: Record<Folding, (text: string) => string> = {
  case: (text) => text.toLowerCase(),
  'case-and-accents': (text) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  none: (text) => text,
  'ascii-case': (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
}

type Divide = (text: string) => string[]
type Matches = (name: string) => boolean

/** Each takes a search, which is divided once, and returns whether it finds a name. */
const matches: Record<Matching, (text: string, tokensOf: Divide) => Matches> = {
  contains: (text) => (name) => name.includes(text),
  prefix: (text) => (name) => name.startsWith(text),
  word: (text) => (name) => ` ${name} `.includes(` ${text} `),
  exact: (text) => (name) => name === text,
  words: (text) => {
    const parts = partsOf(text)
    return (name) => parts.every((part) => name.includes(part))
  },
  'whole-words': (text) => {
    const parts = partsOf(text)
    return (name) => parts.every((part) => ` ${name} `.includes(` ${part} `))
  },
  'word-beginnings': (text) => {
    const parts = partsOf(text)
    return (name) => parts.every((part) => ` ${name}`.includes(` ${part}`))
  },
  'token-beginnings': (text, tokensOf) => {
    const parts = tokensOf(text)
    return (name) => {
      const tokens = tokensOf(name)
      return parts.length > 0 && parts.every((part) => tokens.some((token) => token.startsWith(part)))
    }
  },
  'whole-tokens': (text, tokensOf) => {
    const parts = tokensOf(text)
    return (name) => {
      const tokens = tokensOf(name)
      return parts.length > 0 && parts.every((part) => tokens.includes(part))
    }
  },
  'any-token': (text, tokensOf) => {
    const parts = new Set(tokensOf(text))
    return (name) => tokensOf(name).some((token) => parts.has(token))
  },
  'words-in-order': (text) => {
    const parts = partsOf(text)
    return (name) => {
      let at = 0
      return parts.every((part) => {
        const found = name.indexOf(part, at)
        at = found + part.length
        return found !== -1
      })
    }
  },
  'text-at-word': (text) => (name) => ` ${name}`.includes(` ${text}`),
  'name-or-word-beginning': (text) => (name) =>
    name.startsWith(text) || name.split(' ').some((word) => word.startsWith(text)),
}

/** Which divide words where the index of names does not. */
const OF_TOKENS: ReadonlySet<Matching> = new Set([
  'token-beginnings',
  'whole-tokens',
  'any-token',
  'words-in-order',
  'text-at-word',
  'name-or-word-beginning',
])

/** Returns what divides a text at blanks and signs: at any sign, as an index of words does, or at these only. */
function dividing(dividers: string | undefined): Divide {
  if (dividers === undefined)
    return (text) => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((token) => token !== '')
  const isBetween = (sign: string) => dividers.includes(sign) || /\s/.test(sign)
  return (text) => {
    const tokens = ['']
    for (const sign of text) {
      if (isBetween(sign)) tokens.push('')
      else tokens.push(`${tokens.pop()}${sign}`)
    }
    return tokens.filter((token) => token !== '')
  }
}

/** Returns the words of a search in any order. */
function partsOf(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== '')
}

/** Returns what tells whether a search finds a name. For many names, it reads the search once. */
export function nameMatcher(match: NameMatch): Matches {
  const fold = foldOf(match)
  return matcherOf(fold(match.text), match, fold)
}

/** Returns whether a search finds a name. */
export function nameMatches(name: string, match: NameMatch): boolean {
  return nameMatcher(match)(name)
}

/** @param needle the folded text of the search */
function matcherOf(
  needle: string,
  { matching, wildcards, dividers }: NameMatch,
  fold: (text: string) => string,
): Matches {
  if (isWild(needle, wildcards)) {
    const pattern = signsOf(patternOf(needle, matching, wildcards), wildcards)
    return (name) => isLike(fold(name), pattern)
  }
  const isMatch = matches[matching](needle, dividing(dividers))
  return (name) => isMatch(fold(name))
}

type Wildcards = NameMatch['wildcards']

function isWild(text: string, wildcards: Wildcards): boolean {
  return wildcards === 'escaped' ? /[%_\\]/.test(text) : wildcards === true && /[%_]/.test(text)
}

/** Returns the pattern of SQL for a search that may be anywhere in a name, or begin it, or be all of it. */
function patternOf(sent: string, matching: Matching, wildcards: Wildcards): string {
  const text = wildcards === 'escaped' ? withoutLastEscape(sent) : sent
  if (matching === 'exact') return text
  return matching === 'prefix' ? `${text}%` : `%${text}%`
}

/** Leaves out a `\` at the end that has nothing to stand before: the last one of an odd number. */
function withoutLastEscape(text: string): string {
  let count = 0
  while (text.charAt(text.length - 1 - count) === '\\') count++
  return count % 2 === 1 ? text.slice(0, -1) : text
}

const ANY = Symbol('any letters')
const ONE = Symbol('one letter')

/** Reads a pattern in which `%` stands for any letters and `_` for one. */
function signsOf(pattern: string, wildcards: Wildcards): (string | typeof ANY | typeof ONE)[] {
  const signs = pattern.match(wildcards === 'escaped' ? /\\.|./gs : /./gs) ?? []
  return signs.map((sign) => (sign === '%' ? ANY : sign === '_' ? ONE : sign.slice(-1)))
}

/** Returns whether a text is like a pattern of SQL. */
function isLike(text: string, pattern: readonly ReturnType<typeof signsOf>[number][]): boolean {
  let [at, place] = [0, 0]
  let [anyAt, from] = [-1, 0]
  while (at < text.length) {
    if (pattern[place] === ANY) {
      anyAt = place++
      from = at
    } else if (pattern[place] === ONE || pattern[place] === text[at]) {
      at++
      place++
    } else if (anyAt !== -1) {
      // The last `%` stands for one letter more.
      place = anyAt + 1
      at = ++from
    } else return false
  }
  while (pattern[place] === ANY) place++
  return place === pattern.length
}

/** Returns a key that is equal for equivalent searches. */
export function searchKey({ text, matching, wildcards, dividers, ...how }: NameMatch): string {
  const at = dividers === undefined ? '' : `at ${JSON.stringify(dividers)} `
  return `${wildcards ? `like ${wildcards} ` : ''}${at}${matching} ${foldingKey(how)} ${foldOf(how)(text)}`
}

type Folded = Pick<NameMatch, 'folding' | 'composed'>

function foldOf({ folding, composed }: Folded): (text: string) => string {
  const fold = folds[folding]
  return composed ? (text) => fold(text.normalize('NFC')) : fold
}

/** Returns a key that is equal where differences between names are ignored alike. */
export function foldingKey({ folding, composed }: Folded): string {
  return composed ? `composed ${folding}` : folding
}

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

/** How the rows of a search are found. */
export interface SearchPlan {
  /** The numbers of folded words: only a name with one of them can match. Null if any name can. */
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
  constructor(words: readonly string[], how: Folded, countOf: (place: number) => number) {
    this.#fold = foldOf(how)
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
    const { text, matching, wildcards } = match
    const needle = this.#fold(text)
    const isMatch = matcherOf(needle, match, this.#fold)
    if (isWild(needle, wildcards) || OF_TOKENS.has(matching)) return { words: null, matches: isMatch }
    const isAnyOrder = matching === 'words' || matching === 'word-beginnings' || matching === 'whole-words'
    const parts = isAnyOrder ? partsOf(needle) : needle.split(' ')
    if (parts.length === 0) return { words: null, matches: null }
    const found = this.#ofParts(parts, matching)
    const [words = [], ...others] = found.toSorted((a, b) => this.count(a) - this.count(b))
    // The text lies within one word at any position, so every candidate matches.
    const isSure = parts.length === 1 && (isAnyOrder || matching === 'contains' || matching === 'word')
    const where = isAnyOrder
      ? 'any-order'
      : matching === 'prefix'
        ? 'start'
        : matching === 'exact'
          ? 'whole'
          : 'anywhere'
    const plan: SearchPlan = { words, others, matches: isSure ? null : isMatch }
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
  #ofParts(parts: readonly string[], matching: Matching): number[][] {
    return parts.map((part, i) => {
      const isLast = i === parts.length - 1
      const openStart = matching === 'words' || (matching === 'contains' && i === 0)
      const openEnd =
        matching === 'words' ||
        matching === 'word-beginnings' ||
        ((matching === 'contains' || matching === 'prefix') && isLast)
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
  constructor(names: readonly string[], { words, ids, ends }: Words, how: Folded) {
    this.#names = names
    const counts = new Uint32Array(words.length)
    for (let i = 0; i < ids.length; i++) {
      const word = ids[i] as number
      counts[word] = (counts[word] as number) + 1
    }
    this.#words = new FoldedWords(words, how, (place) => counts[place] as number)
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
    if (words === null) {
      if (matches === null) return Uint32Array.from(this.#marked.keys())
      // Names that came later are behind those of these words.
      const names = this.#names.slice(0, this.#marked.length)
      return Uint32Array.from(names.flatMap((name, row) => (matches(name) ? [row] : [])))
    }
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
