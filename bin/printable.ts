/** Returns a text in which characters that would act on a terminal are shown by their number; line breaks, too. */
export function printable(text: string): string {
  return text.replace(ACTING, asEscape)
}

/** As {@link printable}, for a text that may have lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Controls, bidi marks and other invisible characters, line breaks of Unicode, lone surrogates. */
const ACTING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

function asEscape(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
