import type { NameMatch } from './store.ts'

export type Folding = NameMatch['folding']
type Matches = (name: string) => boolean

const folds: Record<Folding, (text: string) => string> = {
  case: (text) => text.toLowerCase(),
  'case-and-accents': (text) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  none: (text) => text,
}

/** Each takes a folded search, which is divided once, and returns whether it finds a folded name. */
const matches: Record<NameMatch['matching'], (text: string) => Matches> = {
  contains: (text) => (name) => name.includes(text),
  prefix: (text) => (name) => name.startsWith(text),
  word: (text) => (name) => ` ${name} `.includes(` ${text} `),
  exact: (text) => (name) => name === text,
  'text-at-word': (text) => (name) => ` ${name}`.includes(` ${text}`),
  words: (text) => {
    const words = wordsOf(text)
    return (name) => words.every((word) => name.includes(word))
  },
  'whole-words': (text) => {
    const words = wordsOf(text)
    return (name) => words.every((word) => ` ${name} `.includes(` ${word} `))
  },
  'word-beginnings': (text) => {
    const words = wordsOf(text)
    return (name) => words.every((word) => ` ${name}`.includes(` ${word}`))
  },
}

/** Returns the words of a search that may be anywhere in a name. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Returns a function that tells whether a search finds a name. For many names, it reads the search once. */
export function nameMatcher({ text, matching, folding }: NameMatch): Matches {
  const fold = folds[folding]
  const isMatch = matches[matching](fold(text))
  return (name) => isMatch(fold(name))
}

/** Returns whether a search finds a name. */
export function nameMatches(name: string, match: NameMatch): boolean {
  return nameMatcher(match)(name)
}

/** Returns a key that is equal for equivalent searches. */
export function searchKey({ text, matching, folding }: NameMatch): string {
  return `${matching} ${folding} ${folds[folding](text)}`
}

export function foldOf(folding: Folding): (text: string) => string {
  return folds[folding]
}
