/** Returns a text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** As {@link quoted}, unless the text is a word as it is. */
export function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : quoted(text)
}
