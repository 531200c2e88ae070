import { textWith } from '../../../src/contract/template.ts'
import type { LearnedSituation } from './situation.ts'

/** How services escape what a client sent, and what stays to be escaped in a text. */
interface Escapes {
  /** A text that escapes a value. */
  escaped: RegExp
  /** A value that shows it; by default, any. */
  shown?: RegExp
  /** What a client sent, as it came. */
  sent: RegExp
  form: string
}

const ESCAPES: readonly Escapes[] = [
  { escaped: /\{\w+:html\}/, sent: /\{(key|value)\}/g, form: '{$1:html}' },
  // The same words with %q in them: a text between quotes. That of strconv is known to have it.
  { escaped: /"\{\w+:go\}"/, shown: /["\\\p{Cc}]/u, sent: /"\{(key|value)\}"/g, form: '"{$1:go}"' },
]

/**
 * Gives every text the escapes of HTML or Go that some have, if these explain its answers, too: who escapes what one text
 * repeats, as Joi did for years, does so in all, and most values have no sign that shows it.
 */
export function withEscapes(learned: readonly LearnedSituation[]): LearnedSituation[] {
  return ESCAPES.reduce<LearnedSituation[]>(withEscape, [...learned])
}

function withEscape(
  learned: LearnedSituation[],
  { escaped, shown, sent, form }: Escapes,
): LearnedSituation[] {
  const isShown = ({ bodies }: LearnedSituation) =>
    shown === undefined || bodies.some(({ slots }) => shown.test(`${slots.key}${slots.value}`))
  if (!learned.some((one) => escaped.test(one.text) && isShown(one))) return learned
  return learned.map((one) => {
    const text = one.text.replace(sent, form)
    const isExplained = one.bodies.every(
      ({ message, slots }) => textWith(one.text, slots) !== message || textWith(text, slots) === message,
    )
    // What the words of the interface say of it is no longer all.
    return isExplained && text !== one.text
      ? { ...one, text, matchesDefault: false, matchesDefaultText: false }
      : one
  })
}
