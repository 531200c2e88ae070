import type { NameMatch } from './store.ts'

export type Folding = NameMatch['folding']

/** What is not told apart when names are compared (knob nomeFolding). */
export const folds: Record<Folding, (text: string) => string> = {
  case: (text) => text.toLowerCase(),
  'case-and-accents': (text) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  none: (text) => text,
}

/** What must be before and behind a text where it is found: a space counts as the edge of a word, as does that of the name. */
export type Edge = 'none' | 'word' | 'name'

interface Matching {
  /** Whether each word of the search is looked for by itself. */
  isByWord: boolean
  before: Edge
  after: Edge
}

/** How a text is found in a name (knob nomeMatching). */
const matchings: Record<NameMatch['matching'], Matching> = {
  contains: { isByWord: false, before: 'none', after: 'none' },
  prefix: { isByWord: false, before: 'name', after: 'none' },
  exact: { isByWord: false, before: 'name', after: 'name' },
  word: { isByWord: false, before: 'word', after: 'word' },
  'text-at-word': { isByWord: false, before: 'word', after: 'none' },
  words: { isByWord: true, before: 'none', after: 'none' },
  'whole-words': { isByWord: true, before: 'word', after: 'word' },
  'word-beginnings': { isByWord: true, before: 'word', after: 'none' },
}

/** A search, read once: a name matches that has every part, folded, between these edges. */
export interface Search {
  parts: readonly string[]
  before: Edge
  after: Edge
  folding: Folding
}

export function searchOf({ text, matching, folding }: NameMatch): Search {
  const { isByWord, before, after } = matchings[matching]
  const folded = folds[folding](text)
  const parts = isByWord ? folded.split(/\s+/).filter((word) => word !== '') : [folded]
  return { parts, before, after, folding }
}

/** Returns whether a search finds a name. */
export function matches(nome: string, { parts, before, after, folding }: Search): boolean {
  const [head, tail] = [MARK[before], MARK[after]]
  const text = head + folds[folding](nome) + tail
  return parts.every((part) => text.includes(head + part + tail))
}

/** What an edge is found by; no name has the last one. */
const MARK: Record<Edge, string> = { none: '', word: ' ', name: '\uffff' }
