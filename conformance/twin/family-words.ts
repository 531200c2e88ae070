import type { Example } from './example.ts'

/** What families of services say alike, where a few examples cannot show what a word of it stands for. */
const WORDS: readonly [says: RegExp, means: string, isSo: (example: Example) => boolean][] = [
  // Go and Java do something to a value that they tell, which shows in few values.
  [
    /(\bstrconv\.\w+: parsing )"\{value\}"/,
    '$1"{value:go}"',
    ({ slots }) => !/["\\\n]/.test(String(slots.value)),
  ],
  [
    /^(?=.*Failed to convert )(.*\bFor input string: )"\{value\}"/s,
    '$1"{value:unspaced}"',
    ({ slots }) => !/\s/.test(String(slots.value)),
  ],
  // Jackson has a name for each of two values.
  [
    /\bVALUE_(?:TRUE|FALSE)\b/,
    'VALUE_{value:upper-case}',
    ({ text, slots }) => text.includes(`VALUE_${String(slots.value).toUpperCase()}`),
  ],
  // How Spring tells the type of a value that it could not convert, that of a repeated parameter with `[]`.
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

/** Returns a text with a slot for each word that stands for one in its family, if no example shows something else. */
export function withWordsOfFamilies(text: string, examples: readonly Example[]): string {
  return WORDS.reduce(
    (done, [says, means, isSo]) =>
      says.test(done) && examples.every(isSo) ? done.replace(says, means) : done,
    text,
  )
}
