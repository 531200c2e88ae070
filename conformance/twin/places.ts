/** Places in a body that a number alone may name, the likeliest first: if several have the number, the first is taken. */
export const PLACES: readonly string[] = [
  ...['position', 'byte', 'bytes', 'value-start', 'value-end', 'value-token', 'line', 'column'],
  ...['start', 'start-column', 'odd-position', 'odd-column'],
]

/** Those that a text names, too. */
const NAMES: ReadonlySet<string> = new Set([
  ...[...PLACES, 'byte-column', 'start-character', 'end-character', 'token-character', 'after-byte-column'],
  ...['body:length', 'body:last-place'],
])

/** Returns whether a slot tells a place in a body, in whatever form. */
export function isNameOfPlace(slot: string): boolean {
  return NAMES.has(slot) || NAMES.has(slot.replace(/:.*/, ''))
}

/** Where lines are told. Those of .NET start at 0. */
const WORDS_OF_LINES = new Map([
  ['line', /\b(?:line|linha)\W{1,3}$/i],
  ['line:before', /LineNumber\W{1,3}$/],
])
// The location of FastAPI is `body -> 27` or `body.27`, or only that number, with which a text begins.
const WORD_OF_PLACE =
  /^$|(?:\b|[a-z])(?:column|char|position|offset|coluna|posição|byte|body)(?:inline)?\W{1,4}$/i

/** Returns whether a number after some text is told as a place. */
export function isPlaceAfter(before: string, slot: string): boolean {
  return (WORDS_OF_LINES.get(slot) ?? WORD_OF_PLACE).test(before)
}
