/** Characters that act instead of showing: controls, bidi marks, lone surrogates, separators of lines. */
const ACTING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** What nearly every line consists of: that it has nothing that acts is seen fast. */
const PLAIN = /^[\n\t -~]*$/

/** Returns a text of which every character shows and none acts, as it may be written to a terminal; line breaks stay. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(ACTING, (character) => {
    const code = (character.codePointAt(0) as number).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
}
