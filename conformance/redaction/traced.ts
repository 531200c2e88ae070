/** A decoded text that knows, for each character, which part of the original it comes from. */
export interface Traced {
  readonly text: string
  /** The start and end in the original for each UTF-16 unit; undefined for the original itself. */
  readonly from?: Int32Array
  readonly to?: Int32Array
}

/** Returns the part of the original that a part of a traced text comes from. */
export function originOf({ from, to }: Traced, start: number, end: number): [from: number, to: number] {
  return from && to ? [from[start] as number, to[end - 1] as number] : [start, end]
}

/**
 * Replaces the matches of a global pattern. Every character of a replacement comes from the whole match.
 * @param replace returns undefined to keep a match
 * @returns the same object if nothing was replaced
 */
export function rewrite(
  traced: Traced,
  pattern: RegExp,
  replace: (found: string) => string | undefined,
): Traced {
  const { text } = traced
  const changes: { at: number; end: number; by: string }[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [found] = match
    const by = replace(found)
    if (by !== undefined && by !== found)
      changes.push({ at: match.index, end: match.index + found.length, by })
  }
  if (changes.length === 0) return traced

  const length = changes.reduce((sum, { at, end, by }) => sum - (end - at) + by.length, text.length)
  const [from, to] = [new Int32Array(length), new Int32Array(length)]
  const pieces: string[] = []
  let written = 0
  let read = 0
  const keep = (until: number) => {
    pieces.push(text.slice(read, until))
    for (; read < until; read++, written++) [from[written], to[written]] = originOf(traced, read, read + 1)
  }
  for (const { at, end, by } of changes) {
    keep(at)
    const origin = originOf(traced, at, end)
    from.fill(origin[0], written, written + by.length)
    to.fill(origin[1], written, written + by.length)
    pieces.push(by)
    written += by.length
    read = end
  }
  keep(text.length)
  return { text: pieces.join(''), from, to }
}
