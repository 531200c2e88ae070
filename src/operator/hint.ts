import { closest, distance } from 'fastest-levenshtein'

/** Returns the nearest known word as a question, or an empty string if none is near. */
export function hint(given: unknown, known: readonly string[]): string {
  const near = typeof given === 'string' ? nearest(given, known) : undefined
  return near === undefined ? '' : `: did you mean ${near}?`
}

/** Returns the nearest known word, or undefined if none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  if (given === '' || known.length === 0) return undefined
  const words = new Map(known.map((word) => [word.toLowerCase(), word]))
  // Two letters that changed places are likelier than two that are wrong.
  const swapped = [...words.keys()].find((word) => isSwapped(given.toLowerCase(), word))
  if (swapped !== undefined) return words.get(swapped)
  const begun = [...words.keys()].filter((word) => word.startsWith(given.toLowerCase()))
  if (begun.length === 1 && given.length > 3) return words.get(begun[0] as string)
  const near = closest(given.toLowerCase(), [...words.keys()])
  // In a word of three letters, two changes leave almost nothing, unless the letters only changed places.
  const isShort = given.length < 4 && sorted(given) !== sorted(near)
  const most = isShort ? Math.min(1, given.length - 1) : Math.max(2, given.length / 3)
  return distance(given.toLowerCase(), near) <= most ? words.get(near) : undefined
}

/** Returns whether two words differ in two neighbours that changed places. */
function isSwapped(given: string, word: string): boolean {
  return given.length === word.length && distance(given, word) === 2 && sorted(given) === sorted(word)
}

function sorted(word: string): string {
  return [...word.toLowerCase()].sort().join('')
}
