import type { Profile } from '../contract/profile.ts'

/** How the characters of a text are counted. */
export const countCharacters: Record<Profile['characters'], (text: string) => number> = {
  'utf-16': (text) => text.length,
  'code-points': (text) => [...text].length,
  graphemes: countGraphemes,
}

const segmenter = new Intl.Segmenter('pt-BR')
const PIECE = 500

/** In pieces, because the time that a segmenter takes grows with the square of a text. */
function countGraphemes(text: string): number {
  let count = 0
  let size = PIECE
  for (let at = 0; ; ) {
    const isLast = at + size >= text.length
    // Half a character at its end would be one of its own.
    const piece = isLast ? text.slice(at) : text.slice(at, at + size).replace(/[\ud800-\udbff]$/, '')
    const starts = Array.from(segmenter.segment(piece), ({ index }) => index)
    if (isLast) return count + starts.length
    // The last one may go on in the next piece.
    count += starts.length - 1
    at += starts.at(-1) as number
    size = starts.length > 1 ? PIECE : 2 * size
  }
}
