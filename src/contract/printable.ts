/** Characters that a terminal or browser acts on: controls, bidi marks, lone surrogates, Unicode line breaks. */
const ACTING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu
/** GitHub Actions runs `::` at the start of a line, and `##[` anywhere, as a command. */
const COMMAND = /:(?=:)(?<=^[^\S\n]*:)|#(?=#\[)/gm

/** Nothing to escape, as in nearly every text. */
const PLAIN = /^[\w .,;=&?%+/(){}'"*-]*$/

/** Returns a text on one line, with every character that a terminal would act on escaped. */
export function printable(text: string): string {
  return printableLines(text).replace(/[\n\t]/g, asEscape)
}

/** Does the same as {@link printable}, but keeps line breaks and tabs. */
export function printableLines(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replaceAll('\r\n', '\n').replace(ACTING, asEscape).replace(COMMAND, asEscape)
}

/** Returns a value of any type on one line; a string is in quotes, so that it does not look like a number. */
export function printableValue(value: unknown): string {
  return printable(typeof value === 'string' ? `"${value}"` : String(value))
}

/** Returns a value as JSON, indented by two spaces, with the characters that a terminal would act on escaped. */
export function printableJson(value: unknown): string {
  return printableJsonText(JSON.stringify(value, null, 2))
}

/** Escapes the characters that a terminal would act on in JSON text, or in a piece of it; its value stays the same. */
export function printableJsonText(json: string): string {
  return json
    .replace(ACTING, (character) => character.split('').map(asEscape).join(''))
    .replace(COMMAND, asEscape)
}

/** Returns the JavaScript escape of a character, such as `\u001b`. */
function asEscape(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}
