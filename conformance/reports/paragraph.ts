/** A text in lines of a width, ten at least; a word that is longer than a line is broken. */
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

/** A text beside a label that takes up a column of its own, whatever it is painted with. */
export function hanging(label: string, text: string, column: number, width: number): string[] {
  const [first, ...rest] = paragraph(text, Math.max(width - column, 20))
  return [`${label}${first}`, ...rest.map((line) => ' '.repeat(column) + line)]
}

/** Two colons that begin a line are a command where a log is read by GitHub. */
function harmless(line: string): string {
  return line.replace(/^::/, '\\u003a:')
}

function length(text: string): number {
  return [...text].length
}
