import { printableLines } from './printable.ts'

/** Text of HTML or XML that is safe where it stands. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Piece = Markup | string | number | readonly Piece[]

/** HTML or XML with everything that is put into it escaped, in text and in quoted attributes alike. */
export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(parts.map((part, index) => part + render(pieces[index] ?? '')).join(''))
}

function render(piece: Piece): string {
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return escaped(String(piece))
}

// A line that begins with two colons is a command where a log is read by GitHub: the first is written as a number.
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '::': '&#58;:',
}

function escaped(text: string): string {
  return printableLines(text.replace(/[&<>"']|::/g, (found) => entities[found] ?? found))
}
