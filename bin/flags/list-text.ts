/** Joins words for a sentence: `a, b and c`. */
export function listText(words: readonly string[], joint: string): string {
  const [last, ...others] = words.toReversed()
  return others.length === 0 ? String(last) : `${others.toReversed().join(', ')} ${joint} ${last}`
}
