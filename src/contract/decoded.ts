/** Returns a text with its percent-escapes read; as it is where they are malformed. */
export function decodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The same of a query or a form, where a plus sign stands for a space. */
export function formDecodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
