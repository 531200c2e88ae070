/** Quotes a text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Quotes a text as {@link shellQuoted} does, but only if needed. */
export function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : shellQuoted(text)
}
