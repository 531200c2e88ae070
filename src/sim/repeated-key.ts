import { placesOfFields } from './json-places.ts'

/** A field that came before, and where its key ends that comes again. */
type RepeatedKey = Record<'position' | 'line' | 'column', number> & { key: string }

/** Returns the first repeated field of a JSON text, and the place of its second key; undefined if there is none. */
export function repeatedKeyIn(text: string): RepeatedKey | undefined {
  let found: { key: string; at: number } | undefined
  for (const [key, [, again]] of placesOfFields(text)) {
    const at = again && endOfKeyBefore(text, again.characters.start)
    if (at !== undefined && (found === undefined || at < found.at)) found = { key, at }
  }
  if (found === undefined) return undefined
  const { key, at } = found
  const before = text.slice(0, at)
  return { key, position: at, line: before.split('\n').length, column: at - before.lastIndexOf('\n') - 1 }
}

/** Returns the end of the key whose value begins at a place. */
function endOfKeyBefore(text: string, start: number): number {
  return text.slice(0, text.lastIndexOf(':', start)).trimEnd().length
}
