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
function harmless(line: string): string {
  return line.replace(/^::/, '\\u003a:')
}

function length(text: string): number {
  return [...text].length
}
