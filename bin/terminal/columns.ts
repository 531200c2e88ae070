/** Returns a line for each row, with the cells of a column under each other on a terminal. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [k, cell] of row.entries()) widths[k] = Math.max(widths[k] ?? 0, widthOf(cell))
  }
  return rows.map((row) =>
    row
      .map((cell, k) => cell + ' '.repeat((widths[k] as number) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns the beginning of a text that takes at most so many places on a terminal. */
export function clip(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  let begin = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += graphemeWidth(segment)
    if (width > most - 1) break
    begin += segment
  }
  return `${begin}…`
}

/** Returns how many places a text without control characters takes on a terminal. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

const graphemes = new Intl.Segmenter()

/** What East Asian Width calls wide or full width, in blocks, and what is shown as a picture. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]|\ufe0f/u

function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  if (/^\p{M}/u.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}
