import { asEscape, printableLines } from '../../src/contract/printable.ts'

export { asEscape, printableLines }

/** Returns a text in one line: each run of white space becomes one space. */
export function oneLine(text: string): string {
  return printableLines(text).replace(/\s+/g, ' ').trim()
}

/** Returns the beginning of a text and says how much of it that is. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}… (${end} of ${text.length} characters)`
}
