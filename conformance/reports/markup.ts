import { printableLines } from './printable.ts'

/** HTML or XML that is already escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = Markup | string | number | readonly Piece[]

/** Returns HTML or XML with every inserted value escaped, both in text and in quoted attributes. */
export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(parts.map((part, index) => part + render(pieces[index] ?? '')).join(''))
}

function render(piece: Piece): string {
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return printableLines(String(piece).replace(/[&<>"']|::/g, (found) => entities[found] ?? found))
}

// GitHub takes two colons at the beginning of a log line for a workflow command, so the first one is escaped.
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '::': '&#58;:',
}
