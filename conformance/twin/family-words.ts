import { type Example, isExplained } from './example.ts'

/** Words in which a family of services repeats a value, although a few examples may not show it. */
const WORDS: readonly [says: RegExp, means: string][] = [
  // Go and Java escape or trim a value that they repeat; most values do not show it.
  [/(\bstrconv\.\w+: parsing )"\{value\}"/, '$1"{value:go}"'],
  [/^(?=.*Failed to convert )(.*?\bFor input string: )"\{value\}"/s, '$1"{value:unspaced}"'],
  // Jackson has a name for each of two values.
  [/\bVALUE_(?:TRUE|FALSE)\b/, 'VALUE_{value:upper-case}'],
  // Spring prints the type of a value that it could not convert, with `[]` for a repeated parameter.
  [/(\bvalue of type 'java\.lang\.String)(?:\[\]|\{array\})?(?=' to )/, '$1{array}'],
  // Most bodies have one line.
  [/\b(line|linha) 1(?=,? (?:column|coluna) \{[\w-]*column\})/i, '$1 {line}'],
]

/** Returns a text with slots in the words of families, as long as it still explains every example that it explained. */
export function withWordsOfFamilies(text: string, examples: readonly Example[]): string {
  const explained = examples.filter((one) => isExplained(text, one))
  if (explained.length === 0) return text
  return WORDS.reduce((done, [says, means]) => {
    const named = done.replace(says, means)
    return named !== done && explained.every((one) => isExplained(named, one)) ? named : done
  }, text)
}
