import { printableLines } from '../../src/contract/printable.ts'
import { translate } from '../../src/messages/translate.ts'

export { printableLines }

/** Returns a text in one line: each run of white space becomes one space. */
export function oneLine(text: string): string {
  return printableLines(text).replace(/\s+/g, ' ').trim()
}

/** Returns the beginning of a text and says how much of it that is. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}… (${translate(`${end} of ${text.length} characters`)})`
}

/** Returns a text in lines of at most `width` characters. It breaks a word that is longer than a line. */
export function paragraph(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && length(line) + 1 + length(word) > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? harmless(word) : `${line} ${word}`
    while (length(line) > width) {
      const characters = [...line]
      lines.push(characters.slice(0, width).join(''))
      line = harmless(characters.slice(width).join(''))
    }
  }
  return [...lines, line]
}

/** Returns a text next to a label of `column` visible characters, since colour codes make the label longer. */
export function hanging(label: string, text: string, column: number, width: number): string[] {
  const [first, ...rest] = paragraph(text, Math.max(width - column, 20))
  return [`${label}${first}`, ...rest.map((line) => ' '.repeat(column) + line)]
}

/** Escapes two colons at the beginning of a line, which GitHub takes for a workflow command in a log. */
const harmless = (line: string) => line.replace(/^::/, '\\u003a:')
const length = (text: string) => [...text].length
