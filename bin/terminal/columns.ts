/** Returns a line for each row, with the cells of each column aligned on a terminal. */
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

/** Cuts a text to a maximum width on a terminal. */
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

/** Returns the width of a text on a terminal; it must not contain control characters. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

const graphemes = new Intl.Segmenter()

/** Characters that take two columns: wide and fullwidth blocks of East Asian Width, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]|\ufe0f/u

function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  if (/^\p{M}/u.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}
