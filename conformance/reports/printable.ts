/** Characters that act instead of showing: controls, bidi marks, lone surrogates; and `##[`, a command of GitHub. */
const acting = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|#(?=#\[)/gu

/** A text of which every character shows and none acts; it may have lines and tabs. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(acting, asEscape)
}

/** As {@link printable}, in one line. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim()
}

/** The beginning of a text, and how much of it that is. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}… (${end} of ${text.length} characters)`
}

/** A character by its number, as JavaScript writes it. */
export function asEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
