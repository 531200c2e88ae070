import type { Example } from './example.ts'

/** A token of Jackson, which has a name for each of two values. */
const JACKSON_TOKEN = /\bVALUE_(TRUE|FALSE)\b/

/** Words in which a family of services repeats a value, although a few examples may not show it. */
const WORDS: readonly [says: RegExp, means: string, allows: (example: Example) => boolean][] = [
  // Go and Java escape or trim a value that they repeat; most values do not show it.
  [
    /(\bstrconv\.\w+: parsing )"\{value\}"/,
    '$1"{value:go}"',
    ({ slots }) => !/["\\\n]/.test(String(slots.value)),
  ],
  [
    /^(?=.*Failed to convert )(.*?\bFor input string: )"\{value\}"/s,
    '$1"{value:unspaced}"',
    ({ slots }) => !/\s/.test(String(slots.value)),
  ],
  [
    JACKSON_TOKEN,
    'VALUE_{value:upper-case}',
    ({ text, slots }) => JACKSON_TOKEN.exec(text)?.[1] === String(slots.value).toUpperCase(),
  ],
  // Spring prints the type of a value that it could not convert, with `[]` for a repeated parameter.
  [
    /(\bvalue of type 'java\.lang\.String)(?:\[\]|\{array\})?(?=' to )/,
    '$1{array}',
    ({ text, slots }) => text.includes(`'java.lang.String${slots.array}' to `),
  ],
  // Most bodies have one line.
  [
    /\b(line|linha) 1(?=,? (?:column|coluna) \{[\w-]*column\})/i,
    '$1 {line}',
    ({ slots }) => slots.line === 1,
  ],
]

/** Returns a text with slots in such words, if every example allows it. */
export function withWordsOfFamilies(text: string, examples: readonly Example[]): string {
  return WORDS.reduce(
    (done, [says, means, allows]) =>
      says.test(done) && examples.every(allows) ? done.replace(says, means) : done,
    text,
  )
}
