import { closest, distance } from 'fastest-levenshtein'

/** As a question, the word that may have been meant, unless none is near. */
export function hint(given: unknown, known: readonly string[]): string {
  const near = typeof given === 'string' ? nearest(given, known) : undefined
  return near === undefined ? '' : `: did you mean ${near}?`
}

/** The word that may have been meant, unless none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  if (given === '' || known.length === 0) return undefined
  const words = new Map(known.map((word) => [word.toLowerCase(), word]))
  const near = closest(given.toLowerCase(), [...words.keys()])
  // Two letters of a word of three are nearly all of it, unless they have only changed places.
  const isShort = given.length < 4 && sorted(given) !== sorted(near)
  const most = isShort ? Math.min(1, given.length - 1) : Math.max(2, given.length / 3)
  return distance(given.toLowerCase(), near) <= most ? words.get(near) : undefined
}

function sorted(word: string): string {
  return [...word.toLowerCase()].sort().join('')
}

/** Returns the text that takes the fewest changes of a character, unless it takes more than `most`. */
export function nearestWithin(most: number, given: string, known: readonly string[]): string | undefined {
  const near = closest(given, known)
  return distance(given, near) <= most ? near : undefined
}
