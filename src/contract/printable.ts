/** Characters that act instead of showing: controls, bidi marks, lone surrogates, line breaks of Unicode. */
const ACTING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu
/** What GitHub Actions takes for a command: `::` where a line begins, `##[` anywhere. */
const COMMAND = /:(?=:)(?<=^[^\S\n]*:)|#(?=#\[)/gm

/** Returns a text in one line of which every character shows and none acts, whatever a file, a target or a flag holds. */
export function printable(text: string): string {
  return printableLines(text).replace(/[\n\t]/g, asEscape)
}

/** Returns the same for a text that may have lines and tabs. */
export function printableLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(ACTING, asEscape).replace(COMMAND, asEscape)
}

/** Returns a value as JSON with two blanks of indentation, in which characters that act are escaped. */
export function printableJson(value: unknown): string {
  return printableJsonText(JSON.stringify(value, null, 2))
}

/** Returns a text of JSON, or a piece of one, in which characters that act are escaped: it means the same. */
export function printableJsonText(json: string): string {
  return json
    .replace(ACTING, (character) => character.split('').map(asEscape).join(''))
    .replace(COMMAND, asEscape)
}

/** Returns the number of a character, as JavaScript writes it. */
export function asEscape(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
