/** Half of a character of two units, alone. UTF-8 has none: in a body it was escaped. */
const LONE = /\p{Surrogate}/u
/** An escape of any half, which is quick to look for. */
const ESCAPED = /\\ud[89a-f]/i

/** Returns the code of the first lone surrogate in a text, as `D83D`. */
export function loneSurrogateIn(text: string): string | undefined {
  const [found] = LONE.exec(text) ?? []
  return found?.charCodeAt(0).toString(16).toUpperCase()
}

/** Returns the code of the first lone surrogate that a JSON text escapes. */
export function escapedSurrogateIn(text: string): string | undefined {
  return ESCAPED.test(text) ? loneSurrogateIn(unescaped(text)) : undefined
}

/** A backslash that is itself escaped begins no escape of a character. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|.)/gis, (whole, code?: string) =>
    code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
