import { textWith } from '../../../src/contract/template.ts'
import type { LearnedSituation } from './situation.ts'

const ESCAPED = /\{\w+:html\}/
/** What a client sent, as it came. */
const SENT = /\{(key|value)\}/g

/**
 * Gives every text the escapes of HTML that some have, if these explain its answers, too: who escapes what one text
 * repeats, as Joi did for years, does so in all, and most values have no sign that shows it.
 */
export function withEscapes(learned: readonly LearnedSituation[]): LearnedSituation[] {
  if (!learned.some(({ text }) => ESCAPED.test(text))) return [...learned]
  return learned.map((one) => {
    const text = one.text.replace(SENT, '{$1:html}')
    const isExplained = one.bodies.every(
      ({ message, slots }) => textWith(one.text, slots) !== message || textWith(text, slots) === message,
    )
    return isExplained ? { ...one, text } : one
  })
}
